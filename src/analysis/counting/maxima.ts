/** New maxima among first occurrences. */

/** Takes the first occurrences of sizes, by increasing size. Returns for each whether all larger sizes occur later. */
export function maximaAmong(firsts: ArrayLike<number>): boolean[] {
  const maxima = new Array<boolean>(firsts.length);
  let lowest = Infinity;
  for (let i = firsts.length - 1; i >= 0; i--) {
    maxima[i] = firsts[i] < lowest;
    lowest = Math.min(lowest, firsts[i]);
  }
  return maxima;
}
