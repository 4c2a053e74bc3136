/** Positions as 64-bit integers, for output only: everywhere else they are plain numbers below 2^53. */

export function consecutivePositions(start: number, length: number): BigInt64Array<ArrayBuffer> {
  const words = new Uint32Array(2 * length);
  // By 32-bit halves: filling a BigInt64Array element by element is ten times slower.
  let high = Math.floor(start / 2 ** 32);
  let low = start % 2 ** 32;
  for (let i = 0; i < 2 * length; i += 2) {
    words[i] = low;
    words[i + 1] = high;
    if (++low === 2 ** 32) {
      low = 0;
      high++;
    }
  }
  return new BigInt64Array(words.buffer);
}

export function int64Positions(positions: Float64Array): BigInt64Array<ArrayBuffer> {
  const words = new Uint32Array(2 * positions.length);
  positions.forEach((position, i) => {
    words[2 * i] = position % 2 ** 32;
    words[2 * i + 1] = Math.floor(position / 2 ** 32);
  });
  return new BigInt64Array(words.buffer);
}
