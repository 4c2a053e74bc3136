/** Numbers of cold positions, as rows, a figure and a section of the report. */
import {
  dots,
  heightOf,
  label,
  level,
  logAxis,
  overFit,
  spread,
  thinned,
  type Point,
} from '../../figures/parts.js';
import {
  COLOURS,
  figure,
  type Area,
  type Axis,
  type Figure,
  type Part,
  type Size,
} from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksCounts, MIN_COUNTED } from '../../report/parts/section.js';
import { decimal, formula, withCommas, mostOf, typesetWhole } from '../../words/typeset.js';
import { real, tabulate, whole, type Column } from '../columns.js';
import { parsePoints, POINT_SEQUENCES } from '../counting/points.js';
import {
  analyzeDensity,
  type DensityOptions,
  type DensityPoint,
  type DensityResult,
} from '../reduction/density.js';
import { studied } from '../study.js';
import { boundsTable, fitLine, fitSentence, tableOfColumns } from './facts.js';
import { hasProvenDensity, provenLine, provenSentence } from './proven-density.js';
import { optional } from '../../words/params.js';

const CHOSEN: Readonly<Record<DensityResult['at'], string>> = {
  cubes: 'every perfect cube',
  'powers-of-2': 'every power of 2',
  'powers-of-10': 'every power of 10',
  given: 'the given n',
};

/** Minimum distance of two labels, in pixels. */
const LABEL_ROOM = 17;
/** Running exponents of fewer positions depend more on the first few than on growth. */
const MIN_POSITION_OF_EXPONENT = 100;

function densityFigure(result: DensityResult, size: Size): Figure | null {
  const { game, at, range, fit, proven } = result;
  const counted = result.points.filter(({ below }) => below >= 1);
  if (counted.length === 0) return null;
  const points = thinned(counted, ({ position, below }) => ({ x: position, y: below }), size);
  const last = points[points.length - 1];
  const x = logAxis('n', 1, last.x);
  const counts: Area = {
    x,
    y: logAxis('cold positions below n', 1, last.y),
    draw(...axes) {
      const shown = dots(points, ...axes);
      const layer =
        proven === null
          ? overFit(shown, fit, points, axes, size)
          : [...provenLine(proven, points, axes, size), shown];
      return { ...size, layer };
    },
  };
  // With a proven line there is no exponent to estimate.
  const exponents = proven === null ? exponentArea(result, x, size) : undefined;
  const notes = [`At ${CHOSEN[at]}, up to ${typesetWhole(range.stop)}`];
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

/** Returns the running exponents with the known bounds as lines; undefined if there are fewer than two. */
function exponentArea({ points, knownBounds }: DensityResult, x: Axis, size: Size): Area | undefined {
  const shown = points.filter(isShown);
  if (shown.length < 2) return undefined;
  const lines = knownBounds.map(({ exponent }) => exponent);
  const values = [...shown.map(({ exponent }) => exponent), ...lines];
  const least = values.reduce((lowest, each) => Math.min(lowest, each), Infinity);
  const most = mostOf(values);
  const margin = Math.max(0.01, (most - least) / 10);
  // Leaves room for the name of the highest line.
  const y: Axis = {
    title: 'log(count) / log n',
    scale: { domain: [least - margin, most + 3 * margin], zero: false, nice: false },
    axis: { tickCount: 4 },
  };
  const place = { width: size.width, height: Math.round(size.height / 2) };
  const draw = (across: Axis, up: Axis): Part => {
    const labels = spread(
      lines.map((exponent) => heightOf(exponent, up, place.height) - 5),
      LABEL_ROOM,
    );
    const layer = [
      ...lines.map((exponent) => level(exponent, up, COLOURS.reference)),
      dots(thinnedAcross(shown, size), across, up),
      ...knownBounds.map(({ name, exponent }, i) =>
        label(
          size.width >= 400 ? `${name}: ${decimal(exponent, 4)}` : decimal(exponent, 4),
          { x: size.width - 8, y: labels[i] },
          { align: 'right', color: COLOURS.reference, fontSize: 12 },
        ),
      ),
    ];
    return { ...place, layer };
  };
  return { x, y, draw };
}

type ShownPoint = DensityPoint & { readonly exponent: number };

function isShown(point: DensityPoint): point is ShownPoint {
  return point.exponent !== null && point.position >= MIN_POSITION_OF_EXPONENT;
}

/** Drops points within half a pixel of the one before on a logarithmic axis, except the last. */
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

/** Returns `1 is`, `205 are`. */
function are(count: number): string {
  return `${withCommas(count)} ${count === 1 ? 'is' : 'are'}`;
}

function columnsOf({ points }: DensityResult): Column[] {
  return tabulate(points, [
    whole('position', 'n', ({ position }) => position),
    whole('below', 'Cold below n', ({ below }) => below),
    whole('up_to', 'Up to n', ({ upTo }) => upTo),
    real('exponent', 'log c / log n', 5, ({ exponent }) => exponent),
  ]);
}

export const densityAnalysis = studied<'density', DensityOptions, DensityResult>({
  name: 'density',
  summary: 'number of cold positions, and its running exponent',
  seriesOf: () => 'cold',
  options: {
    at: optional('POINTS', `${POINT_SEQUENCES.join(', ')}, or N1,N2,...; default cubes`, parsePoints),
  },
  reduce: analyzeDensity,
  columns: columnsOf,
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
  section: {
    id: 'density',
    heading: 'Number of cold positions',
    lacks: (facts) => (hasProvenDensity(facts) ? null : lacksCounts(facts, MIN_COUNTED)),
    async make(_facts, study) {
      const cubes = await study({});
      if (cubes.proven !== null) return [prose(provenSentence(cubes.proven)), { result: cubes }];
      const powers = await study({ at: 'powers-of-2' });
      const { fit, knownBounds } = cubes;
      const { position, below } = powers.points[powers.points.length - 1];
      const found =
        position === 1
          ? `Position 0 is ${below === 1 ? 'cold' : 'hot'}.`
          : `Of the positions below ${typesetWhole(position)}, ${are(below)} cold.`;
      return [
        ...[found, ...fitSentence('Their number below n, at perfect cubes, follows', fit)].map(prose),
        { result: cubes },
        tableOfColumns('Cold positions below n', columnsOf(powers), ['position', 'below', 'exponent']),
        ...boundsTable(knownBounds),
      ];
    },
  },
});
