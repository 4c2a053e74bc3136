/**
 * Nim-values by dynamic programming with the mex rule, chunk by chunk with fast kernels and threads: long
 * subtrahends reach only values that were finished before the chunk below was begun, so all threads exclude
 * these ahead while the main thread decides that chunk, in order, by the short ones. Separate from
 * plain.ts, its plain sibling, which takes over where values pass 16 bits.
 */
import { createKernelContext } from '../../kernel/context.js';
import { Arena } from '../../kernel/arena.js';
import { LANES } from '../../kernel/layout.js';
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { solvePlainly } from './plain.js';
import { ChunkRows } from './chunk-rows.js';
import { EXCLUDE_WORK } from './far-exclusion.js';
import { chunkAfter } from '../task/chunks.js';
import { narrowest } from '../task/integers.js';
import { ValueWindow } from './value-window.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';

/** What a caller may set; every choice gives the same nim-values. */
export interface DynamicProgrammingOptions {
  /** Threads, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** Positions of a chunk. */
  readonly chunk?: number;
  /** Ranges that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
}

/**
 * The short subtrahends of a position are looked up by one thread, so a chunk should be short; a share of it should be
 * long, as it reads one stretch of values for each subtrahend. So chunks grow with the number of subtrahends.
 */
const LEAST_CHUNK = 2 ** 12;
const MOST_CHUNK = 2 ** 14;
const CHUNK_SHARE = 2 ** -10;
/** Ranges that end here or below are solved by one thread unless the caller says otherwise. */
export const PARALLEL_FROM = 2 ** 17;
/** Where the values lie in the memory: kernels read, and drop, up to LANES values below the first. */
const BASE = 64;
/** Values that are kept at most: with 16 bits each they must fit a 32-bit memory, beside the rest. */
const MOST_KEPT = 2 ** 30;

/** Finds nim-values by dynamic programming. Memory: two bytes for each value in reach. */
export async function* solveByDynamicProgramming(
  task: IntegerTask,
  options: DynamicProgrammingOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength } = task;
  const reach = Math.min(set.largest, range.stop);
  if (reach > MOST_KEPT) {
    yield* solvePlainly(task);
    return;
  }
  const context = createKernelContext();
  const threads = range.stop > (options.parallelFrom ?? PARALLEL_FROM) ? (options.threads ?? 1) : 1;
  const pool = new WorkerPool(context, EXCLUDE_WORK);
  try {
    pool.grow(threads);
    // A whole number of lanes, or the last lanes of a chunk would read values that are not decided yet.
    const chunkLength = Math.ceil((options.chunk ?? chunkFor(range.stop)) / LANES) * LANES;
    const arena = new Arena(context.memory, BASE);
    const window = new ValueWindow(arena, reach, range, chunkLength);
    for (const lower of cutAtMultiples({ start: window.base, stop: range.start }, pieceLength)) {
      window.append(await task.readLower(lower));
    }
    const rows = new ChunkRows(context, pool, arena, window, set.between(1, range.stop), chunkLength);
    let done = range.start;
    for (const piece of cutAtMultiples(range, pieceLength)) {
      const values = new Uint16Array(lengthOf(piece));
      while (done < piece.stop && !window.full) {
        // Chunks need not end with pieces, but a chunk that passes a piece's end would have to be kept apart.
        const chunk = { start: done, stop: Math.min(done + chunkLength, piece.stop) };
        done = await rows.decide(chunk, chunkAfter(chunk, range, pieceLength, chunkLength));
        values.set(window.valuesOf({ start: chunk.start, stop: done }), chunk.start - piece.start);
        await task.breathe();
      }
      if (window.full) {
        yield* solvePlainly({ ...task, range: { start: piece.start, stop: range.stop } });
        return;
      }
      yield { ...piece, values: narrowest(values, window.largest), method: 'dynamic-programming' };
    }
  } finally {
    await pool.close();
  }
}

/** The length of chunks of a range that ends at `stop`. */
function chunkFor(stop: number): number {
  return Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, stop * CHUNK_SHARE));
}
