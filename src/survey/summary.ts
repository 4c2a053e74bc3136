/** What a survey tells of its rows, which it takes in any order: how many they are, and the sets with the longest periods. */
import type { Period } from '../game/periods.js';
import { PERIOD_NUMBERS, type SurveySpace } from './rows.js';

/** Sets with the longest periods that are told. */
const LONGEST = 10;

/** A set and its periods; null where 2^24 values prove none. */
export interface SurveyedSet {
  readonly set: readonly number[];
  readonly nim: Pick<Period, 'preperiod' | 'period'> | null;
  readonly outcome: Pick<Period, 'preperiod' | 'period'> | null;
}

/** What a survey found. */
export interface SurveySummary extends SurveySpace {
  /** Sets with greatest common divisor 1: the rows. */
  readonly sets: number;
  /** Sets of which 2^24 values prove no period. */
  readonly unproven: number;
  /** The sets with the longest periods of nim-values, longest first; of equal ones the first in order. */
  readonly longest: readonly SurveyedSet[];
}

/** Counts rows and remembers those with the longest periods. */
export class Summary {
  readonly #space: SurveySpace;
  #sets = 0;
  #unproven = 0;
  #longest: Uint32Array[] = [];

  constructor({ max, size }: SurveySpace) {
    this.#space = { max, size };
  }

  /** Takes rows in any order. */
  add(rows: Uint32Array): void {
    const { size } = this.#space;
    const width = size + PERIOD_NUMBERS;
    for (let at = 0; at < rows.length; at += width) {
      const period = rows[at + size + 1];
      this.#sets++;
      if (period === 0) this.#unproven++;
      const least = this.#longest.length < LONGEST ? 1 : this.#longest[LONGEST - 1][size + 1];
      if (period < least) continue;
      this.#longest.push(rows.slice(at, at + width));
      this.#longest = this.#longest.sort((a, b) => this.#compare(a, b)).slice(0, LONGEST);
    }
  }

  /** Gives rows on, and takes them. */
  async *adding(rows: AsyncIterable<Uint32Array>): AsyncGenerator<Uint32Array> {
    for await (const some of rows) {
      this.add(some);
      yield some;
    }
  }

  /** Longer periods first, and of equal ones the first in the order of sets. */
  #compare(a: Uint32Array, b: Uint32Array): number {
    const { size } = this.#space;
    if (a[size + 1] !== b[size + 1]) return b[size + 1] - a[size + 1];
    let i = size - 1;
    while (i > 0 && a[i] === b[i]) i--;
    return a[i] - b[i];
  }

  result(): SurveySummary {
    return {
      ...this.#space,
      sets: this.#sets,
      unproven: this.#unproven,
      longest: this.#longest.map((row) => this.#set(row)),
    };
  }

  #set(row: Uint32Array): SurveyedSet {
    const { size } = this.#space;
    const [nimPreperiod, nimPeriod, outcomePreperiod, outcomePeriod] = row.subarray(size);
    const nim = nimPeriod === 0 ? null : { preperiod: nimPreperiod, period: nimPeriod };
    const outcome = outcomePeriod === 0 ? null : { preperiod: outcomePreperiod, period: outcomePeriod };
    return { set: Array.from(row.subarray(0, size)), nim, outcome };
  }
}
