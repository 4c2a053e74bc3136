/** The points of a density: named sequences, or listed positions. */
import { refuse } from '../../common/errors.js';
import { didYouMean } from '../../common/one-of.js';
import { checkInteger, POSITION_LIMIT } from '../../common/range.js';
import { parseNumber } from '../../words/numbers.js';

export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;

export type PointSequence = (typeof POINT_SEQUENCES)[number];

const MAX_POINTS = 100_000;

/** The k-th point of each sequence, k = 0, 1, 2, ... */
export const SEQUENCES: Readonly<Record<PointSequence, (k: number) => number>> = {
  cubes: (k) => (k + 1) ** 3,
  'powers-of-2': (k) => 2 ** k,
  'powers-of-10': (k) => 10 ** k,
};

/** Reads `cubes`, or positions separated by commas. Raises a usage error about `subject` for anything else. */
export function parsePoints(text: string, subject: string): PointSequence | readonly number[] {
  const sequence = POINT_SEQUENCES.find((name) => name === text);
  if (sequence !== undefined) return sequence;
  if (/^\s*\d/.test(text)) return text.split(',').map((point) => parseNumber(point, subject));
  refuse(
    '{subject} cannot be "{text}".',
    { subject, text, sequences: POINT_SEQUENCES },
    {
      remedy: didYouMean(text, POINT_SEQUENCES),
      otherwise: 'Give {sequences}, or positions separated by commas.',
    },
  );
}

export function sequencePoints(point: (k: number) => number, most: number): number[] {
  const points: number[] = [];
  for (let k = 0; point(k) <= most; k++) points.push(point(k));
  return points;
}

/** Returns the points in increasing order, without duplicates. */
export function checkPoints(points: readonly number[]): number[] {
  if (points.length === 0 || points.length > MAX_POINTS) {
    refuse('{count} points are given. Give from 1 to {most}.', { count: points.length, most: MAX_POINTS });
  }
  for (const point of points) checkInteger(point, 1, POSITION_LIMIT - 1, 'A point', '2^53 - 2');
  return [...new Set(points)].sort((a, b) => a - b);
}
