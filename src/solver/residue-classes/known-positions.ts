/** The known positions in reach, from `origin` on: at first in the caller's store, then in classes, sorted anew each epoch. */
import { inOrder } from '../../common/ahead.js';
import { Arena, OutOfKernelMemory } from '../../kernel/arena.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { onesOf } from '../../kernel/bitset.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { ClassStorage, type Bitmap } from './class-storage.js';
import { MOVED, storageBytes, type StorageLayout } from './storage-layout.js';
import type { KernelContext } from '../../kernel/context.js';
import type { ColdTask } from '../task/task.js';

/** Windows read from the caller's store while one is sorted. */
const READ_AHEAD = 4;

/** Minimum number of positions sampled, or all there are. */
const MIN_SAMPLED = 2 ** 16;

/** The latest cold positions, increasing, and the number of positions they were found among. */
export interface Sample {
  readonly cold: Float64Array;
  readonly sampled: number;
}

/** Address of the storage: no bitset may have address 0. */
const BASE = 64;

/** Known positions of a range, as ones of a bitmap. */
interface Part {
  readonly range: Range;
  readonly bitmap: Bitmap;
}

/** The same outside the kernels' memory; bit 0 is position `first`. */
interface KeptPart {
  readonly range: Range;
  readonly first: number;
  readonly bits: Uint8Array;
}

/** Source of known positions, which end where a task's range begins. */
export interface KnownSource extends Pick<ColdTask, 'range' | 'readLower' | 'breathe'> {
  /** End of the positions that can be read by now. */
  readonly readableBelow: () => number;
}

/** The cold positions below a rising bound. */
export class KnownPositions {
  readonly #context: KernelContext;
  readonly #source: KnownSource;
  readonly #origin: number;
  #storage: ClassStorage | undefined;
  /** All positions below this are in the storage or, before there is one, in the caller's store. */
  #stored: number;
  /** The known positions from there on, increasing, such as the latest chunk if the classes had no room for it. */
  #kept: readonly KeptPart[] = [];

  /** Starts with the positions below `source.range`, counted from `origin`. */
  constructor(context: KernelContext, source: KnownSource, origin: number) {
    this.#context = context;
    this.#source = source;
    this.#origin = origin;
    this.#stored = source.range.start - origin;
  }

  /** Every position below this is known. */
  get end(): number {
    return this.#kept.at(-1)?.range.stop ?? this.#stored;
  }

  /** Whether the classes had no room for the latest chunk and must be sorted anew before another is added. */
  get overflowed(): boolean {
    return this.#kept.length > 0;
  }

