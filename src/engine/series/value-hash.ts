/** Hashes of values: stored ones, those that prove a period, and those computed from states. */
import { integersOf, type ColumnValues } from '../../columnar/layout.js';
import { copyBits } from '../../kernel/bitset.js';
import { platform } from '../../platform/platform.js';
import { createIntegers } from '../../solver/task/integers.js';

/**
 * SHA-256 of values, added in order in pieces of any length: cold as packed bits from bit 0, least significant first; others as
 * little-endian 16-bit integers, or 32-bit if the largest needs it.
 */
export class ValueHash {
  readonly #hash = platform.hash();
  readonly #largest: number;
  /** Bits of an incomplete byte. */
  #rest = 0;
  #bits = 0;

  /** `largest` is an upper bound of all values. */
  constructor(largest = 0) {
    this.#largest = Math.max(0xffff, largest);
  }

  add(values: ColumnValues): void {
    if (values.width === 1) {
      this.#addBits(values);
      return;
    }
    const widened = createIntegers(values.length, this.#largest);
    widened.set(integersOf(values));
    this.#hash.update(new Uint8Array(widened.buffer));
  }

  /** Returns the hash of all values. Nothing can be added afterwards. */
  hex(): string {
    if (this.#bits > 0) this.#hash.update(Uint8Array.of(this.#rest));
    return this.#hash.hex();
  }

  #addBits({ bytes, length }: ColumnValues): void {
    const bits = this.#bits + length;
    const joined = new Uint8Array(Math.ceil(bits / 8));
    joined[0] = this.#rest;
    copyBits(bytes, 0, joined, this.#bits, length);
    const whole = Math.floor(bits / 8);
    this.#hash.update(joined.subarray(0, whole));
    this.#bits = bits % 8;
    this.#rest = this.#bits === 0 ? 0 : joined[whole];
  }
}
