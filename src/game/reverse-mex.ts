/**
 * Reverse mex of a finite set S: g(n) = mex{g(n + s) : s in S}, where g are the nim-values (Larsson, Manabe and Miyadera,
 * arXiv:2605.14321).
 */
import type { Period } from './periods.js';

/** From position 0 on, from the preperiod on only, or for infinitely many positions not. */
export const REVERSE_MEX = ['always', 'periodic', 'no'] as const;
export type ReverseMex = (typeof REVERSE_MEX)[number];

/**
 * Decides from one period for which positions reverse mex holds. `values` are the nim-values of
 * [0, preperiod + period + largest move).
 *
 * g(n + s) differs from g(n), which is the value of one of its options. So only the smaller values must occur among the g(n + s).
 */
export function reverseMexOf(
  values: Uint8Array,
  moves: ArrayLike<number>,
  { preperiod, period }: Pick<Period, 'preperiod' | 'period'>,
): ReverseMex {
  const seenAt = new Int32Array(moves.length + 1).fill(-1);
  const holdsIn = (start: number, stop: number): boolean => {
    for (let n = start; n < stop; n++) {
      let missing = values[n];
      for (let k = 0; missing > 0; k++) {
        if (k === moves.length) return false;
        const value = values[n + moves[k]];
        if (value > values[n] || seenAt[value] === n) continue;
        seenAt[value] = n;
        missing--;
      }
    }
    return true;
  };
  if (!holdsIn(preperiod, preperiod + period)) return 'no';
  return holdsIn(0, preperiod) ? 'always' : 'periodic';
}
