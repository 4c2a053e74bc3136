/**
 * The chunks of the methods by shifted sets: what reaches each value from below, found ahead by all threads, and finished in
 * order by one.
 */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { setBit } from '../../kernel/bitset.js';
import { ShiftJob, TILE } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import { lengthOf, type Range } from '../../common/range.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import type { Chunks } from '../chunks/chunks.js';
import type { ValueWindow } from '../chunks/value-window.js';
import type { WorkerPool } from '../threads/pool.js';
import { PositionsByValue } from './positions-by-value.js';
import type { SetCopies } from './set-copies.js';

/** What is kept for a chunk: its ShiftJob, where lists ended when it was begun, and its rows. */
interface Place {
  readonly job: Space;
  readonly begun: Space;
  readonly rows: Space;
}

/** Values that are told apart, and what is marked beforehand. */
export interface ShiftedOptions {
  /** Values that positions are sorted by, from 0 on. */
  readonly most: number;
  /** Whether all other positions have the value `most`, rather than one too large for the method. */
  readonly isLastShared: boolean;
  /** The positions of a range that do not have the value 0, whatever their options. */
  readonly hot?: (range: Range) => Float64Array;
}

/** Decides chunk after chunk. */
export class ShiftedChunks implements Chunks {
  readonly window: ValueWindow;
  readonly #context: KernelContext;
  readonly #pool: WorkerPool<BeginJob, void>;
  readonly #copies: SetCopies;
  readonly #chunkLength: number;
  readonly #options: ShiftedOptions;
  readonly #lists: PositionsByValue;
  readonly #counter: Space;
  /** One for the chunk that is decided and one for that which is begun meanwhile. */
  readonly #places: [Place, Place];
  readonly #rowBytes: number;
  /** Whether the lists are of the values in the window. */
  #isSorted = false;
  /** The chunk that has been begun, in the second place. */
  #begun: Range | undefined;

  /** Lays out behind the window. */
  constructor(
    context: KernelContext,
    pool: WorkerPool<BeginJob, void>,
    arena: Arena,
    window: ValueWindow,
    copies: SetCopies,
    chunkLength: number,
    options: ShiftedOptions,
  ) {
    this.#context = context;
    this.#pool = pool;
    this.window = window;
    this.#copies = copies;
    this.#chunkLength = chunkLength;
    this.#options = options;
    this.#lists = new PositionsByValue(arena, options.most, copies.modulus, window.capacity);
    this.#counter = arena.take(4);
    // Quotients that a chunk has positions of, wherever it begins.
    const quotients = Math.floor((chunkLength - 2) / copies.modulus) + 2;
    this.#rowBytes = Math.ceil(quotients / TILE) * (TILE / 8);
    const place = (): Place => ({
      job: arena.take(bytesOf(ShiftJob)),
      begun: arena.take(4 * this.#lists.count),
      rows: arena.take(this.#lists.count * this.#rowBytes),
    });
    this.#places = [place(), place()];
  }

  async decide(chunk: Range, next: Range): Promise<number> {
    const { window } = this;
    if (window.reserve(2 * this.#chunkLength) || !this.#isSorted) this.#sort(chunk);
    if (this.#begun?.start === chunk.start) this.#places.reverse();
    else await this.#pool.run(this.#begin(chunk, this.#places[0]));
    const [{ job, rows }, ahead] = this.#places;
    let decided = 0;
    const decide = (): void => {
      this.#markHot(chunk, rows.u8);
      decided = this.#context.kernels.decideShifted(job.address);
    };
    this.#begun = this.#pool.threads === 1 || lengthOf(next) === 0 ? undefined : next;
    if (this.#begun === undefined) decide();
    else await this.#pool.run(this.#begin(this.#begun, ahead), decide);
    window.extend(decided);
    if (decided < lengthOf(chunk)) {
      if (this.#lists.isFull) this.#isSorted = false;
      else window.widen();
    }
    return chunk.start + decided;
  }

  /** Sorts the values below a chunk. What was begun by other lists is dropped. */
  #sort({ start }: Range): void {
    this.#lists.sort(this.window.valuesOf({ start: this.window.base, stop: start }));
    this.#isSorted = true;
    this.#begun = undefined;
  }

  /** Marks in the rows of value 0 what is hot beforehand. */
  #markHot(chunk: Range, rows: Uint8Array): void {
    const { modulus } = this.#copies;
    const origin = chunk.start - this.window.base;
    const quotient = Math.floor(origin / modulus);
    for (const position of this.#options.hot?.(chunk) ?? []) {
      const index = position - this.window.base;
      const bit = Math.floor(index / modulus) - quotient;
      setBit(rows, 8 * this.#rowBytes * (index % modulus) + bit);
    }
  }

  /** The job of finding what the positions so far reach in a chunk. */
  #begin(chunk: Range, { job, begun, rows }: Place): BeginJob {
    const { most, isLastShared } = this.#options;
    const { address, base, largest } = this.window;
    this.#lists.writeEnds(begun.u32);
    const shares = Math.min(most, largest + 1) * this.#copies.modulus;
    rows.u8.fill(0, shares * this.#rowBytes);
    writeStruct(job, ShiftJob, {
      ...this.#copies,
      values: address,
      origin: chunk.start - base,
      lanes: lengthOf(chunk),
      lists: this.#lists.rows.address,
      begun: begun.address,
      most,
      isLastShared: isLastShared ? 1 : 0,
      rows: rows.address,
      rowBytes: this.#rowBytes,
    });
    return beginJob('shifted', job, shares, this.#counter);
  }
}
