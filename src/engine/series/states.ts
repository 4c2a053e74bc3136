/** Finite games as walks by states: their moves, and given values. */
import type { Game } from '../../game/game.js';
import { givenValues } from '../../game/given.js';
import { quantitiesOf, type Quantity } from '../../game/periods.js';
import { MAX_MOVES } from '../../kernel/state-layout.js';
import type { StateGame } from '../../solver/states/cycle.js';
import { canWalk, MAX_REACH } from '../../solver/states/walk.js';

/**
 * Returns the walk of a quantity. Undefined if the set is not finite or has a number above 2^20, for nim-values also with more than
 * 62 numbers or with hotspots, for a game with a pass, and if the seed or the hotspots give too many or too large values.
 */
export function stateGameOf(game: Game, quantity: Quantity): StateGame | undefined {
  const { set, hotspots, pass } = game;
  // Remoteness grows without bound: values prove its periods.
  if (quantity === 'remoteness' || pass !== undefined) return undefined;
  if (set.largest > MAX_REACH || (hotspots !== undefined && quantity === 'nim')) return undefined;
  const bits = quantity === 'nim' ? 8 : 1;
  const rule = { bits, moves: set.between(1, set.largest + 1) } as const;
  if (!canWalk(rule)) return undefined;
  const given = givenValues(game, quantity, MAX_MOVES);
  return given === undefined ? undefined : { ...rule, given };
}

/** Whether all these quantities of a game have states. */
export function hasStates(game: Game, quantities: readonly Quantity[] = quantitiesOf(game)): boolean {
  return quantities.every((quantity) => stateGameOf(game, quantity) !== undefined);
}
