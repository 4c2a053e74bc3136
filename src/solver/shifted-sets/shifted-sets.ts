/**
 * Nim-values and cold positions of dense sets, by the set as bitsets: shifted to each position of a value, it gives the
 * positions with an option of that value, until a tile is full. Cost: O(n^2) bits, 1024 at a time, if no tile is full, and
 * often far less. Memory: about 11 bytes for each position in reach.
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

/** Further options; every choice gives the same values. */
export interface ShiftedSetsOptions extends ChunkOptions {
  /** Modulus of the residues by which positions and the set are split. */
  readonly modulus?: number;
}

/** Values that depend on a residue by a divisor of this gain most. */
const MODULUS = 12;
/** Number of values with lists, and the bits of a value. */
const MAX_VALUES = 2 ** 8;
const VALUE_BITS = [8];
/** Maximum number of values within reach. */
export const MAX_KEPT_VALUES = 2 ** 26;
const PARALLEL_FROM = 2 ** 18;
/** Maximum tiles of a residue in a chunk if few positions are cold. */
const COLD_TILES = 16;
/** The value of all hot positions; cold ones have 0. */
const HOT = 1;

/** The method that distinguishes the values in `chunkOptions`; `plain` takes over if that is impossible. */
function methodFor(
  chunkOptions: ShiftedOptions,
  { modulus = MODULUS }: ShiftedSetsOptions,
  plain: IntegerSolver,
): ChunkMethod<ChunkInPlace> {
  return {
    name: 'shifted-sets',
    mostKept: MAX_KEPT_VALUES,
    largest: MAX_VALUES - 1,
    parallelFrom: PARALLEL_FROM,
    chunkFor: (_, wanted = chunkOfTiles(modulus, chunkOptions.tiles)) => wanted,
    layOut: (context, _, arena, { set, range }, reach, chunkLength) => {
      const window = new ValueWindow(context.kernels, arena, reach, range, chunkLength, VALUE_BITS);
      const copies = layOutCopies(arena, set, modulus, Math.min(reach + 1, range.stop), chunkLength);
      return new ShiftedChunks(context, arena, window, copies, chunkLength, chunkOptions);
    },
    plain,
  };
}

/** Finds nim-values by shifted sets; from the first value of more than a byte on, by dynamic programming. */
export function solveByShiftedSets(
  task: IntegerTask,
  options: ShiftedSetsOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const chunkOptions = { most: MAX_VALUES, isLastShared: false, tiles: 1 };
  const method = methodFor(chunkOptions, options, (rest) => solveByDynamicProgramming(rest, options));
  return solveInChunks(method, task, options);
}

/** Finds cold positions by shifted sets; if too many positions are within reach, by divide and conquer. */
export async function* solveColdByShiftedSets(
  task: ColdTask,
  options: ShiftedSetsOptions = {},
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const chunkOptions: ShiftedOptions = {
    most: HOT,
    isLastShared: true,
    tiles: COLD_TILES,
    ...(task.hotspots !== undefined && { hot: task.hotspots }),
  };
  const values: IntegerTask = {
    ...task,
    readLower: async (range) => valuesOf(await task.readLower(range), lengthOf(range)),
  };
  const method = methodFor(chunkOptions, options, async function* ({ range }) {
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
