/** Numbers of cold positions up to given points (Eppstein 2018, section 3.2, Figure 2). */
import { refuse } from '../common/errors.js';
import { checkRange } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import {
  dots,
  label,
  level,
  logAxis,
  overFit,
  spread,
  thinned,
  type Axis,
  type Point,
} from '../figures/parts.js';
import { COLOURS, figure, type Figure, type Part, type Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import { prose } from '../report/parts/html.js';
import { lacksCounts, LEAST_COUNTED, type Section } from '../report/parts/section.js';
import { decimal, formula, grouped, mostOf, wholeNumber } from '../words/typeset.js';
import {
  headOf,
  real,
  ROWS_BETWEEN_BREATHS,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type Common,
} from './analysis.js';
import { countsBelow } from './counting/cold-counts.js';
import { fitOfGame, type Fit } from './counting/fit.js';
import { SQUARE_DIFFERENCE_FREE, type KnownBound } from './counting/known-bounds.js';
import {
  checkPoints,
  POINT_SEQUENCES,
  sequencePoints,
  SEQUENCES,
  type PointSequence,
} from './counting/points.js';
import { boundsTable, fitLine, fitSentence, tableOfColumns } from './facts.js';
import {
  hasProvenDensity,
  provenDensityOf,
  provenLine,
  provenSentence,
  type ProvenDensity,
} from './proven-density.js';

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

/** Numbers of cold positions (Eppstein 2018, Figure 2). They count from 0 on, also where the range starts above. */
export interface DensityResult extends Common<'density'> {
  readonly at: PointSequence | 'given';
  /** By increasing position; the points that lie in the range. */
  readonly points: readonly DensityPoint[];
  /** Through (n, below); null when fewer than 2 points have a cold position below. */
  readonly fit: Fit | null;
  /** For squares; empty for other games. */
  readonly knownBounds: readonly KnownBound[];
  /** Where a period of the outcomes proves it, and the range has a whole one; null elsewhere. */
  readonly proven: ProvenDensity | null;
}

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
  store: ReadableStore,
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
  if (positions.length === 0) refuse('The range', 'at least one of the points', `${from} to ${stop}`);
  const near = await store.source(game, 'cold', { ...rest, from: 0, to: stop });
  // One position more, where it is known, says whether a point at the end is itself cold.
  const source =
    near.view.reach > stop ? await store.source(game, 'cold', { ...rest, from: 0, to: stop + 1 }) : near;
  // Each with the one after it, which shows whether it is itself cold.
  const cuts = Float64Array.from({ length: 2 * positions.length }, (_, i) => positions[i >>> 1] + (i % 2));
  const counts = await countsBelow(source, cuts);
  const points: DensityPoint[] = [];
  for (const [i, position] of positions.entries()) {
    if (i % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    const [below, upTo] = [counts[2 * i], counts[2 * i + 1]];
    const exponent = position > 1 && below > 0 ? Math.log(below) / Math.log(position) : null;
    points.push({ position, below, upTo: Number.isNaN(upTo) ? null : upTo, exponent });
  }
  return {
    ...headOf('density', 'cold', source),
    range,
    at: listed === undefined ? (at as PointSequence) : 'given',
    points,
    fit: await fitOfGame(source, () => points.map(({ position, below: y }) => ({ x: position, y }))),
    knownBounds: source.game.key === 'squares' ? SQUARE_DIFFERENCE_FREE : [],
    proven: await provenDensityOf(store, source.game, { to: stop, signal: options.signal }),
  };
}

const CHOSEN: Readonly<Record<DensityResult['at'], string>> = {
  cubes: 'every perfect cube',
  'powers-of-2': 'every power of 2',
  'powers-of-10': 'every power of 10',
  given: 'the given n',
};

const LABEL_ROOM = 17;
/** Running exponents of fewer positions say more about the first few than about growth. */
const LEAST_POSITION_OF_EXPONENT = 100;

/** Null when no point has a cold position below it. */
function densityFigure(result: DensityResult, size: Size): Figure | null {
  const { game, at, range, fit, proven } = result;
  const counted = result.points.filter(({ below }) => below >= 1);
  if (counted.length === 0) return null;
  const points = thinned(counted, ({ position, below }) => ({ x: position, y: below }), size);
  const last = points[points.length - 1];
  const x = logAxis('n', 1, last.x);
  const y = logAxis('cold positions below n', 1, last.y);
  const shown = dots(points, x, y);
  const layer =
    proven === null
      ? overFit(shown, fit, points, [x, y], size)
      : [...provenLine(proven, points, [x, y], size), shown];
  const counts: Part = { ...size, layer };
  // A proven line leaves no exponent to look for.
  const exponents = proven === null ? exponentPanel(result, x, size) : undefined;
  const notes = [`At ${CHOSEN[at]}, up to ${wholeNumber(range.stop)}`];
  const description =
    `Numbers of cold positions among the first n, for ${counted.length} values of n (${CHOSEN[at]}) from ` +
    `${points[0].x} to ${last.x}, where it is ${last.y}, on doubly logarithmic axes.` +
    (proven === null ? '' : ` ${provenSentence(proven)}`) +
    (fit === null ? '' : ` The line is Siegel's repeated-median fit ${formula(fit)}.`) +
    (exponents === undefined ? '' : ' Below it the running exponent log(count) / log(n).');
  return figure({ title: `Number of cold positions: ${game}`, notes, description, width: size.width }, [
    counts,
    ...(exponents === undefined ? [] : [exponents]),
  ]);
}

/** The running exponents with the known bounds as lines; undefined when there are none to speak of. */
function exponentPanel({ points, knownBounds }: DensityResult, x: Axis, size: Size): Part | undefined {
  const shown = points.filter(isShown);
  if (shown.length < 2) return undefined;
  const lines = knownBounds.map(({ exponent }) => exponent);
  const values = [...shown.map(({ exponent }) => exponent), ...lines];
  const least = values.reduce((lowest, each) => Math.min(lowest, each), Infinity);
  const most = mostOf(values);
  const margin = Math.max(0.01, (most - least) / 10);
  // Above the highest line stands its name.
  const domain = [least - margin, most + 3 * margin];
  const height = Math.round(size.height / 2);
  const y: Axis = {
    title: 'log(count) / log n',
    scale: { domain, zero: false, nice: false },
    axis: { tickCount: 4 },
  };
  const heightOf = (value: number): number => (height * (domain[1] - value)) / (domain[1] - domain[0]);
  const labels = spread(
    lines.map((exponent) => heightOf(exponent) - 5),
    LABEL_ROOM,
  );
  const isWide = size.width >= 400;
  return {
    width: size.width,
    height,
    layer: [
      ...lines.map((exponent) => level(exponent, y, COLOURS.reference)),
      dots(thinnedAcross(shown, size), x, y),
      ...knownBounds.map(({ name, exponent }, i) =>
        label(
          isWide ? `${name}: ${decimal(exponent, 4)}` : decimal(exponent, 4),
          { x: size.width - 8, y: labels[i] },
          { align: 'right', color: COLOURS.reference, fontSize: 12 },
        ),
      ),
    ],
  };
}

type ShownPoint = DensityPoint & { readonly exponent: number };

function isShown(point: DensityPoint): point is ShownPoint {
  return point.exponent !== null && point.position >= LEAST_POSITION_OF_EXPONENT;
}

/** Points at least half a pixel of a logarithmic axis apart, and the last. */
function thinnedAcross(points: readonly ShownPoint[], { width }: Size): Point[] {
  const last = points[points.length - 1];
  const scale = width / Math.log(last.position);
  let previous = -Infinity;
  const thinnedPoints = points.filter((point) => {
    const place = Math.log(point.position) * scale;
    if (place - previous < 0.5 && point !== last) return false;
    previous = place;
    return true;
  });
  return thinnedPoints.map(({ position, exponent }) => ({ x: position, y: exponent }));
}

const densitySection: Section = {
  id: 'density',
  heading: 'Number of cold positions',
  lacks: (facts) => (hasProvenDensity(facts) ? null : lacksCounts(facts, LEAST_COUNTED)),
  async make({ store, game, reading }) {
    const cubes = await analyzeDensity(store, game, reading);
    if (cubes.proven !== null) return [prose(provenSentence(cubes.proven)), { result: cubes }];
    const powers = await analyzeDensity(store, game, { ...reading, at: 'powers-of-2' });
    const { fit, knownBounds } = cubes;
    const last = powers.points.at(-1);
    const found =
      last === undefined
        ? []
        : [
            last.position === 1
              ? `Position 0 is ${last.below === 1 ? 'cold' : 'hot'}.`
              : `Of the positions below ${wholeNumber(last.position)}, ${are(last.below)} cold.`,
          ];
    return [
      ...[...found, ...fitSentence('Their number below n, at perfect cubes, follows', fit)].map(prose),
      { result: cubes },
      tableOfColumns('Cold positions below n', densityAnalysis.columns(powers), [
        'position',
        'below',
        'exponent',
      ]),
      ...boundsTable(knownBounds),
    ];
  },
};

/** `1 is`, `205 are`. */
function are(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'is' : 'are'}`;
}

export const densityAnalysis: Analysis<'density', DensityOptions, DensityResult> = {
  name: 'density',
  summary: 'number of cold positions, and its running exponent',
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
      whole('position', 'n', ({ position }) => position),
      whole('below', 'Cold below n', ({ below }) => below),
      whole('up_to', 'Up to n', ({ upTo }) => upTo),
      real('exponent', 'log c / log n', 5, ({ exponent }) => exponent),
    ]),
  facts: ({ fit, knownBounds, proven }, write, measured) => [
    ...(proven === null ? [] : [provenSentence(proven)]),
    ...fitLine('The cold positions below n are about', fit, write, measured),
    ...knownBounds.map(
      ({ name, exponent, formula }) => `For comparison, ${name}: n^${exponent.toFixed(6)} = n^(${formula}).`,
    ),
  ],
  needs: 'a point with a cold position below it',
  draw: densityFigure,
  view: {
    title: 'Density',
    lead: 'How many positions are cold, and how fast that number grows.',
    isByPosition: true,
  },
  section: densitySection,
};
