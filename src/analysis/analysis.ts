/**
 * What an analysis is: a record with its name, its options, what runs it, and how what it finds is shown as words, rows,
 * a figure and a section of a report. One list of columns feeds text, CSV, Arrow and HTML. analyses.ts has the list.
 */
import type { Range } from '../common/range.js';
import type { SeriesName } from '../columnar/layout.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import type { FilledColumn } from '../tables/table.js';
import { checkCost, MOST_STEPS, STEPS_OF_KEPT_ROW } from '../common/cost.js';
import type { WalkOptions } from '../engine/series/options.js';
import type { Figure, Size } from '../figures/theme.js';
import type { Section } from '../report/parts/section.js';

/** What every result says first. */
export interface Common<Name extends string> {
  readonly analysis: Name;
  /** The key of the game. */
  readonly game: string;
  /** The series the values come from. */
  readonly series: SeriesName;
  /** The positions looked at. */
  readonly range: Range;
}

/** What a result from a source says first. */
export function headOf<Name extends string>(
  analysis: Name,
  series: SeriesName,
  { game, range }: SeriesSource,
): Common<Name> {
  return { analysis, game: game.key, series, range };
}

/** Writes a whole number as its reader wants it: 40,000,000 or 40_000_000. */
export type WriteNumber = (value: number) => string;

/** Writes a number that was measured, rounded as its reader wants it: 1.32519. */
export type WriteMeasured = (value: number) => string;

/** A value of a result's row. */
type Cell = number | boolean | string | null;

/** A column with its values, for machines and for people. */
export interface Column extends FilledColumn<Cell> {
  /** For people; what stands above the column where it is the first word of a line. */
  readonly heading: string;
  /** How people see a number that is not whole: as a percentage, or with so many decimals. */
  readonly shown?: 'percent' | number;
}

/** How the values of a column are told from rows of one kind. */
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

/** What an analysis takes besides the range. */
export interface AnalysisOption {
  /** Its name among the options of the function, in camel case. */
  readonly name: string;
  readonly kind: 'number' | 'points' | 'name';
  /** Of the kind `name`: the names. */
  readonly choices?: readonly string[];
  readonly describe: string;
  /** What stands for its value. */
  readonly placeholder: string;
}

/** The word of an option on the command line and in addresses: `up-to` for `upTo`. */
export function wordOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What is found, of a game or in a survey, and how that is shown. */
export interface Shown<Name extends string = string, Result extends Common<Name> = Common<Name>> {
  readonly name: Name;
  /** What its figure shows, in a few words. */
  readonly summary: string;
  readonly options: readonly AnalysisOption[];
  /** What the rows do not say, a line each. Fits are rounded as in figures unless `measured` says otherwise. */
  facts(result: Result, write: WriteNumber, measured?: WriteMeasured): readonly string[];
  /** What a range must have for the figure. */
  readonly needs: string;
  /** The figure; null where the range has too little to show. */
  draw(result: Result, size: Size): Figure | null;
}

/** Rows of a result, so that it has every format of tables. */
export interface InRows<Name extends string = string, Result extends Common<Name> = Common<Name>> {
  /** Every row of a result, for machines; for people too unless there is `shown`. */
  columns(result: Result): readonly Column[];
  /** The rows as people want them: across, or only the best. */
  shown?(result: Result, write: WriteNumber): readonly Column[];
}

/** What can be found of a game: an analysis, or values as they are. */
export interface Study<
  Name extends string = string,
  Options extends AnalysisOptions = AnalysisOptions,
  Result extends Common<Name> = Common<Name>,
> extends Shown<Name, Result> {
  /** The series whose values it reads. */
  seriesOf(options: Options): SeriesName;
  /** Present if "run" chooses a range that shows most, also of a game that is not stored, if none is given. */
  readonly choosesRange?: true;
  /** Looks at what is stored of a game, or continues it; raises as `Store.query` does. */
  run(store: ReadableStore, game: string, options: Options): Promise<Result>;
  /** Its view in the explorer: its heading, what it shows, and whether the x axis of its figure is the position. */
  readonly view?: { readonly title: string; readonly lead: string; readonly isByPosition?: true };
  readonly section?: Section;
}

/** A study whose result is rows, so that it has every format of tables. */
export interface Analysis<
  Name extends string = string,
  Options extends AnalysisOptions = AnalysisOptions,
  Result extends Common<Name> = Common<Name>,
>
  extends Study<Name, Options, Result>, InRows<Name, Result> {}

/** The range to look at, by default all that is stored, and how the work may be watched and stopped. */
export type AnalysisOptions = WalkOptions;

/** Residue classes that are counted at most, so that their counts take a few megabytes. */
export const LARGEST_MODULUS = 2 ** 20;

/** Times that a row of a result is kept at once: counted, listed, in a column and in text. */
const COPIES_OF_ROW = 4;

/** Raises a usage error where a result would have more rows than are kept in memory. */
export function checkRows(rows: number, subject: string): void {
  const steps = COPIES_OF_ROW * STEPS_OF_KEPT_ROW;
  const expected = `at most ${MOST_STEPS / steps} of them`;
  checkCost(rows * steps, { subject, expected, found: String(rows), remedy: { do: 'lower', option: 'to' } });
}

/** Rows that are made before signals are heard: some milliseconds. */
export const ROWS_BETWEEN_BREATHS = 2 ** 15;
