/**
 * Results as flat tables for machines, and their bytes as CSV or Arrow (docs/ANALYSIS.md). Separate from the results,
 * whose nesting suits programs that read JSON.
 */
import { usageError } from '../common/errors.js';
import { nearestName } from '../common/nearest.js';
import { tableToCsv, type Table } from '../export/table.js';
import { analysisNamed, type AnalysisResult } from './analyses.js';

export const TABLE_FORMATS = ['csv', 'arrow'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The bytes of a result as a table. Raises a usage error for a format that is not known. */
export async function* tableBytes(result: AnalysisResult, format: string): AsyncGenerator<Uint8Array> {
  const table = tableOf(result);
  switch (format) {
    case 'csv':
      yield* tableToCsv(table);
      return;
    case 'arrow': {
      const { tableToArrow } = await import('../export/arrow-table.js');
      yield tableToArrow(table);
      return;
    }
    default: {
      const near = nearestName(format, TABLE_FORMATS);
      throw usageError({
        subject: 'The format',
        expected: `one of ${TABLE_FORMATS.join(', ')}`,
        found: JSON.stringify(format),
        ...(near === undefined ? {} : { help: `Did you mean ${near}?` }),
      });
    }
  }
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
