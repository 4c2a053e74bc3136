/** Games side by side: whether two have the same values, where they first differ, and whether one is the other shifted, stretched or read backwards. */
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

/** Positions that are read at first, and at most, at a time. */
const FIRST_PIECE = 2 ** 12;
const MOST_PIECE = 2 ** 20;

/** How to compare games. */
interface CompareOptions extends ComparingOptions {
  /** Positions that are compared where periods do not decide: [0, to). Default 100,000. */
  readonly to?: number | undefined;
}

/** Where two games first differ, and by what values. */
export interface Difference {
  readonly position: number;
  readonly first: number;
  readonly second: number;
}

/** What a comparison of two games found. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly series: ComparedSeries;
  /** Null where no value differs in the compared positions, and others are not known. */
  readonly isEqual: boolean | null;
  /** The positions [0, compared) were looked at; null where all are equal for the same set, or by periods. */
  readonly compared: number | null;
  readonly difference: Difference | null;
  readonly periods: { readonly first: Period | null; readonly second: Period | null };
  /** Of games that differ; null also where a period is not known or too long to look. */
  readonly shift: Shift | null;
  /** Proven where both games have a period, else true of the compared positions. */
  readonly scale: Scale | null;
  /** The one with the fewest values exchanged; null also where a period is not known or too long to look. */
  readonly mirror: Mirror | null;
}

/**
 * Compares a game with each of others. Two minimal periods, preperiods and all values up to the end of the first period that
 * are the same prove games equal; without a known period of both, equality is claimed of [0, to) alone. Raises `not-stored`
 * where values are neither known nor cheap to compute. Cost: reading the values up to the first difference, and once more for
 * shift, scale and mirror.
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
  const alike = { difference: null, shift: null, scale: null, mirror: null };
  if (first.key === second.key) return { ...common, ...alike, isEqual: true, compared: null };
  const areProven = a !== null && b !== null;
  const isSame = areProven && isSamePeriod(a, b);
  // Sequences with other minimal periods differ somewhere.
  const stop = isSame ? a.preperiod + a.period : areProven ? Infinity : checkEnd(to, 'The last position');
  const difference = await firstDifference(store, games, series, stop, signal);
  if (difference === undefined)
    return { ...common, ...alike, isEqual: isSame ? true : null, compared: isSame ? null : stop };
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

/** The first position below `stop` at which two games differ. */
async function firstDifference(
  store: Store,
  [first, second]: readonly Game[],
  series: ComparedSeries,
  stop: number,
  signal: AbortSignal | undefined,
): Promise<Difference | undefined> {
  const breathe = breather(signal);
  for (let start = 0, length = FIRST_PIECE; start < stop; length = Math.min(2 * length, MOST_PIECE)) {
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
