/** Refuses requests for unknown positions, with the stored range and a remedy. */
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

/** Default end of a first extension: seconds for every game. */
export const USUAL_END = 2 ** 20;

/** Maximum number of positions worth storing if a period may give them all: a search examines as many. */
const MAX_WITHOUT_PERIOD = 2 ** 32;

/**
 * Returns the range of a study of a series: all stored positions, or `usual` positions if there are none, which a computing store
 * has in memory, up to where the set is complete.
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
  // A start beyond the complete part of a set is refused later.
  return { from, to: Math.min(start + usual, start < completeBelow ? completeBelow : POSITION_LIMIT) };
}

/**
 * Raises `not-stored` unless every position below `stop` can be read, or a usage error if the game lacks the series. `price` is the
 * price of storing them; the remedy depends on it.
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
  // No period gives values that are to be solved.
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
  // A request for position 0 alone does not say how far to extend.
  const to = stop === 1 ? Math.min(USUAL_END, most) : stop;
  const extend: Remedy = {
    do: 'extend',
    // Only one price is reported.
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

/** Returns the maximum of some positions after checking each; -1 if there are none. */
export function highest(positions: ArrayLike<number>): number {
  let highestYet = -1;
  for (let i = 0; i < positions.length; i++) {
    if (checkPosition(positions[i], 'The position') > highestYet) highestYet = positions[i];
  }
  return highestYet;
}
