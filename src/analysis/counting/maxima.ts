/** New maxima among first occurrences. */

/** Given the first occurrence of each size, by increasing size, returns whether it precedes that of every larger size. */
export function maximaAmong(firsts: ArrayLike<number>): boolean[] {
  const maxima = new Array<boolean>(firsts.length);
  let lowest = Infinity;
  for (let i = firsts.length - 1; i >= 0; i--) {
    maxima[i] = firsts[i] < lowest;
    lowest = Math.min(lowest, firsts[i]);
  }
  return maxima;
}
