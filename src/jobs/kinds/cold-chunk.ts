/**
 * The cold positions of one chunk of one big game as a job. It is marked from the known positions, which are made known as the run
 * goes on and never change, and decided once all below it are known: the result is a pure function of the game and the chunk. What
 * a thread has sorted for an epoch stays there for the next chunks.
 */
import { complement, copyBits, createBitset, sliceBits } from '../../kernel/bitset.js';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import type { Space } from '../../kernel/space.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import { sha256 } from '../../common/sha256.js';
import type { Game } from '../../game/game.js';
import { NearStage } from '../../solver/residue-classes/chunk-solver.js';
import { bitmapBytes, frameOf } from '../../solver/residue-classes/chunk-shape.js';
import { beginEpoch, planEpoch, type Epoch } from '../../solver/residue-classes/epoch.js';
import { FAR_WORK, type FarJob, type FarSeconds } from '../../solver/residue-classes/far/job.js';
import { ThreadedFarStage } from '../../solver/residue-classes/far/stage.js';
import { KnownPositions } from '../../solver/residue-classes/known-positions.js';
import { hotspotsIn } from '../../solver/task/task.js';
import { WorkerPool } from '../../solver/threads/pool.js';
import { gameOf, readNamedGame, type NamedGame } from './game.js';
import { keptAs, KeptThreads, NotYet, orInvalid, type JobContext, type JobKind } from '../job.js';
import { integerOf, objectOf, rangeOf } from '../reading.js';
import { KnownNews, MOST_NEWS, type KnownPiece } from './known-news.js';
import { mostPackedBytes, packBits, unpackBits } from './sparse-bits.js';

const MOST_MODULUS = 4096;
/** What is stored below the first chunk is made known in pieces of so many positions. */
export const MOST_READ = 2 ** 24;
/** A worker that has waited for a larger share of its time than this has begun too early. */
const EARLY = 1 / 4;
/** Chunks below are waited for this long at least, and for this many times as long as was spent on the chunk. */
const LEAST_PATIENCE_SECONDS = 1;
const PATIENCE = 2;

/** A chunk, and the epoch it is of. Positions are counted from the origin, as those of the news are. */
export interface ColdChunkInput extends NamedGame {
  readonly origin: number;
  /** The end of the epoch, its modulus, and the positions of its longest chunk: any give the same positions. */
  readonly epochStop: number;
  readonly modulus: number;
  readonly longest: number;
  readonly chunk: Range;
}

/** The cold positions of a chunk. */
export interface ColdChunk {
  /** Bit 0 for the chunk's start, and the same as they travel. */
  readonly bits: Uint8Array;
  readonly packed: Uint8Array;
  readonly hash: string;
  /** Whether it was begun long before all below it was known. */
  readonly isEarly: boolean;
}

export const COLD_CHUNK: JobKind<ColdChunkInput, ColdChunk> = {
  name: 'cold-chunk',
  readInput(json) {
    const fields = objectOf(json);
    const chunk = rangeOf(fields.chunk, MOST_NEWS);
    return {
      ...readNamedGame(fields),
      origin: integerOf(fields.origin),
      epochStop: integerOf(fields.epochStop, chunk.stop),
      modulus: integerOf(fields.modulus, 1, MOST_MODULUS),
      longest: integerOf(fields.longest, chunk.stop - chunk.start, MOST_NEWS),
      chunk,
    };
  },
  async compute(input, context) {
    const known = keptAs(context, 'known', () => new ColdKnown(input, context));
    const { packed, isEarly } = await known.solve(input, context);
    return { data: { isEarly }, blobs: [packed] };
  },
  confirm: { again: (input) => input, hashOf: ({ hash }) => hash },
  most: ({ chunk }) => ({ blobs: 1, bytes: mostPackedBytes(lengthOf(chunk)) }),
  readResult: ({ chunk }, { data, blobs }) =>
    orInvalid(() => {
      if (blobs.length !== 1) throw new TypeError('other bytes than those of a chunk');
      const [packed] = blobs;
      const { isEarly } = objectOf(data);
      const bits = unpackBits(packed, lengthOf(chunk));
      return { bits, packed, hash: sha256(packed), isEarly: isEarly === true };
    }),
};

