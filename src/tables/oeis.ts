/** Terms of a sequence in OEIS form: a table with indices, and the DATA line of an entry. */
import { refuse } from '../common/errors.js';
import type { Batch, Table } from './table.js';

const MAX_DATA_CHARACTERS = 260;

export interface TermBatch {
  readonly terms: ArrayLike<number>;
  /** The number of missing terms before the first. */
  readonly skipped: number;
}

/** A table of terms with their indices from `firstIndex` on. */
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
 * Writes the first terms of a sequence on one line, up to 260 characters as in an entry, and at most `most`. Raises a usage
 * error if a term in between is missing, as a line has no indices.
 */
export async function dataLine(batches: AsyncIterable<TermBatch>, most = Infinity): Promise<string> {
  let line = '';
  let count = 0;
  for await (const { terms, skipped } of batches) {
    for (let i = 0; i < terms.length; i++) {
      const longer = line === '' ? String(terms[i]) : `${line}, ${terms[i]}`;
      if (longer.length > MAX_DATA_CHARACTERS || count === most) return line;
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
