/** The modulus that residues are counted by and the raster can be as wide as. */
import { clamp } from '../format.js';
import { getNumber } from '../state.js';

export const MOST_MODULUS = 512;

/** The modulus in the address; 65 shows the stripes of squares, and suits no game badly. */
export function modulusInAddress(): number {
  return clamp(Math.round(getNumber('modulus', 65)), 1, MOST_MODULUS);
}
