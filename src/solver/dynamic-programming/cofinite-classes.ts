/**
 * Nim-values of a cofinite set, all positive integers except a finite E, one value after another.
 *
 * Positions of one value differ by numbers of E, as no move leads between them. So the positions of a value follow from its
 * first: they are the least that have no lower value, each a number of E above every one before. Cost: O(abs(E)^2) a value, and
 * reading everything below the range once. Memory: 4 bytes for each value of a piece and of twice max E positions below it, and
 * an entry for each value that occurs.
 */
import { cutAtMultiples, type Range } from '../../common/range.js';
import { createIntegers, narrowest } from '../task/integers.js';
import { leftOutOf, type IntegerSolver, type Integers } from '../task/task.js';

/** Finds the nim-values of a cofinite set, value by value. Raises a usage error for other sets. */
export const solveCofiniteByClasses: IntegerSolver = async function* (task) {
  const { range, set, pieceLength } = task;
  const excluded = leftOutOf(set, 'cofinite-classes');
  const reach = (excluded.at(-1) ?? 0) + 1;
  const used = new Set<number>();
  let below = new Map<number, number>();
  for (const window of cutAtMultiples({ start: 0, stop: range.start }, pieceLength)) {
    const values = await task.readLower(window);
    for (let i = 0; i < values.length; i++) {
      const n = window.start + i;
      used.add(values[i]);
      if (n >= range.start - 2 * reach) below.set(n, values[i]);
    }
    await task.breathe();
  }
  for (const piece of cutAtMultiples(range, pieceLength)) {
    const values = solvePiece(piece, excluded, below, used);
    below = new Map([...below].filter(([n]) => n >= piece.stop - 2 * reach));
    for (let n = Math.max(piece.start, piece.stop - 2 * reach); n < piece.stop; n++) {
      below.set(n, values[n - piece.start]);
    }
    yield { ...piece, values: narrowest(values), method: 'cofinite-classes' };
    await task.breathe();
  }
};

/** Values of a piece, from those of the 2 (max E + 1) positions below it and the values that occur below or in it. */
function solvePiece(
  { start, stop }: Range,
  excluded: Float64Array,
  below: ReadonlyMap<number, number>,
  used: Set<number>,
): Integers {
  const left = new Set(excluded);
  const values = createIntegers(stop - start, 2 ** 32 - 1);
  const isKnown = new Uint8Array(stop - start);
  /** Finds all further positions of a value, whose positions so far are `found`, increasing. */
  const complete = (value: number, found: number[]): void => {
    for (const e of excluded) {
      const n = found[0] + e;
      if (n >= stop) return;
      if (n < start || isKnown[n - start] === 1 || !found.every((lower) => left.has(n - lower))) continue;
      values[n - start] = value;
      isKnown[n - start] = 1;
      found.push(n);
    }
  };
  const open = new Map<number, number[]>();
  for (const [n, value] of below) {
    const found = open.get(value);
    if (found === undefined) open.set(value, [n]);
    else found.push(n);
  }
  const increasing = [...open].sort(([a], [b]) => a - b);
  // From the least value up. A seed may have values above ones that do not occur yet.
  let unused = 0;
  let next = 0;
  for (let n = start; n < stop;) {
    while (used.has(unused)) unused++;
    if (next < increasing.length && increasing[next][0] < unused) {
      complete(...increasing[next++]);
      continue;
    }
    while (n < stop && isKnown[n - start] === 1) n++;
    if (n === stop) break;
    values[n - start] = unused;
    isKnown[n - start] = 1;
    used.add(unused);
    complete(unused, [n]);
  }
  return values;
}
