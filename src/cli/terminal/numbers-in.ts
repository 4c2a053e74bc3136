/** Numbers and texts from stdin. Numbers come in batches as they arrive: a pipe gives thousands at a time, a person one. */
import { textsIn } from '../../rim.js';
import { numberFrom } from '../../words/numbers.js';
import { lineBatches } from './lines.js';

/** Stands for stdin among arguments. */
export const STDIN = '-';

/** Reads up to 2^53 - 2, as a query with a larger position would refuse its whole batch. */
const parsePosition = numberFrom(0, Number.MAX_SAFE_INTEGER - 1, '2^53 - 2');

/** Digits of a number below 2^53. */
const PLAIN = /^\d{1,15}$/;

/** Yields numbers from stdin, without comments after #. Raises a usage error that names the line, after the numbers before it. */
export async function* numbersFromStdin(): AsyncGenerator<Float64Array, void, undefined> {
  let line = 0;
  for await (const lines of lineBatches(process.stdin)) {
    const numbers = new Float64Array(lines.length);
    let count = 0;
    let problem: Error | undefined;
    for (const written of lines) {
      line++;
      if (PLAIN.test(written)) {
        numbers[count++] = Number(written);
        continue;
      }
      const text = written.replace(/#.*/, '').trim();
      if (text === '') continue;
      try {
        numbers[count] = parsePosition(text, `stdin, line ${line}`);
        count++;
      } catch (error) {
        problem = error as Error;
        break;
      }
    }
    if (count > 0) yield numbers.subarray(0, count);
    if (problem !== undefined) throw problem;
  }
}

/** Returns the lines of stdin, without comments (from `#` on) and empty ones. */
export async function textsFromStdin(): Promise<string[]> {
  const texts: string[] = [];
  for await (const lines of lineBatches(process.stdin)) texts.push(...textsIn(lines, 'stdin'));
  return texts;
}

export function isInputOnTerminal(): boolean {
  return process.stdin.isTTY;
}
