/** Collisions of cold positions by distance, as rows and a figure. */
import { countAxis, dots, heightAxis } from '../../figures/parts.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import { parseNumber } from '../../words/numbers.js';
import { optional } from '../../words/params.js';
import { amount, mostOf, withCommas } from '../../words/typeset.js';
import { tabulate, whole, type Column } from '../columns.js';
import {
  analyzeCollisions,
  REGIONS,
  type Collision,
  type CollisionsOptions,
  type CollisionsResult,
  type DistanceCount,
} from '../reduction/collisions.js';
import { studied, type WriteNumber } from '../study.js';

export const NEEDS = 'a game with a known period, and a whole period in the range';

function columnsOf({ distance, distances, collisions }: CollisionsResult): Column[] {
  if (distance === null)
    return tabulate<DistanceCount>(distances, [
      whole('distance', 'Distance', (each) => each.distance),
      whole('count', 'Collisions', ({ count }) => count),
    ]);
  return tabulate<Collision>(collisions, [
    whole('position', 'Position', ({ position }) => position),
    whole('other', 'Other', ({ position }) => position + distance),
    whole('residue', 'Residue of the gap', ({ residue }) => residue),
    { name: 'region', type: 'utf8', isNullable: true, heading: 'Region', of: ({ region }) => region },
  ]);
}

function factsOf(result: CollisionsResult, write: WriteNumber): string[] {
  const { period: known, count, distance, distances, collisions } = result;
  if (known === null) return [`Collisions are counted in one period. This needs ${NEEDS}.`];
  const { preperiod, period } = known;
  const within = `${amount(count, 'cold position', write)} in the period [${write(preperiod)}, ${write(preperiod + period)}).`;
  if (distance === null) {
    if (distances.length === 0)
      return [within, 'These are too many, or the period is too long, to count all distances: choose one.'];
    const free = distances.filter((each) => each.count === 0).length;
    return [
      within,
      `${amount(free, 'distance', write)} of the ${write(distances.length)} up to half of the period have no collision. ` +
        'The distances d, period - d and period + d have as many.',
    ];
  }
  const folded = Math.min(distance % period, period - (distance % period));
  const own = distances.find((each) => each.distance === folded || distances.length === 1)?.count ?? count;
  const regions = REGIONS.map((region) => ({
    region,
    each: collisions.filter((one) => one.region === region),
  }));
  return [
    within,
    `${amount(own, 'collision', write)} of the distance ${write(distance)} begin in the period.`,
    ...regions
      .filter(({ each }) => each.length > 0)
      .map(({ region, each }) => {
        const gaps = new Set(each.map(({ residue }) => residue)).size;
        return `${amount(each.length, `${region} collision`, write)} over ${amount(gaps, 'gap', write)}.`;
      }),
  ];
}

function collisionsFigure({ game, distances, period, count }: CollisionsResult, size: Size): Figure | null {
  if (distances.length < 2 || period === null) return null;
  const last = distances[distances.length - 1].distance;
  const most = Math.max(1, mostOf(distances.map((each) => each.count)));
  const x = countAxis('distance d', 1, last);
  const y = heightAxis('pairs of cold positions that differ by d', most);
  // One dot for each pixel.
  const placeOf = (each: DistanceCount): string =>
    [(each.distance / last) * size.width, (each.count / most) * size.height].map(Math.round).join();
  const shown = [...new Map(distances.map((each) => [placeOf(each), each])).values()];
  const points = shown.map((each) => ({ x: each.distance, y: each.count }));
  const notes = [`${withCommas(count)} cold positions in the period ${withCommas(period.period)}`];
  const description =
    `How many pairs of cold positions in one period, ${period.period}, differ by d, for each d from 1 to ${last}; ` +
    `at most ${most}.`;
  return figure({ title: `Collisions of cold positions: ${game}`, notes, description, width: size.width }, [
    { x, y, draw: (...axes) => ({ ...size, layer: [dots(points, ...axes, { size: 9 })] }) },
  ]);
}

export const collisionsAnalysis = studied<'collisions', CollisionsOptions, CollisionsResult>({
  name: 'collisions',
  summary: 'how many cold positions of a period differ by each distance',
  seriesOf: () => 'cold',
  options: { distance: optional('D', 'list the collisions of this distance', parseNumber) },
  reduce: analyzeCollisions,
  columns: columnsOf,
  facts: factsOf,
  needs: NEEDS,
  draw: collisionsFigure,
  view: {
    title: 'Collisions',
    lead: 'How many pairs of cold positions in one period differ by each distance.',
  },
});
