/** Samples held against the definition: they find exactly the positions whose values do not follow from lower ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceColumn, valueAt, type ColumnValues, type SeriesName } from '../../../src/columnar/layout.js';
import { compareAll, Samples } from '../../../src/engine/extending/samples.js';
import { declaredValue } from '../../../src/engine/series/declared.js';
import { DESCRIPTIONS } from '../../../src/engine/series/descriptions.js';
import { readGame, type Game } from '../../../src/index.js';
import { valuesByRule } from '../../../src/game/rules.js';
import type { Range } from '../../../src/common/range.js';
import { columnFor } from '../../support/store.js';

const STOP = 200;
const breathe = (): Promise<void> => Promise.resolve();

/** Reads values in parts of a length; undefined for the parts that cannot be read. */
function lowerOf(
  column: ColumnValues,
  length: number,
  isLost: (part: Range) => boolean = () => false,
): { partAt: (n: number) => Range; read: (part: Range) => Promise<ColumnValues | undefined> } {
  return {
    partAt: (n) => {
      const start = n - (n % length);
      return { start, stop: Math.min(column.length, start + length) };
    },
    read: (part) =>
      Promise.resolve(isLost(part) ? undefined : sliceColumn(column, part.start, part.stop - part.start)),
  };
}

/** The positions whose values do not follow from those of their options. */
function wrongOnes(game: Game, series: SeriesName, values: readonly number[]): number[] {
  const { valueOf } = DESCRIPTIONS[series].rule;
  return values.flatMap((value, n) => {
    const options = Uint32Array.from(game.set.between(1, n + 1), (s) => values[n - s]);
    return (declaredValue(game, series, n) ?? valueOf(options)) === value ? [] : [n];
  });
}

const games = fc.constantFrom('squares', 'primes', '{1,3,4}', '{7}', 'odd', 'all', 'all-but{2,3}', '{5,100}');
const series = fc.constantFrom<SeriesName>('cold', 'nim', 'remoteness');

describe('samples', () => {
  it('contradict exactly the values that do not follow from lower ones, and decide all', async () => {
    await fc.assert(
      fc.asyncProperty(
        games,
        series,
        fc.array(fc.tuple(fc.nat(STOP - 1), fc.nat(20)), { maxLength: 4 }),
        fc.constantFrom(64, 100, STOP),
        async (text, name, changes, length) => {
          const game = readGame(text);
          const values = [...valuesByRule(DESCRIPTIONS[name].rule, game.set, STOP)];
          for (const [n, value] of changes) values[n] = name === 'cold' ? value % 2 : value;
          const samples = new Samples(game, name, STOP);
          const column = columnFor(name, values);
          for (let n = STOP - 1; n >= 0; n--) samples.add(n, valueAt(column, n));
          await compareAll(samples, lowerOf(column, length), breathe);
          const found = samples.contradictions.map(({ position }) => position);
          expect(found.sort((a, b) => a - b)).toEqual(wrongOnes(game, name, values));
          expect(samples.decided).toBe(STOP);
        },
      ),
    );
  });

  it('heed what a game declares', async () => {
    for (const [text, name] of [
      ['squares hotspots {5,10}', 'cold'],
      ['{2,3} seed [3,0,1]', 'nim'],
    ] as const) {
      const game = readGame(text);
      const values = Array.from({ length: 30 }, (_, n) => n % 2);
      const samples = new Samples(game, name, 30);
      values.forEach((value, n) => samples.add(n, value));
      await compareAll(samples, lowerOf(columnFor(name, values), 30), breathe);
      const found = samples.contradictions.map(({ position }) => position);
      expect(found.sort((a, b) => a - b)).toEqual(wrongOnes(game, name, values));
    }
  });

  it('leave open what the values that cannot be read would decide, and say nothing wrong', async () => {
    const game = readGame('squares');
    for (const name of ['cold', 'nim', 'remoteness'] as const) {
      const values = [...valuesByRule(DESCRIPTIONS[name].rule, game.set, STOP)];
      const column = columnFor(name, values);
      const samples = new Samples(game, name, STOP);
      values.forEach((value, n) => samples.add(n, value));
      await compareAll(
        samples,
        lowerOf(column, 50, ({ start }) => start === 50),
        breathe,
      );
      expect(samples.contradictions).toEqual([]);
      expect(samples.decided).toBeGreaterThan(50);
      expect(samples.decided).toBeLessThan(STOP);
    }
  });

  it('try at most 2^18 options of a position, and leave it open where it has more', async () => {
    const game = readGame('odd');
    const stop = 2 ** 20;
    const samples = new Samples(game, 'cold', stop);
    const column = columnFor(
      'cold',
      Array.from({ length: stop }, (_, n) => 1 - (n % 2)),
    );
    expect(samples.optionsOf(stop)).toBe(2 ** 18);
    samples.add(stop - 2, 1);
    samples.add(stop - 1, 0);
    samples.add(1000, 1);
    await compareAll(samples, lowerOf(column, 2 ** 17), breathe);
    expect(samples.contradictions).toEqual([]);
    expect(samples.decided).toBe(2);
  });
});
