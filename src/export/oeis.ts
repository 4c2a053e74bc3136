/**
 * The texts of the OEIS: b-files (oeis.org/SubmitB.html) and the DATA line of an entry. Separate from the formats of
 * ranges, because these have terms with an index.
 */
import { LineBuffer } from './rows.js';

/** Characters that the DATA of an entry has at most. */
const LONGEST_DATA = 260;

/** A b-file: comments, then lines `index term`, counted from `firstIndex`. Memory does not grow with the terms. */
export async function* toBFile(
  terms: AsyncIterable<ArrayLike<number>>,
  firstIndex: number,
  comments: readonly string[] = [],
): AsyncGenerator<Uint8Array> {
  if (comments.length > 0) yield new TextEncoder().encode(comments.map((line) => `# ${line}\n`).join(''));
  const buffer = new LineBuffer();
  let index = firstIndex;
  for await (const batch of terms) {
    for (let i = 0; i < batch.length; i++) {
      if (buffer.isFull) yield buffer.take();
      if (index < 0) buffer.ascii('-');
      buffer.number(Math.abs(index++));
      buffer.ascii(' ');
      buffer.number(batch[i]);
      buffer.ascii('\n');
    }
  }
  yield buffer.take();
}

/** The first terms of a sequence on one line, as many as an entry has: up to 260 characters, or `most` of them. */
export async function dataLine(terms: AsyncIterable<ArrayLike<number>>, most = Infinity): Promise<string> {
  let line = '';
  let count = 0;
  for await (const batch of terms) {
    for (let i = 0; i < batch.length; i++) {
      const longer = line === '' ? String(batch[i]) : `${line}, ${batch[i]}`;
      if (longer.length > LONGEST_DATA || count === most) return line;
      line = longer;
      count++;
    }
  }
  return line;
}
