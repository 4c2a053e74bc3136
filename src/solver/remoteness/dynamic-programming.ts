/**
 * Remoteness by its definition, in chunks: the best option has the least rank (kernel/kernels.ts). All threads take long
 * subtrahends ahead, 16 ranks of a byte at a time. Cost: O(n abs(S)) options. Memory: 1 to 4 bytes a position in reach.
 */
import { solveInChunks, type Begun, type ChunkMethod, type ChunkOptions } from '../chunks/chunks.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { solveRemotenessPlainly } from './plain.js';
import { RankChunks } from './rank-chunks.js';

const CHUNK = 2 ** 13;

const METHOD: ChunkMethod<Begun> = {
  name: 'dynamic-programming',
  mostKept: 2 ** 28,
  largest: 2 ** 32 - 1,
  parallelFrom: 2 ** 20,
  chunkFor: (_, wanted, alone = CHUNK) => wanted ?? alone,
  layOut: (context, threads, arena, { set, range }, reach, chunkLength) =>
    new RankChunks(context, threads, arena, set, range, reach, chunkLength),
  plain: (task) => solveRemotenessPlainly(task),
};

export function solveRemotenessByDynamicProgramming(
  task: IntegerTask,
  options: ChunkOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  return solveInChunks(METHOD, task, options);
}
