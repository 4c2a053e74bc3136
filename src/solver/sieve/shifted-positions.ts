/**
 * Cold positions of sets of few numbers, 1024 at a time: shifted up by a subtrahend, all cold positions are hot. So a
 * subtrahend costs one shift of the bits in reach, however many are cold. Cost: about 0.004 ns for each position and subtrahend
 * below it, and 0.6 ns a position. Memory: a bit and a half for each position in reach.
 */
import { cutAtMultiples, type Range } from '../../common/range.js';
import { Arena } from '../../kernel/arena.js';
import { copyBits, getBit, setBit } from '../../kernel/bitset.js';
import { borrowContext, returnContext, type KernelContext } from '../../kernel/context.js';
import { GROUPS, ShiftRange, TILE } from '../../kernel/layout.js';
import { MIN_LONG_MOVE, OUTCOME_SCRATCH, OutcomeJob } from '../../kernel/state-layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { PieceBuilder } from '../task/pieces.js';
import { hotspotsIn, type ColdTask, type Piece } from '../task/task.js';
import { solveBySieve } from './sieve.js';

/** Options; every choice gives the same cold positions. */
export interface ShiftedPositionsOptions {
  /** Positions decided at a time, rounded up to a multiple of 64; fewer for a set of many numbers. */
  readonly chunk?: number;
  /** Maximum number of positions within reach; beyond it the sieve takes over. */
  readonly mostKept?: number;
}

const WORD = 64;
/** Maximum number of positions between two pauses for other work, and of these times the set's numbers: some milliseconds. */
const CHUNK = 2 ** 20;
const MAX_STEPS = 2 ** 32;
/** Maximum number of positions within reach: with half as many more to slide in they are indexed by 32 bits. */
export const MAX_KEPT_POSITIONS = 2 ** 31;
/** Positions that are decided before those in reach move down, in addition to half of the reach. */
const SLIDE = 2 ** 22;
/** First address of the bits. */
const BASE = 64;

export async function* solveByShiftedPositions(
  task: ColdTask,
  { chunk: wanted = CHUNK, mostKept = MAX_KEPT_POSITIONS }: ShiftedPositionsOptions = {},
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const { range, set, breathe } = task;
  const reach = Math.min(set.largest, range.stop);
  if (reach > mostKept) {
    const cut = Math.max(range.start, mostKept);
    const below = { ...task, range: { ...range, stop: cut } };
    if (cut > range.start) yield* solveByShiftedPositions(below, { chunk: wanted, mostKept });
    yield* solveBySieve({ ...task, range: { ...range, start: cut } });
    return;
  }
  const most = Math.max(TILE, MAX_STEPS / set.approximateCount(range.stop));
  const chunkLength = WORD * Math.ceil(Math.min(wanted, most) / WORD);
  const context = borrowContext();
  try {
    const window = new OutcomeWindow(context, task, reach, chunkLength);
    const pieces = new PieceBuilder(range, task.pieceLength, 'shifted-positions');
    const start = Math.max(window.base, range.start - reach);
    for (const lower of cutAtMultiples({ start, stop: range.start }, task.pieceLength)) {
      window.put(lower, await task.readLower(lower));
      await breathe();
    }
    for (const chunk of cutAtMultiples(range, chunkLength)) {
      window.decide(chunk, task.hotspots && hotspotsIn(task, chunk));
      yield* pieces.add(chunk, window.bits, chunk.start - window.base);
      await breathe();
    }
  } finally {
    returnContext(context);
  }
}

/** The outcomes of the positions in reach, a one for each cold one, in kernel memory. */
class OutcomeWindow {
  readonly #kernels: KernelContext['kernels'];
  readonly #subtrahends: Float64Array;
  /** Number of short subtrahends, and the addresses of the others by their remainders. */
  readonly #short: number;
  readonly #long: readonly Space[];
  /** The words in reach, the word of the range's first position, and room to slide in. */
  readonly #outcomes: Space;
  readonly #reach: number;
  readonly #moves: Space;
  readonly #hot: Space;
  readonly #scratch: Space;
  readonly #ranges: Space;
  readonly #job: Space;
  /** The position of bit 0, a multiple of 64. */
  base: number;

