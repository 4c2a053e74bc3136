/**
 * The far stage of one chunk of one big game as a job: which positions of the chunk no known cold position below it closes.
 * The known positions are made known as the run goes on, and never change; the result says up to where it has used them,
 * and is a pure function of the chunk and that. What a thread has sorted for an epoch stays there for the next chunks.
 */
import { copyBits, createBitset, sliceBits } from '../../kernel/bitset.js';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import type { Space } from '../../kernel/space.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { bitmapBytes, frameOf } from '../../solver/residue-classes/chunk-shape.js';
import { beginEpoch, planEpoch, type Epoch } from '../../solver/residue-classes/epoch.js';
import { FAR_WORK, type FarJob, type FarSeconds } from '../../solver/residue-classes/far/job.js';
import { ThreadedFarStage } from '../../solver/residue-classes/far/stage.js';
import { KnownPositions } from '../../solver/residue-classes/known-positions.js';
import { WorkerPool } from '../../solver/threads/pool.js';
import { gameOf, readNamedGame, type NamedGame } from './game.js';
import { keptAs, KeptThreads, orInvalid, type JobContext, type JobKind } from '../job.js';
import { integerOf, objectOf, rangeOf } from '../reading.js';
import { KnownNews, MOST_NEWS, type KnownPiece } from './known-news.js';
import { mostPackedBytes, packBits, unpackBits } from './sparse-bits.js';

/** Positions of a chunk, at most: their bits are a blob. */
const MOST_CHUNK = 2 ** 28;
const MOST_MODULUS = 4096;

/** A chunk, and the epoch it is of. Positions are counted from the origin, as those of the news are. */
export interface FarInput extends NamedGame {
  readonly origin: number;
  /** The end of the epoch, its modulus, and the positions of its longest chunk. */
  readonly epochStop: number;
  readonly modulus: number;
  readonly longest: number;
  readonly chunk: Range;
  /** News that there are at least. */
  readonly news: number;
}

/** What is left open of a chunk. */
export interface FarResult {
  /** Bit 0 for the chunk's start: 1 where no known cold position below `known` closes a position. */
  readonly open: Uint8Array;
  readonly known: number;
}

export const FAR_CHUNK: JobKind<FarInput, FarResult> = {
  name: 'far-chunk',
  readInput(json) {
    const fields = objectOf(json);
    const chunk = rangeOf(fields.chunk, MOST_CHUNK);
    return {
      ...readNamedGame(fields),
      origin: integerOf(fields.origin),
      epochStop: integerOf(fields.epochStop, chunk.stop),
      modulus: integerOf(fields.modulus, 1, MOST_MODULUS),
      longest: integerOf(fields.longest, chunk.stop - chunk.start, MOST_CHUNK),
      chunk,
      news: integerOf(fields.news, 1),
    };
  },
  async compute(input, context) {
    const marker = keptAs(context, 'marker', () => new Marker(input, context));
    const { open, known } = await marker.mark(input, context);
    return { data: { known }, blobs: [packBits(open, { start: 0, stop: lengthOf(input.chunk) })] };
  },
  most: ({ chunk }) => ({ blobs: 1, bytes: mostPackedBytes(lengthOf(chunk)) }),
  readResult: ({ chunk }, { data, blobs }) =>
    orInvalid(() => {
      const { known } = objectOf(data);
      if (blobs.length !== 1) throw new TypeError('other bytes than those of a chunk');
      const open = unpackBits(blobs[0], lengthOf(chunk));
      return { open, known: integerOf(known, 1, chunk.start) };
    }),
};

/** An epoch that is begun, and what marks its chunks. */
interface Begun {
  readonly epoch: Epoch;
  readonly far: ThreadedFarStage;
  /** Bitmaps: what is open of the chunk at hand, and what comes in. */
  readonly open: Space;
  readonly incoming: Space;
}

