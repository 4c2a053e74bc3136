/** Results as tables for programs (docs/ANALYSIS.md). */
import { formatForFile, formatNamed } from '../common/formats.js';
import { writeOutput } from '../store/files/new-file.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { wholeTable } from '../tables/table.js';
import { columnsOf, type AnalysisResult } from './analyses.js';
import type { PlaneResult } from './surveys/survey-file.js';

/** Yields the bytes of a result as a table. Raises a usage error for an unknown format. */
export async function* tableBytes(
  result: AnalysisResult | PlaneResult,
  format: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const table = wholeTable(columnsOf(result), metadataOf(result));
  yield* encode(table, formatNamed<TableFileFormat>(TABLE_FORMATS, format));
}

/** Writes a result into a new file, or with `force` over an existing one; returns its bytes. */
export async function tableToFile(
  result: AnalysisResult,
  path: string,
  { format, force }: { readonly format?: string | undefined; readonly force?: boolean | undefined } = {},
): Promise<number> {
  const { name } = formatForFile<TableFileFormat>(TABLE_FORMATS, path, format);
  return writeOutput(path, tableBytes(result, name), { force });
}

/** Returns metadata that the rows lack, under the names that block files use too. */
function metadataOf(result: AnalysisResult | PlaneResult): Record<string, string> {
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
