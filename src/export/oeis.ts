/**
 * The texts of the OEIS: b-files (oeis.org/SubmitB.html) and the DATA line of an entry. Separate from the formats of
 * ranges, because these have terms with an index.
 */
import { usageError, type TakeawayError } from '../common/errors.js';
import { LineBuffer } from './rows.js';

/** Characters that the DATA of an entry has at most. */
const LONGEST_DATA = 260;

/** Terms of a sequence that follow each other. */
export interface TermBatch {
  readonly terms: ArrayLike<number>;
  /** Indices that are left out before the first of them: there is no such term. */
  readonly skipped: number;
}

/** A b-file: comments, then lines `index term`, counted from `firstIndex`. Memory does not grow with the terms. */
export async function* toBFile(
  batches: AsyncIterable<TermBatch>,
  firstIndex: number,
  comments: readonly string[] = [],
): AsyncGenerator<Uint8Array> {
  if (comments.length > 0) yield new TextEncoder().encode(comments.map((line) => `# ${line}\n`).join(''));
  const buffer = new LineBuffer();
  let index = firstIndex;
  for await (const { terms, skipped } of batches) {
    index += skipped;
    checkIndex(index + Math.max(0, terms.length - 1));
    for (let i = 0; i < terms.length; i++) {
      if (buffer.isFull) yield buffer.take();
      if (index < 0) buffer.ascii('-');
      buffer.number(Math.abs(index++));
      buffer.ascii(' ');
      buffer.number(terms[i]);
      buffer.ascii('\n');
    }
  }
  yield buffer.take();
}

/** Raises a usage error for an index that is no exact number. */
export function checkIndex(index: number): void {
  if (Number.isSafeInteger(index)) return;
  throw usageError({
    subject: 'The index of a term',
    expected: 'an integer of at most 2^53 - 1',
    found: String(index),
    help: 'Choose a smaller index for the first term, or fewer terms.',
  });
}

/**
 * The first terms of a sequence on one line, as many as an entry has: up to 260 characters, or `most` of them. Raises a
 * usage error where a term is missing between, as a line has no indices.
 */
export async function dataLine(batches: AsyncIterable<TermBatch>, most = Infinity): Promise<string> {
  let line = '';
  let count = 0;
  for await (const { terms, skipped } of batches) {
    for (let i = 0; i < terms.length; i++) {
      const longer = line === '' ? String(terms[i]) : `${line}, ${terms[i]}`;
      if (longer.length > LONGEST_DATA || count === most) return line;
      if (i === 0 && skipped > 0 && count > 0) throw missing(count, skipped);
      line = longer;
      count++;
    }
  }
  return line;
}

function missing(count: number, skipped: number): TakeawayError {
  return usageError({
    subject: 'A line of data',
    expected: 'terms without a gap, as it has no indices',
    found: `${skipped === 1 ? 'a term' : `${skipped} terms`} missing after the first ${count}`,
    help: 'A b-file has the terms that there are, each with its index.',
  });
}
