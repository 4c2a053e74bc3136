/** Games as the walk by states takes them: finite sets, with what is given of their values, and where they are kept. */
import type { Game } from '../../game/game.js';
import { givenValues } from '../../game/given.js';
import { quantitiesOf, type Quantity } from '../../game/periods.js';
import { MAX_MOVES } from '../../kernel/state-layout.js';
import type { StateGame } from '../../solver/states/cycle.js';
import { canWalk, MAX_REACH } from '../../solver/states/walk.js';

/**
 * A quantity of a game by states; undefined where the set is not finite, has more than 62 numbers for nim-values, or one above
 * 2^20, or where the seed or the hotspots go beyond that.
 */
export function stateGameOf(game: Game, quantity: Quantity): StateGame | undefined {
  const { set, hotspots } = game;
  // Remoteness grows without bound: its periods are proven by values.
  if (quantity === 'remoteness') return undefined;
  if (set.largest > MAX_REACH || (hotspots !== undefined && quantity === 'nim')) return undefined;
  const bits = quantity === 'nim' ? 8 : 1;
  const rule = { bits, moves: set.between(1, set.largest + 1) } as const;
  if (!canWalk(rule)) return undefined;
  const given = givenValues(game, quantity, MAX_MOVES);
  return given === undefined ? undefined : { ...rule, given };
}

/** Whether the periods of all these quantities of a game can be found by states. */
export function hasStates(game: Game, quantities: readonly Quantity[] = quantitiesOf(game)): boolean {
  return quantities.every((quantity) => stateGameOf(game, quantity) !== undefined);
}
