/** The modulus that residues are counted by and the raster can be as wide as. */
import type { GameFacts } from '../../contract.js';
import { MOST_MODULUS } from '../address.js';

/** The modulus of the address; else the period, or 65, which shows the stripes of squares and suits no game badly. */
export function modulusOf(
  { modulus }: { readonly modulus: number | undefined },
  { periods }: GameFacts,
): number {
  const period = (periods.outcome ?? periods.nim)?.period ?? 1;
  return modulus ?? (period > 1 && period <= MOST_MODULUS ? period : 65);
}
