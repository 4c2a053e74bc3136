/**
 * The far stages of one big game, done by workers: chunks above the frontier are marked from all that is known by then,
 * while this machine decides the chunks below them. What a worker could not know yet, the last few chunks, is marked here.
 */
import { getBit } from '../../kernel/bitset.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { Random } from '../../engine/extending/checks.js';
import type { Game } from '../../game/game.js';
import type { Bitmap } from '../../solver/residue-classes/class-storage.js';
import type { FarStageRequest, MakeFarStage } from '../../solver/residue-classes/far/making.js';
import type { FarStage } from '../../solver/residue-classes/far/stage.js';
import { FAR_CHUNK, type FarInput, type FarResult } from '../../jobs/kinds/far-chunk.js';
import type { Done } from '../../jobs/job.js';
import { contradictionIn, News, type Claim, type NewsPiece } from './news.js';
import type { Run } from './run.js';

/**
 * Below this one worker solves alone, in blocks: some 4 s on one thread, and storing them costs this machine less than what far
 * stages leave to it.
 */
export const FAR_FROM = 2 ** 29;
/** Positions of a result that are looked at: closed ones, and open ones, which take all subtrahends. */
const CLOSED_LOOKED_AT = 32;
const OPEN_LOOKED_AT = 2;
/** Tries to hit an open position at random: there are some in a hundred, and a few is as good as any. */
const MOST_TRIES = 1000;
/** Chunks that are begun at least: the one that is asked for, and one to work on meanwhile. */
const LEAST_AHEAD = 2;
/** What a result that was there in time takes from the pace: a wait costs more than what is marked here. */
const IN_TIME = 1 / 8;

/** What far stages need of a run. */
export type FarHands = Pick<Run, 'do' | 'refuse' | 'publish' | 'workers' | 'offers'>;

/** Makes far stages whose chunks are jobs of a run. */
export function farStagesByJobs(run: FarHands, game: Game, random: Random, from = FAR_FROM): MakeFarStage {
  const shared: Shared = { news: new News(), published: 0, ahead: LEAST_AHEAD };
  return {
    from,
    learn: (chunk, bitmap) => shared.news.learn(chunk, bitmap),
    make: (request) => new FarStageByJobs(run, game, random, request, shared),
  };
}

/** What the far stages of all epochs share. */
interface Shared {
  readonly news: News;
  /** Pieces of news that workers have been told of. */
  published: number;
  /**
   * How many chunks are begun, the one that is asked for included. What is begun too early knows little and leaves much to
   * mark here, so there are a little fewer after each result that was there in time, and one more after each that was not.
   */
  ahead: number;
}

class FarStageByJobs implements FarStage {
  readonly #run: FarHands;
  readonly #game: Game;
  readonly #random: Random;
  readonly #request: FarStageRequest;
  readonly #shared: Shared;
  readonly #begun = new Map<Range, Promise<Done<FarResult>>>();
  readonly #arrived = new Set<Range>();

  constructor(run: FarHands, game: Game, random: Random, request: FarStageRequest, shared: Shared) {
    this.#run = run;
    this.#game = game;
    this.#random = random;
    this.#request = request;
    this.#shared = shared;
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
    const wished = this.#shared.ahead + (isInTime ? -IN_TIME : 1);
    this.#shared.ahead = Math.max(LEAST_AHEAD, Math.min(this.#run.workers + 2, wished));
    const ahead = chunks.slice(at, at + Math.floor(this.#shared.ahead));
    const pieces = await this.#shared.news.pieces(chunk.start, (range) => this.#request.readLower(range));
    const publishing = this.#publish(pieces).then(() => {
      for (const one of ahead.slice(1)) void this.#begin(one);
    });
    publishing.catch(() => undefined);
    // Where the job is under way, its result need not wait.
    if (!this.#begun.has(ahead[0])) await publishing;
    const { open: left, known } = await this.#resultOf(ahead[0], pieces);
    this.#begun.delete(ahead[0]);
    this.#arrived.delete(ahead[0]);
    if (closed !== undefined) for (let i = 0; i < left.length; i++) left[i] &= ~closed[i];
    await own.markFrom({ start: known, stop: chunk.start }, chunk, left, open);
    await publishing;
  }

  #begin(chunk: Range): Promise<Done<FarResult>> {
    const begun = this.#begun.get(chunk);
    if (begun !== undefined) return begun;
    const { origin, epoch } = this.#request;
    const { key, definition } = this.#game;
    const { modulus } = epoch.plan;
    const common = { key, definition, origin, epochStop: epoch.stop, modulus, longest: epoch.shape.chunk };
    const input: FarInput = { ...common, chunk, news: this.#shared.published };
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
  async #resultOf(chunk: Range, pieces: readonly NewsPiece[]): Promise<FarResult> {
    for (;;) {
      const { result, worker } = await this.#begin(chunk);
      const claims = this.#claimsOf(chunk, result);
      const found = await contradictionIn(pieces, claims, this.#request.epoch.subtrahends, this.#random);
      if (found === undefined) return result;
      this.#run.refuse(worker, found);
      this.#begun.delete(chunk);
    }
  }

  /** A sample of what a result says. All below the chunk is decided by now. */
  #claimsOf(chunk: Range, { open, known }: FarResult): Claim[] {
    const claims: Claim[] = [];
    const left = { closed: CLOSED_LOOKED_AT, open: OPEN_LOOKED_AT };
    for (let tries = 0; tries < MOST_TRIES && left.closed + left.open > 0; tries++) {
      const i = Math.floor(this.#random() * lengthOf(chunk));
      const isOpen = getBit(open, i) === 1;
      const kind = isOpen ? 'open' : 'closed';
      if (left[kind] === 0) continue;
      left[kind]--;
      claims.push({ position: chunk.start + i, isOpen, limit: isOpen ? known : chunk.start });
    }
    return claims;
  }

  /** Makes all that is decided known to the workers. */
  async #publish(pieces: readonly NewsPiece[]): Promise<void> {
    for (const { start, stop, bytes, hash } of pieces.slice(this.#shared.published)) {
      await this.#run.offers.offer(hash, bytes, () => Promise.resolve(bytes));
      await this.#run.publish(JSON.stringify({ start, stop, hash }));
      this.#shared.published++;
    }
  }
}
