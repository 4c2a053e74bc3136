/**
 * Checks of solved values that do not trust the solver: single positions against the definition for every block, and on request a
 * range of a block by another method.
 */
import { platform } from '../../platform/platform.js';
import { fail } from '../../common/errors.js';
import { breather } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { joinColumns, type SolvedPart } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { PASS_METHODS } from '../series/methods.js';
import type { SolvedView } from '../views/view.js';
import { compareAll, randomPositions, Samples, type LowerParts, type Random } from './samples.js';
import { solve } from './solve.js';
import { checkingMethod } from '../../solver/methods.js';
import {
  integersOf,
  sliceColumn,
  valueAt,
  type ColumnValues,
  type SeriesName,
} from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';

/** Positions of a solver's piece that are checked against the definition before it is stored. */
const SAMPLED_POSITIONS = 4;

export type { Random };

/** Raises `internal` if the definition contradicts a sampled position of a part; each piece has four. */
export async function checkSample(
  game: Game,
  series: SeriesName,
  part: SolvedPart,
  lower: SolvedView,
  random: Random,
): Promise<void> {
  const count = SAMPLED_POSITIONS * Math.ceil(lengthOf(part) / DESCRIPTIONS[series].pieceLength);
  const wrong = await contradictionIn(game, series, part, lower, count, random);
  if (wrong !== undefined) wrongResult(game, series, part.methods, wrong);
}

/** Returns a contradiction between the definition and one of `count` random positions of a part, or undefined. */
export async function contradictionIn(
  game: Game,
  series: SeriesName,
  part: Range & { readonly values: ColumnValues },
  lower: LowerParts,
  count: number,
  random: Random,
): Promise<string | undefined> {
  const samples = new Samples(game, series, part.stop);
  // The last position depends on the most lower values.
  for (const n of randomPositions(part, count - 1, random).add(part.stop - 1)) {
    samples.add(n, valueAt(part.values, n - part.start));
  }
  await compareAll(samples, lower, breather(undefined));
  const wrong = samples.contradictions.at(0);
  return wrong && `position ${wrong.position} is ${wrong.found}`;
}

/**
 * Solves a random range of a part again by another method and compares. `lower` includes the part. Raises `internal` if they
 * differ.
 */
export async function checkByAnotherMethod(
  game: Game,
  series: SeriesName,
  part: SolvedPart,
  lower: SolvedView,
  random: Random,
): Promise<void> {
  const { recheckedLength } = DESCRIPTIONS[series];
  const length = Math.min(lengthOf(part), recheckedLength);
  const start = part.start + Math.floor(random() * (lengthOf(part) - length + 1));
  const range = { start, stop: start + length };
  const method = secondMethod(game, series, part.methods);
  // One thread: the others work on the next part.
  const again = await solveAgain(game, series, range, method, lower, 1);
  const difference = firstDifference(sliceColumn(part.values, start - part.start, length), again);
  if (difference === undefined) return;
  wrongResult(game, series, part.methods, `position ${start + difference} differs from ${method}`);
}

/** Returns the method that solves values again which some methods have solved. */
export function secondMethod(game: Game, series: SeriesName, solvedBy: readonly string[]): string {
  const { isBits, solvers } = DESCRIPTIONS[series];
  if (game.pass === undefined || isBits) return checkingMethod(solvers.methods, game.set, solvedBy);
  return PASS_METHODS.find((name) => !solvedBy.includes(name)) ?? PASS_METHODS[0];
}

/** Solves a range by a named method from the values below it. */
export async function solveAgain(
  game: Game,
  series: SeriesName,
  range: Range,
  method: string,
  below: SolvedView,
  threads: number,
  signal?: AbortSignal,
): Promise<ColumnValues> {
  const parts: SolvedPart[] = [];
  let lower = below;
  const read = (wanted: Range): Promise<ColumnValues> => lower.read(wanted);
  const task = { game, series, range, method, pieceLength: lengthOf(range), read };
  for await (const part of solve({ ...task, solver: { threads }, signal })) {
    lower = lower.with(part);
    parts.push(part);
  }
  return joinColumns(range, parts);
}

/** Returns the index of the first difference between two columns, or undefined. */
export function firstDifference(a: ColumnValues, b: ColumnValues): number | undefined {
  if (a.width !== 1 && b.width !== 1) {
    const left = integersOf(a);
    const right = integersOf(b);
    const index = left.findIndex((value, i) => value !== right[i]);
    return index === -1 ? undefined : index;
  }
  if (a.width === b.width && platform.sameBytes(a.bytes, b.bytes)) return undefined;
  for (let i = 0; i < a.length; i++) if (valueAt(a, i) !== valueAt(b, i)) return i;
  return undefined;
}

function wrongResult(game: Game, series: SeriesName, methods: readonly string[], reason: string): never {
  fail(
    'internal',
    'The {series} values of {game} by {methods} are wrong: {reason}. Nothing of the block was stored. Please report this with what you asked for; another method may work.',
    { series, game: game.key, methods: methods.join('+'), reason },
  );
}
