/** The share of cold positions of a game whose outcomes have a proven period: their number follows a line for ever. */
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import { countCold } from '../../engine/reading/repetition.js';
import type { Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';

/** From `preperiod` on, exactly `cold` of any `period` positions in a row are cold. */
export interface ProvenDensity {
  readonly preperiod: number;
  readonly period: number;
  readonly cold: number;
}

/** Positions of one period that are read for a line at most. */
const MAX_PERIOD = 2 ** 20;

/** Whether a period is short enough to count, and ends before `stop`. */
export function isCountable({ preperiod, period }: Period, stop: number): boolean {
  return period <= MAX_PERIOD && preperiod + period <= stop;
}

/** The proven density, where the period is no longer than that, ends before `stop`, and has a cold position; else null. */
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
