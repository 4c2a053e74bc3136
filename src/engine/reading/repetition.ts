/** With what period all values of a series repeat, however that is known, and how many positions of a period are cold. */
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

/** The period of a series, by a formula of an infinite set too; without what proves it. Null where none is known. */
export async function repetitionOf(
  store: Pick<Answering, 'periodOf'>,
  game: Game,
  series: SeriesName,
): Promise<Period | null> {
  const { quantity } = DESCRIPTIONS[series];
  const found = (await store.periodOf(game, series)) ?? closedFormOf(game)?.repeats?.[quantity];
  return found === undefined ? null : withoutEvidence(found);
}

/** How many positions are cold below a preperiod, and in each period from there on. */
export interface ColdCounts {
  readonly coldBefore: number;
  readonly coldInPeriod: number;
}

/** Counts the cold positions of a game whose outcomes repeat so. Raises `not-stored` where those of one period are not known. */
export async function countCold(
  store: Pick<Answering, 'coldBelow'>,
  game: Game,
  { preperiod, period }: Period,
  signal?: AbortSignal,
): Promise<ColdCounts> {
  const coldBefore = await store.coldBelow(game, preperiod, signal);
  return { coldBefore, coldInPeriod: (await store.coldBelow(game, preperiod + period, signal)) - coldBefore };
}
