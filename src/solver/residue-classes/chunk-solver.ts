/**
 * Solves the chunks of one epoch of the residue-class method: a chunk is marked from everything below it (the far stage), then
 * decided in increasing order (the near stage).
 */
import type { KernelContext } from '../../kernel/context.js';
import { NearChunk } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import { Steps } from '../task/steps.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { bitmapBytes, frameOf } from './chunk-shape.js';
import type { Bitmap } from './class-storage.js';
import type { Epoch } from './epoch.js';
import type { FarStage } from './far/stage.js';
import type { KnownPositions } from './known-positions.js';
import { layOutNearLists } from './near-lists.js';

/** Positions decided between two chances for other work to run. */
const NEAR_STEP = 2 ** 22;

/** A chunk of an epoch, at most its shape's positions long. `closed` has its hotspots, bit 0 for its start. */
export interface ChunkToSolve {
  readonly chunk: Range;
  readonly closed: Uint8Array | undefined;
}

/**
 * The cold positions of a chunk in a bitmap that stays until the next chunk is solved; `next` is begun meanwhile. The chunk starts
 * where the known positions end, which have its own from then on, or have overflowed.
 */
type SolveChunk = (one: ChunkToSolve, next?: ChunkToSolve) => Promise<Bitmap>;

export interface ChunkSolver {
  readonly solve: SolveChunk;
  /** What the near stage of the first chunk needs: its steps may be done while the far stage is. */
  readonly ahead: Steps<Space>;
}

/** The solver of an epoch. What the near stage needs is laid out in the epoch's arena. */
export function chunkSolver(
  context: KernelContext,
  epoch: Epoch,
  positions: KnownPositions,
  far: FarStage,
  breathe: () => Promise<void>,
): ChunkSolver {
  const { arena, shape, seconds } = epoch;
  const { modulus } = epoch.plan;
  const bytes = bitmapBytes(modulus, shape);
  const ahead = new Steps(layOutNearLists(context, epoch));
  const struct = arena.take(bytesOf(NearChunk));
  const [open, marks, cold] = [arena.take(bytes), arena.take(bytes), arena.take(bytes)];
  const solve: SolveChunk = async ({ chunk, closed }, next) => {
    if (lengthOf(chunk) > shape.chunk || chunk.stop > epoch.stop) {
      throw new RangeError(`no chunk of an epoch: ${chunk.start} to ${chunk.stop}`);
    }
    const { first } = frameOf(chunk, modulus);
    await far.mark(chunk, closed, { space: open, first });
    const decide = async (): Promise<void> => {
      marks.clear();
      cold.clear();
      writeStruct(struct, NearChunk, {
        modulus,
        lists: ahead.finish().address,
        open: open.address,
        marks: marks.address,
        cold: cold.address,
        limit: chunk.stop - first,
      });
      for (const { start, stop } of cutAtMultiples(chunk, NEAR_STEP)) {
        const begun = performance.now();
        context.kernels.decideNear(struct.address, start - first, stop - first);
        seconds.near += (performance.now() - begun) / 1000;
        await breathe();
      }
      // While others begin the next chunk: they take what was known when they were told of it.
      positions.add({ space: cold, first }, chunk);
    };
    if (next === undefined || far.begin === undefined) await decide();
    else await far.begin(next.chunk, next.closed, chunk.start, decide);
    return { space: cold, first };
  };
  return { solve, ahead };
}
