/** Results of analyses as people read them. Separate from the command, which decides where they go. */
import { analysisNamed, shownColumns, type AnalysisResult, type Column } from '../../index.js';
import { asLines, grouped, table } from './text.js';

/** Rows of a longer table that are shown at each end; --json and --format have all. */
const SHOWN_ROWS = 12;

/** A heading, what was found, and a table. */
export function describeAnalysis(result: AnalysisResult): string {
  const { start, stop } = result.range;
  const range = start === 0 ? `below ${grouped(stop)}` : `from ${grouped(start)} to ${grouped(stop)}`;
  const facts = analysisNamed(result.analysis).facts(result, grouped);
  const head = asLines([`${result.game}: ${result.analysis} ${range}`, ...facts]);
  const columns = shownColumns(result, grouped);
  const rows = columns[0].values.map((_, i) => columns.map((column) => cellOf(column, i)));
  const text = table(
    shortened([columns.map(headingOf), ...rows]),
    columns.map((_, i) => i),
  );
  return `${head}\n${text}`;
}

/** `Nim-value` as it stands inside a line. */
function headingOf({ heading }: Column): string {
  return heading[0].toLowerCase() + heading.slice(1);
}

function cellOf({ values, shown }: Column, i: number): string {
  const value = values[i];
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : '';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? grouped(value) : value.toFixed(shown);
}

/** The header, and the first and last rows of a table that is long. */
function shortened(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (rows.length <= 2 * SHOWN_ROWS + 2) return rows;
  const dots = rows[0].map(() => '...');
  return [...rows.slice(0, SHOWN_ROWS + 1), dots, ...rows.slice(-SHOWN_ROWS)];
}
