/** Runs a solver on a range with everything below it in memory, as the engine would from a store. */
import { copyBits, createBitset, sliceBits } from '../../src/kernel/bitset.js';
import { cachedSet } from '../../src/game/sets/subtraction-set.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import type { ColdSolver, ColdTask, IntegerSolver, Piece } from '../../src/solver/task/task.js';
import { lengthOf, type Range } from '../../src/common/range.js';

interface Options {
  readonly pieceLength?: number;
  readonly isHotspot?: (position: number) => boolean;
}

const breathe = async (): Promise<void> => Promise.resolve();

/** Checks that pieces are contiguous and returns the next expected start. */
function follow(piece: Piece<unknown>, expected: number, pieceLength: number): number {
  if (piece.start !== expected) throw new Error(`piece starts at ${piece.start}, expected ${expected}`);
  if (piece.stop <= piece.start) throw new Error('empty piece');
  if (Math.floor((piece.stop - 1) / pieceLength) !== Math.floor(piece.start / pieceLength)) {
    throw new Error(`piece ${piece.start}-${piece.stop} crosses a multiple of ${pieceLength}`);
  }
  return piece.stop;
}

/** The cold bits of [0, stops[last]), solved in steps that end at each of `stops`. */
export async function solveCold(
  solver: ColdSolver,
  set: SubtractionSet,
  stops: readonly number[],
  { pieceLength = 1 << 20, isHotspot }: Options = {},
): Promise<Uint8Array> {
  const cold = createBitset(stops[stops.length - 1]);
  let front = 0;
  for (const stop of stops) {
    const task: ColdTask = {
      set: cachedSet(set),
      range: { start: front, stop },
      pieceLength,
      breathe,
      readLower: (range: Range) => {
        if (range.stop > front) throw new Error(`read ${range.stop} past the front ${front}`);
        return Promise.resolve(sliceBits(cold, range.start, range.stop));
      },
      ...(isHotspot === undefined
        ? {}
        : {
            hotspots: ({ start, stop: end }: Range) =>
              Float64Array.from({ length: end - start }, (_, i) => start + i).filter(isHotspot),
          }),
    };
    for await (const piece of solver(task)) {
      front = follow(piece, front, pieceLength);
      copyBits(piece.values, 0, cold, piece.start, lengthOf(piece));
    }
    if (front !== stop) throw new Error(`solver stopped at ${front}, expected ${stop}`);
  }
  return cold;
}

/** The nim-values of [0, stops[last]), solved in steps that end at each of `stops`. */
export async function solveNim(
  solver: IntegerSolver,
  set: SubtractionSet,
  stops: readonly number[],
  { pieceLength = 1 << 20 }: Options = {},
): Promise<Uint32Array> {
  const values = new Uint32Array(stops[stops.length - 1]);
  let front = 0;
  for (const stop of stops) {
    const readLower = (range: Range): Promise<Uint32Array> => {
      if (range.stop > front) throw new Error(`read ${range.stop} past the front ${front}`);
      return Promise.resolve(values.slice(range.start, range.stop));
    };
    for await (const piece of solver({
      set: cachedSet(set),
      range: { start: front, stop },
      pieceLength,
      breathe,
      readLower,
    })) {
      front = follow(piece, front, pieceLength);
      values.set(piece.values, piece.start);
    }
    if (front !== stop) throw new Error(`solver stopped at ${front}, expected ${stop}`);
  }
  return values;
}
