/** Cold positions by residue class, and which moduli separate them (Eppstein 2018, section 3.3; Golomb 1966). */
import { checkInteger } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { bars } from '../figures/bars.js';
import { countAxis, heightAxis, level, positions, tooltips, type Point } from '../figures/parts.js';
import { figure, type Figure, type Part, type Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import { prose } from '../report/parts/html.js';
import { lacksCounts, LEAST_COUNTED, type Section } from '../report/parts/section.js';
import { decimal, grouped, mostOf, within } from '../words/typeset.js';
import {
  headOf,
  LARGEST_MODULUS,
  real,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type Column,
  type Common,
} from './analysis.js';
import { countClasses, type ResidueClass } from './counting/classes.js';
import {
  collisionOf,
  countAllClasses,
  LARGEST_BOUND,
  LARGEST_SCORED,
  separationOf,
  smallestSubtrahends,
  type Separation,
} from './counting/separation.js';
import { amount, emptySentence, exceptionLines, exceptionTable, levelName, tableOfColumns } from './facts.js';

/** Cold positions by residue class. */
export interface ResiduesResult extends Common<'residues'> {
  readonly modulus: number;
  /** The largest modulus that was scored, where every one from 2 on was; else null. */
  readonly upTo: number | null;
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
/** The largest modulus that is compared where none is given. */
const LARGEST_COMPARED = 100;

export interface ResiduesOptions extends AnalysisOptions {
  /** From 1 to 2^20; by default that of the moduli from 2 to `upTo`, or to 100, which separates best. */
  readonly modulus?: number | undefined;
  /** Score every modulus from 2 to this one, at most 1024; by default `modulus` alone. */
  readonly upTo?: number | undefined;
}

/**
 * Cold positions by residue class, with the positions of nearly empty classes, and scores of how well moduli
 * separate them; a modulus above 4096 is not scored. Cost: reading the range once, once more for the positions of
 * nearly empty classes, and once more where `modulus` is none of those up to `upTo`; then the aggregates.
 */
export async function analyzeResidues(
  store: ReadableStore,
  game: string | Game,
  { modulus: given, upTo, ...options }: ResiduesOptions,
): Promise<ResiduesResult> {
  if (given !== undefined) checkInteger(given, 1, LARGEST_MODULUS, 'The modulus');
  if (upTo !== undefined) checkInteger(upTo, 2, LARGEST_BOUND, 'The largest modulus to score');
  const source = await store.source(game, 'cold', options);
  const subtrahends = smallestSubtrahends(source.game.set, source.range.stop);
  const scoresOf = async (counted: readonly (readonly number[])[]): Promise<Separation[]> => {
    const scores: Separation[] = [];
    for (const each of counted.filter(({ length }) => length <= LARGEST_SCORED)) {
      await source.breathe();
      scores.push(separationOf(each, subtrahends));
    }
    return scores;
  };
  const isCompared = upTo !== undefined || given === undefined;
  const counted = isCompared ? await countAllClasses(source, upTo ?? LARGEST_COMPARED) : [];
  const compared = await scoresOf(counted);
  const modulus = given ?? bestOf(compared)[0].modulus;
  const own = counted.find(({ length }) => length === modulus);
  const { counts, total, classes } = await countClasses(source, 0, modulus, own);
  const separation = upTo === undefined ? await scoresOf([counts]) : compared;
  return {
    ...headOf('residues', 'cold', source),
    modulus,
    upTo: upTo ?? null,
    count: total,
    classes,
    separation,
  };
}

function separationColumns(separation: readonly Separation[]): Column[] {
  return tabulate(separation, [
    whole('modulus', 'Modulus', ({ modulus }) => modulus),
    whole('empty', 'Empty', ({ empty }) => empty),
    whole('nearly_empty', 'Nearly empty', ({ nearlyEmpty }) => nearlyEmpty),
    real('concentration', 'Concentration', 3, ({ concentration }) => concentration),
    real('collision', 'Collision', 3, ({ collision }) => collision),
  ]);
}

function classColumns({ classes, count: total }: ResiduesResult): Column[] {
  return tabulate(classes, [
    whole('residue', 'Class', ({ residue }) => residue),
    whole('count', 'Cold', ({ count }) => count),
    real('share', 'Share', 'percent', ({ count }) => count / total),
  ]);
}

/** The moduli that separate best: those with the least collision. */
function bestOf(separation: readonly Separation[]): Separation[] {
  // Multiples often score the same but for rounding: the smallest modulus comes first.
  const rounded = (each: Separation): number => Math.round(1000 * collisionOf(each));
  return [...separation].sort((a, b) => rounded(a) - rounded(b)).slice(0, SHOWN_MODULI);
}

const MODULI_LISTED = 12;
/** A modulus is named when its collision is below this share of that of all its divisors, and of 1. */
const CLEARLY_LOWER = 0.97;
/** Pixels that a name takes; of names that would meet the one of the lower collision stays. */
const ROOM_FOR_NAME = 16;
/** The counts of so many classes go into the description. */
const MOST_DESCRIBED_CLASSES = 20;

/** Null when no cold position was counted. */
function residuesFigure(result: ResiduesResult, size: Size): Figure | null {
  const { game, modulus, count, classes, separation, range } = result;
  if (count === 0) return null;
  const empty = classes.filter((each) => each.count === 0).length;
  // Where no subtrahend is below the end, moduli have no collision.
  const isCompared = separation.length > 1 && separation.every(({ collision }) => collision !== null);
  const notes = [`${grouped(count)} cold positions ${within(range)}`, occupation(empty, modulus)];
  const description =
    `Cold positions ${within(range)} by their remainder modulo ${modulus}: ${occupation(empty, modulus)}` +
    (modulus > MOST_DESCRIBED_CLASSES
      ? '.'
      : `; ${classes.map(({ residue, count: amount }) => `${residue}: ${amount}`).join(', ')}.`) +
    (isCompared
      ? ` Below it the collision of every modulus from ${separation[0].modulus} to ${separation[separation.length - 1].modulus}.`
      : '');
  const counts = classes.map((each) => each.count);
  const most = mostOf(counts);
  const what = 'cold positions';
  const y = heightAxis(what, most);
  const even = count / modulus;
  return figure(
    { title: `Cold positions modulo ${modulus}: ${game}`, notes, description, width: size.width },
    [
      {
        layer: [
          bars({ heights: counts, amounts: counts, xTitle: `n mod ${modulus}`, y, what, ...size }),
          level(even, y),
          levelName('all alike', size.width, size.height * (1 - even / (1.1 * most))),
        ],
      },
      ...(isCompared ? [separationPanel(result, size)] : []),
    ],
  );
}

/** How many classes have no cold position, in words. */
function occupation(empty: number, modulus: number): string {
  if (empty === 0) return modulus === 1 ? 'one class' : `every one of the ${modulus} classes has some`;
  return `${empty} of the ${modulus} classes ${empty === 1 ? 'has' : 'have'} none`;
}

/** The collision of every modulus, with those named that separate better than their divisors. */
function separationPanel({ separation }: ResiduesResult, size: Size): Part {
  const points = separation.map((each) => ({ x: each.modulus, y: collisionOf(each) }));
  const isNamed = (point: Point): boolean =>
    points.every(
      (other) => other.x >= point.x || point.x % other.x !== 0 || point.y < CLEARLY_LOWER * other.y,
    ) && point.y < CLEARLY_LOWER;
  const room = (points.length * ROOM_FOR_NAME) / size.width;
  const named: Point[] = [];
  for (const point of points.filter(isNamed).sort((a, b) => a.y - b.y || a.x - b.x)) {
    if (named.every((other) => Math.abs(point.x - other.x) >= room)) named.push(point);
  }
  const x = countAxis('modulus', points[0].x - 1, points[points.length - 1].x + 1);
  const most = Math.max(1, mostOf(points.map((point) => point.y)));
  const y = heightAxis('collision', most, '~g');
  return {
    ...size,
    layer: [
      level(1, y),
      levelName('tells nothing', size.width, size.height * (1 - 1 / (1.1 * most))),
      {
        data: { values: points },
        mark: { type: 'circle', size: 24 },
        encoding: {
          ...positions(x, y),
          tooltip: tooltips([
            ['x', 'modulus'],
            ['y', 'collision', '.3~r'],
          ]),
        },
      },
      {
        data: { values: named },
        mark: { type: 'text', dy: -5, baseline: 'bottom', fontSize: 12 },
        encoding: { ...positions(x, y), text: { field: 'x', type: 'quantitative' } },
      },
    ],
  };
}

const residuesSection: Section = {
  id: 'residues',
  heading: 'Residue classes of the cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_COUNTED),
  async make({ store, game, reading }) {
    const upTo = LARGEST_COMPARED;
    const result = await analyzeResidues(store, game, { ...reading, upTo });
    const { modulus } = result;
    const best = bestOf(result.separation);
    return [
      ...[
        `Of the moduli up to ${upTo}, ${modulus} separates the cold positions best: its collision is ${decimal(collisionOf(best[0]))}, where 1 ` +
          'means that classes tell nothing, and 0 that no move between cold classes is possible.',
        ...emptySentence(result.classes, modulus),
      ].map(prose),
      { result, options: { modulus, upTo } },
      tableOfColumns('The moduli with the lowest collision', separationColumns(best.slice(0, MODULI_LISTED))),
      ...exceptionTable(result.classes, modulus),
    ];
  },
};

/** Residues scored up to a bound give the scores as rows, otherwise the classes. */
export const residuesAnalysis: Analysis<'residues', ResiduesOptions, ResiduesResult> = {
  name: 'residues',
  summary: 'cold positions by residue class, and moduli compared',
  seriesOf: () => 'cold',
  options: [
    {
      name: 'modulus',
      kind: 'number',
      placeholder: 'M',
      describe: 'the modulus; default the one up to 100 that separates best',
    },
    { name: 'upTo', kind: 'number', placeholder: 'M', describe: 'score every modulus from 2 to this one' },
  ],
  run: analyzeResidues,
  columns: (result) => (result.upTo === null ? classColumns(result) : separationColumns(result.separation)),
  shown: (result) =>
    result.upTo === null ? classColumns(result) : separationColumns(bestOf(result.separation)),
  facts: ({ modulus, upTo, count, classes, separation, range }, write) => [
    `${amount(count, 'cold position', write)}.`,
    // The scores of many are a table.
    ...(upTo === null ? separation : []).flatMap(({ concentration, collision }) => [
      `Concentration ${concentration.toFixed(3)}: two cold positions share a class so many times as often as by chance.`,
      collision === null
        ? `No subtrahend is below ${write(range.stop)}, so classes do not collide.`
        : `Collision ${collision.toFixed(3)}: a cold position plus a subtrahend meets the class of another so many times as often.`,
    ]),
    ...exceptionLines(
      classes.filter(({ positions }) => positions !== null),
      modulus,
    ),
  ],
  needs: 'a cold position',
  draw: residuesFigure,
  view: {
    title: 'Residues',
    lead: 'Which residue classes contain the cold positions. A good modulus leaves classes empty.',
  },
  section: residuesSection,
};
