/** Cold positions by residue class, and which moduli separate them (Eppstein 2018, section 3.3; Golomb 1966). */
import type { Store } from '../engine/store.js';
import {
  LARGEST_MODULUS,
  checkInteger,
  tabulate,
  type Analysis,
  type AnalysisOptions,
  type Column,
  type Common,
} from './analysis.js';
import { amount, exceptionLines } from './facts.js';
import { countClasses, sourceOfValue, withPositions, type ResidueClass } from './classes.js';
import type { Separation } from './separation.js';
import {
  collisionOf,
  countAllClasses,
  LARGEST_BOUND,
  LARGEST_SCORED,
  separationOf,
  smallestSubtrahends,
} from './separation.js';
import type { Game } from '../game/game.js';

/** Cold positions by residue class. */
export interface ResiduesResult extends Common<'residues'> {
  readonly modulus: number;
  /** The largest modulus that was scored, where every one from 2 on was; else null. */
  readonly upTo: number | null;
  /** Cold positions counted. */
  readonly count: number;
  /** Every class, 0 to modulus - 1. */
  readonly classes: readonly ResidueClass[];
  /**
   * For the modulus; with a bound, for every modulus from 2 to the bound instead, by increasing modulus. A modulus
   * above 4096 is left out.
   */
  readonly separation: readonly Separation[];
}

/** Moduli that people are shown, the best first. */
const SHOWN_MODULI = 20;

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
  const source = await sourceOfValue(store, game, 0, options);
  const { counts, total } = await countClasses(source, 0, modulus);
  const classes = await withPositions(source, 0, counts, total);
  const subtrahends = smallestSubtrahends(source.game.set, source.range.stop);
  const scored = upTo !== undefined ? await countAllClasses(source, upTo) : [counts];
  const separation: Separation[] = [];
  for (const each of scored.filter(({ length }) => length <= LARGEST_SCORED)) {
    await source.breathe();
    separation.push(separationOf(each, subtrahends));
  }
  return {
    analysis: 'residues',
    game: source.game.key,
    series: 'cold',
    range: source.range,
    modulus,
    upTo: upTo ?? null,
    count: total,
    classes,
    separation,
  };
}

/** The columns of the scores of some moduli. */
export function separationColumns(separation: readonly Separation[]): Column[] {
  return tabulate(separation, [
    { name: 'modulus', type: 'int64', heading: 'Modulus', of: ({ modulus }) => modulus },
    { name: 'empty', type: 'int64', heading: 'Empty', of: ({ empty }) => empty },
    { name: 'nearly_empty', type: 'int64', heading: 'Nearly empty', of: ({ nearlyEmpty }) => nearlyEmpty },
    {
      name: 'concentration',
      type: 'float64',
      heading: 'Concentration',
      shown: 3,
      of: ({ concentration }) => concentration,
    },
    { name: 'collision', type: 'float64', heading: 'Collision', shown: 3, of: ({ collision }) => collision },
  ]);
}

function classColumns({ classes, count: total }: ResiduesResult): Column[] {
  return tabulate(classes, [
    { name: 'residue', type: 'int64', heading: 'Class', of: ({ residue }) => residue },
    { name: 'count', type: 'int64', heading: 'Cold', of: ({ count }) => count },
    { name: 'share', type: 'float64', heading: 'Share', shown: 'percent', of: ({ count }) => count / total },
  ]);
}

/** The moduli that separate best: those with the least collision. */
function bestOf(separation: readonly Separation[]): Separation[] {
  // Multiples often score the same but for rounding: the smallest modulus comes first.
  const rounded = (each: Separation): number => Math.round(1000 * collisionOf(each));
  return [...separation].sort((a, b) => rounded(a) - rounded(b)).slice(0, SHOWN_MODULI);
}

/** Residues scored up to a bound give the scores as rows, otherwise the classes. */
export const residuesAnalysis: Analysis<'residues', ResiduesOptions, ResiduesResult> = {
  name: 'residues',
  seriesOf: () => 'cold',
  options: [
    { name: 'modulus', kind: 'number', placeholder: 'M', describe: 'the modulus', isRequired: true },
    { name: 'upTo', kind: 'number', placeholder: 'M', describe: 'score every modulus from 2 to this one' },
  ],
  run: analyzeResidues,
  columns: (result) => (result.upTo === null ? classColumns(result) : separationColumns(result.separation)),
  shown: (result) =>
    result.upTo === null ? classColumns(result) : separationColumns(bestOf(result.separation)),
  facts: ({ modulus, upTo, count, classes, separation, range }, write) => [
    amount(count, 'cold position', write),
    // The scores of many are a table.
    ...(upTo === null ? separation : []).flatMap(({ concentration, collision }) =>
      collision === null
        ? [
            `concentration ${concentration.toFixed(3)}; chance gives 1`,
            `no subtrahend is below ${write(range.stop)}, so classes do not collide`,
          ]
        : [`concentration ${concentration.toFixed(3)}, collision ${collision.toFixed(3)}; chance gives 1`],
    ),
    ...exceptionLines(
      classes.filter(({ positions }) => positions !== null),
      `modulo ${modulus}`,
    ),
  ],
};
