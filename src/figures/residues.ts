/**
 * Cold positions by residue class, and, where more than one modulus was looked at, how well each separates them: what
 * the residue-class method gains from.
 */
import type { ResiduesResult } from '../analysis/residues.js';
import { collisionOf } from '../analysis/separation.js';
import { bars } from './bars.js';
import { grouped, mostOf, within } from '../words/typeset.js';
import { countAxis, heightAxis, label, level, positions, tooltips, type Point } from './parts.js';
import { COLOURS, figure, type Figure, type Part, type Size } from './theme.js';

/** A modulus is named when its collision is below this share of that of all its divisors, and of 1. */
const CLEARLY_LOWER = 0.97;
/** Pixels that a name takes; of names that would meet the one of the lower collision stays. */
const ROOM_FOR_NAME = 16;
/** The counts of so many classes go into the description. */
const MOST_DESCRIBED_CLASSES = 20;

/** Null when no cold position was counted. */
export function residuesFigure(result: ResiduesResult, size: Size): Figure | null {
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
  const y = heightAxis('cold positions', most);
  const even = count / modulus;
  return figure(
    { title: `Cold positions modulo ${modulus}: ${game}`, notes, description, width: size.width },
    [
      {
        layer: [
          bars({
            heights: counts,
            amounts: counts,
            xTitle: `n mod ${modulus}`,
            y,
            what: 'cold positions',
            ...size,
          }),
          level(even, y),
          label(
            'all alike',
            { x: size.width + 6, y: size.height * (1 - even / (1.1 * most)) },
            { baseline: 'middle', align: 'left', fontSize: 12, color: COLOURS.fit },
          ),
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
      label(
        'tells nothing',
        { x: size.width + 6, y: size.height * (1 - 1 / (1.1 * most)) },
        { baseline: 'middle', align: 'left', fontSize: 12, color: COLOURS.fit },
      ),
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
