/**
 * Sets with numbers from 2^28 to 2^33 at positions from 2^30 to 2^33, in every series: where 31 and 32 bits end, and where memory
 * does. Lower values are drawn only at the positions that options lead to; all others are zeros, which take no memory here.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkExtension } from '../../src/engine/extending/request.js';
import { mex, remotenessOf } from '../../src/game/definition.js';
import { readGame } from '../../src/index.js';
import { lengthOf, type Range } from '../../src/common/range.js';
import { lowerBound } from '../../src/game/sets/subtraction-set.js';
import { createBitset, getBit, setBit } from '../../src/kernel/bitset.js';
import { ValueWindow } from '../../src/solver/chunks/value-window.js';
import { COLD_SOLVERS, NIM_SOLVERS, REMOTENESS_SOLVERS, solverOf } from '../../src/solver/planner.js';
import { RecentValues } from '../../src/solver/task/recent-values.js';
import type { Integers } from '../../src/solver/task/task.js';
import { effort } from '../support/seed.js';

/** Positions that are solved: more than a group of lanes, a word and a tile. */
const LENGTH = 1500;
const PIECE = 2 ** 22;
const ZEROS = new Uint8Array(PIECE);

/** A number of about so many bits, or one of the numbers around the power of two. */
const near = (least: number, most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.double({ min: least, max: most, noNaN: true }).map((bits) => Math.floor(2 ** bits)),
    fc
      .tuple(
        fc.integer({ min: Math.ceil(least), max: Math.floor(most) }),
        fc.integer({ min: -LENGTH, max: 20 }),
      )
      .map(([bits, above]) => 2 ** bits + above),
  );

const games = fc.record({
  moves: fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(fc.integer({ min: 41, max: 2 ** 24 }), { maxLength: 30 }),
      fc.uniqueArray(near(28, 33), { minLength: 1, maxLength: 2 }),
    )
    .map((parts) => parts.flat().sort((a, b) => a - b)),
  start: near(30, 33),
  /** Lower values are below this. */
  bound: fc.constantFrom(2, 7, 14, 40, 200),
  salt: fc.integer({ min: 0, max: 2 ** 16 }),
});
type Drawn = typeof games extends fc.Arbitrary<infer One> ? One : never;

/** The lower values of a drawn game: random ones where its options lead, elsewhere 0. */
function lowerOf({ moves, start, bound, salt }: Drawn) {
  const led = [...moves.map((s) => start - s), start - 64].filter((first) => first > -LENGTH);
  const isLed = (n: number): boolean => led.some((first) => n >= first && n < first + LENGTH);
  const valueAt = (n: number): number =>
    isLed(n) ? Math.floor(((n * 0.6180339887 + salt * 0.7548776662) % 1) * bound) : 0;
  const drawn = led.flatMap((first) => Array.from({ length: LENGTH }, (_, i) => first + i));
  const sorted = Float64Array.from(new Set(drawn.filter((n) => n >= 0 && n < start))).sort();
  /** The positions of a range that have a value of their own. */
  const drawnIn = (range: Range): Float64Array =>
    sorted.subarray(lowerBound(sorted, range.start), lowerBound(sorted, range.stop));
  return { valueAt, drawnIn };
}

/** The values of LENGTH positions by the definition. */
function byDefinition(
  { moves, start }: Drawn,
  lowerAt: (n: number) => number,
  decide: (options: number[]) => number,
): number[] {
  const values: number[] = [];
  for (let n = start; n < start + LENGTH; n++) {
    const options = moves.filter((s) => s <= n).map((s) => n - s);
    values.push(decide(options.map((m) => (m < start ? lowerAt(m) : values[m - start]))));
  }
  return values;
}

const rangeOf = ({ start }: Drawn): Range => ({ start, stop: start + LENGTH });
const gameOf = ({ moves }: Drawn) => readGame(`{${moves.join(',')}}`);

/** Whether an extension so far is refused before a store is made; only for what memory cannot do. */
function isRefused(drawn: Drawn, series: 'cold' | 'nim' | 'remoteness'): boolean {
  const game = gameOf(drawn);
  try {
    checkExtension(game, { to: rangeOf(drawn).stop, series });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'usage' });
    expect(series).not.toBe('cold');
    expect(game.set.largest).toBeGreaterThan(2 ** 31 - 2 ** 24);
    return true;
  }
}

