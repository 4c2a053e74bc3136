/** The sets of three moves with one in common, and their periods, as the table of a survey that is computed as it is read. */
import { gcd } from '../common/divisors.js';
import type { ChooseColumns, NumberBatch } from '../tables/reading.js';
import { periodsOfSet } from './rows.js';

export interface SetsWithMove {
  readonly third: number;
  /** The largest of all moves. */
  readonly largest: number;
  readonly series: 'nim' | 'cold';
}

/** Returns the sets without a common divisor in the columns of a survey file. Cost: tenths of a second for moves up to 64. */
export function setsWithMove({ third, largest, series }: SetsWithMove) {
  const quantity = series === 'nim' ? 'nim' : 'outcome';
  const columns = ['s1', 's2', 's3', `${quantity}_period`, `${quantity}_preperiod`];
  const rowOf = (a: number, b: number): readonly number[] => {
    const set = [a, b, third].sort((one, other) => one - other);
    const found = periodsOfSet(set, { series })[quantity];
    return [...set, found?.period ?? 0, found?.preperiod ?? 0];
  };
  return {
    path: `of {a, b, ${third}}`,
    game: `moves up to ${largest}`,
    async *read(choose: ChooseColumns): AsyncIterable<NumberBatch> {
      const chosen = choose(columns).map((name) => columns.indexOf(name));
      for (let b = 2; b <= largest; b++) {
        const rows: (readonly number[])[] = [];
        for (let a = 1; a < b; a++)
          if (a !== third && b !== third && gcd(gcd(a, b), third) === 1) rows.push(rowOf(a, b));
        yield await Promise.resolve(chosen.map((at) => rows.map((row) => row[at])));
      }
    },
  };
}
