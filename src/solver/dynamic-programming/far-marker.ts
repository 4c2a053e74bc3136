/**
 * The far part of dynamic programming for whoever decides elsewhere: what the positions of a stretch lack, by their options
 * among the values that are known so far. These are given in order, also while a stretch is being marked.
 */
import { Arena } from '../../kernel/arena.js';
import { createKernelContext } from '../../kernel/context.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { BEGIN_WORK, type BeginJob } from '../chunks/begin.js';
import { BASE } from '../chunks/chunks.js';
import type { Integers } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';
import type { ChunkInRows, ChunkRows } from './chunk-rows.js';
import { DYNAMIC_PROGRAMMING } from './dynamic-programming.js';
import { nothingLacking, type Lacking } from './lacking.js';

/** How often values that have come are asked for in a stretch. */
const TIMES_ASKED = 8;

/** The positions up to one are marked by all their options below another. */
export interface MarkedTo {
  readonly stop: number;
  readonly known: number;
}

/** What the positions of a stretch lack, in contiguous parts. */
export interface MarkedStretch {
  readonly lists: Lacking;
  readonly parts: readonly MarkedTo[];
}

export class FarMarker {
  readonly #pool: WorkerPool<BeginJob, void>;
  readonly #chunks: ChunkRows;
  readonly #chunkLength: number;
  #known: number;

  /** For stretches of a range of positions. */
  constructor(set: SubtractionSet, range: Range, threads: number) {
    const context = createKernelContext();
    this.#pool = new WorkerPool(context, BEGIN_WORK);
    this.#pool.grow(threads);
    this.#chunkLength = DYNAMIC_PROGRAMMING.chunkFor(range.stop, undefined);
    this.#chunks = DYNAMIC_PROGRAMMING.layOut(
      ...[context, threads, new Arena(context.memory, BASE)],
      ...[{ set, range }, Math.min(set.largest, range.stop), this.#chunkLength],
    );
    this.#known = this.#chunks.window.base;
  }

  /** All values below this are known, or out of reach. */
  get known(): number {
    return this.#known;
  }

  /** Ends the threads. */
  async end(): Promise<void> {
    await this.#pool.close();
  }

  /** Takes the next values. */
  append(values: Integers): void {
    this.#chunks.window.append(values);
    this.#known += values.length;
  }

  /** Marks a stretch, none of whose values is known, and asks from time to time for more of those below it by `learn`. */
  async mark(stretch: Range, learn: () => Promise<void>): Promise<MarkedStretch> {
    const lists = nothingLacking(lengthOf(stretch));
    const parts: MarkedTo[] = [];
    const step = Math.ceil(lengthOf(stretch) / TIMES_ASKED / this.#chunkLength) * this.#chunkLength;
    for (const part of cutAtMultiples(stretch, step)) {
      await learn();
      // Whoever has decided some of it needs nothing of this.
      if (this.#known > stretch.start) break;
      await this.#markPart(part, (at) => at - stretch.start, lists);
      // All options below this: those of a whole chunk lead below what is known.
      parts.push({ stop: part.stop, known: Math.max(0, this.#known - this.#chunkLength) });
    }
    return { lists, parts: [...parts, { stop: stretch.stop, known: 0 }] };
  }

  /** Lists one chunk while the threads mark the next. */
  async #markPart(part: Range, indexOf: (position: number) => number, lists: Lacking): Promise<void> {
    const chunks = this.#chunks;
    let filled: ChunkInRows | undefined;
    const list = (): void => {
      if (filled !== undefined) chunks.list(filled, lists, indexOf(filled.chunk.start));
    };
    for (const chunk of cutAtMultiples(part, this.#chunkLength)) {
      // No value comes in between, so rows stay as wide as they are.
      const { begun, job } = chunks.beginFrom(this.#known, chunk, filled)!;
      await this.#pool.run(job, list);
      filled = begun;
    }
    list();
  }
}
