/** Results of analyses as text. */
import { linesText, tableText } from '../../terminal/output.js';
import type { AnalysisResult } from '../../../index.js';
import { shownBy, shownColumns, type Column } from '../../../rim.js';
import { grouped } from '../../../common/shown.js';
import { shownGame } from '../../shown-games.js';

/** Rows at each end of a longer table; --json and --format have all. */
const MAX_END_ROWS = 12;

/** Returns a heading, the facts, and a table. */
export function describeAnalysis(result: AnalysisResult): string {
  const { start, stop } = result.range;
  const range = start === 0 ? `below ${grouped(stop)}` : `from ${grouped(start)} to ${grouped(stop)}`;
  const facts = shownBy(result).facts(result, grouped, (value) => value.toFixed(5));
  const head = linesText([`${shownGame(result.game)}: ${result.analysis} ${range}`, ...facts]);
  const columns = shownColumns(result, grouped);
  const rows = shownRows(columns[0].values.length).map((i) =>
    columns.map((column) => (i === null ? '...' : cellOf(column, i))),
  );
  const text = tableText({ head: columns.map(headingOf), rows, right: columns.map((_, i) => i) });
  return `${head}\n${text}`;
}

/** Returns `nim-value` for `Nim-value`. */
function headingOf({ heading }: Column): string {
  return heading[0].toLowerCase() + heading.slice(1);
}

function cellOf({ values, shown }: Column, i: number): string {
  const value = values[i];
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? grouped(value) : value.toFixed(shown);
}

/** Returns the indices of the rows to show: all, or in a longer table the first, null, and the last. */
function shownRows(length: number): (number | null)[] {
  const upTo = (amount: number): number[] => Array.from({ length: amount }, (_, i) => i);
  if (length <= 2 * MAX_END_ROWS + 1) return upTo(length);
  return [...upTo(MAX_END_ROWS), null, ...upTo(MAX_END_ROWS).map((i) => length - MAX_END_ROWS + i)];
}
