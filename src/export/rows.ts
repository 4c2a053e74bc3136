/**
 * A stretch of values on its way out, and text made of it fast. Separate from the formats, which all print
 * positions and values as decimal digits.
 */
import type { ColumnValues } from '../columnar/layout.js';
import type { Range } from '../common/range.js';

/** Values of consecutive positions. */
export interface Rows extends Range {
  readonly values: ColumnValues;
}

/** Bytes of text gathered before they are handed on. */
const BUFFER_BYTES = 1 << 18;
/** The longest line: two numbers of 16 digits, and the names of columns in JSON. */
const LONGEST_LINE = 80;

/** Gathers lines of decimal numbers and words, as ASCII. */
export class LineBuffer {
  #bytes = new Uint8Array(BUFFER_BYTES);
  #length = 0;

  /** Whether the next line may not fit: take what is there first. */
  get isFull(): boolean {
    return this.#length + LONGEST_LINE > BUFFER_BYTES;
  }

  /** Appends a whole number, 0 to 2^53 - 1. */
  number(value: number): void {
    const bytes = this.#bytes;
    let start = this.#length;
    // The lower nine digits fit an integer of the machine; what is above them is printed first.
    if (value >= 1e9) {
      const high = Math.floor(value / 1e9);
      this.number(high);
      start = this.#length;
      let low = (value - high * 1e9) | 0;
      for (let i = start + 8; i >= start; i--) {
        const tenth = (low / 10) | 0;
        bytes[i] = 48 + low - tenth * 10;
        low = tenth;
      }
      this.#length = start + 9;
      return;
    }
    let rest = value | 0;
    let end = start + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    this.#length = end;
    do {
      const tenth = (rest / 10) | 0;
      bytes[--end] = 48 + rest - tenth * 10;
      rest = tenth;
    } while (end > start);
  }

  /** Appends an ASCII string. */
  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** Takes everything gathered. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(BUFFER_BYTES);
    this.#length = 0;
    return taken;
  }
}
