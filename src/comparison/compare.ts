/** Comparison of two games: their first difference, or whether one is the other shifted, stretched or read backwards. */
import { checkEnd } from '../common/range.js';
import { breather } from '../common/stoppable.js';
import { repetitionOf } from '../engine/reading/repetition.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { isSamePeriod, type Period } from '../game/periods.js';
import {
  comparedSeries,
  gamesToCompare,
  knownValues,
  readValues,
  usualPositions,
  type ComparedSeries,
  type ComparingOptions,
} from './reading.js';
import {
  mirrorBetween,
  scaleBetween,
  shiftBetween,
  type Mirror,
  type Scale,
  type Shift,
} from './relations.js';

/** Positions read at first, and at most, at a time. */
const FIRST_PIECE_POSITIONS = 2 ** 12;
const MAX_PIECE_POSITIONS = 2 ** 20;

interface CompareOptions extends ComparingOptions {
  /** Games are compared on [0, to) if periods do not decide. Default 100,000. */
  readonly to?: number | undefined;
}

/** The first position at which two games differ, and its values. */
export interface Difference {
  readonly position: number;
  readonly first: number;
  readonly second: number;
}

export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly series: ComparedSeries;
  /** Null if all compared values are equal and others are unknown. */
  readonly isEqual: boolean | null;
  /** The positions [0, compared) were compared; null if equality follows from equal sets or periods. */
  readonly compared: number | null;
  readonly difference: Difference | null;
  readonly periods: { readonly first: Period | null; readonly second: Period | null };
  /** Null if games are equal, or a period is unknown or too long. */
  readonly shift: Shift | null;
  /** Proven if both games have a period, else for the compared positions. */
  readonly scale: Scale | null;
  /** A mirror with the fewest exchanged values; null also if a period is unknown or too long. */
  readonly mirror: Mirror | null;
}

/**
 * Compares a game with each of the others. Equal minimal periods, preperiods and values up to the end of the first period prove
 * games equal; unless both periods are known, equality is claimed only for [0, to). Raises `not-stored` if values are neither
 * known nor cheap to compute. Cost: reading the values up to the first difference, and again for shift, scale and mirror.
 */
export async function compareGames(
  store: Store,
  texts: readonly (string | Game)[],
  options: CompareOptions = {},
): Promise<Comparison[]> {
  const [first, ...others] = gamesToCompare(texts, 2);
  const series = comparedSeries([first, ...others], options.series);
  const found: Comparison[] = [];
  for (const other of others) found.push(await compareTwo(store, first, other, series, options));
  return found;
}

async function compareTwo(
  store: Store,
  first: Game,
  second: Game,
  series: ComparedSeries,
  options: CompareOptions,
): Promise<Comparison> {
  const games = [first, second];
  const { to = usualPositions(games), signal } = options;
  const [a, b] = [await repetitionOf(store, first, series), await repetitionOf(store, second, series)];
  const common = {
    ...{ first: first.key, second: second.key, series },
    periods: { first: a, second: b },
  };
  const noRelation = { difference: null, shift: null, scale: null, mirror: null };
  if (first.key === second.key) return { ...common, ...noRelation, isEqual: true, compared: null };
  const areProven = a !== null && b !== null;
  const isSame = areProven && isSamePeriod(a, b);
  // Sequences with different minimal periods differ somewhere.
  const stop = isSame ? a.preperiod + a.period : areProven ? Infinity : checkEnd(to, 'The last position');
  const difference = await firstDifference(store, games, series, stop, signal);
  if (difference === undefined)
    return { ...common, ...noRelation, isEqual: isSame ? true : null, compared: isSame ? null : stop };
  const one = await knownValues(store, first, series, a, { to, signal });
  const another = one && (await knownValues(store, second, series, b, { to, signal }));
  return {
    ...common,
    isEqual: false,
    compared: difference.position + 1,
    difference,
    shift: (another && shiftBetween(one, another)) ?? null,
    scale: (another && scaleBetween(one, another)) ?? null,
    mirror: (another && mirrorBetween(one, another)) ?? null,
  };
}

async function firstDifference(
  store: Store,
  [first, second]: readonly Game[],
  series: ComparedSeries,
  stop: number,
  signal: AbortSignal | undefined,
): Promise<Difference | undefined> {
  const breathe = breather(signal);
  for (
    let start = 0, length = FIRST_PIECE_POSITIONS;
    start < stop;
    length = Math.min(2 * length, MAX_PIECE_POSITIONS)
  ) {
    const range = { start, stop: Math.min(start + length, stop) };
    const left = await readValues(store, first, series, range, signal);
    const right = await readValues(store, second, series, range, signal);
    const at = left.findIndex((value, i) => value !== right[i]);
    if (at !== -1) return { position: start + at, first: left[at], second: right[at] };
    start = range.stop;
    await breathe();
  }
  return undefined;
}
