/**
 * Nim-values and cold positions of dense sets, by the set as bitsets: shifted to each position of a value, it says which
 * positions have an option of that value, and a stretch in which all have one looks no further. Cost: O(n^2) bits, 1024 at a
 * time, where no stretch is full, and often far less. Memory: some 11 bytes for each position in reach.
 */
import { forEachOne, indicesOf } from '../../kernel/bitset.js';
import { lengthOf } from '../../common/range.js';
import { solveInChunks, type ChunkMethod, type ChunkOptions } from '../chunks/chunks.js';
import { ValueWindow } from '../chunks/value-window.js';
import { solveByDivideAndConquer } from '../convolution/divide-and-conquer.js';
import { solveByDynamicProgramming } from '../dynamic-programming/dynamic-programming.js';
import type { ColdTask, IntegerSolver, IntegerTask, Integers, Piece } from '../task/task.js';
import { layOutCopies } from './set-copies.js';
import { chunkOfTiles, ShiftedChunks, type ChunkInPlace, type ShiftedOptions } from './shifted-chunks.js';

/** What a caller may set besides; every choice gives the same values. */
export interface ShiftedSetsOptions extends ChunkOptions {
  /** Positions and the set are split by their residues modulo this. */
  readonly modulus?: number;
}

/** Values that depend on a residue by a divisor of this gain most. */
const MODULUS = 12;
/** Values that have lists, and the bits of a value. */
const MOST = 2 ** 8;
const VALUE_BITS = [8];
/** Values within reach at most. */
export const MOST_KEPT = 2 ** 26;
/** Ranges that end here or below are solved by one thread unless the caller says otherwise. */
const PARALLEL_FROM = 2 ** 18;
/** Tiles of a residue in a chunk, at most, where few positions are cold. */
const COLD_TILES = 16;
/** The value that stands for all hot positions; that of cold ones is 0. */
const HOT = 1;

/** The method for values that `told` says how to tell apart; `plain` takes over where that cannot be done. */
function methodFor(
  told: ShiftedOptions,
  { modulus = MODULUS }: ShiftedSetsOptions,
  plain: IntegerSolver,
): ChunkMethod<ChunkInPlace> {
  return {
    name: 'shifted-sets',
    mostKept: MOST_KEPT,
    largest: MOST - 1,
    parallelFrom: PARALLEL_FROM,
    chunkFor: (_, wanted = chunkOfTiles(modulus, told.tiles)) => wanted,
    layOut: (context, _, arena, { set, range }, reach, chunkLength) => {
      const window = new ValueWindow(context.kernels, arena, reach, range, chunkLength, VALUE_BITS);
      const copies = layOutCopies(arena, set, modulus, Math.min(reach + 1, range.stop), chunkLength);
      return new ShiftedChunks(context, arena, window, copies, chunkLength, told);
    },
    plain,
  };
}

/** Finds nim-values by shifted sets; from the first value of more than a byte on, by dynamic programming. */
export function solveByShiftedSets(
  task: IntegerTask,
  options: ShiftedSetsOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const told = { most: MOST, isLastShared: false, tiles: 1 };
  const method = methodFor(told, options, (rest) => solveByDynamicProgramming(rest, options));
  return solveInChunks(method, task, options);
}

/** Finds cold positions by shifted sets; where too many are within reach, by divide and conquer. */
export async function* solveColdByShiftedSets(
  task: ColdTask,
  options: ShiftedSetsOptions = {},
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const told: ShiftedOptions = {
    most: HOT,
    isLastShared: true,
    tiles: COLD_TILES,
    ...(task.hotspots !== undefined && { hot: task.hotspots }),
  };
  const values: IntegerTask = {
    ...task,
    readLower: async (range) => valuesOf(await task.readLower(range), lengthOf(range)),
  };
  const method = methodFor(told, options, async function* ({ range }) {
    for await (const piece of solveByDivideAndConquer({ ...task, range })) {
      yield { ...piece, values: valuesOf(piece.values, lengthOf(piece)) };
    }
  });
  for await (const piece of solveInChunks(method, values, options)) {
    yield { ...piece, values: indicesOf(piece.values, 0) };
  }
}

function valuesOf(cold: Uint8Array, length: number): Uint8Array {
  const values = new Uint8Array(length).fill(HOT);
  forEachOne(cold, (i) => {
    values[i] = 0;
  });
  return values;
}
