/** Cold positions by residue class, as rows, a figure and a section of the report. */
import { bars } from '../../figures/bars.js';
import { countAxis, heightAxis, level, positions, tooltips, type Point } from '../../figures/parts.js';
import { figure, type Area, type Figure, type Size } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksCounts, MIN_COUNTED } from '../../report/parts/section.js';
import { amount, decimal, withCommas, mostOf, within } from '../../words/typeset.js';
import { real, tabulate, whole, type Column } from '../columns.js';
import { bestFirst, collisionOf, type Separation } from '../counting/separation.js';
import {
  analyzeResidues,
  MAX_COMPARED_MODULUS,
  type ResiduesOptions,
  type ResiduesResult,
} from '../reduction/residues.js';
import { studied } from '../study.js';
import { emptySentence, exceptionLines, exceptionTable, levelName, tableOfColumns } from './facts.js';
import { parseNumber } from '../../words/numbers.js';
import { optional } from '../../words/params.js';

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

const SHOWN_MODULI = 20;
const MODULI_LISTED = 12;
/** A modulus is labelled if its collision is below this share of its divisors' collisions, and of 1. */
const CLEARLY_LOWER = 0.97;
/** Pixels of a label; of overlapping labels the one of the lower collision is drawn. */
const ROOM_FOR_NAME = 16;
const MAX_DESCRIBED_CLASSES = 20;

function residuesFigure(result: ResiduesResult, size: Size): Figure | null {
  const { game, modulus, count, classes, separation, range } = result;
  if (count === 0) return null;
  const empty = classes.filter((each) => each.count === 0).length;
  // Without a subtrahend below the end, no modulus has a collision.
  const isCompared = separation.length > 1 && separation.every(({ collision }) => collision !== null);
  const notes = [`${withCommas(count)} cold positions ${within(range)}`, occupation(empty, modulus)];
  const description =
    `Cold positions ${within(range)} by their remainder modulo ${modulus}: ${occupation(empty, modulus)}` +
    (modulus > MAX_DESCRIBED_CLASSES
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
  const plot = bars({ heights: counts, amounts: counts, xTitle: `n mod ${modulus}`, y, what, ...size });
  const classesArea: Area = {
    ...plot,
    draw: (across, up) => ({
      layer: [plot.draw(across, up), level(even, up), levelName('all alike', even, up, size)],
    }),
  };
  return figure(
    { title: `Cold positions modulo ${modulus}: ${game}`, notes, description, width: size.width },
    [classesArea, ...(isCompared ? [separationArea(result, size)] : [])],
  );
}

function occupation(empty: number, modulus: number): string {
  if (empty === 0) return modulus === 1 ? 'one class' : `every one of the ${modulus} classes has some`;
  return `${empty} of the ${modulus} classes ${empty === 1 ? 'has' : 'have'} none`;
}

/** Returns the collision of every modulus, with labels at moduli that separate better than their divisors. */
function separationArea({ separation }: ResiduesResult, size: Size): Area {
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
  const tooltip = tooltips([
    ['x', 'modulus'],
    ['y', 'collision', '.3~r'],
  ]);
  const text = { field: 'x', type: 'quantitative' };
  return {
    x: countAxis('modulus', points[0].x - 1, points[points.length - 1].x + 1),
    y: heightAxis('collision', Math.max(1, mostOf(points.map((point) => point.y))), '~g'),
    draw: (x, y) => ({
      ...size,
      layer: [
        level(1, y),
        levelName('tells nothing', 1, y, size),
        {
          data: { values: points },
          mark: { type: 'circle', size: 24 },
          encoding: { ...positions(x, y), tooltip },
        },
        {
          data: { values: named },
          mark: { type: 'text', dy: -5, baseline: 'bottom', fontSize: 12 },
          encoding: { ...positions(x, y), text },
        },
      ],
    }),
  };
}

/** The rows are the scores if moduli up to a bound were scored, otherwise the classes. */
export const residuesAnalysis = studied<'residues', ResiduesOptions, ResiduesResult>({
  name: 'residues',
  summary: 'cold positions by residue class, and moduli compared',
  seriesOf: () => 'cold',
  options: {
    modulus: optional(
      'M',
      'the modulus; default the one up to 100 that separates best, or a divisor of the period',
      parseNumber,
    ),
    max: optional('M', 'score every modulus from 2 to this one', parseNumber),
  },
  reduce: analyzeResidues,
  columns: (result) => (result.max === null ? classColumns(result) : separationColumns(result.separation)),
  shown: (result) =>
    result.max === null
      ? classColumns(result)
      : separationColumns(bestFirst(result.separation).slice(0, SHOWN_MODULI)),
  facts: ({ modulus, max, count, classes, separation, range }, write) => [
    `${amount(count, 'cold position', write)}.`,
    // The scores of several moduli are in the table.
    ...(max === null ? separation : []).flatMap(({ concentration, collision }) => [
      `Concentration ${concentration.toFixed(3)}: two cold positions fall into the same class that many times as often as by chance.`,
      collision === null
        ? `No subtrahend is below ${write(range.stop)}, so classes do not collide.`
        : `Collision ${collision.toFixed(3)}: a cold position plus a move falls into a class of cold positions that many times as often as by chance.`,
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
  section: {
    id: 'residues',
    heading: 'Residue classes of the cold positions',
    lacks: (facts) => lacksCounts(facts, MIN_COUNTED),
    async make(_facts, study) {
      const max = MAX_COMPARED_MODULUS;
      const result = await study({ max });
      const { modulus } = result;
      const best = bestFirst(result.separation);
      return [
        ...[
          `Of the moduli up to ${max}, ${modulus} separates the cold positions best: its collision is ${decimal(collisionOf(best[0]))}, where 1 ` +
            'means that classes tell nothing, and 0 that no move between cold classes is possible.',
          ...emptySentence(result.classes, modulus),
        ].map(prose),
        { result, options: { modulus, max } },
        tableOfColumns(
          'The moduli with the lowest collision',
          separationColumns(best.slice(0, MODULI_LISTED)),
        ),
        ...exceptionTable(result.classes, modulus),
      ];
    },
  },
});
