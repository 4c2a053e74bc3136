/** Numbers from stdin, one a line, in batches as they arrive: a pipe gives thousands at a time, a person one. */
import { withBoundedLines } from './bounded-lines.js';
import { numberFrom } from '../../words/numbers.js';

/** Positions go to 2^53 - 2: a larger number would be refused with all that came with it. */
const parsePosition = numberFrom(0, Number.MAX_SAFE_INTEGER - 1, '2^53 - 2');

const LINE_FEED = 10;
/** More digits than this may not be added up in floating point without rounding. */
const SAFE_DIGITS = 15;

/**
 * The numbers of each chunk of bytes. Blank lines and what follows # are passed over. Raises a usage error that names a line,
 * after the numbers before it.
 */
async function* numbersOf(
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Float64Array, void, undefined> {
  const lines = new LineNumbers();
  for await (const chunk of withBoundedLines(input)) {
    const batch = lines.take(chunk);
    if (batch.length > 0) yield batch;
    lines.throwIfWrong();
  }
  const rest = lines.end();
  if (rest.length > 0) yield rest;
  lines.throwIfWrong();
}

/** Numbers from stdin. */
export function numbersFromStdin(): AsyncGenerator<Float64Array, void, undefined> {
  return numbersOf(process.stdin);
}

/** Whether stdin is a terminal, where somebody should be told that it is read. */
export function isInputOnTerminal(): boolean {
  return process.stdin.isTTY;
}

/** Turns bytes into the numbers of their lines; a line may be spread over chunks. */
class LineNumbers {
  #line = 0;
  #open = Buffer.alloc(0);
  /** What is wrong with the first line that is no number; nothing behind it is read. */
  #problem: Error | undefined;

  take(chunk: Uint8Array): Float64Array {
    const last = chunk.lastIndexOf(LINE_FEED);
    if (last === -1) {
      this.#open = Buffer.concat([this.#open, chunk]);
      return new Float64Array(0);
    }
    const whole =
      this.#open.length === 0
        ? chunk.subarray(0, last + 1)
        : Buffer.concat([this.#open, chunk.subarray(0, last + 1)]);
    this.#open = Buffer.from(chunk.subarray(last + 1));
    return this.#read(whole);
  }

  end(): Float64Array {
    return this.#open.length === 0
      ? new Float64Array(0)
      : this.#read(Buffer.concat([this.#open, Buffer.from('\n')]));
  }

  throwIfWrong(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }

  #read(bytes: Uint8Array): Float64Array {
    const numbers = new Float64Array((bytes.length >> 1) + 1);
    let count = 0;
    let start = 0;
    let value = 0;
    let isPlain = true;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte !== LINE_FEED) {
        const digit = byte - 48;
        if (digit >= 0 && digit <= 9) value = 10 * value + digit;
        else isPlain = false;
        continue;
      }
      this.#line++;
      const length = i - start;
      if (isPlain && length > 0 && length <= SAFE_DIGITS) numbers[count++] = value;
      else {
        const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, length)
          .toString()
          .replace(/#.*/, '')
          .trim();
        try {
          if (text !== '') {
            numbers[count] = parsePosition(text, `stdin, line ${this.#line}`);
            count++;
          }
        } catch (error) {
          this.#problem = error as Error;
          break;
        }
      }
      start = i + 1;
      value = 0;
      isPlain = true;
    }
    return numbers.subarray(0, count);
  }
}
