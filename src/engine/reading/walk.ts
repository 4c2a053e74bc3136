/** Walks through ranges that can be watched and stopped. */
import { lengthOf, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { ReadingOptions } from '../series/options.js';

/** Yields the pieces of a range, each when it is due. */
export type Walk = (pieces: Iterable<Range>) => AsyncGenerator<Range, void, undefined>;

/**
 * Returns a walk that yields to the event loop before each piece and reports the share of the range below it, and 1 after the last
 * one. Raises `interrupted` when aborted.
 */
export function walkThrough(whole: Range, { signal, onProgress }: ReadingOptions): Walk {
  const breathe = breather(signal);
  return async function* (pieces) {
    for (const piece of pieces) {
      await breathe();
      onProgress?.((piece.start - whole.start) / lengthOf(whole));
      yield piece;
      if (piece.stop === whole.stop) onProgress?.(1);
    }
  };
}
