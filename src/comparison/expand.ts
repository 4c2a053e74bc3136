/**
 * Moves that can be added to a game, or removed from it, without changing a value. A move m changes nothing exactly if no
 * position n >= m has the value of n - m, as the mex of n then stays. By induction on n this holds for any number of such moves
 * together. The proofs are in docs/ALGORITHMS.md, "Expansion sets".
 */
import { checkCost, MAX_STEPS } from '../common/cost.js';
import { refuse } from '../common/errors.js';
import { checkInteger } from '../common/range.js';
import { breather, type Breathe } from '../common/stoppable.js';
import { repetitionOf } from '../engine/reading/repetition.js';
import type { ReadingOptions } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import { heapAfter, mostTaken, type Game } from '../game/game.js';
import { givenBelow, provenBelow, type Period } from '../game/periods.js';
import {
  comparedSeries,
  gamesToCompare,
  MAX_KEPT_VALUES,
  readValues,
  usualPositions,
  valueAt,
  type ComparedSeries,
  type ComparingOptions,
  type KnownValues,
} from './reading.js';

/** Moves tried if no period bounds them. */
const USUAL_MOVES = 1000;

/** Some 300 MB with their text. */
const MAX_MOVES = 2 ** 22;

interface ExpandOptions extends ComparingOptions, ReadingOptions {
  /** Moves below this are tried. Default: the preperiod (or a longer seed) plus the period, which decide all; else 1000. */
  readonly to?: number | undefined;
}

/** The moves that can be added to a game, and those that can be removed. */
export interface Expansion {
  readonly game: string;
  readonly series: ComparedSeries;
  readonly period: Period | null;
  /** The moves below `to` that the game has, or can have without changing a value, increasing. */
  readonly moves: readonly number[];
  /** The ones that the game lacks. */
  readonly added: readonly number[];
  readonly to: number;
  /** The end of the compared positions; null if a period proves the moves. */
  readonly compared: number | null;
  /** For m >= `from`, m is one of these exactly if m + period is; null if nothing repeats. */
  readonly repeats: { readonly from: number; readonly period: number } | null;
  /** A minimal set of moves with the same values; null if the set is infinite or has no known period. */
  readonly reduced: readonly number[] | null;
}

/**
 * Returns the expansion set of a game, and a reduced set: proven with a known period, else not refuted on [0, compared). Raises
 * a usage error for too many steps or moves. Cost per move: positions until one refutes it, or preperiod and period.
 */
export async function expandGame(
  store: Store,
  text: string | Game,
  { to, series: named, signal, onProgress }: ExpandOptions = {},
): Promise<Expansion> {
  const [game] = gamesToCompare([text], 1);
  if (game.pass !== undefined)
    refuse(
      '{game} has a pass, after which a move that is added changes the values too. Expand the set without it.',
      { game: game.key },
    );
  const series = comparedSeries([game], named);
  const period = await repetitionOf(store, game, series);
  const stop =
    period === null ? Math.max(usualPositions([game]), 2 * (to ?? 0)) : period.preperiod + period.period;
  if (stop > MAX_KEPT_VALUES)
    refuse(
      '{game} needs {positions} values in memory. At most {most} can be kept: choose a smaller bound of the moves.',
      { game: game.key, positions: stop, most: MAX_KEPT_VALUES },
    );
  const given = seededBelow(game);
  const repeatsFrom = Math.max(1, period?.preperiod ?? 0, given);
  const most = to ?? (period === null ? Math.min(USUAL_MOVES, stop) : repeatsFrom + period.period);
  checkInteger(most, 1, MAX_KEPT_VALUES, 'The bound of the moves');
  const known = { values: await readValues(store, game, series, { start: 0, stop }, signal), period };
  const breathe = breather(signal);
  const moves: number[] = [];
  for (let move = 1; move < most; move++) {
    // In the sink convention a move leads from all lower positions to 0, so none of them may be cold.
    if (game.isSink === true && move > 1 && isCold(known, series, move - 1)) break;
    if (changesNothing(known, series, move, given)) moves.push(move);
    checkCost(
      moves.length * stop,
      'The moves of {game} below {most} take too many comparisons: {moves} below {move}, each at {positions} positions. Ask for moves below a smaller bound.',
      { game: game.key, most, moves: moves.length, move, positions: stop },
    );
    if (moves.length > MAX_MOVES)
      refuse(
        'More than {count} moves of {game} below {most} change nothing. Ask for moves below {move}, or a smaller bound.',
        { count: MAX_MOVES, game: game.key, most, move },
      );
    await breathe();
    if (move % 64 === 0) onProgress?.(move / most);
  }
  const own = game.set.between(1, most);
  let next = 0;
  const isOwn = (move: number): boolean => {
    while (own[next] < move) next++;
    return own[next] === move;
  };
  return {
    game: game.key,
    series,
    period,
    moves,
    added: moves.filter((move) => !isOwn(move)),
    to: most,
    compared: period === null ? stop : null,
    repeats:
      period?.saltus === 0 && game.isSink === undefined ? { from: repeatsFrom, period: period.period } : null,
    reduced:
      period === null ? null : await reducedSet(game, { values: known.values, period }, series, breathe),
  };
}

