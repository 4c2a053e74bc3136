/**
 * The cold positions of one big game by residue classes, decided by workers chunk by chunk. This machine cuts the chunks, holds what
 * is found of each against samples, makes it known to all, and hands it on to be stored.
 */
import { columnOfBits } from '../../columnar/layout.js';
import { gathered } from '../../common/ahead.js';
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { PartsRequest, PartsSource } from '../../engine/extending/delegation.js';
import type { Game } from '../../game/game.js';
import { COLD_CHUNK, MOST_READ, type ColdChunk, type ColdChunkInput } from '../kinds/cold-chunk.js';
import { inOnePiece } from '../../platform/bytes.js';
import { packBits, unpackBits } from '../kinds/sparse-bits.js';
import { getBit, onesOf } from '../../kernel/bitset.js';
import { cheapestCold } from '../../solver/planner.js';
import { epochStop, residueOf } from '../../solver/residue-classes/chunk-shape.js';
import { chooseModulus } from '../../solver/residue-classes/choose-modulus.js';
import { sampleFor } from '../../solver/residue-classes/epoch.js';
import { PieceBuilder } from '../../solver/task/pieces.js';
import { contradictionIn, type Claim, type ColdBits } from './claims.js';
import { FarJobs, FarRun, type FarJobRunner } from './far-jobs.js';
import { News, type NewsFormat, type NewsPiece } from './news.js';

/** Below this one worker solves alone, in blocks: some 4 s on one thread. */
export const FAR_FROM = 2 ** 29;
const METHOD = 'residue-classes';
/** Chunks that are found while others are being stored, at most: some megabytes each. */
const MOST_AHEAD = 4;
/**
 * Positions of a chunk that are looked at: any hot ones, hot ones in classes with many cold positions, where one that should be
 * cold is likelier, and cold ones, which take all subtrahends.
 */
const HOT_LOOKED_AT = 16;
const LIKELY_LOOKED_AT = 32;
const COLD_LOOKED_AT = 2;
/** Hot positions that are followed down to their cold option, where it is not near: some milliseconds each. */
const DEEP = 2;
/** A chunk that packs to a share more or less than the one below it is looked at more closely: all of these are followed. */
const UNUSUAL = 1 / 4;
/** Tries to hit a cold position at random: there are some in a thousand, and a few is as good as any. */
const MOST_TRIES = 1000;

/** Cold bits are packed: some 60 kB for 2^24 positions of squares. Positions are counted from the origin of the chunks. */
export const COLD_NEWS: NewsFormat<Uint8Array, NewsPiece> = {
  most: MOST_READ,
  pieceOf: (range, bits, first) => ({
    ...range,
    bytes: packBits(bits, { start: range.start - first, stop: range.stop - first }),
  }),
};

interface ColdPartsOptions {
  readonly method: string;
  /** From here on chunks are decided by all workers. */
  readonly from: number;
  readonly others: PartsSource;
  readonly cut?: ChunkOptions;
}

/** Parts of cold positions: those from a position on in chunks, where residue classes are the method for them; any others from elsewhere. */
export function coldPartsByJobs(
  runner: FarJobRunner,
  { method, from, others, cut = {} }: ColdPartsOptions,
): PartsSource {
  return async function* (request: PartsRequest) {
    const { range, game } = request;
    const first = Math.min(range.stop, Math.max(range.start, from, game.seed?.length ?? 0));
    const [below, above] = [
      { start: range.start, stop: first },
      { start: first, stop: range.stop },
    ];
    if (lengthOf(below) > 0) yield* others({ ...request, range: below });
    if (lengthOf(above) === 0) return;
    const readLower = (lower: Range): Promise<Uint8Array> => readBits(request, lower);
    const task = { set: game.set, range: above, readLower };
    const byClasses = method === METHOD || (await cheapestCold(task, 1)) === METHOD;
    const source = byClasses ? partsInChunks(runner, cut) : others;
    yield* source({ ...request, range: above });
  };
}

async function readBits({ lower }: PartsRequest, range: Range): Promise<Uint8Array> {
  return (await lower().read(range)).bytes;
}

