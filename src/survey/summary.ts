/** The summary of a survey, from batches in any order: the number of sets, and the sets with the longest periods. */
import type { Period } from '../game/periods.js';
import { REVERSE_MEX, type ReverseMex } from '../game/reverse-mex.js';
import { numbersIn, rowAt, valueOf, type NumberColumn, type SurveyColumns } from './columns.js';
import type { FoundBatch } from './part.js';
import type { Refutation } from './refuting.js';
import { compareSets, withoutZeros } from './rows.js';
import { MAX_VALUES, type Surveyed, type SurveySpace } from './space.js';

/** Sets in a summary: with the longest periods, and without a proven one. */
const MAX_LONGEST_SETS = 10;
const MAX_BEYOND_SETS = 100;
/** Sets without reverse mex in a summary. */
const MAX_EXCEPTIONS = 10;

/** A set and its periods; null if not proven or not surveyed. The saltus is present if it can differ from 0. */
export interface SurveyedSet {
  readonly set: readonly number[];
  readonly nim: (Pick<Period, 'preperiod' | 'period'> & Partial<Pick<Period, 'saltus'>>) | null;
  readonly outcome: Pick<Period, 'preperiod' | 'period'> | null;
  /** The number of collisions; null if no period is proven. Absent unless requested. */
  readonly collisions?: number | null;
}

export interface SurveySummary {
  /** The largest element and the maximum size of a set. */
  readonly max: number;
  readonly size: number;
  readonly series: Surveyed;
  readonly limit: number;
  /** The number of rows; sets with a common divisor count only in lists. */
  readonly sets: number;
  readonly isList: boolean;
  /** Sets without a proven period of nim-values, or of outcomes if only these are surveyed. */
  readonly unproven: number;
  /** The first 100 of them by the largest element, then the second largest and so on; in a list shorter sets come first. */
  readonly beyond: readonly (readonly number[])[];
  /** The sets with the longest of these periods, longest first; ties in the order of sets. */
  readonly longest: readonly SurveyedSet[];
  /** Present if the elements are left out: each game is that of all positive integers but these. */
  readonly excluded?: true;
  /** Absent unless requested. */
  readonly reverseMex?: ReverseMexCounts;
  /** Present if a condition was on trial. With a counterexample, `sets` ends with it, and nothing else is counted. */
  readonly refuted?: Refutation;
}

/** The number of sets with each kind of reverse mex. Sets without a proven period are in none. */
export interface ReverseMexCounts extends Readonly<Record<ReverseMex, number>> {
  /** The first sets of the kind `no`. */
  readonly exceptions: readonly (readonly number[])[];
}

/** Counts rows, and retains the ones with the longest periods. */
export class Summary {
  readonly #space: Pick<SurveySummary, 'max' | 'size' | 'series' | 'limit' | 'isList' | 'excluded'>;
  readonly #rowOf: (columns: SurveyColumns, row: number) => Uint32Array;
  /** The index in a row of the period that counts. */
  readonly #at: number;
  #sets = 0;
  #unproven = 0;
  #beyond: Uint32Array[] = [];
  #longest: Uint32Array[] = [];
  /** The index of the column of reverse mex; -1 without one. */
  readonly #reverseMexAt: number;
  readonly #reverseMex = REVERSE_MEX.map(() => 0);
  #exceptions: Uint32Array[] = [];
  readonly #collisions: NumberColumn | undefined;

  constructor(space: SurveySpace) {
    const { max, size, list, series = 'both', steps = MAX_VALUES } = space;
    this.#rowOf = (columns, row) => rowAt(space, columns, row);
    this.#collisions = numbersIn(space).find(({ name }) => name === 'collisions');
    this.#reverseMexAt = numbersIn(space).findIndex(({ name }) => name === 'reverse_mex');
    const excluded = space.excluded === true && ({ excluded: true } as const);
    this.#space = { max, size, series, limit: steps, isList: list !== undefined, ...excluded };
    this.#at = size + (series === 'cold' ? 3 : 1);
  }

  add(columns: SurveyColumns): void {
    // One array type for all widths: the loop is compiled once.
    const periods = new Uint32Array(columns.numbers[this.#space.size + 1]);
    this.#sets += periods.length;
    for (let i = 0; i < periods.length; i++) {
      const period = periods[i];
      if (period === 0) {
        this.#unproven++;
        this.#beyond.push(this.#rowOf(columns, i));
        if (this.#beyond.length === 2 * MAX_BEYOND_SETS)
          this.#beyond = this.#first(this.#beyond, MAX_BEYOND_SETS);
      }
      if (period < (this.#longest[MAX_LONGEST_SETS - 1]?.[this.#at] ?? 1)) continue;
      this.#longest.push(this.#rowOf(columns, i));
      this.#longest = this.#first(this.#longest, MAX_LONGEST_SETS);
    }
    if (this.#reverseMexAt !== -1) this.#addReverseMex(columns);
  }

  #addReverseMex(columns: SurveyColumns): void {
    const { size } = this.#space;
    for (const [i, code] of columns.numbers[this.#reverseMexAt].entries()) {
      if (code > 0) this.#reverseMex[code - 1]++;
      if (REVERSE_MEX[code - 1] === 'no') this.#exceptions.push(this.#rowOf(columns, i));
    }
    this.#exceptions = this.#exceptions.sort((a, b) => compareSets(a, b, size)).slice(0, MAX_EXCEPTIONS);
  }

  /** Adds batches, and passes them on. */
  async *adding(batches: AsyncIterable<FoundBatch>): AsyncGenerator<FoundBatch> {
    for await (const batch of batches) {
      this.add(batch.columns);
      yield batch;
    }
  }

  /** Returns the first rows by longer period, then by the order of sets. */
  #first(rows: Uint32Array[], most: number): Uint32Array[] {
    const compare = (a: Uint32Array, b: Uint32Array): number =>
      b[this.#at] - a[this.#at] || compareSets(a, b, this.#space.size);
    return rows.sort(compare).slice(0, most);
  }

  result(): SurveySummary {
    return {
      ...this.#space,
      sets: this.#sets,
      unproven: this.#unproven,
      beyond: this.#first(this.#beyond, MAX_BEYOND_SETS).map((row) => this.#set(row).set),
      longest: this.#longest.map((row) => this.#set(row)),
      ...(this.#reverseMexAt !== -1 && { reverseMex: this.#reverseMexCounts() }),
    };
  }

  #reverseMexCounts(): ReverseMexCounts {
    const [always, periodic, no] = this.#reverseMex;
    return { always, periodic, no, exceptions: this.#exceptions.map((row) => this.#set(row).set) };
  }

  #set(row: Uint32Array): SurveyedSet {
    const { size } = this.#space;
    const periodAt = (at: number): SurveyedSet['nim'] =>
      row[at + 1] === 0 ? null : { preperiod: row[at], period: row[at + 1] };
    const set = Array.from(withoutZeros(row.subarray(0, size)));
    const nim = periodAt(size);
    const saltus = this.#space.excluded === true && { saltus: row[size + 4] };
    const collisions =
      this.#collisions && (valueOf(this.#collisions, row[this.#collisions.at]) as number | null);
    return {
      set,
      nim: nim && { ...nim, ...saltus },
      outcome: periodAt(size + 2),
      ...(collisions !== undefined && { collisions }),
    };
  }
}
