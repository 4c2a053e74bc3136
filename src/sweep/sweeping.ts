/** The work of a sweep: jobs solve series concurrently, in any order; the store takes them one game at a time. */
import { hasCode } from '../common/errors.js';
import type { SeriesName } from '../columnar/layout.js';
import type { PartsSource } from '../engine/extending/parts.js';
import { checkSolved, type CheckedSeries } from '../engine/extending/sweep.js';
import { DESCRIPTIONS } from '../engine/series/descriptions.js';
import type { MethodName } from '../engine/series/methods.js';
import type { Stoppable } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import { SolvedView } from '../engine/views/view.js';
import type { Game } from '../game/game.js';
import type { JobRunner } from '../jobs/job.js';
import { mostPositions, type ExtensionInput } from '../jobs/kinds/extension.js';
import { partsByJobs, resultsByJobs } from '../jobs/kinds/parts.js';
import { SWEEP_PART } from '../jobs/kinds/sweep-part.js';

/** A job begins no further series after this, which is much more than a job costs this process. */
const SHARE_SECONDS = 1.5;
/** Positions of a job's series, unless it has only one; and of series that wait to be stored. */
export const MAX_POSITIONS = 2 ** 23;
/** Solved series wait this long for others, as a commit costs as much as some short series. */
const COMMIT_MS = 1000;

export interface GameSeries {
  readonly game: Game;
  readonly series: SeriesName;
}

interface Extending extends Stoppable {
  readonly to: number;
  readonly method: MethodName;
  readonly runner: JobRunner;
}

/** Solves series by concurrent jobs, and stores the results of a second together. */
export class Sweeping {
  readonly #store: Store;
  readonly #options: Extending;
  readonly #ended: (game: Game) => void;
  #waiting: CheckedSeries[] = [];
  #storedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  readonly #storeSoon = (): void => void this.storeWaiting().catch(() => undefined);
  /** Resolves once all waiting series are stored; rejects for good after a failure. */
  #stored: Promise<void> = Promise.resolve();
  #storing: Promise<unknown> = Promise.resolve();

  constructor(store: Store, options: Extending, ended: (game: Game) => void) {
    this.#store = store;
    this.#options = options;
    this.#ended = ended;
  }

  /** Extends new series. Complete ones wait for a common commit; others are stored and extended further. */
  async extendNew(all: readonly GameSeries[]): Promise<void> {
    const { to, runner } = this.#options;
    for (let rest = all; rest.length > 0;) {
      const input = { series: rest.map((one) => this.#inputOf(one)), seconds: SHARE_SECONDS };
      const { result, worker } = await runner.do(SWEEP_PART, input);
      const checked: CheckedSeries[] = [];
      const wrong: GameSeries[] = [];
      for (const [i, found] of result.entries()) {
        try {
          checked.push(await checkSolved({ ...rest[i], ...found }, this.#store.random));
        } catch (error) {
          if (!hasCode(error, 'internal')) throw error;
          runner.refuse(worker, String(error.facts.reason ?? error.message));
          wrong.push(rest[i]);
        }
      }
      // A failed commit ends the sweep.
      await this.#stored;
      this.#waiting.push(...checked);
      const begun = checked.filter((one) => endOf(one) < to);
      const positions = this.#waiting.reduce((sum, one) => sum + endOf(one), 0);
      const wait = this.#storedAt + COMMIT_MS - performance.now();
      if (wait <= 0 || begun.length > 0 || positions >= MAX_POSITIONS) await this.storeWaiting();
      else this.#timer ??= setTimeout(this.#storeSoon, wait);
      for (const one of begun) {
        await this.#goOn(one);
        this.#ended(one.game);
      }
      rest = [...wrong, ...rest.slice(result.length)];
    }
  }

  /** Stores all waiting series in one commit. */
  storeWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stored = this.#stored.then(async () => {
      const all = this.#waiting.splice(0);
      if (all.length > 0) await this.#inTurn(() => this.#store.keep(all));
      this.#storedAt = performance.now();
      for (const one of all) if (endOf(one) >= this.#options.to) this.#ended(one.game);
    });
    return this.#stored;
  }

  async extendOld(one: GameSeries): Promise<void> {
    const { to, runner, method } = this.#options;
    await this.#extend(one, to, partsByJobs(runner, method));
    this.#ended(one.game);
  }

  /** Extends a series whose first blocks took all the time of a job. The result of each further job is stored at once. */
  async #goOn(one: CheckedSeries): Promise<void> {
    const { game, series, blocks } = one;
    const { to, runner, method } = this.#options;
    let known = blocks.reduce((view, block) => view.with(block), new SolvedView(series, []));
    const { random } = this.#store;
    const wanted = {
      ...{ game, series, lower: () => known, random, method },
      range: { start: known.reach, stop: to },
      pieceLength: DESCRIPTIONS[series].blockLength,
    };
    for await (const parts of resultsByJobs(runner, wanted)) {
      for (const part of parts) known = known.with(part);
      const source = async function* (): ReturnType<PartsSource> {
        yield* await Promise.resolve(parts);
      };
      await this.#extend(one, known.reach, source);
    }
  }

  #extend({ game, series }: GameSeries, to: number, parts: PartsSource): Promise<void> {
    const { method, signal } = this.#options;
    const options = { to, series, method, threads: 1, signal };
    return this.#inTurn(async () => {
      const blocks = this.#store.extend(game, options, parts);
      while ((await blocks.next()).done !== true);
    });
  }

  #inputOf({ game, series }: GameSeries): ExtensionInput {
    const { key, definition } = game;
    const { to, runner, method } = this.#options;
    const pieceLength = DESCRIPTIONS[series].blockLength;
    const stop = Math.min(to, mostPositions(series, pieceLength));
    const how = { method, pieceLength, seconds: runner.jobSeconds };
    return { key, definition, series, ...how, start: 0, stop, known: [] };
  }

  /** Serializes access to the store. */
  #inTurn(store: () => Promise<void>): Promise<void> {
    const stored = this.#storing.then(store);
    // A failure concerns its own series only.
    this.#storing = stored.catch(() => undefined);
    return stored;
  }
}

function endOf({ blocks }: CheckedSeries): number {
  return blocks[blocks.length - 1].stop;
}
