/** Cold positions by residue class, and which moduli separate them (Eppstein 2018, section 3.3; Golomb 1966). */
import type { Store } from '../engine/store.js';
import { countClasses, sourceOfValue, withPositions } from './classes.js';
import { checkInteger, LARGEST_MODULUS, type AnalysisOptions } from './options.js';
import type { ResiduesResult, Separation } from './results.js';
import {
  countAllClasses,
  LARGEST_BOUND,
  LARGEST_SCORED,
  separationOf,
  smallestSubtrahends,
} from './separation.js';
import type { Game } from '../game/game.js';

export interface ResiduesOptions extends AnalysisOptions {
  /** From 1 to 2^20. */
  readonly modulus: number;
  /** Score every modulus from 2 to this one, at most 1024; by default `modulus` alone. */
  readonly upTo?: number | undefined;
}

/**
 * Cold positions by residue class, with the positions of nearly empty classes, and scores of how well moduli
 * separate them; a modulus above 4096 is not scored. Cost: reading the range once, once more for the positions of
 * nearly empty classes, and once more with `upTo`; then the aggregates.
 */
export async function analyzeResidues(
  store: Store,
  game: string | Game,
  { modulus, upTo, ...options }: ResiduesOptions,
): Promise<ResiduesResult> {
  checkInteger(modulus, 1, LARGEST_MODULUS, 'The modulus');
  if (upTo !== undefined) checkInteger(upTo, 2, LARGEST_BOUND, 'The largest modulus to score');
  const source = sourceOfValue(store, game, 0, options);
  const { counts, total } = await countClasses(source, 0, modulus);
  const classes = await withPositions(source, 0, counts, total);
  const subtrahends = smallestSubtrahends(source.game.set, source.range.stop);
  const scored = upTo !== undefined ? await countAllClasses(source, upTo) : [counts];
  const separation = scored
    .filter(({ length }) => length <= LARGEST_SCORED)
    .map((each): Separation => separationOf(each, subtrahends));
  return {
    analysis: 'residues',
    game: source.game.key,
    series: 'cold',
    range: source.range,
    modulus,
    count: total,
    classes,
    separation,
  };
}
