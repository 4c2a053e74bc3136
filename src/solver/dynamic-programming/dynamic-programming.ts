/**
 * Nim-values by dynamic programming with the mex rule, in chunks: all threads exclude ahead what long subtrahends reach. Its
 * plain sibling, `plain.ts`, takes over where values pass 16 bits or do not fit into memory. Memory: room for twice the values in
 * reach, of two bytes each, or for fewer more if these fill three quarters of the kernels' memory.
 */
import { LANES } from '../../kernel/layout.js';
import { solveInChunks, type ChunkMethod, type ChunkOptions } from '../chunks/chunks.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { ValueWindow } from '../chunks/value-window.js';
import { ChunkRows, MOST_CHUNK, type ChunkInRows } from './chunk-rows.js';
import { solvePlainly } from './plain.js';

/**
 * The short subtrahends of a position are looked up by one thread, so a chunk should be short; a share of it should be
 * long, as it reads one stretch of values for each subtrahend. So chunks grow with the number of subtrahends.
 */
const LEAST_CHUNK = 2 ** 12;
const CHUNK_SHARE = 2 ** -10;
/** Bits of a value that the kernels tell apart. */
const VALUE_BITS = [3, 4, 5, 6, 8, 16];
/** Ranges that end here or below are solved by one thread unless the caller says otherwise. */
export const PARALLEL_FROM = 2 ** 17;

const DYNAMIC_PROGRAMMING = {
  name: 'dynamic-programming',
  mostKept: 2 ** 30,
  largest: 0xffff,
  parallelFrom: PARALLEL_FROM,
  chunkFor: (stop, wanted, alone = Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, stop * CHUNK_SHARE))) =>
    // A whole number of lanes, or the last lanes of a chunk would read values that are not decided yet.
    Math.ceil((wanted ?? alone) / LANES) * LANES,
  layOut: (context, threads, arena, { set, range }, reach, chunkLength) => {
    const window = new ValueWindow(context.kernels, arena, reach, range, chunkLength, VALUE_BITS);
    return new ChunkRows(context, threads, arena, window, set.between(1, range.stop), chunkLength);
  },
  plain: (task) => solvePlainly(task),
} satisfies ChunkMethod<ChunkInRows>;

/** Finds nim-values by dynamic programming. */
export function solveByDynamicProgramming(
  task: IntegerTask,
  options: ChunkOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  return solveInChunks(DYNAMIC_PROGRAMMING, task, options);
}
