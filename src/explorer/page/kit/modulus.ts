/** The default modulus of residues and rows. */
import type { GameFacts } from '../../contract.js';
import { MAX_MODULUS } from '../address.js';

/** Returns the period for residue classes and rows: of outcomes, or else of nim-values. */
export function periodShown({ nim, outcome }: GameFacts['periods']): GameFacts['periods']['nim'] {
  return outcome ?? nim;
}

/** It shows the stripes of squares, and suits every game. */
const USUAL = 65;

/** Returns the modulus of the address; else the period, or its largest divisor that a view can have. */
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
