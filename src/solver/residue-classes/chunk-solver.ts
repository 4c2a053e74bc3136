/** Solves the chunks of an epoch: the far stage marks a chunk from everything below it, the near stage decides it in order. */
import type { KernelContext } from '../../kernel/context.js';
import { NearChunk } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import { Steps } from '../task/steps.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { bitmapBytes, frameOf } from './chunk-shape.js';
import type { Bitmap } from './class-storage.js';
import type { Epoch } from './epoch.js';
import type { FarStage } from './far/stage.js';
import type { KnownPositions } from './known-positions.js';
import { layOutNearLists } from './near-lists.js';

/** Positions decided between two pauses for other work. */
const NEAR_STEP = 2 ** 22;

/** A chunk of an epoch, at most its shape's positions long. `closed` has its hotspots; bit 0 is its start. */
export interface ChunkToSolve {
  readonly chunk: Range;
  readonly closed: Uint8Array | undefined;
}

/** The near stage of an epoch, which decides the positions of a chunk that the far stage leaves open. */
export class NearStage {
  /** Tables for the first chunk; their steps may run during the far stage. */
  readonly ahead: Steps<Space>;
  readonly #context: KernelContext;
  readonly #epoch: Epoch;
  readonly #breathe: () => Promise<void>;
  readonly #struct: Space;
  readonly #marks: Space;
  readonly #cold: Space;

  constructor(context: KernelContext, epoch: Epoch, breathe: () => Promise<void>) {
    const { arena, plan, shape } = epoch;
    this.ahead = new Steps(layOutNearLists(context, epoch));
    this.#context = context;
    this.#epoch = epoch;
    this.#breathe = breathe;
    this.#struct = arena.take(structBytes(NearChunk));
    const bytes = bitmapBytes(plan.modulus, shape);
    this.#marks = arena.take(bytes);
    this.#cold = arena.take(bytes);
  }

  /** The cold positions of a chunk, given its open ones. The bitmap is valid until the next chunk is decided. */
  async decide(chunk: Range, open: Space): Promise<Bitmap> {
    const { shape, stop: epochStop, seconds } = this.#epoch;
    if (lengthOf(chunk) > shape.chunk || chunk.stop > epochStop) {
      throw new RangeError(`no chunk of an epoch: ${chunk.start} to ${chunk.stop}`);
    }
    const { modulus } = this.#epoch.plan;
    const { first } = frameOf(chunk, modulus);
    const [marks, cold] = [this.#marks.clear(), this.#cold.clear()];
    writeStruct(this.#struct, NearChunk, {
      modulus,
      lists: this.ahead.finish().address,
      open: open.address,
      marks: marks.address,
      cold: cold.address,
      limit: chunk.stop - first,
    });
    for (const { start, stop } of cutAtMultiples(chunk, NEAR_STEP)) {
      const begun = performance.now();
      this.#context.kernels.decideNear(this.#struct.address, start - first, stop - first);
      seconds.near += (performance.now() - begun) / 1000;
      await this.#breathe();
    }
    return { space: cold, first };
  }
}

/**
 * Returns the cold positions of a chunk in a bitmap that is valid until the next chunk is solved; `next` is begun meanwhile.
 * The chunk starts where the known positions end; afterwards these include it, or have overflowed.
 */
export type SolveChunk = (one: ChunkToSolve, next?: ChunkToSolve) => Promise<Bitmap>;

export function chunkSolver(
  { arena, plan, shape }: Epoch,
  positions: Pick<KnownPositions, 'add'>,
  far: Pick<FarStage, 'mark' | 'begin'>,
  near: NearStage,
): SolveChunk {
  const open = arena.take(bitmapBytes(plan.modulus, shape));
  return async ({ chunk, closed }, next) => {
    await far.mark(chunk, closed, { space: open, first: frameOf(chunk, plan.modulus).first });
    let decided: Bitmap | undefined;
    const decide = async (): Promise<void> => {
      decided = await near.decide(chunk, open);
      // Other threads begin the next chunk meanwhile: they use the positions known when they started.
      positions.add(decided, chunk);
    };
    if (next === undefined) await decide();
    else await far.begin(next.chunk, next.closed, chunk.start, decide);
    return decided!;
  };
}
