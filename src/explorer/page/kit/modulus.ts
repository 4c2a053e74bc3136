/** The modulus that residues are counted by and the raster can be as wide as. */
import type { GameFacts } from '../../contract.js';
import { MAX_MODULUS } from '../address.js';

/** Returns the period that residue classes and rows go by: that of outcomes, or else that of nim-values. */
export function periodShown({ nim, outcome }: GameFacts['periods']): GameFacts['periods']['nim'] {
  return outcome ?? nim;
}

/** Shows the stripes of squares, and suits no game badly. */
const USUAL = 65;

/** The modulus of the address; else the period, or the largest divisor of it that a view can have. */
export function modulusOf(
  { modulus }: { readonly modulus: number | undefined },
  { periods }: GameFacts,
): number {
  if (modulus !== undefined) return modulus;
  const period = periodShown(periods)?.period ?? 1;
  let divisor = Math.min(period, MAX_MODULUS);
  while (period % divisor !== 0) divisor--;
  return divisor > 1 ? divisor : USUAL;
}
