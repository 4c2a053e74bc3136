/**
 * Remoteness by its definition, in chunks: the mover's best option is found as a least rank (kernel/kernels.ts), 16 of a byte at
 * a time, that of long subtrahends ahead by all threads. Cost O(n abs(S)) options. Memory: one to four bytes for each position
 * in reach.
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

/** Finds remoteness by dynamic programming. */
export function solveRemotenessByDynamicProgramming(
  task: IntegerTask,
  options: ChunkOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  return solveInChunks(METHOD, task, options);
}
