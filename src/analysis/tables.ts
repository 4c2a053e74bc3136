/**
 * Results as flat tables for machines, and their bytes as CSV, Arrow or Parquet (docs/ANALYSIS.md). Separate from the results,
 * whose nesting suits programs that read JSON.
 */
import { formatNamed, type Format } from '../common/formats.js';
import { tableToCsv, type Table } from '../export/table.js';
import { analysisNamed, type AnalysisResult } from './analyses.js';

/** A format that a table can be written as. */
export interface TableFileFormat<Name extends string = string> extends Format<Name> {
  /** The bytes of a table in this format. */
  bytes(table: Table): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Every format of a table. To add one: an entry here, and its writer in export/. */
export const TABLE_FORMATS = [
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ['.csv'],
    isBinary: false,
    bytes: (table) => tableToCsv(table),
  },
  {
    name: 'arrow',
    describe: 'Arrow IPC file',
    endings: ['.arrow'],
    isBinary: true,
    async *bytes(table) {
      const { tableToArrow } = await import('../export/arrow-table.js');
      yield tableToArrow(table);
    },
  },
  {
    name: 'parquet',
    describe: 'Parquet file',
    endings: ['.parquet'],
    isBinary: true,
    async *bytes(table) {
      const { tableToParquet } = await import('../export/parquet-table.js');
      yield* tableToParquet(table);
    },
  },
] as const satisfies readonly TableFileFormat[];

/** The name of a format of tables. */
export type TableFormat = (typeof TABLE_FORMATS)[number]['name'];

/** The bytes of a result as a table. Raises a usage error for a format that is not known. */
export async function* tableBytes(result: AnalysisResult, format: string): AsyncGenerator<Uint8Array> {
  const table = tableOf(result);
  yield* formatNamed<TableFileFormat>(TABLE_FORMATS, format).bytes(table);
}

/** A result as one table. */
export function tableOf(result: AnalysisResult): Table {
  return { columns: analysisNamed(result.analysis).columns(result), metadata: metadataOf(result) };
}

/** What the rows do not say, under the names that block files use too. */
function metadataOf(result: AnalysisResult): Record<string, string> {
  const { analysis, game, series, range } = result;
  const fit = 'fit' in result ? result.fit : null;
  return {
    'takeaway.analysis': analysis,
    'takeaway.game': game,
    'takeaway.series': series,
    'takeaway.start': String(range.start),
    'takeaway.stop': String(range.stop),
    ...(fit === null ? {} : { 'takeaway.fit': JSON.stringify(fit) }),
  };
}
