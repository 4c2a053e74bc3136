/** Counts of values: of each width, what one look at each value by the rule gives. */
import { describe, expect, it } from 'vitest';
import { columnOfIntegers, valueAt } from '../../../src/columnar/layout.js';
import { countsOf, joinColumns, type SolvedPart } from '../../../src/engine/series/columns.js';
import { DESCRIPTIONS } from '../../../src/engine/series/descriptions.js';
import { drawIntegers, REPLAY } from '../../support/seed.js';

describe('the counts of a block', () => {
  it.each([
    [Uint8Array, 0],
    [Uint8Array, 1],
    [Uint8Array, 255],
    [Uint16Array, 40_000],
    [Uint32Array, 2 ** 31],
  ] as const)('in a %O with values up to %i are those of the rule', (Integers, most) => {
    for (const series of ['nim', 'remoteness'] as const) {
      const { rule } = DESCRIPTIONS[series];
      for (const length of [0, 1, 63, 1000]) {
        const values = Integers.from(drawIntegers(length, 0, most));
        expect(countsOf(columnOfIntegers(values), rule), REPLAY).toEqual({
          coldCount: Array.from(values).filter((value) => rule.isCold(value)).length,
          largest: Math.max(0, ...values),
        });
      }
    }
  });
});

describe('parts that are joined', () => {
  const part = (start: number, stop: number): SolvedPart => {
    const values = columnOfIntegers(Uint8Array.from({ length: stop - start }, (_, i) => start + i));
    return { start, stop, values, methods: ['plain'] };
  };

  it('are all of a range, without a gap or an overlap', () => {
    const all = [part(10, 13), part(13, 14), part(14, 20)];
    const joined = joinColumns({ start: 10, stop: 20 }, all);
    for (let i = 0; i < 10; i++) expect(valueAt(joined, i)).toBe(10 + i);
    for (const wrong of [all.slice(0, 2), all.slice(1), [all[0], all[2]], [...all, part(20, 21)], []])
      expect(() => joinColumns({ start: 10, stop: 20 }, wrong)).toThrow('joinColumns');
  });
});
