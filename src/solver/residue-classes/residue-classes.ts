/**
 * Residue-class convolution for cold positions, with any subtraction set and any hotspot set. Cold positions
 * crowd into few residue classes of a suitable modulus (Eppstein 2018, section 3.3), so the pairs of classes
 * that really overlap are few; each pair is done by the cheapest of four kernels (kernel-costs.ts). Any modulus
 * and any plan give the same positions. Epochs double the range and make one plan each; a chunk is marked from
 * all positions below it (the far stage, in all threads), then decided in increasing order (the near stage).
 */
import type { BooleanConvolution } from '../../kernel/convolution.js';
import type { KernelKind } from '../../kernel/kernels.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { beginEpoch, type Epoch } from './epoch.js';
import { markByConvolution } from './far-by-fft.js';
import type { FarJob } from './far-stage.js';
import { KnownPositions } from './known-positions.js';
import { widenRanges } from './epoch-layout.js';
import { epochStop, PARALLEL_FROM } from './chunk-shape.js';
import { PieceBuilder } from '../task/pieces.js';
import type { PlanChooser } from './pair-plan.js';
import type { PlanReport } from './plan-report.js';
import type { Bitmap } from './class-storage.js';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import type { ColdTask, Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';

/** What a caller may set; every choice gives the same cold positions. */
export interface ResidueClassOptions {
  /** Threads for the far stage, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** The modulus of all epochs; chosen by estimated cost when absent. */
  readonly modulus?: number;
  /** Positions of a chunk, at most 2^30; rounded up to a multiple of the modulus. */
  readonly chunk?: number;
  /** Forces the kernel of every pair. */
  readonly plan?: PlanChooser;
  /** Called after each epoch with its plan and what it cost. */
  readonly onPlan?: (report: PlanReport) => void;
  /** Which siblings of the kernels to use; the fastest that the runtime has when absent. */
  readonly kernels?: KernelKind;
  /** Positions of the first epoch; below it one class of all positions is best. */
  readonly firstEpoch?: number;
  /** Epochs that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
}

/** Positions decided between two chances for other work to run. */
const NEAR_STEP = 2 ** 22;
/** Bytes at the bottom of the memory for the threads' counter; no bitset may have address 0. */
const CONTROL_BYTES = 64;

/** Finds cold positions by residue-class convolution. Adaptive cost; on squares about n^1.2. */
export async function* solveByResidueClasses(
  task: ColdTask,
  options: ResidueClassOptions = {},
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const context = createKernelContext(options.kernels);
  const parallelFrom = options.parallelFrom ?? PARALLEL_FROM;
  let pool = new WorkerPool(context, 1);
  // Positions below this are out of reach, so all positions are counted from here.
  const origin = Math.max(0, task.range.start - task.set.largest);
  const end = task.range.stop - origin;
  const pieces = new PieceBuilder(task.range, task.pieceLength, 'residue-classes');
  const positions = new KnownPositions(context, task, origin, CONTROL_BYTES);
  try {
    let before: number | undefined;
    for (let known = task.range.start - origin; known < end;) {
      const stop = epochStop(known, end, options.firstEpoch);
      if (pool.threads === 1 && options.threads !== undefined && stop > parallelFrom) {
        pool = new WorkerPool(context, options.threads);
      }
      const { threads } = pool;
      const subtrahends = task.set.between(1, stop);
      const request = { known, stop, threads, options, subtrahends, before };
      const epoch = await beginEpoch(context, request, positions, 0);
      const chunks = new ChunkSolver(context, pool, epoch, task, origin, subtrahends);
      for (const chunk of cutAtMultiples({ start: known, stop }, epoch.shape.chunk)) {
        const bitmap = await chunks.solve(chunk);
        const solved = { start: chunk.start + origin, stop: chunk.stop + origin };
        yield* pieces.add(solved, context.views().u8.subarray(bitmap.address), chunk.start - bitmap.first);
        known = chunk.stop;
        if (known < end && !positions.add(bitmap, chunk)) break;
      }
      options.onPlan?.(epoch.report(known));
      before = epoch.layout.far.modulus;
    }
  } finally {
    await pool.close();
  }
}

/** Solves the chunks of one epoch. Positions are counted from `origin`. */
class ChunkSolver {
  readonly #context: KernelContext;
  readonly #pool: WorkerPool;
  readonly #epoch: Epoch;
  readonly #task: ColdTask;
  readonly #origin: number;
  readonly #subtrahends: Float64Array;
  readonly #transforms = new Map<number, BooleanConvolution>();

  constructor(
    context: KernelContext,
    pool: WorkerPool,
    epoch: Epoch,
    task: ColdTask,
    origin: number,
    subtrahends: Float64Array,
  ) {
    this.#subtrahends = subtrahends;
    this.#context = context;
    this.#pool = pool;
    this.#epoch = epoch;
    this.#task = task;
    this.#origin = origin;
  }

  /** Solves a chunk and returns the bitmap of its cold positions. */
  async solve(chunk: Range): Promise<Bitmap> {
    const first = await this.#markFromBelow(chunk);
    const { far, nearLists, cold } = this.#epoch.layout;
    const { kernels, views } = this.#context;
    views().u8.fill(0, cold, cold + far.stride);
    for (const { start, stop } of cutAtMultiples(chunk, NEAR_STEP)) {
      const begun = performance.now();
      const limit = chunk.stop - first;
      kernels.decideNear(
        far.open,
        far.marks,
        cold,
        start - first,
        stop - first,
        limit,
        far.modulus,
        nearLists,
      );
      this.#epoch.seconds.near += (performance.now() - begun) / 1000;
      await this.#task.breathe();
    }
    return { address: cold, first };
  }

  /** The far stage: leaves in the first thread's bitmaps what is open. Returns the position of their bit 0. */
  async #markFromBelow(chunk: Range): Promise<number> {
    const { layout, seconds } = this.#epoch;
    const { far, convolved } = layout;
    const { kernels, views } = this.#context;
    const quotient = Math.floor(chunk.start / far.modulus);
    const width = Math.ceil(chunk.stop / far.modulus) - quotient;
    const first = quotient * far.modulus;
    this.#closeOutside(chunk, first, width * far.modulus);
    // Below the first chunk nothing is known, so nothing of it needs to be looked up.
    const reachable = chunk.start === 0 ? 0 : lowerBound(this.#subtrahends, chunk.stop);
    widenRanges(this.#context, far, chunk.start === 0 ? 0 : chunk.stop);
    const job: FarJob = {
      kind: 'mark',
      layout: far,
      quotient,
      width,
      reachable,
      threads: this.#pool.threads,
    };
    for (const pair of convolved) {
      const begun = performance.now();
      markByConvolution(views(), far, pair, quotient, width, this.#transforms);
      seconds.fft += (performance.now() - begun) / 1000;
    }
    for (const kind of ['mark', 'settle'] as const) {
      views().u32[far.counter / 4] = 0;
      for (const thread of await this.#pool.run({ ...job, kind })) {
        if (thread === undefined) continue;
        seconds['shift-or'] += thread['shift-or'];
        seconds.scatter += thread.scatter;
        seconds.probe += thread.probe;
      }
      await this.#task.breathe();
    }
    for (let thread = 1; thread < this.#pool.threads; thread++) {
      kernels.orBytes(far.open, far.open + thread * far.stride, far.stride);
    }
    return first;
  }

  /** Marks the bits [0, limit) that are outside the chunk or hotspots. */
  #closeOutside(chunk: Range, first: number, limit: number): void {
    const { far } = this.#epoch.layout;
    const { u8 } = this.#context.views();
    u8.fill(0, far.marks, far.marks + far.stride);
    const mark = (bit: number): void => void (u8[far.marks + (bit >>> 3)] |= 1 << (bit & 7));
    for (let bit = 0; bit < chunk.start - first; bit++) mark(bit);
    for (let bit = chunk.stop - first; bit < limit; bit++) mark(bit);
    if (this.#task.hotspots === undefined) return;
    const range = { start: chunk.start + this.#origin, stop: chunk.stop + this.#origin };
    for (const hotspot of this.#task.hotspots(range)) mark(hotspot - this.#origin - first);
  }
}
