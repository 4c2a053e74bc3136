/**
 * Cycles found by states against a search over values by the definition, and against one that keeps every state, for thousands of
 * sets: word by word and far moves, given values of every length, and published periods.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUE } from '../../../src/kernel/state-layout.js';
import { CycleSearch, type CycleOptions, type StateGame } from '../../../src/solver/states/cycle.js';
import { asPlace, type Cycle, type Place } from '../../../src/solver/states/place.js';
import { effort } from '../../support/seed.js';

const unhurried = { limit: 2 ** 32, breathe: () => Promise.resolve() };

const findCycle = (game: StateGame, options: CycleOptions): Promise<Cycle | undefined> =>
  new CycleSearch(game).run(options);

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
  fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ max: bits === 1 ? 1 : 20, maxLength: 200 }));

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
      await fc.assert(property, { numRuns: effort(500, 20_000) });
    });

    it(`of ${bits} bits is that of a table of all windows, for sets of large numbers`, async () => {
      const property = fc.asyncProperty(largeSets, givenOf(bits), (moves, given) =>
        expectCycle({ bits, moves, given }),
      );
      await fc.assert(property, { numRuns: effort(25, 1000) });
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

  /** Runs a search that is left after some steps (now and then many: to walk up to a period is not divided), over and over, each time gone on with from a copy of its place. */
  async function inSpells(
    game: StateGame,
    spells: readonly number[],
  ): Promise<{ cycle: Cycle; stages: Set<string> }> {
    const left = new Error('left');
    const stages = new Set<string>();
    let place: Place | undefined;
    for (let turn = 0; ; turn++) {
      let steps = spells[turn % spells.length];
      const search = new CycleSearch(game, place);
      const breathe = (): Promise<void> => (steps-- > 0 ? Promise.resolve() : Promise.reject(left));
      try {
        const cycle = await search.run({ limit: 2 ** 32, breathe });
        expect(search.place).toEqual({ stage: 'found', cycle });
        return { cycle: cycle!, stages };
      } catch (error) {
        if (error !== left) throw error;
      }
      place = asPlace(structuredClone(search.place), game);
      if (search.place !== undefined) stages.add(place!.stage);
    }
  }

  it('is the same where the search is left again and again and gone on with', async () => {
    const seen = new Set<string>();
    for (const bits of [1, 8] as const) {
      const spells = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(
        fc.oneof(smallSets, largeSets),
        givenOf(bits),
        spells,
        async (moves, given, turns) => {
          const game = { bits, moves, given };
          const { cycle, stages } = await inSpells(game, [...turns, 1000]);
          expect(cycle).toEqual(await findCycle(game, unhurried));
          for (const stage of stages) seen.add(stage);
        },
      );
      await fc.assert(property, { numRuns: effort(50, 5000) });
    }
    expect([...seen].sort()).toEqual(['period', 'preperiod', 'return']);
  });

  it('is found by a search that came to a lower limit before', async () => {
    const game = { bits: 1, moves: [1999, 5600, 7599], given: new Uint8Array() } as const;
    let place: Place | undefined;
    let limit = 1000;
    for (; ; limit *= 4) {
      const search = new CycleSearch(game, place);
      const cycle = await search.run({ ...unhurried, limit });
      if (cycle !== undefined) {
        expect(cycle).toEqual(await findCycle(game, unhurried));
        break;
      }
      place = search.place;
      expect(place).toMatchObject({ stage: 'return' });
    }
    expect(limit).toBeGreaterThan(25_591_198);
  });

  it('is not looked for from what cannot be a place of the game', async () => {
    const game = { bits: 8, moves: [13, 29, 42], given: new Uint8Array() } as const;
    const search = new CycleSearch(game);
    await search.run({ ...unhurried, limit: 500 });
    const { place } = search;
    expect(asPlace(place, game)).toBe(place);
    const wrong = [
      undefined,
      null,
      {},
      { ...place, stage: 'other' },
      { ...place, stage: 'toString' },
      { ...place, stage: 'preperiod' },
      { ...place, words: -1 },
      { ...place, passed: undefined },
      { ...place, at: { position: 7, state: new Uint8Array(48) } },
      { ...place, at: { position: 64, state: new Uint8Array(47) } },
      { stage: 'period', period: 0, passed: [] },
      { stage: 'found', cycle: { preperiod: 0, period: 793, seen: '42' } },
      { stage: 'found' },
    ];
    for (const one of wrong) expect(asPlace(one, game), JSON.stringify(one)).toBeUndefined();
    expect(asPlace(place, { ...game, moves: [13, 29, 50] })).toBeUndefined();
  });
});