describe.each([
  ['nim', NIM_SOLVERS, 'auto'],
  ['nim', NIM_SOLVERS, 'dynamic-programming'],
  ['nim', NIM_SOLVERS, 'plain'],
  ['nim', NIM_SOLVERS, 'shifted-sets'],
  ['remoteness', REMOTENESS_SOLVERS, 'auto'],
  ['remoteness', REMOTENESS_SOLVERS, 'plain'],
] as const)('far up, %s', (series, solvers, method) => {
  beforeEach(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
    const { append } = ValueWindow.prototype;
    vi.spyOn(ValueWindow.prototype, 'append').mockImplementation(function (this: ValueWindow, lower) {
      if (lower.buffer === ZEROS.buffer) this.extend(lower.length);
      else append.call(this, lower);
    });
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
    const { append: add } = RecentValues.prototype;
    vi.spyOn(RecentValues.prototype, 'append').mockImplementation(function (this: RecentValues, lower) {
      if (lower.buffer === ZEROS.buffer) this.length += lower.length;
      else add.call(this, lower);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it(`${method} gives what the definition gives, or is refused`, { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(games, async (drawn) => {
        if (isRefused(drawn, series)) return;
        const { set } = gameOf(drawn);
        const { valueAt, drawnIn } = lowerOf(drawn);
        const found: number[] = [];
        const readLower = (range: Range): Promise<Integers> => {
          const own = drawnIn(range);
          const start = drawn.start;
          if (own.length === 0 && range.stop <= start)
            return Promise.resolve(ZEROS.subarray(0, lengthOf(range)));
          const values = new Uint8Array(lengthOf(range));
          for (const n of own) values[n - range.start] = valueAt(n);
          // A method may ask for what it has yielded.
          for (let n = Math.max(start, range.start); n < range.stop; n++)
            values[n - range.start] = found[n - start];
          return Promise.resolve(values);
        };
        const task = {
          set,
          range: rangeOf(drawn),
          pieceLength: PIECE,
          readLower,
          breathe: () => Promise.resolve(),
        };
        for await (const { values } of solverOf(solvers, method, set)(task, { threads: 1 }))
          found.push(...values);
        expect(found).toEqual(byDefinition(drawn, valueAt, series === 'nim' ? mex : remotenessOf));
      }),
      { numRuns: effort(4, 60), endOnFailure: true },
    );
  });
});

/** Divide and conquer transforms every window below: minutes, wherever the numbers are. */
describe.each([['auto'], ['sieve'], ['residue-classes'], ['shifted-positions']])('far up, cold', (method) => {
  it(`${method} gives what the definition gives`, async () => {
    await fc.assert(
      fc.asyncProperty(games, async (drawn) => {
        // Residue classes read all that is in reach: a gigabyte at most.
        fc.pre(method !== 'residue-classes' || drawn.moves.every((s) => s < 2 ** 31));
        expect(isRefused(drawn, 'cold')).toBe(false);
        const { set } = gameOf(drawn);
        const { valueAt, drawnIn } = lowerOf(drawn);
        const found: number[] = [];
        const coldAt = (n: number): number => Number(valueAt(n) === 1);
        const readLower = (range: Range): Promise<Uint8Array> => {
          const bits = createBitset(lengthOf(range));
          for (const n of drawnIn(range)) if (coldAt(n) === 1) setBit(bits, n - range.start);
          // A method may ask for what it has yielded.
          for (const [i, isCold] of found.entries()) {
            const n = drawn.start + i;
            if (isCold === 1 && n >= range.start && n < range.stop) setBit(bits, n - range.start);
          }
          return Promise.resolve(bits);
        };
        const task = {
          set,
          range: rangeOf(drawn),
          pieceLength: PIECE,
          readLower,
          breathe: () => Promise.resolve(),
        };
        for await (const { start, stop, values } of solverOf(
          COLD_SOLVERS,
          method,
          set,
        )(task, { threads: 1 })) {
          for (let n = start; n < stop; n++) found.push(getBit(values, n - start));
        }
        expect(found).toEqual(byDefinition(drawn, coldAt, (options) => Number(!options.includes(1))));
      }),
      { numRuns: effort(4, 60), endOnFailure: true },
    );
  });
});
