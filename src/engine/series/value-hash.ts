/** The hash of values: of what is stored, of what proves a period, and of what states come to. */
import { integersOf, type ColumnValues } from '../../columnar/layout.js';
import { copyBits } from '../../kernel/bitset.js';
import { platform } from '../../platform/platform.js';
import { createIntegers } from '../../solver/task/integers.js';

/**
 * SHA-256 of values that are added in order, in whatever pieces: cold as packed bits from bit 0, least significant first; other values
 * as little-endian 16-bit integers, 32-bit if the largest needs it.
 */
export class ValueHash {
  readonly #hash = platform.hash();
  readonly #largest: number;
  /** Bits that do not fill a byte yet. */
  #rest = 0;
  #bits = 0;

  /** `largest` is at least the largest of all values that are added. */
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

  /** Returns the hash of all values; nothing can be added any more. */
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
