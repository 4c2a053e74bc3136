/**
 * Cold positions by residue class, and, where more than one modulus was looked at, how well each separates them: what
 * the residue-class method gains from.
 */
import type { ResiduesResult } from '../analysis/residues.js';
import { grouped, within } from './numbers.js';
import { bars, countAxis, heightAxis, level, positions, type Point } from './parts.js';
import { figure, type Figure, type Part, type Size } from './theme.js';

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
  const notes = [
    `${grouped(count)} cold positions ${within(range)}`,
    `${empty} of ${modulus} classes have none`,
  ];
  const description =
    `Cold positions ${within(range)} by their remainder modulo ${modulus}: ${empty} classes have none` +
    (modulus > MOST_DESCRIBED_CLASSES
      ? '.'
      : `; ${classes.map(({ residue, count: amount }) => `${residue}: ${amount}`).join(', ')}.`) +
    (separation.length > 1
      ? ` Below it the collision of every modulus from ${separation[0].modulus} to ${separation[separation.length - 1].modulus}.`
      : '');
  const counts = classes.map((each) => each.count);
  const y = heightAxis('cold positions', Math.max(...counts));
  return figure({ title: `Cold positions modulo ${modulus}: ${game}`, notes, description }, [
    bars({ heights: counts, amounts: counts, xTitle: `n mod ${modulus}`, y, ...size }),
    ...(separation.length > 1 ? [separationPanel(result, size)] : []),
  ]);
}

/** The collision of every modulus, with those named that separate better than their divisors. */
function separationPanel({ separation }: ResiduesResult, size: Size): Part {
  const points = separation.map(({ modulus, collision }) => ({ x: modulus, y: collision }));
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
  const y = heightAxis(
    'collision (1: classes tell nothing)',
    Math.max(1, ...points.map((point) => point.y)),
    '~g',
  );
  return {
    ...size,
    layer: [
      level(1, y),
      { data: { values: points }, mark: { type: 'circle' }, encoding: positions(x, y) },
      {
        data: { values: named },
        mark: { type: 'text', dy: -5, baseline: 'bottom', fontSize: 12 },
        encoding: { ...positions(x, y), text: { field: 'x', type: 'quantitative' } },
      },
    ],
  };
}
