/** Results as columns: one list of them feeds text, CSV, Arrow and HTML. */
import type { FilledColumn } from '../tables/table.js';

/** A value of a result's row. */
type Cell = number | boolean | string | null;

/** A column with its values, for machines and for people. */
export interface Column extends FilledColumn<Cell> {
  /** For people; the text above the column where it is the first word of a line. */
  readonly heading: string;
  /** How people see a number that is not whole: as a percentage, or with so many decimals. */
  readonly shown?: 'percent' | number;
}

/** A column of rows of one kind, with the function that reads its value from a row. */
export interface ColumnOf<Row> extends Omit<Column, 'values'> {
  readonly of: (row: Row) => Cell;
}

export function whole<Row>(name: string, heading: string, of: (row: Row) => number | null): ColumnOf<Row> {
  return { name, type: 'int64', heading, of };
}

/** A column of numbers that are not whole. */
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
