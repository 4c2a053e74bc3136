/**
 * A part of a kernel memory, and views of exactly that part. Shared memories grow but never move, so these views stay valid. A
 * view of a whole memory would end where the memory ended when it was made, and drop writes beyond.
 */
import type { KernelMemory } from './kernels.js';

export class Space {
  readonly address: number;
  readonly bytes: number;
  readonly #buffer: SharedArrayBuffer;
  #u8: Uint8Array | undefined;
  #u16: Uint16Array | undefined;
  #u32: Uint32Array | undefined;

  /** Raises a RangeError if the memory lacks this space. */
  constructor(memory: KernelMemory, address: number, bytes: number) {
    // Another thread may just have grown the memory, so its buffer is read once.
    this.#buffer = memory.buffer;
    if (address + bytes > this.#buffer.byteLength) {
      throw new RangeError(
        `no space for ${bytes} bytes at ${address} in a memory of ${this.#buffer.byteLength}`,
      );
    }
    this.address = address;
    this.bytes = bytes;
  }

  get u8(): Uint8Array {
    return (this.#u8 ??= new Uint8Array(this.#buffer, this.address, this.bytes));
  }

  /** Raises a RangeError unless the address is a multiple of 2; `u32` unless it is one of 4. */
  get u16(): Uint16Array {
    return (this.#u16 ??= new Uint16Array(this.#buffer, this.address, Math.floor(this.bytes / 2)));
  }

  get u32(): Uint32Array {
    return (this.#u32 ??= new Uint32Array(this.#buffer, this.address, Math.floor(this.bytes / 4)));
  }

  /**
   * Zeros the bytes from `from` on, eight at a time: shared memory is filled element by element, so single bytes take eight
   * times as long. Raises a RangeError unless the address is a multiple of 8.
   */
  clear(from = 0): this {
    const words = new Float64Array(this.#buffer, this.address, Math.floor(this.bytes / 8));
    const first = Math.min(words.length, Math.ceil(from / 8));
    words.fill(0, first);
    this.u8.fill(0, from, 8 * first);
    this.u8.fill(0, Math.max(from, 8 * words.length));
    return this;
  }
}
