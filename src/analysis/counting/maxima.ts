/** New maxima among first occurrences. */

/** Returns whether each size, given the first occurrences by increasing size, precedes every larger one. */
export function maximaAmong(firsts: ArrayLike<number>): boolean[] {
  const maxima = new Array<boolean>(firsts.length);
  let lowest = Infinity;
  for (let i = firsts.length - 1; i >= 0; i--) {
    maxima[i] = firsts[i] < lowest;
    lowest = Math.min(lowest, firsts[i]);
  }
  return maxima;
}
