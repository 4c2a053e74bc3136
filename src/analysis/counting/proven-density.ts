/** The share of cold positions of a game whose outcomes have a proven period; their number is linear up to a constant. */
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import { countCold } from '../../engine/reading/repetition.js';
import type { Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';

/** From `preperiod` on, exactly `cold` of any `period` consecutive positions are cold. */
export interface ProvenDensity {
  readonly preperiod: number;
  readonly period: number;
  readonly cold: number;
}

/** Positions of a period that are read. */
const MAX_PERIOD = 2 ** 20;

/** Returns whether a period is short enough to count, and ends before `stop`. */
export function isCountable({ preperiod, period }: Period, stop: number): boolean {
  return period <= MAX_PERIOD && preperiod + period <= stop;
}

/** Returns the proven density, if a period is countable and has a cold position; else null. */
export async function provenDensityOf(
  store: ReadableStore,
  game: Game,
  { to: stop, signal }: { readonly to: number; readonly signal?: AbortSignal | undefined },
): Promise<ProvenDensity | null> {
  const known = store.coverage(game, 'cold').period;
  if (known === null || !isCountable(known, stop)) return null;
  const { preperiod, period } = known;
  const { coldInPeriod: cold } = await countCold(store, game, known, signal);
  return cold > 0 ? { preperiod, period, cold } : null;
}
