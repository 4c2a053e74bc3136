/** The default modulus of residues and rows. */
import { usualModulus } from '../../../common/usual-figures.js';
import type { GameFacts } from '../../contract.js';
import { MAX_MODULUS } from '../address.js';

/** Returns the period for residue classes and rows: of outcomes, or else of nim-values. */
export function periodShown({ nim, outcome }: GameFacts['periods']): GameFacts['periods']['nim'] {
  return outcome ?? nim;
}

/** Returns the modulus of the address; else the period, or its largest divisor that a view can have. */
export function modulusOf(
  { modulus }: { readonly modulus: number | undefined },
  { periods }: GameFacts,
): number {
  return modulus ?? usualModulus(periodShown(periods), MAX_MODULUS);
}
