/** Concatenation of arrays of numbers. */

/** Returns the pieces joined into a new array. */
export function concatenated<Whole extends Uint8Array | Uint32Array | Float64Array>(
  Kind: new (length: number) => Whole,
  pieces: readonly ArrayLike<number>[],
): Whole {
  const whole = new Kind(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