/** An epoch that is begun, and what solves its chunks. */
interface Begun {
  readonly epoch: Epoch;
  readonly far: ThreadedFarStage;
  readonly near: NearStage;
  /** Bitmaps: what is open of the chunk at hand, and what comes in. */
  readonly open: Space;
  readonly incoming: Space;
}

/** A chunk that is marked from all below `known`: what that leaves open, bit 0 for its start. */
interface Marked {
  readonly chunk: Range;
  readonly known: number;
  readonly open: Uint8Array | undefined;
}

/** All that a thread keeps for the chunks of a run: the news, and what it has decided itself, which becomes news later. */
class ColdKnown extends KeptThreads {
  readonly #kernels: KernelContext = createKernelContext();
  readonly #pool: WorkerPool<FarJob, FarSeconds>;
  readonly #game: Game;
  readonly #origin: number;
  readonly #news = new KnownNews(COLD_CHUNK.name, 0, (_, piece) => piece);
  /** The hashes of chunks that were decided here and are no news yet, by their starts. */
  readonly #own = new Map<number, string>();
  #positions: KnownPositions | undefined;
  #begun: Begun | undefined;
  /** What was begun of a chunk and had to be left. */
  #left: Marked | undefined;
  /** How often what was decided here was not what was made known. */
  #wrong = 0;
  #context: JobContext;

  constructor(input: ColdChunkInput, context: JobContext) {
    super();
    this.#game = gameOf(input);
    this.#origin = input.origin;
    this.#context = context;
    this.#pool = new WorkerPool(this.#kernels, FAR_WORK);
    this.#pool.grow(context.threads);
  }

  async end(): Promise<void> {
    await this.#pool.close();
  }

  /** The cold positions of a chunk, packed. Raises `NotYet` where some below it are not known in time. */
  async solve(
    input: ColdChunkInput,
    context: JobContext,
  ): Promise<{ readonly packed: Uint8Array; readonly isEarly: boolean }> {
    this.#context = context;
    const { chunk } = input;
    const begunAt = performance.now();
    let waited = 0;
    await this.#learn(0);
    let marked = this.#leftOf(chunk);
    while (this.#known < chunk.start) {
      const known = this.#known;
      // What is left open is looked at each time it is marked: so it is only once more before the last chunk is known.
      const isWorthwhile = marked.known === 0 || known + lengthOf(chunk) >= chunk.start;
      if (isWorthwhile && known > marked.known) marked = await this.#mark(input, marked, known);
      const from = performance.now();
      const patience = Math.max(LEAST_PATIENCE_SECONDS, (PATIENCE * (from - begunAt)) / 1000);
      const wrong = this.#wrong;
      if (!(await this.#learn(patience))) {
        this.#left = marked;
        throw new NotYet(`positions from ${known} to ${chunk.start}`);
      }
      if (this.#wrong > wrong) marked = this.#leftOf(chunk);
      waited += performance.now() - from;
    }
    const packed = await this.#decide(input, marked);
    return { packed, isEarly: waited > EARLY * (performance.now() - begunAt) };
  }

  /** Every position below this is known here. */
  get #known(): number {
    return this.#positions?.end ?? this.#news.known;
  }

  #leftOf(chunk: Range): Marked {
    const left = this.#left;
    this.#left = undefined;
    if (left?.chunk.start === chunk.start && left.chunk.stop === chunk.stop) return left;
    const { hotspots } = this.#game;
    if (hotspots === undefined) return { chunk, known: 0, open: undefined };
    const range = { start: this.#origin + chunk.start, stop: this.#origin + chunk.stop };
    const closed = hotspotsIn({ hotspots: ({ start, stop }) => hotspots.between(start, stop) }, range);
    return { chunk, known: 0, open: complement(closed, lengthOf(chunk)) };
  }

  /** Marks a chunk from what has become known since. */
  async #mark(input: ColdChunkInput, { chunk, known, open: left }: Marked, reached: number): Promise<Marked> {
    const { far, epoch, open } = await this.#begin(input);
    const { first } = frameOf(chunk, epoch.plan.modulus);
    await far.markFrom({ start: known, stop: reached }, chunk, left, { space: open, first });
    return { chunk, known: reached, open: sliceBits(open.u8, chunk.start - first, chunk.stop - first) };
  }

