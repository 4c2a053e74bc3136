/** Columns of results as tables of a report. */
import type { Column } from '../analysis/analysis.js';
import { grouped } from '../words/typeset.js';
import { table, type Html, type Table } from './html.js';

/** A table of the columns of a result, or of those that are named. */
export function tableOfColumns(caption: string, columns: readonly Column[], names?: readonly string[]): Html {
  const chosen = names?.flatMap((name) => columns.filter((column) => column.name === name)) ?? columns;
  const content: Table = {
    caption,
    head: chosen.map(({ heading }) => heading),
    rows: chosen[0].values.map((_, i) => chosen.map((column) => cellOf(column, i))),
  };
  return table(content);
}

function cellOf({ values, shown }: Column, i: number): string {
  const value = values[i];
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? grouped(value) : value.toFixed(shown);
}