/** All that a thread keeps for the far stages of a run. */
class Marker extends KeptThreads {
  readonly #kernels: KernelContext = createKernelContext();
  readonly #pool: WorkerPool<FarJob, FarSeconds>;
  readonly #set: SubtractionSet;
  readonly #origin: number;
  readonly #news = new KnownNews(FAR_CHUNK.name, 0, (_, piece) => piece);
  #positions: KnownPositions | undefined;
  #begun: Begun | undefined;
  #context: JobContext;

  constructor(input: FarInput, context: JobContext) {
    super();
    this.#set = gameOf(input).set;
    this.#origin = input.origin;
    this.#context = context;
    this.#pool = new WorkerPool(this.#kernels, FAR_WORK);
    this.#pool.grow(context.threads);
  }

  async end(): Promise<void> {
    await this.#pool.close();
  }

  async mark(input: FarInput, context: JobContext): Promise<FarResult> {
    const { chunk, news } = input;
    this.#context = context;
    await this.#learn();
    this.#news.checkCount(news);
    let { far, epoch, open } = await this.#begin(input);
    const frame = frameOf(chunk, epoch.plan.modulus);
    let first = frame.first;
    let known = this.#news.known;
    await far.markFrom({ start: 0, stop: known }, chunk, undefined, { space: open, first });
    let found = sliceBits(open.u8, chunk.start - first, chunk.stop - first);
    // The frontier has moved on meanwhile: what has come is marked as well, until nothing more has.
    for (;;) {
      await this.#learn();
      const reached = Math.min(this.#news.known, chunk.start);
      if (reached <= known) break;
      ({ far, epoch, open } = await this.#begin(input));
      ({ first } = frameOf(chunk, epoch.plan.modulus));
      await far.markFrom({ start: known, stop: reached }, chunk, found, { space: open, first });
      found = sliceBits(open.u8, chunk.start - first, chunk.stop - first);
      known = reached;
    }
    return { open: found, known };
  }

  /** Takes note of what has been made known since, and adds it to the classes of an epoch that is begun. */
  async #learn(): Promise<void> {
    await this.#news.learn(this.#context, async (piece) => {
      const bits = await this.#bitsOf(piece);
      const positions = this.#positions;
      if (positions === undefined || this.#begun === undefined) return;
      if (positions.overflowed || piece.stop > this.#begun.epoch.stop) {
        // There is no room: everything is sorted anew, from the blobs.
        this.#positions = undefined;
        this.#begun = undefined;
        return;
      }
      const { incoming } = this.#begun;
      incoming.u8.set(bits);
      incoming.clear(bits.length);
      positions.add({ space: incoming, first: piece.start }, piece);
    });
  }

  /** The epoch of a chunk, with all that is known sorted for it. */
  async #begin({ epochStop: stop, modulus, longest }: FarInput): Promise<Begun> {
    const overflowed = this.#positions?.overflowed === true;
    const old = this.#begun?.epoch;
    if (this.#begun !== undefined && old?.stop === stop && old.plan.modulus === modulus && !overflowed)
      return this.#begun;
    const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const { threads } = this.#context;
    const range = { start: this.#origin + this.#news.known, stop: this.#origin + stop };
    const positions =
      this.#positions ??
      new KnownPositions(
        this.#kernels,
        {
          range,
          readLower: (lower) => this.#readLower(lower),
          readableBelow: () => this.#origin + this.#news.known,
          breathe,
        },
        this.#origin,
      );
    // Where a blob is missing, what is half sorted is left, and the next job begins anew.
    this.#positions = undefined;
    this.#begun = undefined;
    const planning = await planEpoch(positions, {
      start: positions.end,
      stop,
      threads,
      options: { modulus, chunk: longest },
      subtrahends: this.#set.between(1, stop),
      before: undefined,
    });
    const epoch = await beginEpoch(this.#kernels, positions, planning.finish());
    const far = new ThreadedFarStage(this.#kernels, this.#pool, epoch, breathe);
    const open = epoch.arena.take(bitmapBytes(modulus, epoch.shape));
    const incoming = epoch.arena.take(MOST_NEWS / 8 + 64);
    this.#positions = positions;
    this.#begun = { epoch, far, open, incoming };
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