  /** Decides a chunk, once it is marked from all below it. */
  async #decide(input: ColdChunkInput, { chunk, known, open: left }: Marked): Promise<Uint8Array> {
    const { far, near, epoch, open } = await this.#begin(input);
    const { first } = frameOf(chunk, epoch.plan.modulus);
    await far.markFrom({ start: known, stop: chunk.start }, chunk, left, { space: open, first });
    const cold = await near.decide(chunk, open);
    const packed = packBits(cold.space.u8, { start: chunk.start - first, stop: chunk.stop - first });
    if (this.#positions?.end === chunk.start) {
      this.#positions.add(cold, chunk);
      this.#own.set(chunk.start, sha256(packed));
    }
    return packed;
  }

  /**
   * Takes note of what has been made known since, waiting for some for so many seconds, and adds it to the classes of an epoch
   * that is begun; whether there was any.
   */
  async #learn(seconds: number): Promise<boolean> {
    return this.#news.learn(this.#context, seconds, async (piece) => {
      const positions = this.#positions;
      if (positions === undefined || this.#begun === undefined) return;
      const isOwn = this.#own.get(piece.start) === piece.hash;
      this.#own.delete(piece.start);
      if (isOwn) return;
      if (positions.end !== piece.start) {
        // What was decided here is not what was made known: nothing that was marked from it counts.
        this.#wrong++;
        this.#left = undefined;
        this.#forget();
        return;
      }
      const { incoming, epoch } = this.#begun;
      // An epoch before may have longer chunks. Where there is no room everything is sorted anew, from the blobs.
      const hasRoom = lengthOf(piece) <= 8 * incoming.bytes && piece.stop <= epoch.stop;
      if (positions.overflowed || !hasRoom) {
        this.#forget();
        return;
      }
      const bits = await this.#bitsOf(piece);
      incoming.u8.set(bits);
      incoming.clear(bits.length);
      positions.add({ space: incoming, first: piece.start }, piece);
    });
  }

  #forget(): void {
    this.#positions = undefined;
    this.#begun = undefined;
    this.#own.clear();
  }

  /** An epoch that has a chunk, with all that is known sorted for it. */
  async #begin({ chunk, epochStop, modulus, longest }: ColdChunkInput): Promise<Begun> {
    const begun = this.#begun;
    if (
      begun !== undefined &&
      this.#positions?.overflowed === false &&
      begun.epoch.stop >= epochStop &&
      begun.epoch.shape.chunk >= lengthOf(chunk)
    )
      return begun;
    const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const { threads } = this.#context;
    const readableBelow = (): number => this.#origin + this.#news.known;
    const stop = Math.max(epochStop, this.#known);
    const range = { start: readableBelow(), stop: this.#origin + stop };
    const readLower = (lower: Range): Promise<Uint8Array> => this.#readLower(lower);
    const positions =
      this.#positions ??
      new KnownPositions(this.#kernels, { range, readLower, readableBelow, breathe }, this.#origin);
    // Where a blob is missing, what is half sorted is left, and the next job begins anew.
    const own = [...this.#own];
    this.#forget();
    const planning = await planEpoch(positions, {
      start: Math.min(positions.end, chunk.start),
      stop,
      threads,
      options: { modulus, chunk: longest },
      subtrahends: this.#game.set.between(1, stop),
      before: undefined,
    });
    const epoch = await beginEpoch(this.#kernels, positions, planning.finish());
    const far = new ThreadedFarStage(this.#kernels, this.#pool, epoch, breathe);
    const near = new NearStage(this.#kernels, epoch, breathe);
    const open = epoch.arena.take(bitmapBytes(modulus, epoch.shape));
    const incoming = epoch.arena.take(Math.max(MOST_READ, longest) / 8 + 64);
    for (const [start, hash] of own) this.#own.set(start, hash);
    this.#positions = positions;
    this.#begun = { epoch, far, near, open, incoming };
    return this.#begun;
  }

  async #bitsOf(news: KnownPiece): Promise<Uint8Array> {
    return unpackBits(await this.#context.blob(news.hash), lengthOf(news));
  }

  async #readLower(range: Range): Promise<Uint8Array> {
    const wanted = { start: range.start - this.#origin, stop: range.stop - this.#origin };
    const bits = createBitset(lengthOf(wanted));
    for (const news of this.#news.pieces) {
      const part = intersect(news, wanted);
      if (lengthOf(part) === 0) continue;
      const found = await this.#bitsOf(news);
      copyBits(found, part.start - news.start, bits, part.start - wanted.start, lengthOf(part));
    }
    return bits;
  }
}
