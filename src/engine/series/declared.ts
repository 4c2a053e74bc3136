/** Declarations of a game beyond its subtraction set: hotspots, the seed, and the pass. */
import { refuse } from '../../common/errors.js';
import { declaredBy, type Game } from '../../game/game.js';
import {
  columnOfBits,
  columnOfIntegers,
  SERIES,
  SERIES_NAMES,
  type SeriesName,
} from '../../columnar/layout.js';
import { indicesOf } from '../../kernel/bitset.js';
import { cutAtMultiples, intersect, type Range } from '../../common/range.js';
import { nimValueAfterPass } from '../../game/pass.js';
import { quantitiesOf, type Quantity } from '../../game/periods.js';
import { narrowest } from '../../solver/task/integers.js';
import type { SolvedPart } from './columns.js';
import { DESCRIPTIONS } from './descriptions.js';
import { checkMethod, SEED_METHOD, type MethodName } from './methods.js';
import { BOTH_SERIES } from './options.js';

/** Returns the series of a game: those that allow its declarations. */
export function seriesOf(game: Game): readonly SeriesName[] {
  const declares = (['hotspots', 'seed', 'pass'] as const).filter((name) => game[name] !== undefined);
  return SERIES_NAMES.filter((name) => declares.every((one) => DESCRIPTIONS[name].allows.includes(one)));
}

/** Returns `series` if the game has it. Raises a usage error otherwise. */
export function checkSeriesOf(game: Game, series: SeriesName): SeriesName {
  const has = seriesOf(game);
  if (has.includes(series)) return series;
  refuse('{game} has no series {series}, as it has {declared}. Choose one of {choices}.', {
    ...{ game: game.key, declared: declaredBy(game), series, choices: has },
  });
}

/** Returns the quantity of a series, or the default ones. Raises a usage error for a series that the game lacks. */
export function quantitiesAsked(game: Game, series: SeriesName | undefined): readonly Quantity[] {
  return series === undefined ? quantitiesOf(game) : [DESCRIPTIONS[checkSeriesOf(game, series)].quantity];
}

/**
 * Returns the series that an extension means: with `both`, cold and nim as far as the game has them. Raises a usage error for a
 * series that the game lacks, and for a method that does not give one.
 */
export function seriesToExtend(
  game: Game,
  series: SeriesName | 'both' = 'both',
  method: MethodName = 'auto',
): readonly SeriesName[] {
  const names =
    series === 'both'
      ? seriesOf(game).filter((name) => BOTH_SERIES.includes(name))
      : [checkSeriesOf(game, series)];
  checkMethod(method, names);
  return names;
}

/** Returns the declared value of a position, or undefined if its options decide it. */
export function declaredValue(game: Game, series: SeriesName, n: number): number | undefined {
  if (game.hotspots !== undefined && game.hotspots.between(n, n + 1).length > 0) return 0;
  const nimValue = game.seed?.[n];
  if (nimValue === undefined) return undefined;
  return SERIES[series].isBits ? Number(nimValue === 0) : nimValue;
}

/** Returns the value in a series of the option that the pass is; undefined without one. */
export function valueAfterPass({ pass }: Game, series: SeriesName, n: number): number | undefined {
  const nimValue = pass && nimValueAfterPass(pass, n);
  return nimValue !== undefined && SERIES[series].isBits ? Number(nimValue === 0) : nimValue;
}

/** Returns the positions of a range where the pass wins, which are hotspots of a game without nim-values; increasing. */
export function positionsToPass(game: Game, { start, stop }: Range): Float64Array {
  const found: number[] = [];
  for (let n = start; n < stop; n++) if (valueAfterPass(game, 'cold', n) === 1) found.push(n);
  return Float64Array.from(found);
}

/** Yields the seeded positions of a range, in parts that cross no multiple of the piece length. */
export function* seededParts(
  game: Game,
  series: SeriesName,
  range: Range,
  pieceLength: number,
): Generator<SolvedPart, void, undefined> {
  const { seed = [] } = game;
  for (const part of cutAtMultiples(intersect(range, { start: 0, stop: seed.length }), pieceLength)) {
    const nimValues = seed.slice(part.start, part.stop);
    yield { ...part, values: columnOf(series, nimValues), methods: [SEED_METHOD] };
  }
}

function columnOf(series: SeriesName, nimValues: readonly number[]): SolvedPart['values'] {
  if (!SERIES[series].isBits) return columnOfIntegers(narrowest(Uint32Array.from(nimValues)));
  return columnOfBits(indicesOf(nimValues, 0), nimValues.length);
}
