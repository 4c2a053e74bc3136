/**
 * Nim-values level by level (Eppstein 2018, section 2.4, Lemma 2): the positions of nim-value t are the cold positions of the
 * game whose hotspots are the positions of nim-value below t, and those that have one more option, of nim-value t. Each level is one step of divide and conquer. Cost: O(m n log^2
 * n) for largest nim-value m (Theorem 3).
 */
import { countOnes, createBitset, getBit, indicesOf, setBit } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { ConvolutionStep } from './step.js';
import { narrowest } from '../task/integers.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';

/** Positions solved at a time, with all their levels. Memory: about 200 bytes a position. */
export const LEVELS_CHUNK = 1 << 20;

export async function* solveByLevels(
  task: IntegerTask,
  chunkLength = LEVELS_CHUNK,
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const step = new ConvolutionStep(task.set);
  for (const chunk of cutAtMultiples(task.range, chunkLength)) {
    const length = lengthOf(chunk);
    const values = new Uint32Array(length);
    /** Hotspots of the level: positions whose nim-value is below it. */
    const decided = createBitset(length);
    for (let level = 0, open = length; open > 0; level++) {
      const hot = decided.slice();
      for (let i = 0; task.also !== undefined && i < length; i++)
        if (task.also(chunk.start + i) === level) setBit(hot, i);
      const ofLevel = async (window: Range): Promise<Uint8Array> =>
        indicesOf(await task.readLower(window), level);
      await step.markFar(chunk, hot, ofLevel, task.breathe);
      const near = step.near(hot, length);
      while (near.next().done !== true) await task.breathe();
      for (let i = 0; i < length; i++) {
        if (getBit(hot, i) === 0) {
          values[i] = level;
          setBit(decided, i);
        }
      }
      open = length - countOnes(decided, 0, length);
    }
    for (const piece of cutAtMultiples(chunk, task.pieceLength)) {
      const solved = values.subarray(piece.start - chunk.start, piece.stop - chunk.start);
      yield { ...piece, values: narrowest(solved), method: 'levels' };
    }
  }
}
