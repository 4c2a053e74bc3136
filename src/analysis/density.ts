/** Numbers of cold positions up to given points (Eppstein 2018, section 3.2, Figure 2). */
import { createHash } from 'node:crypto';
import { usageError } from '../common/errors.js';
import { countOnes } from '../kernel/bitset.js';
import { endOf, type Aggregate, type SeriesSource } from '../engine/views/aggregating.js';
import type { RepeatedPart } from '../engine/views/segments.js';
import { lowerBound } from '../game/sets/subtraction-set.js';
import type { Store } from '../engine/store.js';
import { checkPosition, checkRange, lengthOf } from '../common/range.js';
import {
  ROWS_BETWEEN_BREATHS,
  tabulate,
  type Analysis,
  type AnalysisOptions,
  type Common,
} from './analysis.js';
import { fitLine } from './facts.js';
import { fitOfGame, type Fit } from './fit.js';
import type { Game } from '../game/game.js';

/** How the points of a density are chosen; `given` when they were listed. */
export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;

/** At which positions an analysis gives points. */
export type PointSequence = (typeof POINT_SEQUENCES)[number];

/** How many positions are cold up to a point. */
export interface DensityPoint {
  /** n: from 1 to the end of the range. */
  readonly position: number;
  /** Cold positions below n, that is among the first n. */
  readonly below: number;
  /** Cold positions up to and including n; null where n is not stored. */
  readonly upTo: number | null;
  /** The running exponent log(below) / log(n); null for n = 1 and where `below` is 0. */
  readonly exponent: number | null;
}

/** An exponent that the theory of square-difference-free sets knows. */
export interface KnownBound {
  readonly name: string;
  readonly exponent: number;
  /** The exponent as a formula. */
  readonly formula: string;
  readonly source: string;
}

/** Numbers of cold positions (Eppstein 2018, Figure 2). They count from 0 on, also where the range starts above. */
export interface DensityResult extends Common<'density'> {
  readonly at: PointSequence | 'given';
  /** By increasing position; the points that lie in the range. */
  readonly points: readonly DensityPoint[];
  /** Through (n, below); null when fewer than 2 points have a cold position below. */
  readonly fit: Fit | null;
  /** For squares; empty for other games. */
  readonly knownBounds: readonly KnownBound[];
}

/** Points that may be listed. */
const MOST_POINTS = 100_000;

/** The k-th point of each sequence, k = 0, 1, 2, ... */
const SEQUENCES: Readonly<Record<PointSequence, (k: number) => number>> = {
  cubes: (k) => (k + 1) ** 3,
  'powers-of-2': (k) => 2 ** k,
  'powers-of-10': (k) => 10 ** k,
};

/**
 * What is known of sets whose differences are no squares: how many of [0, n) such a set can have. Both by the
 * construction of Ruzsa (1984): numbers with base-b digits from a square-difference-free set in every other place.
 */
const SQUARE_DIFFERENCE_FREE: readonly KnownBound[] = [
  {
    name: 'densest known square-difference-free sets',
    exponent: (1 + Math.log(12) / Math.log(205)) / 2,
    formula: '(1 + log_205 12) / 2',
    source: 'Beigel and Gasarch 2008, Lewko 2015; as in Eppstein 2018, section 1',
  },
  {
    name: 'digits 0 and 2 in every other place of base 5',
    exponent: Math.log(10) / Math.log(25),
    formula: 'log_25 10',
    source: 'Eppstein 2018, section 3.3',
  },
];

export interface DensityOptions extends AnalysisOptions {
  /** A sequence of points, or the points themselves, each at least 1. Default `cubes`. */
  readonly at?: PointSequence | readonly number[] | undefined;
}

/**
 * How many positions are cold up to each point from `from` to `to`. Counts start at position 0. Raises `not-stored`
 * for points above the frontier. Cost: reading the blocks with points in them once, then their aggregates; above the stored
 * blocks one period, or O(log n) a point where a formula counts.
 */
