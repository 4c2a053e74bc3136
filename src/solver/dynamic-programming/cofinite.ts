/**
 * Nim-values of a cofinite set, all positive integers except a finite E: the options of n are all lower positions but n - e for
 * e in E. Cost: O(abs(E)) a position, and reading everything below the range once. Memory: 4 bytes a value, and max E values.
 */
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { narrowest } from '../task/integers.js';
import { RecentValues } from '../task/recent-values.js';
import { leftOutOf, type IntegerSolver } from '../task/task.js';

/** Maximum numbers of positions, and of excluded numbers read for them, between two pauses for other work: about 50 ms. */
const CHUNK = 1 << 16;
const MAX_READS = 1 << 24;

/** Finds the nim-values of a cofinite set. Raises a usage error for other sets. */
export const solveCofinite: IntegerSolver = async function* (task) {
  const { range, set, pieceLength } = task;
  const excluded = leftOutOf(set, 'cofinite');
  const recent = new RecentValues(Math.max(pieceLength, excluded.at(-1) ?? 0), range);
  const lower = new ValueCounts();
  /** Values of the positions that are no options. */
  const missing = new Uint32Array(excluded.length);
  for (const window of cutAtMultiples({ start: 0, stop: range.start }, pieceLength)) {
    const values = await task.readLower(window);
    for (const value of values) lower.add(value);
    if (window.stop > recent.base) recent.append(values.subarray(Math.max(0, recent.base - window.start)));
    await task.breathe();
  }
  const chunkLength = Math.max(1, Math.min(CHUNK, Math.floor(MAX_READS / (excluded.length + 1))));
  for (const piece of cutAtMultiples(range, pieceLength)) {
    for (const chunk of cutAtMultiples(piece, chunkLength)) {
      for (let n = chunk.start; n < chunk.stop; n++) {
        let count = 0;
        while (count < excluded.length && excluded[count] <= n) {
          missing[count] = recent.values[recent.length - excluded[count]];
          count++;
        }
        const value = lower.leastWithout(missing, count);
        lower.add(value);
        recent.reserve(1, value);
        recent.values[recent.length++] = value;
      }
      await task.breathe();
    }
    yield { ...piece, values: narrowest(recent.last(lengthOf(piece))), method: 'cofinite' };
  }
};

/** Number of lower positions with each value. */
class ValueCounts {
  #counts = new Uint32Array(1 << 10);
  /** The least value that does not occur. */
  #least = 0;

  add(value: number): void {
    if (value + 1 >= this.#counts.length) {
      const longer = new Uint32Array(2 * (value + 2));
      longer.set(this.#counts);
      this.#counts = longer;
    }
    this.#counts[value]++;
    while (this.#counts[this.#least] > 0) this.#least++;
  }

  /** The least value that does not occur once the first `count` occurrences in `missing` are removed. */
  leastWithout(missing: Uint32Array, count: number): number {
    const counts = this.#counts;
    let least = this.#least;
    for (let k = 0; k < count; k++) counts[missing[k]]--;
    for (let k = 0; k < count; k++) if (counts[missing[k]] === 0 && missing[k] < least) least = missing[k];
    for (let k = 0; k < count; k++) counts[missing[k]]++;
    return least;
  }
}
