/** Proves the periods of stored values or states, with all of these examined. */
import { hasCode } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import { areAllKnown, quantitiesOf, type Quantity } from '../../game/periods.js';
import type { BlockStore } from '../../store/block-store.js';
import type { Random } from '../extending/checks.js';
import { statesProblem, type PeriodCheck } from '../extending/states-check.js';
import { findPeriods, provingSeries } from '../extending/periods.js';
import { NOTICED, recordProven } from '../extending/proving.js';
import { hasStates } from '../series/states.js';
import { currentView } from '../views/game-views.js';
import type { FoundFile } from './adopt.js';
import { storedGame } from './stored-game.js';

/** Maximum number of values examined: 1 GB of memory. */
const MAX_EXAMINED = 2 ** 26;

/** Unusable states. The period that they proved is unknown again. */
export interface LostStates {
  readonly game: string;
  /** Names the game. */
  readonly definition: string;
  readonly quantity: Quantity;
  readonly reason: string;
}

/**
 * Records the periods of a game that its stored values or states prove. Returns the problems of unusable states. Computes no other
 * values, and with `full` those of the states from 0 on.
 */
export async function provePeriods(store: BlockStore, game: Game, check: PeriodCheck): Promise<LostStates[]> {
  const { random, signal } = check;
  await recordProven(store, game, NOTICED);
  for (const quantities of [['nim', 'outcome'], ['remoteness']] as const) {
    const limit = Math.min(currentView(store, game.key, provingSeries(quantities)).frontier, MAX_EXAMINED);
    if (limit === 0) continue;
    await findPeriods(store, game, { quantities, limit, solver: { threads: 1 }, random, signal });
  }
  return believeStates(store, game, check);
}

/** Records the periods that adopted files prove; otherwise a period is committed with the block that proves it. */
export async function proveAdopted(store: BlockStore, found: readonly FoundFile[]): Promise<void> {
  const keys = new Set(found.flatMap(({ outcome, game }) => (outcome === 'adopted' ? (game ?? []) : [])));
  for (const key of keys) {
    const game = storedGame(key, store.catalog.games(key).at(0)?.definition ?? key);
    if (game === undefined) continue;
    try {
      await recordProven(store, game, NOTICED);
    } catch (error) {
      // Readers of damaged data report it.
      if (!hasCode(error, 'corrupt')) throw error;
    }
  }
}

/** Records the unknown periods of a game that its states prove. */
async function believeStates(store: BlockStore, game: Game, check: PeriodCheck): Promise<LostStates[]> {
  const lost: LostStates[] = [];
  const { key, definition } = game;
  for (const quantity of quantitiesOf(game)) {
    if (store.catalog.periods(key)[quantity] !== undefined || !store.states.has(key, quantity)) continue;
    let reason: string | undefined;
    try {
      const record = await store.states.read(key, quantity);
      if (record === undefined) continue;
      reason = await statesProblem(game, record, record.period, check);
      if (reason === undefined) store.catalog.putPeriods(key, { [quantity]: record.period });
    } catch (error) {
      if (!hasCode(error, 'corrupt')) throw error;
      reason = error.problem;
    }
    if (reason !== undefined) lost.push({ game: key, definition, quantity, reason });
  }
  return lost;
}

/**
 * Finds by states the periods that rows named and that are no longer known, in as many positions as the rows name. Cost: a search.
 */
export async function findAgain(
  store: BlockStore,
  game: Game,
  examined: number,
  random: Random,
  signal?: AbortSignal,
): Promise<void> {
  const quantities = quantitiesOf(game);
  if (areAllKnown(quantities, store.catalog.periods(game.key)) || !hasStates(game)) return;
  const { frontier } = currentView(store, game.key, provingSeries(quantities));
  if (examined <= frontier || !Number.isSafeInteger(examined)) return;
  await findPeriods(store, game, { quantities, limit: examined, solver: { threads: 1 }, random, signal });
}
