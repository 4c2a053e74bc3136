/** Many games in groups of equal values. */
import { checkEnd } from '../common/range.js';
import { repetitionOf } from '../engine/reading/repetition.js';
import type { ReadingOptions } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import type { Period } from '../game/periods.js';
import {
  comparedSeries,
  gamesToCompare,
  readValues,
  usualPositions,
  type ComparedSeries,
  type ComparingOptions,
} from './reading.js';

/** Values that are told of each group. */
const TOLD = 16;

/** How to group games. */
interface GroupOptions extends ComparingOptions, ReadingOptions {
  /** Positions that are compared of games without a known period: [0, to). Default 100,000. */
  readonly to?: number | undefined;
}

/** Games with the same values. */
export interface GameGroup {
  readonly games: readonly string[];
  /** The period of all of them, which proves them equal; null where none is known, and only [0, to) is compared. */
  readonly period: Period | null;
  /** The first values. */
  readonly begins: readonly number[];
}

/** What grouping found. */
export interface GroupedGames {
  readonly series: ComparedSeries;
  /** Positions that were compared of games without a known period. */
  readonly compared: number;
  /** In the order of their first games. */
  readonly groups: readonly GameGroup[];
}

/**
 * Partitions games by their values. Games with a period are equal exactly when the minimal period, the preperiod, the saltus
 * and the values up to the end of the first period are; each other game stands with those that have the same values on
 * [0, to) and no known period either. Cost: reading these values once.
 */
export async function groupGames(
  store: Store,
  texts: readonly (string | Game)[],
  { signal, onProgress, ...options }: GroupOptions = {},
): Promise<GroupedGames> {
  const games = gamesToCompare(texts, 1);
  const { to = usualPositions(games) } = options;
  const series = comparedSeries(games, options.series);
  const compared = checkEnd(to, 'The last position');
  const groups = new Map<string, { games: Set<string>; period: Period | null; begins: readonly number[] }>();
  for (const [i, game] of games.entries()) {
    const period = await repetitionOf(store, game, series);
    const stop = period === null ? compared : period.preperiod + period.period;
    const hash = await store.valueHash(game, series, { from: 0, to: stop, signal });
    const key = JSON.stringify([period, hash]);
    const group = groups.get(key);
    if (group === undefined) {
      const range = { start: 0, stop: Math.min(TOLD, period === null ? compared : TOLD) };
      const begins = Array.from(await readValues(store, game, series, range, signal));
      groups.set(key, { games: new Set([game.key]), period, begins });
    } else group.games.add(game.key);
    onProgress?.((i + 1) / games.length);
  }
  return {
    series,
    compared,
    groups: [...groups.values()].map((group) => ({ ...group, games: [...group.games] })),
  };
}
