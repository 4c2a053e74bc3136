/** What is asked for and not known: the refusal, which says what is stored and what would make it known. */
import { fail } from '../../common/errors.js';
import { highPrice, MAX_ADVISED_SECONDS, priceWords, type Price } from '../../common/price.js';
import { checkPosition, POSITION_LIMIT } from '../../common/range.js';
import type { Remedy } from '../../common/remedies.js';
import type { Game } from '../../game/game.js';
import { canHavePeriod } from '../../game/periods.js';
import { checkSeriesOf } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { searchPrice } from './price.js';
import { higherLimit, isProvable, type RangeOptions } from '../series/options.js';
import { SolvedView, type View } from '../views/view.js';

/** Where a first extension may go when nothing says how far: seconds for every game. */
export const USUAL_END = 2 ** 20;

/** Positions that are worth storing where a period may give them all: a search for one looks at as many. */
const MAX_WITHOUT_PERIOD = 2 ** 32;

/**
 * The range that a study of a series is about: all that is stored of it, or as many positions as are usual where nothing is,
 * which a store that computes then has in memory, and no more than the set is complete.
 */
export function studiedRange(
  { set }: Game,
  { frontier }: View,
  { from, to }: RangeOptions,
  usual = USUAL_END,
): RangeOptions {
  if (to !== undefined || frontier > 0) return { from, to };
  const start = from ?? 0;
  const { completeBelow = POSITION_LIMIT } = set;
  // What begins where a set is not complete is refused as such.
  return { from, to: Math.min(start + usual, start < completeBelow ? completeBelow : POSITION_LIMIT) };
}

/**
 * Raises `not-stored` unless every position below `stop` can be read, or a usage error when the game has no such
 * series. `price` is that of storing them, which decides whether it is advised.
 */
export function requireStored(game: Game, view: View, stop: number, price?: Price): void {
  const { series, reach, frontier } = view;
  if (stop <= reach) return;
  checkSeriesOf(game, series);
  const facts = { game: game.key, series, position: stop - 1 };
  if (view.lacksStates)
    fail(
      'not-stored',
      '{game} ({series}) lacks the values or states that its recorded period repeats, which give position {position}.',
      facts,
      { remedy: { do: 'verify', repair: true } },
    );
  // No period gives what is to be solved.
  const { solvers } = DESCRIPTIONS[series];
  const mayRepeat = canHavePeriod(game) && !(view instanceof SolvedView);
  const most = solvers.limits.reachableBelow(game.set);
  const { seconds } = price ?? { seconds: 0 };
  const isFeasible = seconds <= MAX_ADVISED_SECONDS;
  const isNear = isFeasible && stop <= (mayRepeat ? Math.min(most, MAX_WITHOUT_PERIOD) : most);
  const quantities = [DESCRIPTIONS[series].quantity];
  const isUsual = isProvable(game, quantities);
  const limit = isUsual ? undefined : higherLimit(game, undefined, quantities);
  const mayProve = mayRepeat && (isUsual || limit !== undefined);
  const search = mayProve ? highPrice(searchPrice(game, quantities, limit)) : undefined;
  const complete = most === game.set.completeBelow ? ', to where the set is complete' : '';
  const bound = ` ${mayRepeat ? 'Without a period, values' : 'Values'} can be computed below {most}${complete}.`;
  const findPeriod: Remedy = {
    do: 'find-period',
    game: game.definition,
    series,
    limit: limit ?? null,
    ...search,
  };
  // Who asks for the first position alone has said nothing of how far.
  const to = stop === 1 ? Math.min(USUAL_END, most) : stop;
  const extend: Remedy = {
    do: 'extend',
    // One price is told.
    ...{ game: game.definition, series, to, orPeriod: mayProve && isUsual && search === undefined },
    ...highPrice(price),
  };
  const isFar = isFeasible && stop <= most;
  const remedy = isNear || (isFar && !mayProve) ? extend : mayProve ? findPeriod : undefined;
  const length =
    isFeasible || remedy !== undefined ? '' : ` Computing it would take ${priceWords({ seconds })}.`;
  const stored =
    frontier === 0
      ? 'Nothing of {game} ({series}) is stored'
      : '{game} ({series}) is stored below {frontier}';
  fail(
    'not-stored',
    `${stored}, and position {position} is asked for.${stop > most ? bound : length}`,
    { ...facts, frontier, most },
    { remedy },
  );
}

/** The highest of some positions, each checked; -1 when there are none. */
export function highest(positions: ArrayLike<number>): number {
  let highestYet = -1;
  for (let i = 0; i < positions.length; i++) {
    if (checkPosition(positions[i], 'The position') > highestYet) highestYet = positions[i];
  }
  return highestYet;
}
