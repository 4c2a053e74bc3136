/**
 * Results as flat tables for machines, and their bytes as CSV, Arrow or Parquet (docs/ANALYSIS.md). Separate from the results,
 * whose nesting suits programs that read JSON.
 */
import { formatNamed } from '../common/formats.js';
import { TABLE_FORMATS, type TableFileFormat } from '../export/table-formats.js';
import type { Table } from '../export/table.js';
import { analysisNamed, type AnalysisResult } from './analyses.js';

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
