/** Partition of games by equal values. */
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

const SHOWN_VALUES = 16;

interface GroupOptions extends ComparingOptions, ReadingOptions {
  /** Games without a known period are compared on [0, to). Default 100,000. */
  readonly to?: number | undefined;
}

export interface GameGroup {
  readonly games: readonly string[];
  /** Their common period, which proves them equal; null if unknown: only [0, to) is compared. */
  readonly period: Period | null;
  readonly begins: readonly number[];
}

export interface GroupedGames {
  readonly series: ComparedSeries;
  /** The end of the comparison of games without a known period. */
  readonly compared: number;
  /** In the order of their first games. */
  readonly groups: readonly GameGroup[];
}

/**
 * Partitions games by values. Games with a period are equal exactly if their minimal periods, preperiods, saltus and values up
 * to the end of the first period are. Others are compared on [0, to). Cost: reading these values once.
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
      const range = { start: 0, stop: Math.min(SHOWN_VALUES, period === null ? compared : SHOWN_VALUES) };
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
