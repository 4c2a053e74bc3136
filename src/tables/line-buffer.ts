/** Lines of integers as ASCII, in one buffer, without a string per number. */
import { putNumber } from '../common/whole-number.js';

/** Bytes of text gathered before they are passed on. */
const BUFFER_BYTES = 1 << 18;
/** Includes a sign; `false` is shorter. */
const MAX_NUMBER_BYTES = 17;
const BLANK = 32;
const [FALSE, TRUE] = ['false', 'true'].map((word) => new TextEncoder().encode(word));

/** A column of integers, and the text before each. */
export interface NumberColumn {
  readonly before: Uint8Array;
  readonly values: Float64Array;
  /** Whether 1 is written as `true` and 0 as `false`. */
  readonly areBits: boolean;
  /** Bytes to which blanks pad a value: before numbers, after bits. Default 0. */
  readonly width?: number;
}

export class LineBuffer {
  #bytes = new Uint8Array(BUFFER_BYTES);
  #length = 0;

  /** Appends the lines of the rows from `row` to `stop` while there is room, and returns the first row that is left. */
  append(columns: readonly NumberColumn[], end: Uint8Array, row: number, stop: number): number {
    const bytes = this.#bytes;
    const longest = columns.reduce(
      (sum, { before, width = 0 }) => sum + before.length + Math.max(width, MAX_NUMBER_BYTES),
      end.length,
    );
    const full = BUFFER_BYTES - longest;
    let at = this.#length;
    let next = row;
    for (; next < stop && at <= full; next++) {
      for (let i = 0; i < columns.length; i++) {
        const { before, values, areBits, width = 0 } = columns[i];
        at = putBytes(bytes, at, before);
        const value = values[next];
        const stop = at + width;
        if (areBits) at = putBytes(bytes, at, value === 1 ? TRUE : FALSE);
        else at = putNumber(bytes, width === 0 ? at : putBlanks(bytes, at, stop - lengthOf(value)), value);
        if (at < stop) at = putBlanks(bytes, at, stop);
      }
      at = putBytes(bytes, at, end);
    }
    this.#length = at;
    return next;
  }

  /** Returns and removes the gathered bytes. */
  take(): Uint8Array {
    if (this.#length === 0) return new Uint8Array(0);
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(BUFFER_BYTES);
    this.#length = 0;
    return taken;
  }
}

function putBytes(bytes: Uint8Array, at: number, text: Uint8Array): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text[i];
  return at + text.length;
}

/** Puts blanks up to `stop` and returns their end. */
function putBlanks(bytes: Uint8Array, at: number, stop: number): number {
  let next = at;
  while (next < stop) bytes[next++] = BLANK;
  return next;
}

function lengthOf(value: number): number {
  let length = value < 0 ? 2 : 1;
  for (let rest = Math.abs(value); rest >= 10; rest = Math.floor(rest / 10)) length++;
  return length;
}
