/** The modulus that residues are counted by and the raster can be as wide as. */
import type { GameFacts } from '../../contract.js';
import { clamp } from '../format.js';
import { getNumber } from '../state.js';

export const MOST_MODULUS = 512;

/** The modulus in the address; else the period, or 65, which shows the stripes of squares and suits no game badly. */
export function modulusInAddress({ periods }: GameFacts): number {
  const period = (periods.outcome ?? periods.nim)?.period ?? 1;
  const usual = period > 1 && period <= MOST_MODULUS ? period : 65;
  return clamp(Math.round(getNumber('modulus', usual)), 1, MOST_MODULUS);
}
