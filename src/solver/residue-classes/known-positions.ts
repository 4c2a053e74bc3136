/**
 * The known positions of a run of the residue-class method: in the caller's store at first, then sorted into
 * classes, anew for each epoch. Separate because epochs come and go while what is known stays. Positions are
 * counted from `origin`, below which none is in reach.
 */
import { inOrder } from '../../common/ahead.js';
import { Arena } from '../../kernel/arena.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { onesOf } from '../../kernel/bitset.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { ClassStorage, type Bitmap, type StorageLayout } from './class-storage.js';
import type { KernelContext } from '../../kernel/context.js';
import type { ColdTask } from '../task/task.js';

/** Positions that are moved at a time: their 2 MiB of bits are read and sorted without leaving the cache. */
const WINDOW = 2 ** 24;
/** Windows that are read from the caller's store while one is sorted. */
const READ_AHEAD = 4;

/** The latest cold positions, increasing, and how many positions they were found among. */
export interface Sample {
  readonly cold: Float64Array;
  readonly sampled: number;
}

/** The cold positions below a rising bound. */
export class KnownPositions {
  readonly #context: KernelContext;
  readonly #task: ColdTask;
  readonly #origin: number;
  /** Where the storage begins in the memory. */
  readonly #base: number;
  #storage: ClassStorage | undefined;
  /** All positions below this are in the storage, or in the caller's store before there is one. */
  #stored: number;
  /** The latest chunk, when the classes had no room for it. */
  #leftover: { readonly range: Range; readonly first: number; readonly bits: Uint8Array } | undefined;

  constructor(context: KernelContext, task: ColdTask, origin: number, base: number) {
    this.#context = context;
    this.#task = task;
    this.#origin = origin;
    this.#base = base;
    this.#stored = task.range.start - origin;
  }

  /** At least `count` of the latest cold positions, or all there are. */
  async latest(count: number): Promise<Sample> {
    const found: Float64Array[] = [];
    let total = 0;
    let start = this.#stored;
    for (let length = 2 ** 16; total < count && start > 0; length = Math.min(2 * length, WINDOW)) {
      const window = { start: Math.max(0, start - length), stop: start };
      const { address, first } = await this.#read(window);
      const bits = this.#context.views().u8.subarray(address);
      const ones = onesOf(bits, window.stop - first, first);
      const cold = ones.subarray(lowerBound(ones, window.start));
      found.unshift(cold);
      total += cold.length;
      start = window.start;
      await this.#task.breathe();
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
   * room in the lists, by a growing factor, for as long as some list is too short.
   */
  async sort(layout: (slack: number) => StorageLayout): Promise<ClassStorage> {
    const begin = this.#storage?.end ?? this.#base;
    for (let slack = 1; ; slack *= 4) {
      const storage = new ClassStorage(this.#context, layout(slack), begin);
      const windows = cutAtMultiples({ start: 0, stop: this.#stored }, WINDOW);
      if (this.#storage === undefined) {
        for await (const [window, bits] of inOrder(windows, READ_AHEAD, (one) => this.#readLower(one))) {
          storage.add({ address: this.#copyIn(bits, storage.end), first: window.start }, window);
          await this.#task.breathe();
        }
      } else {
        for (const window of windows) {
          storage.add(this.#storage.read(window, new Arena(this.#context.memory, storage.end)), window);
          await this.#task.breathe();
        }
      }
      if (this.#leftover !== undefined) {
        const { range, first, bits } = this.#leftover;
        storage.add({ address: this.#copyIn(bits, storage.end), first }, range);
      }
      if (storage.overflowed) continue;
      storage.moveTo(this.#base);
      this.#storage = storage;
      this.#stored = this.#leftover?.range.stop ?? this.#stored;
      this.#leftover = undefined;
      return storage;
    }
  }

  /** Adds the chunk that follows. False when the classes had no room for it: then they must be sorted anew. */
  add(bitmap: Bitmap, chunk: Range): boolean {
    this.#storage!.add(bitmap, chunk);
    if (!this.#storage!.overflowed) {
      this.#stored = chunk.stop;
      return true;
    }
    const { address, first } = bitmap;
    const end = address + Math.ceil((chunk.stop - first) / 8);
    this.#leftover = { range: chunk, first, bits: this.#context.views().u8.slice(address, end) };
    return false;
  }

  /** The bits of a range below `stored`, in scratch space behind the storage. */
  async #read(range: Range): Promise<Bitmap> {
    if (this.#storage !== undefined) {
      return this.#storage.read(range, new Arena(this.#context.memory, this.#storage.end));
    }
    return { address: this.#copyIn(await this.#readLower(range), this.#base), first: range.start };
  }

  /** The bits of a range from the caller's store. */
  #readLower({ start, stop }: Range): Promise<Uint8Array> {
    return this.#task.readLower({ start: start + this.#origin, stop: stop + this.#origin });
  }

  /** Copies bits to address `scratch` or a little above; the last word is filled up with zeros. */
  #copyIn(bits: Uint8Array, scratch: number): number {
    const bytes = 8 * Math.ceil(bits.length / 8);
    const address = new Arena(this.#context.memory, scratch).take(bytes);
    const { u8 } = this.#context.views();
    u8.set(bits, address);
    u8.fill(0, address + bits.length, address + bytes);
    return address;
  }
}
