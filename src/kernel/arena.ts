/**
 * Space in a kernel memory, handed out from low addresses to high and taken back all at once. The memory grows as
 * needed and never shrinks.
 */
import { TakeawayError } from '../common/errors.js';
import { platform } from '../platform/platform.js';
import type { KernelMemory } from './kernels.js';
import { Space } from './space.js';

/** All addresses handed out are multiples of this: a cache line. */
const ALIGNMENT = 64;
export const PAGE_BYTES = 2 ** 16;
/** One past the last address that is handed out: what ends at 2^32 would end at address 0. */
export const MAX_BYTES = platform.mostPages * PAGE_BYTES - ALIGNMENT;

/** Raised where more is asked for than a memory has, at most what 32 bits can address. */
export class OutOfKernelMemory extends TakeawayError {
  constructor(bytes: number) {
    const facts = { bytes, most: MAX_BYTES };
    super(
      'usage',
      'This takes {bytes} bytes of memory, and kernels can have {most}. Solve a shorter range, or choose another method.',
      facts,
    );
  }
}

/** What V8 says where there is not enough memory. Any other RangeError is a slip of ours. */
const ALLOCATION_FAILURE =
  /^(Invalid typed array length|Array buffer allocation failed|Invalid array buffer length|WebAssembly\.Memory\.grow)/;

/** Whether work needs more memory than there is: an array that does not fit, or more than the kernels can have. */
export function isOutOfMemory(error: unknown): error is Error {
  if (error instanceof OutOfKernelMemory) return true;
  return error instanceof RangeError && ALLOCATION_FAILURE.test(error.message);
}

/** Bytes in whole cache lines: all spaces begin at one. */
export function inLines(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** One past the highest address that was handed out of a memory; absent where none was. */
const highest = new WeakMap<KernelMemory, number>();

/** Clears all that arenas have handed out of a memory. */
export function clearMemory(memory: KernelMemory): void {
  new Space(memory, 0, highest.get(memory) ?? 0).clear();
  highest.delete(memory);
}

/** Hands out space of `memory` from address `next` on. */
export class Arena {
  readonly #memory: KernelMemory;
  #next: number;

  constructor(memory: KernelMemory, next: number) {
    this.#memory = memory;
    this.#next = inLines(next);
  }

  /** The first address that is not handed out. */
  get next(): number {
    return this.#next;
  }

  /** Space of `bytes`, whose content is whatever was there. Raises past MAX_BYTES. */
  take(bytes: number): Space {
    const address = this.#next;
    this.#next = inLines(address + bytes);
    const missing = this.#next - this.#memory.buffer.byteLength;
    if (missing > 0) {
      if (this.#next > MAX_BYTES) {
        throw new OutOfKernelMemory(this.#next);
      }
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    }
    if (this.#next > (highest.get(this.#memory) ?? 0)) highest.set(this.#memory, this.#next);
    return new Space(this.#memory, address, bytes);
  }
}
