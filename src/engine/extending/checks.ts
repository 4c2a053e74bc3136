/**
 * Checks of solved values that do not trust the solver: single positions against the definition for every
 * block, and a stretch of a block by another method on request. Separate from extending because verifying
 * stored blocks makes the same checks.
 */
import { TakeawayError } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import { joinColumns, sliceColumn, type SolvedPart } from '../series/columns.js';
import { declaredValue } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { LowerValues } from './lower-values.js';
import { solve } from './solve.js';
import { checkingMethod } from '../../solver/methods.js';
import { integersOf, valueAt, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';

/** Positions of a solver's piece that are checked against the definition before it is stored. */
const SAMPLED_POSITIONS = 4;
/** Options of one position that are looked at; the nearest ones, which are the likeliest to be read already. */
const MOST_OPTIONS = 1 << 16;

/** Values at single positions. */
export type ReadValues = (positions: readonly number[]) => Promise<Uint32Array>;

/** Random numbers 0 <= r < 1. */
export type Random = () => number;

/** `count` random positions of a range, with the last one always among them. */
export function samplePositions(range: Range, count: number, random: Random): number[] {
  const positions = new Set([range.stop - 1]);
  while (positions.size < Math.min(count, lengthOf(range))) {
    positions.add(range.start + Math.floor(random() * lengthOf(range)));
  }
  return [...positions];
}

/**
 * What the definition says against `value` at position n, or undefined. Looks at the 2^16 nearest options: a
 * value they cannot decide passes. O(abs(S)).
 */
export async function contradiction(
  game: Game,
  series: SeriesName,
  n: number,
  value: number,
  read: ReadValues,
): Promise<string | undefined> {
  const { rule } = DESCRIPTIONS[series];
  const declared = declaredValue(game, series, n);
  if (declared !== undefined) {
    return declared === value
      ? undefined
      : `${rule.describe(value)}, but the game declares it ${rule.describe(declared)}`;
  }
  const subtrahends = game.set.between(1, Math.min(n + 1, boundOfOptions(game, n)));
  const looked = subtrahends.subarray(0, MOST_OPTIONS);
  const seesAll = looked.length === subtrahends.length && boundOfOptions(game, n) > n;
  const options = new Uint32Array(looked.length);
  // Most positions have an option that proves their value early on, so they are read in growing batches.
  for (let start = 0, length = 64; start < looked.length; start += length, length *= 2) {
    const batch = await read(Array.from(looked.subarray(start, start + length), (s) => n - s));
    const wrong = batch.find((option) => rule.forbids(value, option));
    if (wrong !== undefined)
      return `${rule.describe(value)}, but has an option that is ${rule.describe(wrong)}`;
    if (batch.some((option) => rule.proves(value, option))) return undefined;
    options.set(batch, start);
  }
  const defined = rule.valueOf(options);
  if (!seesAll || defined === value) return undefined;
  return `${rule.describe(value)}, but by its options it is ${rule.describe(defined)}`;
}

/** A bound below which S has at least MOST_OPTIONS elements or all that n can use; keeps dense sets cheap. */
function boundOfOptions(game: Game, n: number): number {
  let bound = MOST_OPTIONS;
  while (bound <= n && game.set.between(1, bound).length < MOST_OPTIONS) bound *= 4;
  return bound;
}

/** Raises `internal` when the definition contradicts a sampled position of a part, of which each piece has four. */
export async function checkSample(
  game: Game,
  series: SeriesName,
  part: SolvedPart,
  lower: LowerValues,
  random: Random,
): Promise<void> {
  const count = SAMPLED_POSITIONS * Math.ceil(lengthOf(part) / DESCRIPTIONS[series].pieceLength);
  for (const n of samplePositions(part, count, random)) {
    const value = valueAt(part.values, n - part.start);
    const found = await contradiction(game, series, n, value, (positions) => lower.valuesAt(positions));
    if (found !== undefined) throw wrongResult(game, series, part.methods, `position ${n} is ${found}`);
  }
}

/**
 * Solves a random stretch of a part again by another method and compares. `lower` has the part. Raises `internal`
 * when they differ.
 */
export async function checkByAnotherMethod(
  game: Game,
  series: SeriesName,
  part: SolvedPart,
  lower: LowerValues,
  random: Random,
): Promise<void> {
  const { stretchLength, solvers } = DESCRIPTIONS[series];
  const length = Math.min(lengthOf(part), stretchLength);
  const start = part.start + Math.floor(random() * (lengthOf(part) - length + 1));
  const range = { start, stop: start + length };
  const method = checkingMethod(solvers.methods, game.set, part.methods);
  // One thread: the others are at work on the next part.
  const again = await solveAgain(game, series, range, method, lower.fork(), 1);
  const difference = firstDifference(sliceColumn(part.values, start - part.start, length), again);
  if (difference === undefined) return;
  throw wrongResult(game, series, part.methods, `position ${start + difference} differs from ${method}`);
}

/** The values of a range by a named method, from the values below it. */
export async function solveAgain(
  game: Game,
  series: SeriesName,
  range: Range,
  method: string,
  below: LowerValues,
  threads: number,
  signal?: AbortSignal,
): Promise<ColumnValues> {
  const parts: SolvedPart[] = [];
  const pieceLength = lengthOf(range);
  const solver = { threads };
  for await (const part of solve({
    game,
    series,
    range,
    method,
    pieceLength,
    read: below.read,
    solver,
    signal,
  })) {
    below.add(part);
    parts.push(part);
  }
  return joinColumns(range, parts);
}

/** The index of the first value in which two runs differ, or undefined. */
export function firstDifference(a: ColumnValues, b: ColumnValues): number | undefined {
  if (a.width !== 1 && b.width !== 1) {
    const left = integersOf(a);
    const right = integersOf(b);
    const index = left.findIndex((value, i) => value !== right[i]);
    return index === -1 ? undefined : index;
  }
  for (let i = 0; i < a.length; i++) if (valueAt(a, i) !== valueAt(b, i)) return i;
  return undefined;
}

function wrongResult(
  game: Game,
  series: SeriesName,
  methods: readonly string[],
  found: string,
): TakeawayError {
  return new TakeawayError('internal', {
    subject: `The ${series} values of ${game.key} computed by ${methods.join('+')}`,
    expected: 'what the definition says',
    found,
    help: 'Nothing of the block was stored. Please report this with what you asked for; another method may work.',
  });
}
