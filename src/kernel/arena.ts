/** An arena in a kernel memory: allocates upwards and frees all at once. The memory grows as needed and never shrinks. */
import { TakeawayError } from '../common/errors.js';
import { platform } from '../platform/platform.js';
import type { KernelMemory } from './kernels.js';
import { Space } from './space.js';

/** Every allocation begins at a multiple of this: a cache line. */
const ALIGNMENT = 64;
export const PAGE_BYTES = 2 ** 16;
/** End of the allocatable addresses: a space that ended at 2^32 would end at address 0. */
export const MAX_BYTES = platform.mostPages * PAGE_BYTES - ALIGNMENT;

/** An allocation past MAX_BYTES, the limit of 32-bit addresses. */
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

/** V8's messages for failed allocations. Any other RangeError is a programming error. */
const ALLOCATION_FAILURE =
  /^(Invalid typed array length|Array buffer allocation failed|Invalid array buffer length|WebAssembly\.Memory\.grow)/;

/** Whether work ran out of memory: an array was not allocated, or the kernels would need more than MAX_BYTES. */
export function isOutOfMemory(error: unknown): error is Error {
  if (error instanceof OutOfKernelMemory) return true;
  return error instanceof RangeError && ALLOCATION_FAILURE.test(error.message);
}

/** Rounds bytes up to whole cache lines. */
export function inLines(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** End of the highest allocation in each memory; absent if there was none. */
const highest = new WeakMap<KernelMemory, number>();

/** Zeros everything that arenas have allocated in a memory. */
export function clearMemory(memory: KernelMemory): void {
  new Space(memory, 0, highest.get(memory) ?? 0).clear();
  highest.delete(memory);
}

export class Arena {
  readonly #memory: KernelMemory;
  #next: number;

  constructor(memory: KernelMemory, next: number) {
    this.#memory = memory;
    this.#next = inLines(next);
  }

  /** First unallocated address. */
  get next(): number {
    return this.#next;
  }

  /** Allocates `bytes` bytes of undefined content. Raises OutOfKernelMemory past MAX_BYTES. */
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