export async function analyzeDensity(
  store: Store,
  game: string | Game,
  options: DensityOptions = {},
): Promise<DensityResult> {
  const { at = 'cubes', from = 0, ...rest } = options;
  const listed = typeof at === 'string' ? undefined : checkPoints(at);
  if (options.to !== undefined) checkRange({ start: from, stop: options.to });
  const stop = options.to ?? listed?.at(-1) ?? (await store.source(game, 'cold', { from })).range.stop;
  const chosen = listed ?? sequencePoints(SEQUENCES[at as PointSequence], stop);
  const range = { start: from, stop };
  const positions = chosen.filter((n) => n >= from && n <= stop);
  if (positions.length === 0) {
    throw usageError({
      subject: 'The range',
      expected: 'at least one of the points',
      found: `${from} to ${stop}`,
    });
  }
  const near = await store.source(game, 'cold', { ...rest, from: 0, to: stop });
  // One position more, where it is known, says whether a point at the end is itself cold.
  const source =
    near.reach > stop ? await store.source(game, 'cold', { ...rest, from: 0, to: stop + 1 }) : near;
  const cuts = withSuccessors(positions);
  const counts = await countsBelow(source, cuts);
  const points: DensityPoint[] = [];
  for (let k = 0; points.length < positions.length; k++) {
    const position = positions[points.length];
    if (cuts[k] !== position) continue;
    if (points.length % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    const below = counts[k];
    const exponent = position > 1 && below > 0 ? Math.log(below) / Math.log(position) : null;
    points.push({ position, below, upTo: Number.isNaN(counts[k + 1]) ? null : counts[k + 1], exponent });
  }
  return {
    analysis: 'density',
    game: source.game.key,
    series: 'cold',
    range,
    at: listed === undefined ? (at as PointSequence) : 'given',
    points,
    fit: await fitOfGame(
      source.game,
      points.map(({ position, below: y }) => ({ x: position, y })),
      () => source.breathe(),
    ),
    knownBounds: source.game.key === 'squares' ? SQUARE_DIFFERENCE_FREE : [],
  };
}

/** The cold positions of a part below each of some points inside it, then of the whole part. */
function countsAt(cuts: Float64Array, part: RepeatedPart): Aggregate<[position: number, count: number][]> {
  return {
    name: 'counts',
    version: 1,
    parameters: cuts.length === 0 ? 'none' : createHash('sha256').update(cuts.join()).digest('hex'),
    async compute(runs) {
      const counts: [position: number, count: number][] = [];
      let count = 0;
      for await (const { start, values } of runs) {
        let from = 0;
        for (let cut = cuts[counts.length] - start; cut <= values.length; cut = cuts[counts.length] - start) {
          count += countOnes(values.bytes, from, cut);
          from = cut;
          counts.push([start + cut, count]);
        }
        count += countOnes(values.bytes, from, values.length);
      }
      return [...counts, [part.stop, count]];
    },
  };
}

/** The points inside all that a part stands for, as the positions of its first that they repeat; none at its start. */
function foldedCuts(cuts: Float64Array, part: RepeatedPart): Float64Array {
  const inside = cuts.subarray(lowerBound(cuts, part.start + 1), lowerBound(cuts, endOf(part)));
  const folded = new Set(inside.map((cut) => part.start + ((cut - part.start) % lengthOf(part))));
  folded.delete(part.start);
  return Float64Array.from(folded).sort();
}

/** The number of cold positions below each point; NaN for those that the source does not reach. */
async function countsBelow(source: SeriesSource, cuts: Float64Array): Promise<Float64Array> {
  const { stop } = source.range;
  const counts = new Float64Array(cuts.length).fill(NaN);
  let before = 0;
  const aggregateOf = (part: RepeatedPart): ReturnType<typeof countsAt> =>
    countsAt(foldedCuts(cuts, part), part);
  for await (const part of source.aggregates(aggregateOf, { to: Math.min(stop, source.countedFrom) })) {
    const inPart = new Map(part.value);
    const whole = inPart.get(part.stop)!;
    for (let k = lowerBound(cuts, part.start + 1); k < cuts.length && cuts[k] <= endOf(part); k++) {
      if (k % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
      const periods = Math.floor((cuts[k] - part.start) / lengthOf(part));
      const inLast = inPart.get(cuts[k] - periods * lengthOf(part)) ?? 0;
      counts[k] = before + periods * whole + inLast;
    }
    before += part.times * whole;
  }
  for (let k = lowerBound(cuts, source.countedFrom); k < cuts.length && cuts[k] <= stop; k++) {
    if (k % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    counts[k] = await source.coldBefore(cuts[k]);
  }
  return counts;
}

/** Increasing positions, each with the one after it, which shows whether it is itself cold. */
function withSuccessors(positions: readonly number[]): Float64Array {
  const all = new Float64Array(2 * positions.length);
  let length = 0;
  positions.forEach((n, i) => {
    all[length++] = n;
    if (positions[i + 1] !== n + 1) all[length++] = n + 1;
  });
  return all.subarray(0, length);
}

function sequencePoints(point: (k: number) => number, most: number): number[] {
  const points: number[] = [];
  for (let k = 0; point(k) <= most; k++) points.push(point(k));
  return points;
}

/** The points in increasing order, each once. */
function checkPoints(points: readonly number[]): number[] {
  if (points.length === 0 || points.length > MOST_POINTS) {
    const expected = `from 1 to ${MOST_POINTS} points`;
    throw usageError({ subject: 'The points', expected, found: String(points.length) });
  }
  for (const point of points) {
    if (checkPosition(point, 'A point') === 0) {
      throw usageError({ subject: 'A point', expected: 'an integer from 1', found: '0' });
    }
  }
  return [...new Set(points)].sort((a, b) => a - b);
}

export const densityAnalysis: Analysis<'density', DensityOptions, DensityResult> = {
  name: 'density',
  seriesOf: () => 'cold',
  options: [
    {
      name: 'at',
      kind: 'points',
      placeholder: 'POINTS',
      describe: `${POINT_SEQUENCES.join(', ')}, or N1,N2,...; default cubes`,
    },
  ],
  run: analyzeDensity,
  columns: ({ points }) =>
    tabulate(points, [
      { name: 'position', type: 'int64', heading: 'n', of: ({ position }) => position },
      { name: 'below', type: 'int64', heading: 'Cold below n', of: ({ below }) => below },
      { name: 'up_to', type: 'int64', heading: 'Up to n', of: ({ upTo }) => upTo },
      {
        name: 'exponent',
        type: 'float64',
        heading: 'log c / log n',
        shown: 5,
        of: ({ exponent }) => exponent,
      },
    ]),
  facts: ({ fit, knownBounds }, write, measured) => [
    ...fitLine('The cold positions below n are about', fit, write, measured),
    ...knownBounds.map(({ name, exponent, formula }) => `${name}: n^${exponent.toFixed(6)} = n^(${formula})`),
  ],
};
