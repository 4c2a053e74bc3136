/**
 * Solves the chunks of one epoch of the residue-class method, one after the other, for whoever asks: a chunk is
 * marked from everything below it (the far stage), then decided in increasing order (the near stage). What is closed
 * in a chunk is told when it is solved, so that the levels of nim-values, where the lower levels close positions
 * (Eppstein 2018, Lemma 2), can be solved chunk by chunk side by side.
 */
import type { KernelContext } from '../../kernel/context.js';
import { NearChunk } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { bitmapBytes, frameOf } from './chunk-shape.js';
import type { Bitmap } from './class-storage.js';
import type { Epoch } from './epoch.js';
import type { FarStage } from './far/stage.js';
import { layOutNearLists } from './near-lists.js';

/** Positions decided between two chances for other work to run. */
const NEAR_STEP = 2 ** 22;

/** The solver of one epoch. */
export class EpochSolver {
  readonly #context: KernelContext;
  readonly #far: FarStage;
  readonly #breathe: () => Promise<void>;
  readonly #modulus: number;
  /** The longest chunk that the bitmaps have room for, and the end of what the classes have room for. */
  readonly #longest: number;
  readonly #stop: number;
  readonly #seconds: Epoch['seconds'];
  readonly #lists: Space;
  /** The NearChunk of the chunk at hand, and its three bitmaps. */
  readonly #chunk: Space;
  readonly #open: Space;
  readonly #marks: Space;
  readonly #cold: Space;

  /** Lays out in the epoch's arena what the near stage needs. */
  constructor(context: KernelContext, epoch: Epoch, far: FarStage, breathe: () => Promise<void>) {
    const { arena, plan, shape } = epoch;
    const bytes = bitmapBytes(plan.modulus, shape);
    this.#context = context;
    this.#far = far;
    this.#breathe = breathe;
    this.#modulus = plan.modulus;
    this.#longest = shape.chunk;
    this.#stop = epoch.stop;
    this.#seconds = epoch.seconds;
    this.#lists = layOutNearLists(context, epoch);
    this.#chunk = arena.take(bytesOf(NearChunk));
    this.#open = arena.take(bytes);
    this.#marks = arena.take(bytes);
    this.#cold = arena.take(bytes);
  }

  /**
   * The cold positions of a chunk of the epoch, at most its shape's positions long, in a bitmap that stays until the
   * next chunk is solved. `closed` has the chunk's hotspots, bit 0 for its start. Positions below the chunk have to
   * be known to the far stage.
   */
  async solve(chunk: Range, closed?: Uint8Array): Promise<Bitmap> {
    if (lengthOf(chunk) > this.#longest || chunk.stop > this.#stop) {
      throw new RangeError(`no chunk of an epoch: ${chunk.start} to ${chunk.stop}`);
    }
    const { first } = frameOf(chunk, this.#modulus);
    await this.#far.mark(chunk, closed, { space: this.#open, first });
    this.#marks.u8.fill(0);
    this.#cold.u8.fill(0);
    writeStruct(this.#chunk, NearChunk, {
      modulus: this.#modulus,
      lists: this.#lists.address,
      open: this.#open.address,
      marks: this.#marks.address,
      cold: this.#cold.address,
      limit: chunk.stop - first,
    });
    for (const { start, stop } of cutAtMultiples(chunk, NEAR_STEP)) {
      const begun = performance.now();
      this.#context.kernels.decideNear(this.#chunk.address, start - first, stop - first);
      this.#seconds.near += (performance.now() - begun) / 1000;
      await this.#breathe();
    }
    return { space: this.#cold, first };
  }
}
