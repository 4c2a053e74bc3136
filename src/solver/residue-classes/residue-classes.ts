/**
 * Residue-class convolution for cold positions, with any subtraction set and any hotspot set. Cold positions crowd into few residue
 * classes of a suitable modulus (Eppstein 2018, section 3.3), so few pairs of classes overlap. Each pair uses the cheapest of four
 * kernels (kernel-costs.ts). Any modulus and any plan give the same positions. Epochs double the range and make one plan each. The
 * far stage marks a chunk from everything below it, in all threads; the near stage decides it in increasing order.
 */
import { borrowContext, returnContext } from '../../kernel/context.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import type { Steps } from '../task/steps.js';
import { beginEpoch, planEpoch, type EpochOptions, type EpochRequest, type PlannedEpoch } from './epoch.js';
import { chunkSolver, NearStage, type ChunkToSolve } from './chunk-solver.js';
import { FAR_WORK } from './far/job.js';
import { FarStage } from './far/stage.js';
import { KnownPositions } from './known-positions.js';
import { epochStop, PARALLEL_FROM } from './chunk-shape.js';
import { PieceBuilder } from '../task/pieces.js';
import { reportOf, type PlanReport } from './plan-report.js';
import { hotspotsIn, type ColdTask, type Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';

/** Options; every choice gives the same cold positions. */
export interface ResidueClassOptions extends EpochOptions {
  /** Threads for the far stage, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** Called after each epoch with its plan and its measured cost. */
  readonly onPlan?: ((report: PlanReport) => void) | undefined;
  /** Positions of the first epoch; below it one class of all positions is best. */
  readonly firstEpoch?: number;
  /** Epochs that end above this position use all threads; by default, the longer ones that gain by it. */
  readonly parallelFrom?: number;
}

/** Finds cold positions by residue-class convolution. Adaptive cost; on squares about n^1.2. */
export async function* solveByResidueClasses(
  task: ColdTask,
  options: ResidueClassOptions = {},
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const context = borrowContext();
  const pool = new WorkerPool(context, FAR_WORK);
  const alone = new WorkerPool(context, FAR_WORK);
  // Positions below this are out of reach; the others count from here.
  const origin = Math.max(0, task.range.start - task.set.largest);
  const end = task.range.stop - origin;
  const pieces = new PieceBuilder(task.range, task.pieceLength, 'residue-classes');
  const readableBelow = (): number => pieces.yielded;
  const positions = new KnownPositions(context, { ...task, readableBelow }, origin);
  const requestFrom = (start: number, before?: number): EpochRequest => {
    const stop = epochStop(start, end, options.firstEpoch);
    const threads = stop > (options.parallelFrom ?? PARALLEL_FROM) ? (options.threads ?? 1) : 1;
    return { start, stop, threads, options, subtrahends: task.set.between(1, stop), before };
  };
  let before: number | undefined;
  let planning: Steps<PlannedEpoch> | undefined;
  let near: NearStage | undefined;
  // Runs steps of upcoming work when this thread has time.
  const breathe = (): Promise<void> => {
    near?.ahead.step();
    planning?.step();
    return task.breathe();
  };
  try {
    while (positions.end < end) {
      const begun = performance.now();
      planning ??= await planEpoch(positions, requestFrom(positions.end, before));
      const planned = planning.seconds;
      const epoch = await beginEpoch(context, positions, planning.finish());
      planning = undefined;
      const { stop, threads: wanted } = epoch;
      const chunks = [...cutAtMultiples(epoch, epoch.shape.chunk)];
      const isShared = options.parallelFrom === undefined ? epoch.isShared : wanted > 1;
      if (isShared) pool.grow(wanted);
      const far = new FarStage(context, isShared ? pool : alone, epoch, breathe);
      near = new NearStage(context, epoch, breathe);
      const solve = chunkSolver(epoch, positions, far, near);
      const planSeconds = planned + (performance.now() - begun) / 1000;
      let next: ChunkToSolve | undefined = toSolve(task, chunks[0], origin);
      for (let i = 1; next !== undefined; i++) {
        const one: ChunkToSolve = next;
        next = i < chunks.length ? toSolve(task, chunks[i], origin) : undefined;
        const { chunk } = one;
        // Late enough for the latest positions to predict the next, and early enough to finish the steps in time.
        if (i === Math.ceil(chunks.length / 4) + 1 && stop < end) {
          planning = await planEpoch(positions, requestFrom(stop, epoch.plan.modulus), epoch.arena.next);
        }
        const solved = { start: chunk.start + origin, stop: chunk.stop + origin };
        const { space, first } = await solve(one, next);
        yield* pieces.add(solved, space.u8, chunk.start - first);
        // A new epoch from here on makes room.
        if (positions.overflowed) {
          if (positions.end < stop) planning = undefined;
          break;
        }
      }
      options.onPlan?.(reportOf(epoch, positions.end, isShared ? pool.threads : 1, planSeconds));
      before = epoch.plan.modulus;
    }
  } finally {
    await pool.close();
    returnContext(context);
  }
}

/** A chunk with its hotspots, if the game has any; it counts from `origin`. */
function toSolve(task: ColdTask, chunk: Range, origin: number): ChunkToSolve {
  const range = { start: chunk.start + origin, stop: chunk.stop + origin };
  return { chunk, closed: task.hotspots && hotspotsIn(task, range) };
}
