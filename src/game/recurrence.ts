/** The shortest shift with which the end of a sequence repeats. */

/**
 * Returns the least shift p >= 1 that `accepts` allows such that the last `least` elements of the sequence equal the last
 * `least` elements of the sequence without its last p, and the total number of equal elements. This is the search of Knuth,
 * Morris and Pratt, from the end downwards. Cost: linear time; 4 bytes for each of `least`.
 */
export function leastRecurrence(
  sequence: ArrayLike<number>,
  least: number,
  accepts: (shift: number) => boolean,
): { shift: number; equal: number } | undefined {
  const last = sequence.length - 1;
  if (least > last) return undefined;
  const borders = bordersOf(sequence, least);
  let shift = 1;
  let equal = 0;
  while (shift + least <= last + 1) {
    while (equal < least && sequence[last - equal] === sequence[last - shift - equal]) equal++;
    if (equal === least && accepts(shift)) {
      while (shift + equal <= last && sequence[last - equal] === sequence[last - shift - equal]) equal++;
      return { shift, equal };
    }
    // Skipped shifts contradict the elements known to be equal.
    const border = equal === 0 ? 0 : borders[equal - 1];
    shift += Math.max(1, equal - border);
    equal = border;
  }
  return undefined;
}

/** Returns at k the number of the last k + 1 elements, fewer than all, that are both a prefix and a suffix of these. */
function bordersOf(sequence: ArrayLike<number>, count: number): Int32Array {
  const last = sequence.length - 1;
  const borders = new Int32Array(count);
  for (let k = 1, border = 0; k < count; k++) {
    while (border > 0 && sequence[last - k] !== sequence[last - border]) border = borders[border - 1];
    if (sequence[last - k] === sequence[last - border]) border++;
    borders[k] = border;
  }
  return borders;
}
