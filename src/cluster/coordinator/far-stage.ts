/**
 * The far stages of one big game, done by workers: chunks above the frontier are marked from all that is known by then,
 * while this machine decides the chunks below them. What a worker could not know yet, the last few chunks, is marked here.
 */
import { getBit } from '../../kernel/bitset.js';
import { Arena } from '../../kernel/arena.js';
import type { Space } from '../../kernel/space.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { Random } from '../../engine/extending/checks.js';
import type { Game } from '../../game/game.js';
import type { Bitmap } from '../../solver/residue-classes/class-storage.js';
import type { FarStageRequest, MakeFarStage } from '../../solver/residue-classes/far/making.js';
import type { FarStage } from '../../solver/residue-classes/far/stage.js';
import { hashOf } from '../connection/blobs.js';
import { FAR_CHUNK, MOST_NEWS, type FarInput, type FarResult } from '../jobs/far-chunk.js';
import type { Done } from '../jobs/job.js';
import { packBits } from '../jobs/sparse-bits.js';
import type { Offers } from './offers.js';
import type { Run } from './run.js';

/** Epochs that end below this take a second on one thread: less than workers need to be told. */
export const FAR_FROM = 2 ** 28;
/** Positions of a result that are looked at: closed ones, and open ones, which take all subtrahends. */
const CLOSED_LOOKED_AT = 32;
const OPEN_LOOKED_AT = 2;
/** Tries to hit an open position at random: there are some in a hundred, and a few is as good as any. */
const MOST_TRIES = 1000;
/** Chunks that are begun at least: the one that is asked for, and one to work on meanwhile. */
const LEAST_AHEAD = 2;
/** What a result that was there in time takes from the pace: a wait costs more than what is marked here. */
const IN_TIME = 1 / 8;

/** Makes far stages whose chunks are jobs of a run. */
export function farStagesByJobs(
  run: Run,
  offers: Offers,
  game: Game,
  random: Random,
  from = FAR_FROM,
): MakeFarStage {
  const published = { stop: 0, count: 0 };
  const pace = { ahead: LEAST_AHEAD };
  return { from, make: (request) => new FarStageByJobs(run, offers, game, random, request, published, pace) };
}

/**
 * How many chunks are begun, the one that is asked for included. What is begun too early knows little and leaves much to
 * mark here, so there are a little fewer after each result that was there in time, and one more after each that was not.
 */
interface Pace {
  ahead: number;
}

/** How much of the known positions has been made known to workers. */
interface Published {
  stop: number;
  count: number;
}

class FarStageByJobs implements FarStage {
  readonly #run: Run;
  readonly #offers: Offers;
  readonly #game: Game;
  readonly #random: Random;
  readonly #request: FarStageRequest;
  readonly #published: Published;
  readonly #pace: Pace;
  readonly #begun = new Map<Range, Promise<Done<FarResult>>>();
  readonly #arrived = new Set<Range>();
  readonly #scratch: Space;

  constructor(
    run: Run,
    offers: Offers,
    game: Game,
    random: Random,
    request: FarStageRequest,
    published: Published,
    pace: Pace,
  ) {
    this.#run = run;
    this.#offers = offers;
    this.#game = game;
    this.#random = random;
    this.#request = request;
    this.#published = published;
    this.#pace = pace;
    const { modulus } = request.epoch.plan;
    // A range has up to two quotients more than fit into it.
    this.#scratch = request.epoch.arena.take(8 * Math.ceil((MOST_NEWS + 2 * modulus) / 64));
  }

