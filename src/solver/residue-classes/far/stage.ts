/** The far stage: all threads mark, class by class, the positions of a chunk that reach a known cold position below it. */
import { copyBits, setBit } from '../../../kernel/bitset.js';
import type { KernelContext } from '../../../kernel/context.js';
import { FarChunk } from '../../../kernel/layout.js';
import { writeStruct } from '../../../kernel/struct.js';
import { lowerBound } from '../../../game/sets/subtraction-set.js';
import { lengthOf, type Range } from '../../../common/range.js';
import type { WorkerPool } from '../../threads/pool.js';
import { frameOf } from '../chunk-shape.js';
import type { Bitmap, ClassStorage } from '../class-storage.js';
import type { Epoch } from '../epoch.js';
import type { FarJob, FarSeconds } from './job.js';
import { layOutFar, setRanges, type FarTables } from './tables.js';

export class FarStage {
  readonly #context: KernelContext;
  readonly #pool: WorkerPool<FarJob, FarSeconds>;
  readonly #tables: FarTables;
  readonly #storage: ClassStorage;
  readonly #subtrahends: Float64Array;
  readonly #seconds: Epoch['seconds'];
  readonly #breathe: () => Promise<void>;
  /** The chunk that was begun, and the end of the sources it was begun from. */
  #begun: { readonly chunk: Range; readonly known: number } | undefined;

  /** Lays the epoch's plan out in its arena, for the current threads of the pool. */
  constructor(
    context: KernelContext,
    pool: WorkerPool<FarJob, FarSeconds>,
    epoch: Epoch,
    breathe: () => Promise<void>,
  ) {
    this.#context = context;
    this.#pool = pool;
    this.#tables = layOutFar(epoch, pool.threads);
    this.#storage = epoch.storage;
    this.#subtrahends = epoch.subtrahends;
    this.#seconds = epoch.seconds;
    this.#breathe = breathe;
  }

  /**
   * Overwrites `open` with the positions of the chunk that are neither closed (hotspots, for example) nor have a cold option below
   * the chunk. Bit 0 of `closed` is the chunk's start; by default nothing is closed. Chunks come in increasing order, with all
   * cold positions below them known.
   */
  async mark(chunk: Range, closed: Uint8Array | undefined, open: Bitmap): Promise<void> {
    const sources = { start: 0, stop: chunk.start };
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun?.chunk.start === chunk.start && begun.chunk.stop === chunk.stop) {
      this.#describe({ start: begun.known, stop: chunk.start }, chunk);
      await this.#run('add');
      this.#describe(sources, chunk);
    } else {
      this.#close(chunk, closed);
      this.#describe(sources, chunk);
      await this.#run('mark');
    }
    setRanges(this.#tables, reachOf(sources, chunk));
    await this.#run('settle');
    this.#collect(open);
  }

  /**
   * Begins a chunk above one that is not decided yet: the other threads scatter the cold positions below `known` into it, while
   * the caller's thread decides [known, chunk.start) by `decide`. `mark` of the chunk then adds the cold positions found there.
   * Shifting and probing wait for `mark`, as they go through all open candidates. With one thread, only `decide` runs.
   */
  async begin(
    chunk: Range,
    closed: Uint8Array | undefined,
    known: number,
    decide: () => Promise<void>,
  ): Promise<void> {
    if (this.#pool.threads === 1) return decide();
    this.#close(chunk, closed);
    this.#describe({ start: 0, stop: known }, chunk);
    await this.#run('mark', decide);
    this.#begun = { chunk, known };
  }

  /** Writes the chunk and the range of its sources for the threads. */
  #describe(sources: Range, chunk: Range): void {
    const tables = this.#tables;
    const { modulus } = tables.layout;
    this.#storage.ends(tables.ends.u32);
    const { quotient, width } = frameOf(chunk, modulus);
    const reach = reachOf(sources, chunk);
    writeStruct(tables.chunk, FarChunk, {
      quotient,
      width,
      sources: Math.floor(sources.start / modulus),
      least: lowerBound(this.#subtrahends, reach.start),
      reachable: lowerBound(this.#subtrahends, reach.stop),
    });
  }

  /** Runs a part of the far stage in all threads. The caller's thread awaits `first` before it takes its share. */
  async #run(kind: FarJob['kind'], first = this.#breathe): Promise<void> {
    const { counter, struct, chunk } = this.#tables;
    const seconds = this.#seconds;
    counter.u32[0] = 0;
    const job = { kind, layout: struct.address, chunk: chunk.address };
    for (const thread of await this.#pool.run(job, first)) {
      seconds['shift-or'] += thread['shift-or'];
      seconds.scatter += thread.scatter;
      seconds.probe += thread.probe;
      seconds.gather += thread.gather;
    }
  }

  /** Clears the marks, then marks the closed positions, and those that share a quotient with the chunk but lie outside of it. */
  #close(chunk: Range, closed: Uint8Array | undefined): void {
    const { modulus, stride } = this.#tables.layout;
    const { first, width } = frameOf(chunk, modulus);
    const marks = this.#context.space(this.#tables.marks.address, stride).clear().u8;
    if (closed !== undefined) copyBits(closed, 0, marks, chunk.start - first, lengthOf(chunk));
    for (let bit = 0; bit < chunk.start - first; bit++) setBit(marks, bit);
    for (let bit = chunk.stop - first; bit < width * modulus; bit++) setBit(marks, bit);
  }

  /** ORs the open positions of all threads. */
  #collect({ space }: Bitmap): void {
    const { open, layout } = this.#tables;
    space.u8.set(open.u8.subarray(0, layout.stride));
    for (let thread = 1; thread < layout.threads; thread++) {
      this.#context.kernels.orBytes(space.address, open.address + thread * layout.stride, layout.stride);
    }
  }
}

/** The subtrahends that lead from a chunk to a source; none if there is no source. */
function reachOf(sources: Range, chunk: Range): Range {
  if (lengthOf(sources) === 0) return { start: 0, stop: 0 };
  return { start: Math.max(1, chunk.start - sources.stop + 1), stop: chunk.stop - sources.start };
}
