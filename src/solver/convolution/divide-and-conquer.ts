/**
 * Divide and conquer with Boolean convolution for cold positions (Eppstein 2018, section 2.3, Theorem 1). Solved positions
 * serve as the lower half. Cost: O(n log^2 n) for a range as long as the positions below it; O((x / w) w log w) more for a
 * chunk of width w above x solved positions.
 */
import { complement, sliceBits } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { ConvolutionStep } from './step.js';
import { hotspotsIn, type ColdTask, type Piece } from '../task/task.js';

/** Positions solved at a time. Longer chunks mean fewer far windows but more memory: 200 bytes a position, here 210 MB. */
export const DIVIDE_AND_CONQUER_CHUNK = 1 << 20;

export async function* solveByDivideAndConquer(
  task: ColdTask,
  chunkLength = DIVIDE_AND_CONQUER_CHUNK,
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const step = new ConvolutionStep(task.set);
  for (const chunk of cutAtMultiples(task.range, chunkLength)) {
    const hot = hotspotsIn(task, chunk);
    await step.markFar(chunk, hot, task.readLower, task.breathe);
    await task.breathe();

    let yielded = chunk.start;
    for (const done of step.near(hot, lengthOf(chunk))) {
      const solved = chunk.start + done;
      const boundary = solved === chunk.stop ? solved : solved - (solved % task.pieceLength);
      for (const piece of cutAtMultiples({ start: yielded, stop: boundary }, task.pieceLength)) {
        const cold = sliceBits(hot, piece.start - chunk.start, piece.stop - chunk.start);
        await task.breathe();
        yield { ...piece, values: complement(cold, lengthOf(piece)), method: 'divide-and-conquer' };
      }
      yielded = Math.max(yielded, boundary);
    }
  }
}
