/**
 * Results as flat tables for machines, and their bytes as CSV or Arrow (docs/ANALYSIS.md). Separate from the results,
 * whose nesting suits programs that read JSON.
 */
import { oneOf } from '../common/one-of.js';
import { tableToCsv, type Table, type TableColumn } from '../export/table.js';
import type { AnalysisResult } from './results.js';

export const TABLE_FORMATS = ['csv', 'arrow'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The bytes of a result as a table. Raises a usage error for a format that is not known. */
export async function* tableBytes(result: AnalysisResult, format: string): AsyncGenerator<Uint8Array> {
  const known = oneOf(format, TABLE_FORMATS, 'The format');
  const table = tableOf(result);
  switch (known) {
    case 'csv':
      yield* tableToCsv(table);
      return;
    case 'arrow': {
      const { tableToArrow } = await import('../export/arrow-table.js');
      yield tableToArrow(table);
    }
  }
}

/** A result as one table. Residues scored up to a bound give the scores, otherwise the classes. */
export function tableOf(result: AnalysisResult): Table {
  return { columns: columnsOf(result), metadata: metadataOf(result) };
}

function columnsOf(result: AnalysisResult): TableColumn[] {
  switch (result.analysis) {
    case 'records':
      return [
        integers('nim_value', result.records, ({ value }) => value),
        integers('position', result.records, ({ position }) => position),
        booleans('is_maximum', result.records, ({ isMaximum }) => isMaximum),
      ];
    case 'density':
      return [
        integers('position', result.points, ({ position }) => position),
        integers('below', result.points, ({ below }) => below),
        integers('up_to', result.points, ({ upTo }) => upTo),
        numbers('exponent', result.points, ({ exponent }) => exponent),
      ];
    case 'digits': {
      const rows = result.places.flatMap(({ place, weight, counts }) =>
        counts.map((count, digit) => ({ place, weight, digit, count })),
      );
      return [
        integers('place', rows, ({ place }) => place),
        integers('weight', rows, ({ weight }) => weight),
        integers('digit', rows, ({ digit }) => digit),
        integers('count', rows, ({ count }) => count),
        numbers('share', rows, ({ count }) => count / result.count),
      ];
    }
    case 'values': {
      const { start } = result.range;
      const rows = result.points.flatMap(({ stop, counts }) =>
        counts.map((count, value) => ({ stop, value, count, share: count / (stop - start) })),
      );
      return [
        integers('stop', rows, ({ stop }) => stop),
        integers('nim_value', rows, ({ value }) => value),
        integers('count', rows, ({ count }) => count),
        numbers('share', rows, ({ share }) => share),
      ];
    }
    case 'gaps':
      return [
        integers('gap', result.gaps, ({ gap }) => gap),
        integers('count', result.gaps, ({ count }) => count),
        integers('first_after', result.gaps, ({ firstAfter }) => firstAfter),
        booleans('is_maximum', result.gaps, ({ isMaximum }) => isMaximum),
      ];
    case 'residues':
      return result.separation.length > 1
        ? [
            integers('modulus', result.separation, ({ modulus }) => modulus),
            integers('empty', result.separation, ({ empty }) => empty),
            integers('nearly_empty', result.separation, ({ nearlyEmpty }) => nearlyEmpty),
            numbers('concentration', result.separation, ({ concentration }) => concentration),
            numbers('collision', result.separation, ({ collision }) => collision),
          ]
        : [
            integers('residue', result.classes, ({ residue }) => residue),
            integers('count', result.classes, ({ count }) => count),
            numbers('share', result.classes, ({ count }) => count / result.count),
          ];
  }
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

function integers<Row>(name: string, rows: readonly Row[], of: (row: Row) => number | null): TableColumn {
  return { name, type: 'int64', values: rows.map(of) };
}

function numbers<Row>(name: string, rows: readonly Row[], of: (row: Row) => number | null): TableColumn {
  return { name, type: 'float64', values: rows.map(of) };
}

function booleans<Row>(name: string, rows: readonly Row[], of: (row: Row) => boolean): TableColumn {
  return { name, type: 'bool', values: rows.map(of) };
}
