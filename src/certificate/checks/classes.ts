/** Numbers by residue class: of each its quotient, class by class. */

export interface InClasses {
  /** The quotients of the class r are those from `starts[r]` to `starts[r + 1]`, in the order of their numbers. */
  readonly starts: Uint32Array;
  readonly quotients: Uint32Array;
}

/** Numbers by their remainders. */
export function inClasses(numbers: Uint32Array, modulus: number): InClasses {
  if (modulus === 1) return { starts: Uint32Array.of(0, numbers.length), quotients: numbers };
  const starts = new Uint32Array(modulus + 1);
  for (let i = 0; i < numbers.length; i++) starts[(numbers[i] % modulus) + 1]++;
  for (let residue = 0; residue < modulus; residue++) starts[residue + 1] += starts[residue];
  const next = starts.slice();
  const quotients = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const residue = numbers[i] % modulus;
    quotients[next[residue]++] = (numbers[i] - residue) / modulus;
  }
  return { starts, quotients };
}
