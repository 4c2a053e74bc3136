/**
 * Cycles found by states against a search over values by the definition, and against one that keeps every state, for thousands of
 * sets: word by word and far moves, given values of every length, and published periods.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUE } from '../../../src/kernel/layout.js';
import { findCycle, type StateGame } from '../../../src/solver/states/cycle.js';
import { effort } from '../../support/seed.js';

const unhurried = { limit: 2 ** 32, breathe: () => Promise.resolve() };

/** The next value by the definition; what lies below 0 leads nowhere. */
function nextValue({ bits, moves }: StateGame, values: readonly number[]): number {
  const n = values.length;
  const options = Array.from(moves)
    .filter((move) => move <= n)
    .map((move) => values[n - move]);
  if (bits === 1) return options.includes(1) ? 0 : 1;
  let value = 0;
  while (options.includes(value)) value++;
  return value;
}

/** The cycle by a table of all windows that were seen above the given values: the first that comes again is its state. */
function cycleByTable(game: StateGame): { preperiod: number; period: number } {
  const reach = game.moves[game.moves.length - 1];
  const values = [...game.given];
  const seen = new Map<string, number>();
  for (;;) {
    const start = values.length - reach;
    if (start >= 0 && values.length >= game.given.length) {
      const state = values.slice(start).join(' ');
      const before = seen.get(state);
      if (before !== undefined) {
        const period = values.length - before;
        let preperiod = before - reach;
        while (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) preperiod--;
        return { preperiod, period };
      }
      seen.set(state, values.length);
    }
    values.push(nextValue(game, values));
  }
}

const increasing = (moves: readonly number[]): number[] => [...new Set(moves)].sort((a, b) => a - b);

const smallSets = fc
  .uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 5 })
  .map(increasing);

/** Sets up to 1024 whose periods a table can hold: two numbers, or one of them very small, or many multiples of one. */
const largeSets = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 1023 }), fc.integer({ min: 64, max: 1024 })).map(increasing),
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 16, max: 170 }),
    )
    .map(([moves, factor]) => increasing(moves.map((move) => move * factor))),
  fc.integer({ min: 64, max: 1024 }).map((largest) => increasing([1, 2, largest])),
);

const givenOf = (bits: 1 | 8): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc.constant(new Uint8Array()),
    fc.uint8Array({ max: bits === 1 ? 1 : 20, maxLength: 200, size: 'max' }),
  );

async function expectCycle(game: StateGame): Promise<void> {
  const expected = cycleByTable(game);
  const found = await findCycle(game, unhurried);
  const name = `{${Array.from(game.moves).join(',')}} ${game.bits} given [${game.given.join(',')}]`;
  expect({ preperiod: found?.preperiod, period: found?.period }, name).toEqual(expected);
  expect(found!.seen, name).toBeGreaterThanOrEqual(game.moves[game.moves.length - 1]);
}

describe('the cycle of a finite set by states', () => {
  for (const bits of [1, 8] as const) {
    it(`of ${bits} bits is that of a table of all windows, for small sets`, async () => {
      const property = fc.asyncProperty(smallSets, givenOf(bits), (moves, given) =>
        expectCycle({ bits, moves, given }),
      );
      await fc.assert(property, { numRuns: effort(1500, 20_000) });
    });

    it(`of ${bits} bits is that of a table of all windows, for sets of large numbers`, async () => {
      const property = fc.asyncProperty(largeSets, givenOf(bits), (moves, given) =>
        expectCycle({ bits, moves, given }),
      );
      await fc.assert(property, { numRuns: effort(60, 1000) });
    });
  }

  it('is the published one', async () => {
    const given = new Uint8Array();
    const period = async (bits: 1 | 8, ...moves: number[]): Promise<number[]> => {
      const found = await findCycle({ bits, moves, given }, unhurried);
      return [found!.preperiod, found!.period];
    };
    expect(await period(8, 1, 6, 9)).toEqual([11, 5]);
    expect(await period(1, 1, 6, 9)).toEqual([10, 5]);
    expect(await period(8, 13, 29, 42)).toEqual([0, 793]);
    // {s, 4s, 12s + 1, 16s + 1}: the period 56 s^3 + 52 s^2 + 9 s + 1.
    for (const [s, preperiod] of [
      [1, 0],
      [2, 53],
      [3, 164],
    ]) {
      const moves = [s, 4 * s, 12 * s + 1, 16 * s + 1];
      expect(await period(8, ...moves)).toEqual([preperiod, 56 * s ** 3 + 52 * s ** 2 + 9 * s + 1]);
    }
    // {a, b, a + b}, b = 2ha + r: a (2b + r) / gcd(a, b) for 0 < r < a, else 2b + 2a - r, or 2b for r = 0.
    expect(await period(8, 1999, 5600, 7599)).toEqual([0, 25_591_198]);
    expect(await period(1, 1999, 5600, 7599)).toEqual([0, 25_591_198]);
  });

  it('of outcomes of {18,43,57,82,100} is 412,114,277', async () => {
    const found = await findCycle(
      { bits: 1, moves: [18, 43, 57, 82, 100], given: new Uint8Array() },
      unhurried,
    );
    expect(found).toMatchObject({ period: 412_114_277 });
  });

  it('is not there below a limit that does not reach it, and a stop is heard', async () => {
    const game = { bits: 8, moves: [13, 29, 42], given: new Uint8Array() } as const;
    expect(await findCycle(game, { ...unhurried, limit: 700 })).toBeUndefined();
    const stopped = new Error('stopped');
    const breathe = (): Promise<void> => Promise.reject(stopped);
    await expect(
      findCycle({ ...game, moves: [18, 43, 57, 82, 100] }, { ...unhurried, breathe }),
    ).rejects.toBe(stopped);
  });

  it('tells given values from what leads nowhere', async () => {
    await expectCycle({ bits: 8, moves: [3, 5], given: Uint8Array.of(NO_VALUE - 1, 62, 0, 62, 1) });
  });
});
