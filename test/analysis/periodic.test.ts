/**
 * Games that repeat cost the period, not the range: every analysis above what is stored, against the same of stored
 * values, and at 2^53 - 1 against exact arithmetic.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeResidues,
  analyzeValues,
  nimValuesByDefinition,
  openStore,
  readGame,
  type Store,
} from '../../src/index.js';
import { effort } from '../support/seed.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import type { ReadableStore } from '../../src/engine/reading/readable-store.js';
import { drain } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

/** Where the ranges of random games end. */
const END = 4000;
const LAST = Number.MAX_SAFE_INTEGER;

const elements = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 5 });
const games = fc.oneof(
  elements.map((list) => `{${list.join()}}`),
  elements.map((list) => `{${list.join()}} seed [2,0,5]`),
  elements.map((list) => `all-but{${list.join()}}`),
  fc.constantFrom(
    'odd',
    'powers-of:2',
    'powers-of:4',
    'one-and-primes',
    'all',
    '{1..5}',
    '{5,12,17}',
    '{10,24,34}',
  ),
);

const COMPUTE = { seconds: 5, threads: 1 };

/** Opens a folder so that what is not stored is known too. */
function open(folder: string): Promise<Store> {
  return openStore(folder, { readOnly: true, compute: COMPUTE });
}

/** The same in memory, with a game up to a position. */
async function storedTo(to: number, game: string, blockLength: number): Promise<ReadableStore> {
  const store = MemoryStore.create('memory', Math.random, COMPUTE);
  const options = { to, blockLength, series: 'both', threads: 1 } as const;
  if (to > 0) await drain(store.extend(readGame(game), options));
  return store;
}

/** What every analysis finds of a range; an error as its message, whose positions may differ. */
async function findings(
  store: ReadableStore,
  game: string,
  range: { readonly from: number; readonly to: number },
  modulus: number,
): Promise<unknown[]> {
  const points = [range.from + 1, Math.ceil((range.from + range.to) / 2), range.to].filter((n) => n > 0);
  const runs = [
    () => analyzeGaps(store, game, range),
    () => analyzeRecords(store, game, range),
    () => analyzeValues(store, game, range),
    () => analyzeDensity(store, game, { ...range, at: 'powers-of-2' }),
    () => analyzeDensity(store, game, { ...range, at: points }),
    () => analyzeResidues(store, game, { ...range, modulus }),
    () => analyzeResidues(store, game, { ...range, modulus, max: 12 }),
    () => analyzeDigits(store, game, { ...range, base: 2 + (modulus % 9), places: 1 }),
    () => analyzeDigits(store, game, { ...range, base: modulus + 1, value: 2 }),
  ];
  const found: unknown[] = [];
  for (const run of runs) found.push(await run().catch((error: unknown) => (error as { code: string }).code));
  return found;
}

/** A density without its proof; whatever else is found as it is. */
function withoutProof(finding: unknown): unknown {
  return typeof finding === 'object' && finding !== null && 'proven' in finding
    ? { ...finding, proven: null }
    : finding;
}

it('finds of a game that repeats what it finds of stored values, wherever these end', async () => {
  await fc.assert(
    fc.asyncProperty(
      games,
      fc.nat(END - 1),
      fc.integer({ min: 1, max: END }),
      fc.nat(1500),
      fc.constantFrom(320, 1024, 2 ** 20),
      fc.integer({ min: 1, max: 60 }),
      async (game, first, length, frontier, blockLength, modulus) => {
        const range = { from: first, to: Math.min(END, first + length) };
        // One more, as it says whether the last point is itself cold.
        const stored = await storedTo(END + 1, game, blockLength);
        const repeated = await storedTo(frontier, game, blockLength);
        const found = await findings(repeated, game, range, modulus);
        // Fewer values than prove a period leave nothing to prove a density by, or to know the end of the range itself by.
        const isKnown = repeated.coverage(readGame(game), 'cold').period !== null;
        fc.pre(isKnown || frontier !== range.to);
        const expected = await findings(stored, game, range, modulus);
        expect(found).toEqual(isKnown ? expected : expected.map(withoutProof));
      },
    ),
    { numRuns: effort(20, 400) },
  );
});

/** How many n < `stop` have a remainder modulo `period` among some, and another modulo `modulus`. */
function countBelow(
  stop: number,
  period: number,
  isWanted: (n: number) => boolean,
  modulus: number,
  residue: number,
): number {
  const together = period * modulus;
  const [whole, rest] = [BigInt(stop) / BigInt(together), Number(BigInt(stop) % BigInt(together))];
  const fits = (n: number): boolean => n % modulus === residue && isWanted(n % period);
  let [inAll, inRest] = [0n, 0n];
  for (let n = 0; n < together; n++) {
    if (!fits(n)) continue;
    inAll++;
    if (n < rest) inRest++;
  }
  return Number(whole * inAll + inRest);
}

