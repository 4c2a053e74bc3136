/**
 * The duality of the two conventions: whether the nim-values of a game are those of its set in the sink convention, read
 * backwards with some values exchanged. Bhagat, Larsson, Manabe and Yamashita conjecture a duality of additive sets
 * {a, b, a + b} (arXiv:2601.18715). The form tested is in docs/FINDINGS.md: h(m) = g(n) with 0 and 2 exchanged if n + m = -b
 * modulo the period, for nim-values g of the game and h in the sink convention.
 */
import type { Store } from '../engine/store.js';
import { readGame } from '../engine/read-game.js';
import { repetitionOf } from '../engine/reading/repetition.js';
import type { ReadingOptions } from '../engine/series/options.js';
import type { Game } from '../game/game.js';
import { isAdditive } from '../game/kinds.js';
import type { Period } from '../game/periods.js';
import { gamesToCompare, knownValues, type KnownValues } from './reading.js';
import { mirrorBetween, type Mirror } from './relations.js';

/** The result for a finite set. The two periods prove it. */
export interface Duality {
  readonly game: string;
  readonly isAdditive: boolean;
  readonly periods: { readonly wall: Period | null; readonly sink: Period | null };
  /** For an additive set, whether it has the form above; for others, whether any exchange works. Null if unknown. */
  readonly isDual: boolean | null;
  /** The mirror of that form, else the one with the fewest exchanged values; null if there is none, or it is unknown. */
  readonly mirror: Mirror | null;
}

/**
 * Tests the duality of finite sets. Raises a usage error for infinite sets or declared positions, and `not-stored` for values
 * neither known nor cheap. Cost: reading a period in each convention.
 */
export async function testDuality(
  store: Store,
  texts: readonly (string | Game)[],
  { signal, onProgress }: ReadingOptions = {},
): Promise<Duality[]> {
  const games = gamesToCompare(texts, 1);
  const found: Duality[] = [];
  for (const game of games) {
    found.push(await dualityOf(store, game, readGame(`${game.definition} sink`), signal));
    onProgress?.(found.length / games.length);
  }
  return found;
}

async function dualityOf(
  store: Store,
  wall: Game,
  sink: Game,
  signal: AbortSignal | undefined,
): Promise<Duality> {
  const moves = Array.from(wall.set.between(1, wall.set.largest + 1));
  const isOfForm = moves.length === 3 && isAdditive(moves);
  const valuesOf = async (game: Game): Promise<KnownValues | undefined> => {
    const period = await repetitionOf(store, game, 'nim');
    return period === null ? undefined : knownValues(store, game, 'nim', period, { to: 0, signal });
  };
  const first = await valuesOf(wall);
  const second = await valuesOf(sink);
  const periods = { wall: first?.period ?? null, sink: second?.period ?? null };
  const common = { game: wall.key, isAdditive: isOfForm, periods };
  if (!first?.period || !second?.period) return { ...common, isDual: null, mirror: null };
  const { period } = first.period;
  const isWanted = ({ sum, exchange }: Mirror): boolean =>
    (sum + moves[1]) % period === 0 && JSON.stringify(exchange) === '[[0,2],[2,0]]';
  const mirror = mirrorBetween(first, second, isOfForm ? isWanted : undefined) ?? null;
  return { ...common, isDual: mirror !== null && (!isOfForm || isWanted(mirror)), mirror };
}
