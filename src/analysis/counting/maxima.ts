/** Which sizes are new maxima where they first occur. */

/** Of where each size first occurs, by increasing size: whether it does before every larger one. */
export function maximaAmong(firsts: ArrayLike<number>): boolean[] {
  const maxima = new Array<boolean>(firsts.length);
  let lowest = Infinity;
  for (let i = firsts.length - 1; i >= 0; i--) {
    maxima[i] = firsts[i] < lowest;
    lowest = Math.min(lowest, firsts[i]);
  }
  return maxima;
}