describe.each([
  ['{1,3,4}', 7],
  ['{2,5}', 7],
  ['odd', 2],
  ['{5,12,17}', 130],
])('%s to 2^53 - 1 by exact arithmetic', (game, period) => {
  let store: Store;
  let nim: readonly number[];

  beforeAll(async () => {
    store = await open(temporaryFolder());
    nim = nimValuesByDefinition(readGame(game).set, 4 * period);
    return () => {
      store.close();
    };
  });

  const of =
    (value: number) =>
    (n: number): boolean =>
      nim[n] === value;

  it('density', async () => {
    const at = [1, 2 ** 40, 2 ** 53 - 2];
    const { points } = await analyzeDensity(store, game, { at, to: LAST });
    expect(points.map(({ below, upTo }) => [below, upTo])).toEqual(
      at.map((n) => [countBelow(n, period, of(0), 1, 0), countBelow(n + 1, period, of(0), 1, 0)]),
    );
    expect((await analyzeDensity(store, game, { to: LAST })).points).toHaveLength(208_063);
  });

  it('gaps', async () => {
    const cold = nim.flatMap((value, n) => (value === 0 ? [n] : []));
    const { count, gaps, mean } = await analyzeGaps(store, game, { to: LAST });
    expect(count).toBe(countBelow(LAST, period, of(0), 1, 0));
    // Each gap follows the cold positions of some remainders; all but the last have one.
    const last = Array.from({ length: period }, (_, i) => LAST - 1 - i).find((n) => of(0)(n % period))!;
    const sizeAfter = (n: number): number => cold.find((each) => each > n)! - n;
    for (const { gap, count: times, firstAfter } of gaps) {
      const isAfter = (n: number): boolean => of(0)(n) && sizeAfter(n) === gap;
      expect(times).toBe(countBelow(last, period, isAfter, 1, 0));
      expect(firstAfter).toBe(cold.find((n) => sizeAfter(n) === gap));
    }
    expect(gaps.reduce((sum, gap) => sum + gap.count, 0)).toBe(count - 1);
    expect(mean).toBeCloseTo(last / (count - 1), 9);
  });

  it('residues and moduli', async () => {
    const { classes, separation } = await analyzeResidues(store, game, { modulus: 12, max: 30, to: LAST });
    expect(classes.map(({ count }) => count)).toEqual(
      Array.from({ length: 12 }, (_, residue) => countBelow(LAST, period, of(0), 12, residue)),
    );
    const total = countBelow(LAST, period, of(0), 1, 0);
    for (const { modulus, empty, concentration } of separation) {
      const counts = Array.from({ length: modulus }, (_, r) => countBelow(LAST, period, of(0), modulus, r));
      expect(empty).toBe(counts.filter((count) => count === 0).length);
      const squares = counts.reduce((sum, count) => sum + (count / total) ** 2, 0);
      expect(concentration).toBeCloseTo(modulus * squares, 9);
    }
  });

  it('digits', async () => {
    for (const value of [0, 1]) {
      const { places } = await analyzeDigits(store, game, { base: 6, places: 2, value, to: LAST });
      const classes = Array.from({ length: 36 }, (_, r) => countBelow(LAST, period, of(value), 36, r));
      for (const { weight, counts } of places) {
        expect(counts).toEqual(
          Array.from({ length: 6 }, (_, digit) =>
            classes.reduce((sum, count, r) => (Math.floor(r / weight) % 6 === digit ? sum + count : sum), 0),
          ),
        );
      }
    }
  });

  it('values and records', async () => {
    const { points, largest } = await analyzeValues(store, game, { to: LAST });
    expect(largest).toBe(Math.max(...nim));
    expect(points.map(({ stop }) => stop)).toEqual([
      ...Array.from({ length: 53 }, (_, power) => 2 ** power),
      LAST,
    ]);
    for (const { stop, counts } of points) {
      expect(counts).toEqual(
        Array.from({ length: largest + 1 }, (_, value) => countBelow(stop, period, of(value), 1, 0)),
      );
    }
    const { records } = await analyzeRecords(store, game, { to: LAST });
    expect(records.map(({ value, position }) => [value, position])).toEqual(
      Array.from({ length: largest + 1 }, (_, value) => [value, nim.indexOf(value)]),
    );
  });
});

describe('nim-values that rise', () => {
  it('are counted by digits without looking at more than a period', async () => {
    const store = await open(temporaryFolder());
    // Nim-value 2^40 is taken once, by the heap of that size.
    const { count, places } = await analyzeDigits(store, 'all', { base: 10, value: 2 ** 40, to: LAST });
    expect([count, places[0].counts.indexOf(1)]).toEqual([1, 2 ** 40 % 10]);
    await expect(analyzeValues(store, 'all', { to: LAST })).rejects.toThrow('counts values up to 65_535');
    await expect(analyzeRecords(store, 'all', { to: LAST })).rejects.toThrow(
      'where 1_048_576 can be kept in memory',
    );
    store.close();
  });
});

it.each([
  // Of two numbers the outcomes repeat with their sum, here a prime above 100: only it separates them.
  ['{60,91}', 151],
  ['{1,3,4}', 7],
  // No divisor of 130 separates as well as it does.
  ['{5,12,17}', 130],
])('residues of %s are by default those modulo a divisor of the period, %i', async (game, modulus) => {
  const store = await storedTo(4000, game, 1024);
  const result = await analyzeResidues(store, game, {});
  expect(result).toMatchObject({ modulus, max: null, separation: [{ modulus, collision: 0 }] });
  const [{ residue, count, positions }] = result.classes;
  const cold = (await store.query(game, [0, modulus, 2 * modulus])).map((answer) => answer.cold);
  expect({ residue, count, positions }).toEqual({
    residue: 0,
    count: Math.ceil(4000 / modulus),
    positions: null,
  });
  expect(cold).toEqual([true, true, true]);
});
