/**
 * Cold positions of a set that leaves out a finite E: the first position f that no hotspot is is cold, and all others lie at f + e for
 * an e of E, as from elsewhere f can be reached. Cost: abs(E) abs(C) in all, with abs(C) at most abs(E) + 1, and a bit a position.
 */
import { createBitset, getBit, onesOf, setBit } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { hotspotsIn, leftOutOf, type ColdTask, type Piece } from '../task/task.js';

/** Numbers left out at most where `auto` takes this method: so many are looked up in less than a second. */
export const MOST_EXCLUDED = 2 ** 12;

/** Finds the cold positions of a cofinite set; raises a usage error for others. */
export async function* solveCofinitePositions(
  task: ColdTask,
): AsyncGenerator<Piece<Uint8Array>, void, undefined> {
  const { range, set, pieceLength } = task;
  const excluded = leftOutOf(set, 'cofinite');
  const isExcluded = (s: number): boolean => excluded[lowerBound(excluded, s)] === s;
  const cold: number[] = [];
  /** The positions of a piece that may be cold, increasing. */
  const candidates = ({ start, stop }: Range, hot: Uint8Array): number[] => {
    if (cold.length > 0) {
      const [first] = cold;
      const within = excluded.subarray(
        lowerBound(excluded, start - first),
        lowerBound(excluded, stop - first),
      );
      return Array.from(within, (e) => first + e);
    }
    let first = start;
    while (first < stop && getBit(hot, first - start) === 1) first++;
    if (first === stop) return [];
    return [first, ...Array.from(excluded.subarray(0, lowerBound(excluded, stop - first)), (e) => first + e)];
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
      if (getBit(hot, n - piece.start) === 1 || !cold.every((c) => isExcluded(n - c))) continue;
      cold.push(n);
      setBit(values, n - piece.start);
    }
    await task.breathe();
    yield { ...piece, values, method: 'cofinite' };
  }
}
