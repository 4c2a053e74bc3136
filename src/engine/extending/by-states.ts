/**
 * Looking for the periods of finite games by the return of a state, without their values in memory. A search that is stopped, or
 * comes to its limit, is kept, and the next one goes on from there. docs/ALGORITHMS.md, "Periods by states".
 */
import { failure, TakeawayError } from '../../common/errors.js';
import { breather } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { provenBelow, reachOf, type Quantity } from '../../game/periods.js';
import { CycleSearch } from '../../solver/states/cycle.js';
import { asPlace, type Cycle, type Place } from '../../solver/states/place.js';
import type { SearchFiles } from '../../store/search-files.js';
import type { StatesRecord } from '../../store/state-files.js';
import { stateGameOf } from '../series/states.js';
import type { SearchEvent } from '../series/options.js';
import type { Random } from './checks.js';
import { keepAll, statesProblem } from './states-check.js';

/** A return of a state is met within three times the positions of preperiod and period, and some thousand words. */
const SEARCHED = 4;
const FIRST_SEARCHED = 2 ** 21;

/** Milliseconds after which a search is kept again: what a program that is killed loses. */
const KEPT_EVERY = 60_000;

/** How to look. */
export interface StatesOptions {
  /** Values that are to prove it, at most. A search goes through some four times as many positions. */
  readonly limit: number;
  readonly random: Random;
  /** Where searches are kept that do not come to an end; undefined where none is. */
  readonly searches?: SearchFiles | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((positions: number) => void) | undefined;
  readonly onSearch?: ((event: SearchEvent) => void) | undefined;
}

/** The period of a quantity, with states of its values; undefined where none ends below the limit, or there are no states of it. */
export async function periodByStates(
  game: Game,
  quantity: Quantity,
  options: StatesOptions,
): Promise<StatesRecord | undefined> {
  if (stateGameOf(game, quantity) === undefined || reachOf(game) === undefined) return undefined;
  const search = await KeptSearch.of(game, quantity, options);
  try {
    const cycle = await search.run();
    const isNear = cycle !== undefined && provenBelow(game, { ...cycle, saltus: 0 }) <= options.limit;
    if (isNear) return await search.recordOf(cycle);
    await search.keep();
    return undefined;
  } catch (error) {
    if (error instanceof TakeawayError && error.code === 'interrupted') await search.keep();
    throw error;
  }
}

/** A search of one run of the program, which goes on from where the last one ended. */
class KeptSearch {
  readonly #game: Game;
  readonly #quantity: Quantity;
  readonly #options: StatesOptions;
  readonly #search: CycleSearch;
  readonly #isResumed: boolean;
  #positions: number;
  /** When it would have begun, had it not been stopped. */
  readonly #begun: number;

  private constructor(
    game: Game,
    quantity: Quantity,
    options: StatesOptions,
    from: { readonly place: Place; readonly positions: number; readonly seconds: number } | undefined,
  ) {
    this.#game = game;
    this.#quantity = quantity;
    this.#options = options;
    this.#isResumed = from !== undefined;
    this.#search = new CycleSearch(stateGameOf(game, quantity)!, from?.place);
    this.#positions = from?.positions ?? 0;
    this.#begun = performance.now() - 1000 * (from?.seconds ?? 0);
  }

  static async of(game: Game, quantity: Quantity, options: StatesOptions): Promise<KeptSearch> {
    const { searches, onSearch } = options;
    const kept = await searches?.read(game.key, quantity);
    const place = typeof kept === 'object' ? asPlace(kept.place, stateGameOf(game, quantity)!) : undefined;
    if (typeof kept === 'object' && place !== undefined) {
      const { positions, seconds } = kept;
      onSearch?.({ event: 'resumed', quantity, positions, seconds });
      return new KeptSearch(game, quantity, options, { place, positions, seconds });
    }
    if (kept !== undefined) onSearch?.({ event: 'damaged', quantity, positions: 0, seconds: 0 });
    return new KeptSearch(game, quantity, options, undefined);
  }

  /** The cycle; undefined where it does not end below what the limit allows. */
  run(): Promise<Cycle | undefined> {
    const { limit, signal, onProgress } = this.#options;
    const breathe = breather(signal);
    let keptAt = performance.now();
    return this.#search.run({
      limit: Math.min(Number.MAX_SAFE_INTEGER, SEARCHED * limit + FIRST_SEARCHED),
      breathe: async () => {
        await breathe();
        if (performance.now() - keptAt < KEPT_EVERY) return;
        await this.keep();
        keptAt = performance.now();
      },
      onProgress: (positions) => {
        this.#positions = positions;
        onProgress?.(positions);
      },
    });
  }

  /** Keeps where the search stands. */
  async keep(): Promise<void> {
    const { searches, onSearch } = this.#options;
    const { place } = this.#search;
    if (searches === undefined || place === undefined) return;
    const quantity = this.#quantity;
    const soFar = { positions: this.#positions, seconds: (performance.now() - this.#begun) / 1000 };
    await searches.write({ game: this.#game.key, quantity, ...soFar, place });
    onSearch?.({ event: 'kept', quantity, ...soFar });
  }

  /** The period and the states of its values, computed from 0 on. */
  async recordOf({ preperiod, period, seen }: Cycle): Promise<StatesRecord> {
    const game = this.#game;
    const { signal, random, searches } = this.#options;
    const quantity = this.#quantity;
    // As many values as prove it were looked at, and more: these are what values of [0, examined) would say.
    const examined = preperiod + period + seen;
    const { kept, valuesSha256 } = await keepAll(game, quantity, preperiod + period, signal);
    const evidence = { examined, needed: reachOf(game)!, seen, valuesSha256 };
    const { key, definition } = game;
    const found = { preperiod, period, saltus: 0, evidence };
    const record = { game: key, definition, quantity, period: found, ...kept };
    // What was stored of a search proves nothing: the states do, which do not come from it.
    const problem = this.#isResumed
      ? await statesProblem(game, record, found, { full: false, random, signal })
      : undefined;
    if (problem === undefined) return record;
    await searches?.remove(key, quantity);
    throw failure(
      'corrupt',
      `The search for the ${quantity} period of ${key} that was kept`,
      'the place of one',
      problem,
      {
        help: 'It was removed, and nothing of it is used.',
        remedy: { do: 'retry' },
      },
    );
  }
}
