/**
 * The known positions of a run of the residue-class method: in the caller's store at first, then sorted into classes,
 * anew for each epoch. Positions are counted from `origin`, below which none is in reach.
 */
import { inOrder } from '../../common/ahead.js';
import { Arena, OutOfKernelMemory } from '../../kernel/arena.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { onesOf } from '../../kernel/bitset.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { ClassStorage, type Bitmap } from './class-storage.js';
import { MOVED, storageBytes, type StorageLayout } from './storage-layout.js';
import type { KernelContext } from '../../kernel/context.js';
import type { ColdTask } from '../task/task.js';

/** Windows that are read from the caller's store while one is sorted. */
const READ_AHEAD = 4;

/** Positions that are sampled at least, or all there are. */
const LEAST_SAMPLED = 2 ** 16;

/** The latest cold positions, increasing, and how many positions they were found among. */
export interface Sample {
  readonly cold: Float64Array;
  readonly sampled: number;
}

/** Where they lie in the memory: no bitset may have address 0. */
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

/** Where known positions come from: a task's range begins where they end. */
export interface KnownSource extends Pick<ColdTask, 'range' | 'readLower' | 'breathe'> {
  /** One past the last position that can be read by now. */
  readonly readableBelow: () => number;
}

/** The cold positions below a rising bound. */
export class KnownPositions {
  readonly #context: KernelContext;
  readonly #source: KnownSource;
  readonly #origin: number;
  #storage: ClassStorage | undefined;
  /** All positions below this are in the storage, or in the caller's store before there is one. */
  #stored: number;
  /** Those from there on, in increasing order: the latest chunk, when the classes had no room for it. */
  #kept: readonly KeptPart[] = [];

  /** Those below `source.range`, counted from `origin`. */
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

  /** Whether the classes had no room for the latest chunk: then they must be sorted anew before another is added. */
  get overflowed(): boolean {
    return this.#kept.length > 0;
  }

  /**
   * At least `count` of the latest cold positions, or all in the latest half of those known: which classes are dense changes as
   * positions grow. Those of an overflow are left out. Memory from address `scratch` on is written over, or that behind the storage.
   */
  async latest(count: number, scratch = this.#storage?.end ?? BASE): Promise<Sample> {
    const found: Float64Array[] = [];
    let total = 0;
    let start = this.#stored;
    const oldest = Math.max(0, Math.min(start - LEAST_SAMPLED, Math.floor(start / 2)));
    for (let length = LEAST_SAMPLED; total < count && start > oldest; length = Math.min(2 * length, MOVED)) {
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
   * Sorts everything into the classes of a new layout and returns their storage. `layout` is asked for more
   * room in the lists, by a growing factor, for as long as some list is too short. Where old classes and new ones do not fit into
   * `memory` bytes together, the old ones are left and all is read from the caller's store again.
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

  /** Adds the chunk that follows; `overflowed` then tells whether there was room for it. */
  add(bitmap: Bitmap, chunk: Range): void {
    this.#storage!.add(bitmap, chunk);
    if (!this.#storage!.overflowed) {
      this.#stored = chunk.stop;
      return;
    }
    const { space, first } = bitmap;
    this.#kept = [{ range: chunk, first, bits: space.u8.slice(0, Math.ceil((chunk.stop - first) / 8)) }];
  }

  /** Leaves the classes, and keeps of them what cannot be read from the caller's store. */
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

  /** Everything that is known from `start` on, in increasing order; each bitmap is at address `scratch` until the next. */
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

  /** The bits of a range below `stored`, at address `scratch` or a little above. */
  async #read(range: Range, scratch: number): Promise<Bitmap> {
    if (this.#storage === undefined) {
      return this.#copyIn(await this.#readLower(range), range.start, scratch);
    }
    return this.#storage.read(range, new Arena(this.#context.memory, scratch));
  }

  /** The bits of a range from the caller's store. */
  #readLower({ start, stop }: Range): Promise<Uint8Array> {
    return this.#source.readLower({ start: start + this.#origin, stop: stop + this.#origin });
  }

  /** Copies bits to address `scratch` or a little above; the last word is filled up with zeros. */
  #copyIn(bits: Uint8Array, first: number, scratch: number): Bitmap {
    const space = new Arena(this.#context.memory, scratch).take(8 * Math.ceil(bits.length / 8));
    space.u8.set(bits);
    space.clear(bits.length);
    return { space, first };
  }
}