/** Parts of chunks that workers decide. */
function partsInChunks(runner: FarJobRunner, options: ChunkOptions): PartsSource {
  return async function* (request: PartsRequest) {
    const { range, pieceLength } = request;
    const builder = new PieceBuilder(range, pieceLength, METHOD);
    const chunks = new ColdChunks(runner, request, options);
    for await (const some of gathered(chunks.run(), MOST_AHEAD)) {
      for (const { chunk, bits } of some) {
        for (const { start, stop, values, method } of builder.add(chunk, bits, 0))
          yield { start, stop, values: columnOfBits(values, stop - start), methods: [method] };
      }
    }
  };
}

/** How chunks are cut; any choice gives the same positions. By estimates when absent. */
export interface ChunkOptions {
  readonly modulus?: number | undefined;
  readonly chunk?: number;
  /** Positions of the first epoch. */
  readonly firstEpoch?: number;
}

/** An epoch, counted from the origin: its chunks end at multiples of the longest. */
interface CutEpoch extends Range {
  readonly modulus: number;
  readonly longest: number;
  readonly subtrahends: Float64Array;
  /** Cold positions below it, which tell the classes where more are likely. */
  readonly cold: Float64Array;
}

/** The chunks of a range, one after the other. */
class ColdChunks {
  readonly #game: Game;
  readonly #request: PartsRequest;
  readonly #options: ChunkOptions;
  /** Positions below this are out of reach, so all are counted from here. */
  readonly #origin: number;
  readonly #end: number;
  readonly #runner: FarJobRunner;
  readonly #news = new News(COLD_NEWS, 0);
  readonly #epochs: CutEpoch[] = [];
  /** The bits of the latest chunk. */
  #latest: ColdBits | undefined;
  /** Chunks that are cut and not decided. */
  readonly #cut: Range[] = [];
  readonly #jobs: FarJobs<ColdChunkInput, ColdChunk>;

  constructor(runner: FarJobRunner, request: PartsRequest, options: ChunkOptions) {
    const { game, range } = request;
    const { key, definition } = game;
    this.#game = game;
    this.#request = request;
    this.#options = options;
    this.#origin = Math.max(0, range.start - game.set.largest);
    this.#end = range.stop - this.#origin;
    this.#runner = runner;
    const origin = this.#origin;
    const inputOf = (chunk: Range): ColdChunkInput => {
      const { stop, modulus, longest } = this.#epochOf(chunk);
      return { key, definition, origin, epochStop: stop, modulus, longest, chunk };
    };
    this.#jobs = new FarJobs(new FarRun(runner), COLD_CHUNK, inputOf, ({ isEarly }) => isEarly);
  }

  /** The cold bits of each, bit 0 for its start. */
  async *run(): AsyncGenerator<{ readonly chunk: Range; readonly bits: Uint8Array }, void, undefined> {
    const origin = this.#origin;
    const read = ({ start, stop }: Range): Promise<Uint8Array> =>
      readBits(this.#request, { start: start + origin, stop: stop + origin });
    for (let front = this.#request.range.start - origin; front < this.#end;) {
      const pieces = await this.#news.upTo(front, read);
      await this.#cutAhead(front, pieces);
      const [chunk] = this.#cut;
      const { result, published } = await this.#jobs.next(this.#cut, pieces, (found) =>
        this.#contradictionIn(chunk, found, pieces),
      );
      await published;
      this.#cut.shift();
      this.#news.add({ ...chunk, bytes: result.packed, hash: result.hash });
      this.#latest = { ...chunk, bits: result.bits };
      front = chunk.stop;
      // What workers wait for comes before what is stored.
      await this.#cutAhead(front, pieces);
      await this.#jobs.begin(this.#cut, pieces);
      yield { chunk: { start: chunk.start + origin, stop: chunk.stop + origin }, bits: result.bits };
    }
  }

