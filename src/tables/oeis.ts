/** Terms of a sequence as the OEIS has them: with an index as a table, and as the DATA line of an entry. */
import { refuse } from '../common/errors.js';
import type { Batch, Table } from './table.js';

/** Characters that the DATA of an entry has at most. */
const LONGEST_DATA = 260;

/** Terms of a sequence that follow each other. */
export interface TermBatch {
  readonly terms: ArrayLike<number>;
  /** Indices that are left out before the first of them: there is no such term. */
  readonly skipped: number;
}

/** Terms with their indices, counted from `firstIndex`. */
export function termTable(terms: AsyncIterable<TermBatch>, firstIndex: number): Table {
  const batches = async function* (): AsyncGenerator<Batch> {
    let index = firstIndex;
    for await (const { terms: found, skipped } of terms) {
      index += skipped;
      checkIndex(index + Math.max(0, found.length - 1));
      yield { length: found.length, columns: [{ start: index }, Float64Array.from(found)] };
      index += found.length;
    }
  };
  const columns = [
    { name: 'index', type: 'int64' },
    { name: 'term', type: 'int64' },
  ] as const;
  return { columns, metadata: {}, batches };
}

/** Raises a usage error for an index that is no exact number. */
export function checkIndex(index: number): void {
  if (Number.isSafeInteger(index)) return;
  refuse(
    'The index {index} of a term is too large. Choose a smaller index for the first term, or fewer terms.',
    { index },
  );
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
      if (i === 0 && skipped > 0 && count > 0) {
        const gap = skipped === 1 ? 'A term is' : `${skipped} terms are`;
        refuse(
          '{missing} missing after the first {count}, and a line of data has no indices. Write a b-file, which has the terms that there are, each with its index.',
          { missing: gap, count },
        );
      }
      line = longer;
      count++;
    }
  }
  return line;
}
