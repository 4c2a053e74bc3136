/** Cold positions by residue class, and the moduli that separate them (Eppstein 2018, section 3.3; Golomb 1966). */
import { checkInteger } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { SeriesSource } from '../../engine/views/aggregating.js';
import type { Game } from '../../game/game.js';
import { countClasses, countsOf, type ResidueClass } from '../counting/classes.js';
import { MAX_CLASSES } from '../counting/rows.js';
import {
  bestFirst,
  countAllClasses,
  folded,
  MAX_BOUND,
  MAX_SCORED_MODULUS,
  separationOf,
  smallestSubtrahends,
  type Separation,
} from '../counting/separation.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

export interface ResiduesResult extends Common<'residues'> {
  readonly modulus: number;
  /** The bound, if every modulus from 2 to it was scored; else null. */
  readonly max: number | null;
  readonly count: number;
  /** Every class, 0 to modulus - 1. */
  readonly classes: readonly ResidueClass[];
  /** For the modulus, or with a bound for every modulus from 2 to it, increasing; none above 4096. */
  readonly separation: readonly Separation[];
}

/** The largest modulus compared if none is given and no period is known. */
export const MAX_COMPARED_MODULUS = 100;

export interface ResiduesOptions extends AnalysisOptions {
  /**
   * From 1 to 2^20. Default the one that separates best among the moduli from 2 to `max`, else among the divisors of the period
   * up to 4096, else among those from 2 to 100.
   */
  readonly modulus?: number | undefined;
  /** Score every modulus from 2 to this one, at most 1024; default only `modulus`. */
  readonly max?: number | undefined;
}

/**
 * Counts cold positions by residue class, lists the positions of nearly empty classes, and scores how well moduli separate them;
 * a modulus above 4096 is not scored. Cost: reading the range once, once more for the positions of nearly empty classes, and once
 * more if `modulus` is not among those up to `max`; then the aggregates.
 */
export async function analyzeResidues(
  store: ReadableStore,
  game: string | Game,
  { modulus: given, max, ...options }: ResiduesOptions,
): Promise<ResiduesResult> {
  if (given !== undefined) checkInteger(given, 1, MAX_CLASSES, 'The modulus');
  if (max !== undefined) checkInteger(max, 2, MAX_BOUND, 'The largest modulus to score');
  const source = await store.source(game, 'cold', options);
  const subtrahends = smallestSubtrahends(source.game.set, source.range.stop);
  const scoresOf = async (counted: readonly (readonly number[])[]): Promise<Separation[]> => {
    const scores: Separation[] = [];
    for (const each of counted.filter(({ length }) => length <= MAX_SCORED_MODULUS)) {
      await source.breathe();
      scores.push(separationOf(each, subtrahends));
    }
    return scores;
  };
  const counted =
    max !== undefined
      ? await countAllClasses(source, max)
      : given === undefined
        ? await countUsualClasses(source, (await store.periodOf(game, 'cold'))?.period)
        : [];
  const compared = await scoresOf(counted);
  const modulus = given ?? bestFirst(compared)[0].modulus;
  const own = counted.find(({ length }) => length === modulus);
  const { counts, total, classes } = await countClasses(source, 0, modulus, own);
  const separation = max === undefined ? await scoresOf([counts]) : compared;
  return {
    ...headOf('residues', 'cold', source),
    modulus,
    max: max ?? null,
    count: total,
    classes,
    separation,
  };
}

/** Counts the cold positions by class for each default modulus: the divisors of a period, else those from 2 to 100. */
async function countUsualClasses(source: SeriesSource, period = 1): Promise<number[][]> {
  if (period === 1 || period > MAX_SCORED_MODULUS) return countAllClasses(source, MAX_COMPARED_MODULUS);
  const counts = await countsOf(source, 0, period);
  const divisors = counts.flatMap((_, i) => (i > 0 && period % (i + 1) === 0 ? [i + 1] : []));
  return divisors.map((divisor) => folded(counts, divisor));
}
