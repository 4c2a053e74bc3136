/** Results as columns: one list of them feeds text, CSV, Arrow and HTML. */
import type { FilledColumn } from '../tables/table.js';

type Cell = number | boolean | string | null;

/** A column with its values, for programs and for people. */
export interface Column extends FilledColumn<Cell> {
  /** The text above the column, capitalized. */
  readonly heading: string;
  /** The format of fractions for people: a percentage, or a number of decimals. */
  readonly shown?: 'percent' | number;
}

/** A column of rows of one kind; `of` reads its value from a row. */
export interface ColumnOf<Row> extends Omit<Column, 'values'> {
  readonly of: (row: Row) => Cell;
}

export function whole<Row>(name: string, heading: string, of: (row: Row) => number | null): ColumnOf<Row> {
  return { name, type: 'int64', heading, of };
}

export function real<Row>(
  name: string,
  heading: string,
  shown: 'percent' | number,
  of: (row: Row) => number | null,
): ColumnOf<Row> {
  return { name, type: 'float64', heading, shown, of };
}

export function tabulate<Row>(rows: readonly Row[], columns: readonly ColumnOf<Row>[]): Column[] {
  return columns.map(({ of, ...column }) => ({ ...column, values: rows.map(of) }));
}
