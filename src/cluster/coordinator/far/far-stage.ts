/**
 * The far stages of the cold positions of one big game, done by workers: chunks above the frontier are marked from all that is
 * known by then. What a worker could not know yet, the last few chunks, is marked here.
 */
import { getBit } from '../../../kernel/bitset.js';
import { lengthOf, type Range } from '../../../common/range.js';
import { breather } from '../../../common/stoppable.js';
import type { Random } from '../../../engine/extending/checks.js';
import type { Game } from '../../../game/game.js';
import { lowerBound } from '../../../game/sets/subtraction-set.js';
import type { Bitmap } from '../../../solver/residue-classes/class-storage.js';
import type { FarStageRequest, MakeFarStage } from '../../../solver/residue-classes/far/hook.js';
import type { FarStage } from '../../../solver/residue-classes/far/stage.js';
import { FAR_CHUNK, type FarInput, type FarResult } from '../../../jobs/kinds/far-chunk.js';
import { MOST_NEWS } from '../../../jobs/kinds/known-news.js';
import { membership, packBits } from '../../../jobs/kinds/sparse-bits.js';
import { FarJobs, FarRun, type FarJobRunner } from './far-jobs.js';
import { News, type NewsFormat, type NewsPiece } from './news.js';

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
/** Pieces that an open position is held against: the nearest, and some of all. */
const NEAREST = 8;
const AT_RANDOM = 8;

/** Cold bits are packed: some 60 kB for 2^24 positions of squares. Positions are counted from the origin of the far stages. */
export const COLD_NEWS: NewsFormat<Uint8Array, NewsPiece> = {
  most: MOST_NEWS,
  pieceOf: (range, bits, first) => ({
    ...range,
    bytes: packBits(bits, { start: range.start - first, stop: range.stop - first }),
  }),
};

/** Makes far stages whose chunks are jobs of a run. */
export function farStagesByJobs(
  runner: FarJobRunner,
  game: Game,
  random: Random,
  from = FAR_FROM,
): MakeFarStage {
  const news = new News(COLD_NEWS, 0);
  const run = new FarRun(runner);
  return {
    from,
    learn: (chunk, { space, first }) => news.learn(chunk, space.u8, first),
    make: (request) => new FarStageByJobs(run, game, random, request, news),
  };
}

class FarStageByJobs implements FarStage {
  readonly #random: Random;
  readonly #request: FarStageRequest;
  readonly #news: News<Uint8Array, NewsPiece>;
  readonly #jobs: FarJobs<FarInput, FarResult>;

  constructor(
    run: FarRun,
    { key, definition }: Game,
    random: Random,
    request: FarStageRequest,
    news: News<Uint8Array, NewsPiece>,
  ) {
    this.#random = random;
    this.#request = request;
    this.#news = news;
    const { origin, epoch } = request;
    const { modulus } = epoch.plan;
    const common = { key, definition, origin, epochStop: epoch.stop, modulus, longest: epoch.shape.chunk };
    this.#jobs = new FarJobs(run, FAR_CHUNK, (chunk, known) => ({ ...common, chunk, news: known }));
  }

  async mark(chunk: Range, closed: Uint8Array | undefined, open: Bitmap): Promise<void> {
    const { chunks, own, epoch } = this.#request;
    if (chunk.start === 0) {
      // Nothing is known that could be made known.
      await own.mark(chunk, closed, open);
      return;
    }
    const pieces = await this.#news.upTo(chunk.start, (range) => this.#request.readLower(range));
    const following = chunks.slice(chunks.findIndex(({ start }) => start === chunk.start));
    const { result, published } = await this.#jobs.next(following, pieces, (found) =>
      contradictionIn(pieces, this.#claimsOf(chunk, found), epoch.subtrahends, this.#random),
    );
    const { open: left, known } = result;
    if (closed !== undefined) for (let i = 0; i < left.length; i++) left[i] &= ~closed[i];
    await own.markFrom({ start: known, stop: chunk.start }, chunk, left, open);
    await published;
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
}

/** A position of which is claimed that no cold position below `limit` is an option of it, or that one is. */
export interface Claim {
  readonly position: number;
  readonly isOpen: boolean;
  readonly limit: number;
}

/**
 * The first claim found that the pieces contradict, in words. They are gone through from the highest down, as most
 * positions have a near cold option. An open position would take them all, some 0.3 ms each, so it is held against the
 * nearest and a few at random, numbers 0 <= r < 1.
 */
export async function contradictionIn(
  pieces: readonly NewsPiece[],
  claims: readonly Claim[],
  subtrahends: Float64Array,
  random: Random,
): Promise<string | undefined> {
  const breathe = breather(undefined);
  const undecided = new Set(claims);
  const looked = new Set(Array.from({ length: AT_RANDOM }, () => Math.floor(random() * pieces.length)));
  for (let i = pieces.length - 1; i >= 0; i--) {
    const isForOpen = i >= pieces.length - NEAREST || looked.has(i);
    const held = [...undecided].filter(({ isOpen }) => isForOpen || !isOpen);
    if (held.length === 0) continue;
    const { start, stop, bytes } = pieces[i];
    const isCold = membership(bytes, stop - start);
    for (const claim of held) {
      const { position, isOpen, limit } = claim;
      const first = lowerBound(subtrahends, position - Math.min(stop, limit) + 1);
      const end = lowerBound(subtrahends, position - start + 1);
      if (!subtrahends.subarray(first, end).some((s) => isCold(position - s - start))) continue;
      if (isOpen) return `position ${position} is left open, but a cold one below it is an option`;
      undecided.delete(claim);
    }
    await breathe();
  }
  const wrong = [...undecided].find(({ isOpen }) => !isOpen);
  return wrong && `position ${wrong.position} is closed, but no cold one below it is an option`;
}
