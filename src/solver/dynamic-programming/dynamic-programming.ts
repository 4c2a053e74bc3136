/**
 * Nim-values by dynamic programming with the mex rule, in chunks: all threads exclude ahead the values that long subtrahends
 * reach. `chunk-rows.ts` decides a chunk by the kernel `decideNim` (`kernel/assembly/mex.ts`). The plain sibling, `plain.ts`, takes over if values exceed 16 bits or the memory. Memory: room for twice the values in
 * reach, two bytes each, or less if these fill three quarters of the kernels' memory.
 */
import { LANES } from '../../kernel/layout.js';
import { solveInChunks, type ChunkMethod, type ChunkOptions } from '../chunks/chunks.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { ValueWindow } from '../chunks/value-window.js';
import { ChunkRows, MAX_CHUNK_POSITIONS, type ChunkInRows } from './chunk-rows.js';
import { solvePlainly } from './plain.js';

/**
 * One thread reads the short subtrahends of each position, so a chunk should be short. A share of it should be long, as it
 * reads one run of values for each subtrahend. So chunks grow with the number of subtrahends.
 */
const MIN_CHUNK_POSITIONS = 2 ** 12;
const CHUNK_SHARE = 2 ** -10;
/** Sizes of a value that the kernels distinguish. */
const VALUE_BITS = [3, 4, 5, 6, 8, 16];
export const PARALLEL_FROM = 2 ** 17;

const DYNAMIC_PROGRAMMING = {
  name: 'dynamic-programming',
  mostKept: 2 ** 30,
  largest: 0xffff,
  parallelFrom: PARALLEL_FROM,
  chunkFor: (
    stop,
    wanted,
    alone = Math.min(MAX_CHUNK_POSITIONS, Math.max(MIN_CHUNK_POSITIONS, stop * CHUNK_SHARE)),
  ) =>
    // A whole number of lanes, as the last lanes of a chunk would otherwise read undecided values.
    Math.ceil((wanted ?? alone) / LANES) * LANES,
  layOut: (context, threads, arena, { set, range }, reach, chunkLength) => {
    const window = new ValueWindow(context.kernels, arena, reach, range, chunkLength, VALUE_BITS);
    return new ChunkRows(context, threads, arena, window, set.between(1, range.stop), chunkLength);
  },
  plain: (task) => solvePlainly(task),
} satisfies ChunkMethod<ChunkInRows>;

export function solveByDynamicProgramming(
  task: IntegerTask,
  options: ChunkOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  return solveInChunks(DYNAMIC_PROGRAMMING, task, options);
}
