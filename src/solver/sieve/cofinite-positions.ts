/**
 * Cold positions of a set that excludes a finite E: the first non-hotspot f is cold, and all others lie at f + e for an e of E,
 * as every other position can reach f. Cost: abs(E) abs(C) in all, with abs(C) at most abs(E) + 1 without a seed, a bit a
 * position, and reading the positions below the range once, up to f + max E.
 */
import { createBitset, getBit, onesOf, setBit } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { hotspotsIn, leftOutOf, type ColdTask, type Piece } from '../task/task.js';

/** Maximum number of excluded numbers for which `auto` takes this method: their lookups take less than a second. */
export const MAX_EXCLUDED = 2 ** 12;

/** Finds the cold positions of a cofinite set. Raises a usage error for other sets. */
export async function* solveCofinitePositions(
  task: ColdTask,
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const { range, set, pieceLength } = task;
  const excluded = leftOutOf(set, 'cofinite');
  const left = new Set(excluded);
  const cold: number[] = [];
  /** Distances at which cold positions may lie above the first one. */
  const distances = Float64Array.from([0, ...excluded]);
  /** The positions of a piece that may be cold, increasing. */
  const candidates = ({ start, stop }: Range, hot: Uint8Array): number[] => {
    let first = cold.at(0) ?? start;
    while (cold.length === 0 && first < stop && getBit(hot, first - start) === 1) first++;
    const [low, high] = [start, stop].map((end) => lowerBound(distances, end - first));
    return Array.from(distances.subarray(low, high), (distance) => first + distance);
  };
  for (const lower of cutAtMultiples({ start: 0, stop: range.start }, pieceLength)) {
    if (cold.length > 0 && lower.start > cold[0] + (excluded.at(-1) ?? 0)) break;
    for (const n of onesOf(await task.readLower(lower), lengthOf(lower), lower.start)) cold.push(n);
    await task.breathe();
  }
  for (const piece of cutAtMultiples(range, pieceLength)) {
    const hot = hotspotsIn(task, piece);
    const values = createBitset(lengthOf(piece));
    for (const n of candidates(piece, hot)) {
      if (getBit(hot, n - piece.start) === 1 || !cold.every((c) => left.has(n - c))) continue;
      cold.push(n);
      setBit(values, n - piece.start);
    }
    await task.breathe();
    yield { ...piece, values, method: 'cofinite' };
  }
}