  /**
   * At least `count` of the latest cold positions, or all in the latest half of those known, as dense classes change with growing
   * positions. Leaves out those of an overflow. Overwrites memory from address `scratch` on, by default behind the storage.
   */
  async latest(count: number, scratch = this.#storage?.end ?? BASE): Promise<Sample> {
    const found: Float64Array[] = [];
    let total = 0;
    let start = this.#stored;
    const oldest = Math.max(0, Math.min(start - MIN_SAMPLED, Math.floor(start / 2)));
    for (let length = MIN_SAMPLED; total < count && start > oldest; length = Math.min(2 * length, MOVED)) {
      const window = { start: Math.max(oldest, start - length), stop: start };
      const { space, first } = await this.#read(window, scratch);
      const ones = onesOf(space.u8, window.stop - first, first);
      const cold = ones.subarray(lowerBound(ones, window.start));
      found.unshift(cold);
      total += cold.length;
      start = window.start;
      await this.#source.breathe();
    }
    const cold = new Float64Array(total);
    let filled = 0;
    for (const part of found) {
      cold.set(part, filled);
      filled += part.length;
    }
    return { cold, sampled: this.#stored - start };
  }

  /**
   * Sorts everything into the classes of a new layout and returns their storage. Asks `layout` for more room in the lists, by a
   * growing factor, while some list is too short. If old and new classes do not fit into `memory` bytes together, drops the old
   * ones and reads everything from the caller's store again.
   */
  async sort(layout: (slack: number) => StorageLayout, memory: number): Promise<ClassStorage> {
    for (let slack = 1; ; slack *= 4) {
      const wanted = layout(slack);
      const scratch = Math.max(MOVED / 4, ...this.#kept.map(({ bits }) => bits.length + 8));
      const bytes = storageBytes(wanted) + scratch;
      if (this.#storage !== undefined && this.#storage.end + bytes > memory) this.#leave(this.#storage);
      const begin = this.#storage?.end ?? BASE;
      if (begin + bytes > memory) throw new OutOfKernelMemory(begin + bytes);
      const storage = new ClassStorage(this.#context, wanted, begin);
      const isCopied = this.#storage?.modulus === storage.modulus;
      if (isCopied) await storage.copy(this.#storage!, this.#stored, () => this.#source.breathe());
      for await (const { range, bitmap } of this.#parts(isCopied ? this.#stored : 0, storage.end)) {
        storage.add(bitmap, range);
        await this.#source.breathe();
      }
      if (storage.overflowed) continue;
      storage.moveTo(BASE);
      this.#stored = this.end;
      this.#kept = [];
      this.#storage = storage;
      return storage;
    }
  }

  /** Adds the next chunk; `overflowed` then tells whether there was room for it. */
  add(bitmap: Bitmap, chunk: Range): void {
    this.#storage!.add(bitmap, chunk);
    if (!this.#storage!.overflowed) {
      this.#stored = chunk.stop;
      return;
    }
    const { space, first } = bitmap;
    this.#kept = [{ range: chunk, first, bits: space.u8.slice(0, Math.ceil((chunk.stop - first) / 8)) }];
  }

  /** Drops the classes, and keeps only positions that the caller's store lacks. */
  #leave(storage: ClassStorage): void {
    const readable = Math.min(this.#stored, this.#source.readableBelow() - this.#origin);
    const unread = [...cutAtMultiples({ start: readable, stop: this.#stored }, MOVED)].map((range) => {
      const { space, first } = storage.read(range, new Arena(this.#context.memory, storage.end));
      return { range, first, bits: space.u8.slice() };
    });
    this.#kept = [...unread, ...this.#kept];
    this.#stored = readable;
    this.#storage = undefined;
  }

  /** Yields everything known from `start` on, increasing; each bitmap is at address `scratch` until the next. */
  async *#parts(start: number, scratch: number): AsyncGenerator<Part, void, undefined> {
    const windows = cutAtMultiples({ start, stop: this.#stored }, MOVED);
    if (this.#storage === undefined) {
      for await (const [range, bits] of inOrder(windows, READ_AHEAD, (one) => this.#readLower(one))) {
        yield { range, bitmap: this.#copyIn(bits, range.start, scratch) };
      }
    } else {
      for (const range of windows) {
        yield { range, bitmap: this.#storage.read(range, new Arena(this.#context.memory, scratch)) };
      }
    }
    for (const { range, first, bits } of this.#kept) {
      yield { range, bitmap: this.#copyIn(bits, first, scratch) };
    }
  }

  /** The bits of a range below `stored`, at address `scratch` or slightly above. */
  async #read(range: Range, scratch: number): Promise<Bitmap> {
    if (this.#storage === undefined) {
      return this.#copyIn(await this.#readLower(range), range.start, scratch);
    }
    return this.#storage.read(range, new Arena(this.#context.memory, scratch));
  }

  #readLower({ start, stop }: Range): Promise<Uint8Array> {
    return this.#source.readLower({ start: start + this.#origin, stop: stop + this.#origin });
  }

  /** Copies bits to address `scratch` or slightly above, and fills the last word up with zeros. */
  #copyIn(bits: Uint8Array, first: number, scratch: number): Bitmap {
    const space = new Arena(this.#context.memory, scratch).take(8 * Math.ceil(bits.length / 8));
    space.u8.set(bits);
    space.clear(bits.length);
    return { space, first };
  }
}