  /** Cuts as many chunks as may be begun. */
  async #cutAhead(front: number, pieces: readonly NewsPiece[]): Promise<void> {
    const wanted = this.#runner.workers + 2;
    for (let start = this.#cut.at(-1)?.stop ?? front; this.#cut.length < wanted && start < this.#end;) {
      const epoch = this.#epochs.at(-1);
      if (epoch === undefined || epoch.stop === start) {
        this.#epochs.push(await this.#plan(start, pieces));
        continue;
      }
      const [chunk] = cutAtMultiples({ start, stop: epoch.stop }, epoch.longest);
      this.#cut.push(chunk);
      start = chunk.stop;
    }
  }

  /** Chooses how the epoch from a position on is cut, from the latest positions that are known by now. */
  async #plan(start: number, pieces: readonly NewsPiece[]): Promise<CutEpoch> {
    const { firstEpoch, modulus, chunk } = this.#options;
    const stop = epochStop(start, this.#end, firstEpoch);
    const subtrahends = this.#game.set.between(1, stop);
    const { cold, sampled } = latestOf(pieces, sampleFor(stop - start));
    const before = this.#epochs.at(-1)?.modulus;
    const question = { cold, sampled, subtrahends, known: start, stop, threads: 1, chunk, before };
    const epoch = { start, stop, subtrahends, cold };
    if (modulus !== undefined && chunk !== undefined) return { ...epoch, modulus, longest: chunk };
    const breathe = breather(this.#request.signal);
    const steps = chooseModulus(question);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return { ...epoch, modulus: value.modulus, longest: value.shape.chunk };
      await breathe();
    }
  }

  #epochOf(chunk: Range): CutEpoch {
    return this.#epochs.find((epoch) => lengthOf(intersect(epoch, chunk)) > 0)!;
  }

  /** What the known positions say against a sample of what was found of a chunk, in words. */
  async #contradictionIn(
    chunk: Range,
    { bits, packed }: ColdChunk,
    pieces: readonly NewsPiece[],
  ): Promise<string | undefined> {
    const { random } = this.#request;
    const epoch = this.#epochOf(chunk);
    const claims: Claim[] = [];
    for (const i of this.#sample(chunk, epoch)) {
      const isCold = getBit(bits, i) === 1;
      const position = chunk.start + i;
      const declared = this.#origin + position;
      if (!this.#isHotspot(declared)) claims.push({ position, isCold });
      else if (isCold) return `position ${declared} is cold, but the game declares it hot`;
    }
    const left = { hot: HOT_LOOKED_AT + LIKELY_LOOKED_AT, cold: COLD_LOOKED_AT };
    const looked = claims.filter(({ isCold }) => left[isCold ? 'cold' : 'hot']-- > 0);
    const near = [{ ...chunk, bits }, ...(this.#latest === undefined ? [] : [this.#latest])];
    const deep = isUnusual(packed, chunk, pieces.at(-1)) ? HOT_LOOKED_AT + LIKELY_LOOKED_AT : DEEP;
    return contradictionIn(looked, { near, pieces }, epoch.subtrahends, deep, random);
  }

  #isHotspot(position: number): boolean {
    return (this.#game.hotspots?.between(position, position + 1).length ?? 0) > 0;
  }

  /** Indices of a chunk: in the classes of some known cold positions, and at random. */
  *#sample(chunk: Range, { modulus, cold }: CutEpoch): Generator<number, void, void> {
    const { random } = this.#request;
    const length = lengthOf(chunk);
    for (let k = 0; k < LIKELY_LOOKED_AT && cold.length > 0 && modulus <= length; k++) {
      const first = modulus - residueOf(chunk.start - cold[Math.floor(random() * cold.length)], modulus);
      yield (first % modulus) + modulus * Math.floor(random() * Math.floor(length / modulus));
    }
    for (let tries = 0; tries < MOST_TRIES; tries++) yield Math.floor(random() * length);
  }
}

/** Whether a chunk packs to many more or many fewer bytes than the piece below it. */
function isUnusual(packed: Uint8Array, chunk: Range, below: NewsPiece | undefined): boolean {
  if (below === undefined) return true;
  const expected = (below.bytes.length * lengthOf(chunk)) / lengthOf(below);
  return Math.abs(packed.length - expected) > UNUSUAL * expected;
}

/** At least `count` of the latest known cold positions, or all there are, increasing, and how many positions they are among. */
function latestOf(
  pieces: readonly NewsPiece[],
  count: number,
): { readonly cold: Float64Array; readonly sampled: number } {
  const found: Float64Array[] = [];
  let [total, sampled] = [0, 0];
  for (let i = pieces.length - 1; i >= 0 && total < count; i--) {
    const { start, bytes } = pieces[i];
    const length = lengthOf(pieces[i]);
    found.unshift(onesOf(unpackBits(bytes, length), length, start));
    total += found[0].length;
    sampled += length;
  }
  return { cold: inOnePiece<Float64Array>(Float64Array, found), sampled };
}
