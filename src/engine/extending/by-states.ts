/**
 * Finds the periods of finite games by the return of a state, without their values in memory. A search that is stopped, or reaches
 * its limit, is stored, and the next one continues it. See docs/ALGORITHMS.md, "Periods by states".
 */
import { fail, hasCode } from '../../common/errors.js';
import { breather } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { provenBelow, reachOf, type Quantity } from '../../game/periods.js';
import { CycleSearch, type StateGame } from '../../solver/states/cycle.js';
import { asPlace, type Cycle, type Place } from '../../solver/states/place.js';
import type { BlockStore } from '../../store/block-store.js';
import type { StatesRecord } from '../../store/period-files.js';
import { stateGameOf } from '../series/states.js';
import type { PeriodOptions } from '../series/options.js';
import type { Random } from './checks.js';
import { statesBelow, statesProblem } from './states-check.js';

/** A state returns within three times the positions of preperiod and period, and some thousand words. */
const SEARCHED = 4;
const FIRST_SEARCHED = 2 ** 21;

/** Milliseconds between saves of a search: a killed process loses as much. */
const SAVE_INTERVAL_MS = 60_000;

export interface StatesOptions extends Pick<PeriodOptions, 'signal' | 'onSearch'> {
  /** Maximum number of values that may prove the period. A search examines some four times as many positions. */
  readonly limit: number;
  readonly random: Random;
  /** Store of unfinished searches, if there is one. */
  readonly searches?: BlockStore['searches'] | undefined;
  readonly onProgress?: ((positions: number) => void) | undefined;
}

/**
 * Returns the period of a quantity with states of its values, or undefined if none ends below the limit or the quantity has no
 * states.
 */
export async function periodByStates(
  game: Game,
  quantity: Quantity,
  options: StatesOptions,
): Promise<StatesRecord | undefined> {
  const stateGame = stateGameOf(game, quantity);
  if (stateGame === undefined || reachOf(game) === undefined) return undefined;
  const { limit, searches, signal, onProgress, onSearch } = options;
  const kept = await keptSearch(game, quantity, stateGame, options);
  const search = new CycleSearch(stateGame, kept?.place);
  let positions = kept?.positions ?? 0;
  // The start of the search, less the time of its earlier parts.
  const begun = performance.now() - 1000 * (kept?.seconds ?? 0);
  const keep = async (): Promise<void> => {
    const { place } = search;
    if (searches === undefined || place === undefined) return;
    const soFar = { positions, seconds: (performance.now() - begun) / 1000 };
    await searches.write({ game: game.key, quantity, ...soFar, place });
    onSearch?.({ event: 'kept', quantity, ...soFar });
  };
  const breathe = breather(signal);
  let keptAt = performance.now();
  try {
    const cycle = await search.run({
      limit: Math.min(Number.MAX_SAFE_INTEGER, SEARCHED * limit + FIRST_SEARCHED),
      breathe: async () => {
        await breathe();
        if (performance.now() - keptAt < SAVE_INTERVAL_MS) return;
        await keep();
        keptAt = performance.now();
      },
      onProgress: (reached) => {
        positions = reached;
        onProgress?.(reached);
      },
    });
    const isNear = cycle !== undefined && provenBelow(game, { ...cycle, saltus: 0 }) <= limit;
    if (isNear) return await recordOf(game, quantity, cycle, kept !== undefined, options);
    await keep();
    return undefined;
  } catch (error) {
    if (hasCode(error, 'interrupted')) await keep();
    throw error;
  } finally {
    search.close();
  }
}

/** Returns the stored progress of a usable earlier search. */
async function keptSearch(
  { key }: Game,
  quantity: Quantity,
  stateGame: StateGame,
  { searches, onSearch }: StatesOptions,
): Promise<{ readonly place: Place; readonly positions: number; readonly seconds: number } | undefined> {
  const kept = await searches?.read(key, quantity).catch((error: unknown) => {
    if (hasCode(error, 'corrupt')) return null;
    throw error;
  });
  if (kept === undefined) return undefined;
  const place = kept === null ? undefined : asPlace(kept.place, stateGame);
  if (kept === null || place === undefined) {
    onSearch?.({ event: 'damaged', quantity, positions: 0, seconds: 0 });
    return undefined;
  }
  const { positions, seconds } = kept;
  onSearch?.({ event: 'resumed', quantity, positions, seconds });
  return { place, positions, seconds };
}

/** Computes the states of a period's values from 0 on. */
async function recordOf(
  game: Game,
  quantity: Quantity,
  { preperiod, period, seen }: Cycle,
  isResumed: boolean,
  { signal, random, searches }: StatesOptions,
): Promise<StatesRecord> {
  // The evidence that the values of [0, examined) would give.
  const examined = preperiod + period + seen;
  const { kept, valuesSha256 } = await statesBelow(game, quantity, preperiod + period, signal);
  const evidence = { examined, needed: reachOf(game)!, seen, valuesSha256 };
  const { key, definition } = game;
  const found = { preperiod, period, saltus: 0, evidence };
  const record = { game: key, definition, quantity, period: found, ...kept };
  // The stored search proves nothing: the states, computed independently, do.
  const problem = isResumed
    ? await statesProblem(game, record, found, { full: false, random, signal })
    : undefined;
  if (problem === undefined) return record;
  await searches?.remove(key, quantity);
  fail(
    'corrupt',
    'The stored search for the {quantity} period of {game} is damaged: {reason}. It was removed, and nothing of it is used.',
    { quantity, game: key, reason: problem },
    { remedy: { do: 'retry' } },
  );
}
