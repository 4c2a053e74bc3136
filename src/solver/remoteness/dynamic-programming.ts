/**
 * Remoteness by its definition, chunk by chunk with fast kernels and threads: long subtrahends reach only positions that
 * were finished before the chunk below was begun, so all threads look these up ahead while the main thread decides
 * that chunk, in order, by the short ones. The mover's best option is found as a least rank (kernel/kernels.ts),
 * 16 of a byte at a time. Cost O(n abs(S)) options. Memory: one to four bytes for each position in reach.
 */
import { Arena } from '../../kernel/arena.js';
import { createKernelContext } from '../../kernel/context.js';
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { chunkAfter } from '../task/chunks.js';
import { createIntegers, narrowest } from '../task/integers.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';
import { FAR_RANKS_WORK } from './far-ranks.js';
import { solveRemotenessPlainly } from './plain.js';
import { RankChunks } from './rank-chunks.js';

/** What a caller may set; every choice gives the same remoteness. */
export interface RemotenessOptions {
  /** Threads, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** Positions of a chunk. */
  readonly chunk?: number;
  /** Ranges that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
}

const CHUNK = 2 ** 13;
/** Ranges that end here or below are solved by one thread unless the caller says otherwise. */
const PARALLEL_FROM = 2 ** 20;
/** Where the first structures lie in the memory. */
const BASE = 64;
/** Positions that are kept at most: with 4 bytes each they must fit a 32-bit memory, beside the rest. */
const MOST_KEPT = 2 ** 28;

/** Finds remoteness by dynamic programming. */
export async function* solveRemotenessByDynamicProgramming(
  task: IntegerTask,
  options: RemotenessOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength } = task;
  const reach = Math.min(set.largest, range.stop);
  if (reach > MOST_KEPT) {
    yield* solveRemotenessPlainly(task);
    return;
  }
  const context = createKernelContext();
  const pool = new WorkerPool(context, FAR_RANKS_WORK);
  try {
    pool.grow(range.stop > (options.parallelFrom ?? PARALLEL_FROM) ? (options.threads ?? 1) : 1);
    const chunkLength = options.chunk ?? CHUNK;
    const arena = new Arena(context.memory, BASE);
    const chunks = new RankChunks(context, pool, arena, set, range, reach, chunkLength);
    const { window } = chunks;
    for (const lower of cutAtMultiples({ start: window.base, stop: range.start }, pieceLength)) {
      window.append(await task.readLower(lower));
    }
    let done = range.start;
    for (const piece of cutAtMultiples(range, pieceLength)) {
      const values = createIntegers(lengthOf(piece), 2 ** 32 - 1);
      while (done < piece.stop) {
        const chunk = { start: done, stop: Math.min(done + chunkLength, piece.stop) };
        done = await chunks.decide(chunk, chunkAfter(chunk, range, pieceLength, chunkLength));
        values.set(window.valuesOf({ start: chunk.start, stop: done }), chunk.start - piece.start);
        await task.breathe();
      }
      yield { ...piece, values: narrowest(values), method: 'dynamic-programming' };
    }
  } finally {
    await pool.close();
  }
}
