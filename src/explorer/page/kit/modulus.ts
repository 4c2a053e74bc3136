/** The modulus that residues are counted by and the raster can be as wide as. */
import type { GameFacts } from '../../contract.js';
import { MOST_MODULUS } from '../address.js';

/** Returns the period that residue classes and rows go by: that of outcomes, or else that of nim-values. */
export function periodShown({ nim, outcome }: GameFacts['periods']): GameFacts['periods']['nim'] {
  return outcome ?? nim;
}

/** The modulus of the address; else the period, or 65, which shows the stripes of squares and suits no game badly. */
export function modulusOf(
  { modulus }: { readonly modulus: number | undefined },
  { periods }: GameFacts,
): number {
  const period = periodShown(periods)?.period ?? 1;
  return modulus ?? (period > 1 && period <= MOST_MODULUS ? period : 65);
}