  async mark(chunk: Range, closed: Uint8Array | undefined, open: Bitmap): Promise<void> {
    const { chunks, own } = this.#request;
    if (chunk.start === 0) {
      // Nothing is known that could be made known.
      await own.mark(chunk, closed, open);
      return;
    }
    const at = chunks.findIndex(({ start }) => start === chunk.start);
    const isInTime = this.#arrived.has(chunks[at]);
    const wished = this.#pace.ahead + (isInTime ? -IN_TIME : 1);
    this.#pace.ahead = Math.max(LEAST_AHEAD, Math.min(this.#run.workers + 2, wished));
    const ahead = chunks.slice(at, at + Math.floor(this.#pace.ahead));
    const publishing = this.#publishTo(chunk.start).then(() => {
      for (const one of ahead.slice(1)) void this.#begin(one);
    });
    publishing.catch(() => undefined);
    // Where the job is under way, its result need not wait.
    if (!this.#begun.has(ahead[0])) await publishing;
    const { open: left, known } = await this.#resultOf(ahead[0]);
    this.#begun.delete(ahead[0]);
    this.#arrived.delete(ahead[0]);
    if (closed !== undefined) for (let i = 0; i < left.length; i++) left[i] &= ~closed[i];
    await own.markFrom({ start: known, stop: chunk.start }, chunk, left, open);
    // Reading the classes goes together with marking from them, not with what comes after.
    await publishing;
  }

  #begin(chunk: Range): Promise<Done<FarResult>> {
    const begun = this.#begun.get(chunk);
    if (begun !== undefined) return begun;
    const { origin, epoch } = this.#request;
    const { key, definition } = this.#game;
    const { modulus } = epoch.plan;
    const common = { key, definition, origin, epochStop: epoch.stop, modulus, longest: epoch.shape.chunk };
    const input: FarInput = { ...common, chunk, news: this.#published.count };
    const done = this.#run.do(FAR_CHUNK, input);
    // An error is raised in its turn.
    done.then(
      () => this.#arrived.add(chunk),
      () => undefined,
    );
    this.#begun.set(chunk, done);
    return done;
  }

  /** The result of a chunk, once one passes a look at some of its positions. */
  async #resultOf(chunk: Range): Promise<FarResult> {
    for (;;) {
      const { result, worker } = await this.#begin(chunk);
      const found = this.#contradiction(chunk, result);
      if (found === undefined) return result;
      this.#run.refuse(worker, found);
      this.#begun.delete(chunk);
    }
  }

  /** What stored positions say against a result, at a sample. All below the chunk is known by now. */
  #contradiction(chunk: Range, { open, known }: FarResult): string | undefined {
    const { storage, subtrahends } = this.#request.epoch;
    const length = lengthOf(chunk);
    let [closedLeft, openLeft] = [CLOSED_LOOKED_AT, OPEN_LOOKED_AT];
    for (let tries = 0; tries < MOST_TRIES && closedLeft + openLeft > 0; tries++) {
      const i = Math.floor(this.#random() * length);
      const isOpen = getBit(open, i) === 1;
      if (isOpen ? openLeft-- <= 0 : closedLeft-- <= 0) continue;
      const n = chunk.start + i;
      const limit = isOpen ? known : chunk.start;
      const isReached = subtrahends.some((s) => s <= n && n - s < limit && storage.has(n - s));
      if (isOpen && isReached) return `position ${n} is left open, but a cold one below it is an option`;
      if (!isOpen && !isReached) return `position ${n} is closed, but no cold one below it is an option`;
    }
    return undefined;
  }

  /** Makes all known positions below `stop` known to the workers. */
  async #publishTo(stop: number): Promise<void> {
    const published = this.#published;
    for (const range of cutAtMultiples({ start: published.stop, stop }, MOST_NEWS)) {
      const bytes = this.#read(range);
      const hash = hashOf(bytes);
      await this.#offers.offer(hash, bytes, () => Promise.resolve(this.#read(range)));
      await this.#run.publish(JSON.stringify({ ...range, hash }));
      published.stop = range.stop;
      published.count++;
    }
  }

  /** The cold bits of a known range, as they travel. */
  #read(range: Range): Uint8Array {
    const { context, epoch } = this.#request;
    const { space, first } = epoch.storage.read(range, new Arena(context.memory, this.#scratch.address));
    return packBits(space.u8, { start: range.start - first, stop: range.stop - first });
  }
}
