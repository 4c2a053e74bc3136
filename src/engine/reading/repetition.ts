/** Returns the repetition of a series from any source, and counts cold positions of a period. */
import type { SeriesName } from '../../columnar/layout.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { withoutEvidence, type Period } from '../../game/periods.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

/** The questions that are asked of a store. */
interface Answering {
  periodOf(game: Game, series: SeriesName): Promise<Period | null>;
  coldBelow(game: Game, position: number, signal?: AbortSignal): Promise<number>;
}

/** Returns the period of a series without evidence, also from a formula of an infinite set; null if unknown. */
export async function repetitionOf(
  store: Pick<Answering, 'periodOf'>,
  game: Game,
  series: SeriesName,
): Promise<Period | null> {
  const { quantity } = DESCRIPTIONS[series];
  const found = (await store.periodOf(game, series)) ?? closedFormOf(game)?.repeats?.[quantity];
  return found === undefined ? null : withoutEvidence(found);
}

/** Numbers of cold positions below a preperiod, and in each period above. */
export interface ColdCounts {
  readonly coldBefore: number;
  readonly coldInPeriod: number;
}

/** Counts the cold positions of a game whose outcomes have a period. Raises `not-stored` if those of one period are unknown. */
export async function countCold(
  store: Pick<Answering, 'coldBelow'>,
  game: Game,
  { preperiod, period }: Period,
  signal?: AbortSignal,
): Promise<ColdCounts> {
  const coldBefore = await store.coldBelow(game, preperiod, signal);
  return { coldBefore, coldInPeriod: (await store.coldBelow(game, preperiod + period, signal)) - coldBefore };
}