  constructor(
    { memory, kernels }: KernelContext,
    { set, range }: ColdTask,
    reach: number,
    chunkLength: number,
  ) {
    const arena = new Arena(memory, BASE);
    this.#kernels = kernels;
    this.#subtrahends = set.between(1, range.stop);
    this.#reach = WORD * (Math.ceil(reach / WORD) + 1);
    this.base = Math.max(0, WORD * Math.floor(range.start / WORD) - this.#reach);
    const length = Math.min(range.stop - this.base, 1.5 * this.#reach + SLIDE) + chunkLength;
    // Zeros below position 0: subtrahends below the end of a chunk lead there, and words are read whole.
    arena.take(chunkLength / 8 + BASE).clear();
    this.#outcomes = arena.take(WORD * Math.ceil(length / 8 / WORD));
    this.#short = lowerBound(this.#subtrahends, MIN_LONG_MOVE);
    this.#moves = layOut(arena, this.#subtrahends.subarray(0, this.#short));
    const long = this.#subtrahends.subarray(this.#short);
    this.#long = Array.from({ length: GROUPS }, (_, rest) =>
      layOut(
        arena,
        long.filter((s) => s % GROUPS === rest),
      ),
    );
    this.#ranges = arena.take(GROUPS * structBytes(ShiftRange));
    this.#scratch = arena.take(OUTCOME_SCRATCH);
    this.#hot = arena.take(chunkLength / 8);
    this.#job = arena.take(structBytes(OutcomeJob));
  }

  get bits(): Uint8Array {
    return this.#outcomes.u8;
  }

  put({ start, stop }: Range, cold: Uint8Array): void {
    copyBits(cold, 0, this.bits, start - this.base, stop - start);
  }

  /** Decides a chunk above known positions; it ends at a multiple of 64 or at the end of the range. */
  decide(chunk: Range, hot: Uint8Array | undefined): void {
    this.#makeRoom(chunk);
    const first = Math.min(chunk.stop, WORD * Math.ceil(chunk.start / WORD));
    const count = lowerBound(this.#subtrahends, chunk.stop);
    for (let n = chunk.start; n < first; n++) {
      this.#decideOne(n, count, hot !== undefined && getBit(hot, n - chunk.start) === 1);
    }
    if (hot !== undefined) {
      this.#hot.clear();
      copyBits(hot, first - chunk.start, this.#hot.u8, 0, chunk.stop - first);
    }
    if (first === chunk.stop) return;
    writeStruct(this.#job, OutcomeJob, {
      words: this.#outcomes.address + (first - this.base) / 8,
      length: Math.ceil((chunk.stop - first) / WORD),
      moves: this.#moves.address,
      count: Math.min(count, this.#short),
      long: this.#longBelow(chunk.stop),
      hot: hot === undefined ? 0 : this.#hot.address,
      scratch: this.#scratch.address,
    });
    this.#kernels.decideOutcomes(this.#job.address);
  }

  /** Address of the long subtrahends below a bound, as in an OutcomeJob. */
  #longBelow(bound: number): number {
    const { u32 } = this.#ranges;
    for (const [group, { address, u32: all }] of this.#long.entries()) {
      u32[group * ShiftRange.WORDS + ShiftRange.begin] = address;
      u32[group * ShiftRange.WORDS + ShiftRange.end] = address + 4 * lowerBound(all, bound);
    }
    return this.#ranges.address;
  }

  /** Decides a position whose word is partly known. */
  #decideOne(n: number, count: number, isHot: boolean): void {
    const { bits } = this;
    for (let k = 0; k < count && this.#subtrahends[k] <= n && !isHot; k++) {
      isHot = getBit(bits, n - this.base - this.#subtrahends[k]) === 1;
    }
    if (isHot) bits[(n - this.base) >>> 3] &= ~(1 << (n & 7));
    else setBit(bits, n - this.base);
  }

  /** Drops positions out of reach if a chunk lacks room. */
  #makeRoom({ start, stop }: Range): void {
    if (stop - this.base <= 8 * this.#outcomes.bytes) return;
    const base = WORD * Math.floor(start / WORD) - this.#reach;
    this.bits.copyWithin(0, (base - this.base) / 8, Math.ceil((start - this.base) / 8));
    this.base = base;
  }
}

/** Numbers below 2^32, as kernels read them. */
function layOut(arena: Arena, numbers: Float64Array): Space {
  const space = arena.take(4 * numbers.length);
  space.u32.set(numbers);
  return space;
}