/**
 * Returns the first position whose value must follow from the moves. Hotspots are not cold, so never decide; a seed is given;
 * the values of the sink convention follow from position 1 on.
 */
function seededBelow({ seed = [], isSink }: Game): number {
  return isSink === true ? 1 : seed.length;
}

function isCold(known: KnownValues, series: ComparedSeries, n: number): boolean {
  return valueAt(known, n) === Number(series === 'cold');
}

/**
 * Whether no n >= `move`, from `given` on, has the value of n - move; for outcomes, whether no two cold positions differ by it.
 * With a period, positions n - move below max(preperiod, given - move) + period decide, as all others repeat them.
 */
function changesNothing(known: KnownValues, series: ComparedSeries, move: number, given: number): boolean {
  const { values, period } = known;
  const start = Math.max(0, given - move);
  const stop = period === null ? values.length - move : Math.max(period.preperiod, start) + period.period;
  for (let n = start; n < stop; n++) {
    const value = valueAt(known, n);
    if (series === 'cold' && value === 0) continue;
    if (value === valueAt(known, n + move)) return false;
  }
  return true;
}

/** Removes moves from a finite set, largest first, if no value changes. */
async function reducedSet(
  game: Game,
  known: KnownValues & { readonly period: Period },
  series: ComparedSeries,
  breathe: Breathe,
): Promise<number[] | null> {
  const { set } = game;
  if (!Number.isFinite(set.largest) || set.approximateCount(set.largest + 1) > 2 ** 10) return null;
  let moves = Array.from(set.between(1, set.largest + 1));
  // From here on everything repeats that decides a value.
  const stop = provenBelow(game, known.period);
  if (stop * moves.length ** 2 > MAX_STEPS) return null;
  for (const move of [...moves].reverse()) {
    const rest = moves.filter((other) => other !== move);
    if (rest.length > 0 && followFrom(game, known, series, rest, stop)) moves = rest;
    await breathe();
  }
  return moves;
}

/** Whether a game with these moves has the same values below `stop`. */
function followFrom(
  game: Game,
  known: KnownValues,
  series: ComparedSeries,
  moves: readonly number[],
  stop: number,
): boolean {
  const isHotspot = new Set(game.hotspots?.between(0, givenBelow(game)));
  const seen = new Uint32Array(moves.length + 1);
  for (let n = seededBelow(game); n < stop; n++) {
    if (isHotspot.has(n)) continue;
    const value = valueAt(known, n);
    let least = 0;
    for (const move of moves) {
      if (move > mostTaken(game, n)) break;
      const option = valueAt(known, heapAfter(n, move));
      if (series === 'cold') least |= option;
      else if (option < seen.length) seen[option] = n + 1;
    }
    if (series === 'cold') least = 1 - least;
    else while (seen[least] === n + 1) least++;
    if (least !== value) return false;
  }
  return true;
}
