/** Facts of a game, gathered before any analysis runs; they decide which sections a report has. */
import type { GamePeriods } from '../../engine/extending/periods.js';
import type { Coverage, GameInfo } from '../../engine/reading/info.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { ReadingOptions } from '../../engine/series/options.js';
import { closedFormOf, type ClosedForm } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';

/** First positions read for lists and examples. */
const LOOKED_AT = 4096;

export interface ReportFacts {
  readonly store: ReadableStore;
  readonly game: Game;
  readonly info: GameInfo;
  readonly periods: GamePeriods;
  readonly form: ClosedForm | undefined;
  /** Whether a period or a formula is known: then no trend is worth a fit. */
  readonly isRegular: boolean;
  readonly cold: Coverage;
  readonly nim: Coverage;
  readonly remoteness: Coverage;
  /** The cold positions below `readBelow`. */
  readonly firstCold: readonly number[];
  readonly readBelow: number;
  /** Progress and abort signal for analyses. */
  readonly reading: ReadingOptions;
}

export async function gatherFacts(
  store: ReadableStore,
  game: Game,
  info: GameInfo,
  reading: ReportFacts['reading'],
): Promise<ReportFacts> {
  const [cold, nim, remoteness] = (['cold', 'nim', 'remoteness'] as const).map((series) =>
    store.coverage(game, series),
  );
  const periods = store.recordedPeriods(game);
  const form = closedFormOf(game);
  const readBelow = Math.min(LOOKED_AT, cold.reach);
  const firstCold: number[] = [];
  for await (const run of store.coldPositions(game, { to: readBelow, signal: reading.signal }))
    firstCold.push(...run);
  const isRegular = form !== undefined || periods.nim !== null || periods.outcome !== null;
  return {
    store,
    game,
    info,
    periods,
    form,
    isRegular,
    cold,
    nim,
    remoteness,
    firstCold,
    readBelow,
    reading,
  };
}
