/**
 * The number of cold positions as the range grows (Eppstein 2018, Figure 2) with its fit, and below it the running
 * exponent beside the exponents that are known for square-difference-free sets.
 */
import type { DensityPoint, DensityResult } from '../analysis/density.js';
import { decimal, formula, mostOf, wholeNumber } from '../words/typeset.js';
import {
  dots,
  fitLabel,
  fitLine,
  label,
  level,
  logAxis,
  spread,
  thinned,
  type Axis,
  type Point,
} from './parts.js';
import { COLOURS, figure, type Figure, type Part, type Size } from './theme.js';

/** How the points were chosen, in words. */
const CHOSEN: Readonly<Record<DensityResult['at'], string>> = {
  cubes: 'every perfect cube',
  'powers-of-2': 'every power of 2',
  'powers-of-10': 'every power of 10',
  given: 'the given n',
};

/** Pixels that a label takes. */
const LABEL_ROOM = 17;
/** Running exponents of fewer positions say more about the first few than about growth. */
const LEAST_POSITION_OF_EXPONENT = 100;

/** Null when no point has a cold position below it. */
export function densityFigure(result: DensityResult, size: Size): Figure | null {
  const { game, at, range, fit } = result;
  const points = result.points
    .filter(({ below }) => below >= 1)
    .map(({ position, below }) => ({ x: position, y: below }));
  if (points.length === 0) return null;
  const last = points[points.length - 1];
  const x = logAxis('n', 1, last.x);
  const y = logAxis('cold positions below n', 1, last.y);
  const counts: Part = {
    ...size,
    layer:
      fit === null
        ? [dots(thinned(points, size), x, y)]
        : [fitLine(fit, points, x, y), dots(thinned(points, size), x, y), fitLabel(fit, size)],
  };
  const exponents = exponentPanel(result, x, size);
  const notes = [`At ${CHOSEN[at]}, up to ${wholeNumber(range.stop)}`];
  const description =
    `Numbers of cold positions among the first n, for ${points.length} values of n (${CHOSEN[at]}) from ` +
    `${points[0].x} to ${last.x}, where it is ${last.y}, on doubly logarithmic axes.` +
    (fit === null ? '' : ` The line is Siegel's repeated-median fit ${formula(fit)}.`) +
    (exponents === undefined ? '' : ' Below it the running exponent log(count) / log(n).');
  return figure({ title: `Number of cold positions: ${game}`, notes, description, width: size.width }, [
    counts,
    ...(exponents === undefined ? [] : [exponents]),
  ]);
}

/** The running exponents with the known bounds as lines; undefined when there are none to speak of. */
function exponentPanel({ points, knownBounds }: DensityResult, x: Axis, size: Size): Part | undefined {
  const shown = points.filter(isShown).map(({ position, exponent }) => ({ x: position, y: exponent }));
  if (shown.length < 2) return undefined;
  const lines = knownBounds.map(({ exponent }) => exponent);
  const values = [...shown.map(({ y }) => y), ...lines];
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

function isShown(point: DensityPoint): point is DensityPoint & { readonly exponent: number } {
  return point.exponent !== null && point.position >= LEAST_POSITION_OF_EXPONENT;
}

/** Points at least half a pixel of a logarithmic axis apart, and the last. */
function thinnedAcross(points: readonly Point[], { width }: Size): Point[] {
  const last = points[points.length - 1];
  const scale = width / Math.log(last.x);
  let previous = -Infinity;
  return points.filter((point) => {
    const place = Math.log(point.x) * scale;
    if (place - previous < 0.5 && point !== last) return false;
    previous = place;
    return true;
  });
}
