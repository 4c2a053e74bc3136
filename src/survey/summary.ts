/** The summary of a survey, from batches in any order: the number of sets, and the sets with the longest periods. */
import type { Period } from '../game/periods.js';
import { rowAt, type SurveyColumns } from './columns.js';
import type { FoundBatch } from './part.js';
import { compareSets, withoutZeros } from './rows.js';
import { MAX_VALUES, type Surveyed, type SurveySpace } from './space.js';

/** Sets in a summary: with the longest periods, and without a proven one. */
const MAX_LONGEST_SETS = 10;
const MAX_BEYOND_SETS = 100;

/** A set and its periods; null if not proven or not surveyed. */
export interface SurveyedSet {
  readonly set: readonly number[];
  readonly nim: Pick<Period, 'preperiod' | 'period'> | null;
  readonly outcome: Pick<Period, 'preperiod' | 'period'> | null;
}

export interface SurveySummary {
  /** The largest element and the maximum size of a set. */
  readonly max: number;
  readonly size: number;
  readonly series: Surveyed;
  readonly steps: number;
  /** The number of rows; sets with a common divisor count only in lists. */
  readonly sets: number;
  readonly isList: boolean;
  /** Sets without a proven period of nim-values, or of outcomes if only these are surveyed. */
  readonly unproven: number;
  /** The first 100 of them by the largest element, then the second largest and so on; in a list shorter sets come first. */
  readonly beyond: readonly (readonly number[])[];
  /** The sets with the longest of these periods, longest first; ties in the order of sets. */
  readonly longest: readonly SurveyedSet[];
}

/** Counts rows, and retains the ones with the longest periods. */
export class Summary {
  readonly #space: Pick<SurveySummary, 'max' | 'size' | 'series' | 'steps' | 'isList'>;
  /** The index in a row of the period that counts. */
  readonly #at: number;
  #sets = 0;
  #unproven = 0;
  #beyond: Uint32Array[] = [];
  #longest: Uint32Array[] = [];

  constructor({ max, size, list, series = 'both', steps = MAX_VALUES }: SurveySpace) {
    this.#space = { max, size, series, steps, isList: list !== undefined };
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
        this.#beyond.push(rowAt(this.#space, columns, i));
        if (this.#beyond.length === 2 * MAX_BEYOND_SETS)
          this.#beyond = this.#first(this.#beyond, MAX_BEYOND_SETS);
      }
      if (period < (this.#longest[MAX_LONGEST_SETS - 1]?.[this.#at] ?? 1)) continue;
      this.#longest.push(rowAt(this.#space, columns, i));
      this.#longest = this.#first(this.#longest, MAX_LONGEST_SETS);
    }
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
    };
  }

  #set(row: Uint32Array): SurveyedSet {
    const { size } = this.#space;
    const periodAt = (at: number): SurveyedSet['nim'] =>
      row[at + 1] === 0 ? null : { preperiod: row[at], period: row[at + 1] };
    const set = Array.from(withoutZeros(row.subarray(0, size)));
    return { set, nim: periodAt(size), outcome: periodAt(size + 2) };
  }
}
