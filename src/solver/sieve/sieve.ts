/**
 * The paper's sieve (Eppstein 2018, section 3.2), segmented: each cold position marks all positions that can move to it. Cost:
 * O(abs(C) abs(S)) marks. Memory: one chunk and one window of lower positions.
 */
import { complement, onesOf, sliceBits } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { markReachable, sieveInside } from './marking.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { hotspotsIn, type ColdTask, type Piece } from '../task/task.js';

/** Positions solved at a time: 64 KiB of bits with marks all over. 2^18 to 2^20 perform alike, 2^22 takes 1.3 times as long. */
export const SIEVE_CHUNK = 1 << 19;
/** Chunks in a window of lower positions, which is read at a time, again for each chunk. */
export const CHUNKS_IN_WINDOW = 8;

export async function* solveBySieve(
  task: ColdTask,
  chunkLength = SIEVE_CHUNK,
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  for (const chunk of cutAtMultiples(task.range, chunkLength)) {
    const hot = hotspotsIn(task, chunk);
    await markFromLower(task, chunk, CHUNKS_IN_WINDOW * chunkLength, hot);
    const near = task.set.between(1, lengthOf(chunk));
    for (const piece of cutAtMultiples(chunk, task.pieceLength)) {
      const start = piece.start - chunk.start;
      const stop = piece.stop - chunk.start;
      sieveInside(hot, start, stop, lengthOf(chunk), near);
      await task.breathe();
      yield { ...piece, values: complement(sliceBits(hot, start, stop), stop - start), method: 'sieve' };
    }
  }
}

/** Marks the positions of `chunk` that reach cold ones below it, window by window. */
async function markFromLower(
  task: ColdTask,
  chunk: Range,
  windowLength: number,
  hot: Uint8Array,
): Promise<void> {
  const reached = { start: Math.max(0, chunk.start - task.set.largest), stop: chunk.start };
  for (const window of cutAtMultiples(reached, windowLength)) {
    if (!mayLead(task.set, window, chunk)) continue;
    const cold = onesOf(await task.readLower(window), lengthOf(window), window.start);
    if (cold.length > 0) {
      const subtrahends = task.set.between(chunk.start - cold[cold.length - 1], chunk.stop - cold[0]);
      markReachable(cold, subtrahends, chunk, hot);
    }
    await task.breathe();
  }
}

/** Whether a subtrahend may lead from a chunk into a window below it. Those of a cofinite set always do, and are not listed. */
function mayLead(set: SubtractionSet, window: Range, chunk: Range): boolean {
  if (set.excluded !== undefined) return true;
  return set.between(chunk.start - window.stop + 1, chunk.stop - window.start).length > 0;
}
