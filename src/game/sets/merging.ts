/** Merging of increasing lists. */
import { lowerBound } from './subtraction-set.js';

/** Merges increasing lists; each number occurs once in the result. */
export function merged(lists: readonly Float64Array[]): Float64Array {
  // The shortest first, so that few numbers are copied often.
  let rest = lists.filter(({ length }) => length > 0);
  while (rest.length > 1) {
    const [fewest, next, ...longer] = rest.sort((a, b) => a.length - b.length);
    rest = [mergedPair(fewest, next), ...longer];
  }
  return rest.at(0) ?? new Float64Array();
}

/** Runs of one list that have this average length are copied whole. */
const LONG_RUN = 32;

/** Merges two lists, the first no longer than the second. */
function mergedPair(few: Float64Array, many: Float64Array): Float64Array {
  const all = new Float64Array(few.length + many.length);
  let length = 0;
  let i = 0;
  let j = 0;
  if (many.length >= LONG_RUN * few.length) {
    for (; i < few.length; i++) {
      const end = lowerBound(many, few[i], j);
      all.set(many.subarray(j, end), length);
      length += end - j;
      all[length++] = few[i];
      j = many[end] === few[i] ? end + 1 : end;
    }
  }
  while (i < few.length && j < many.length) {
    const one = few[i];
    const other = many[j];
    all[length++] = one < other ? one : other;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  const left = i < few.length ? few.subarray(i) : many.subarray(j);
  all.set(left, length);
  return all.subarray(0, length + left.length);
}
