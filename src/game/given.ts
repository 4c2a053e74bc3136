/** The values that a finite set with a seed or hotspots has before they follow from the last ones alone. */
import type { Game } from './game.js';
import { givenBelow, type Quantity } from './periods.js';

/** Values that are given, at most: rounded up to a word they end below the first state that is kept, at 2^20. */
const MOST_GIVEN = 2 ** 20 - 64;
/** Steps that they take, at most: some tenths of a second. */
const MOST_STEPS = 2 ** 26;

/**
 * The values below `givenBelow`, one an element: nim-values, or 1 for each cold position. Undefined where one is above `largest`,
 * or they are too many to compute one by one.
 */
export function givenValues(game: Game, quantity: Quantity, largest: number): Uint8Array | undefined {
  const length = givenBelow(game);
  if (length > MOST_GIVEN) return undefined;
  const { set, seed, hotspots } = game;
  if (seed !== undefined) {
    const values = quantity === 'nim' ? seed : seed.map((value) => Number(value === 0));
    return values.some((value) => value > largest) ? undefined : Uint8Array.from(values);
  }
  const moves = set.between(1, length + 1);
  if (moves.length * length > MOST_STEPS) return undefined;
  const isHotspot = new Uint8Array(length);
  for (const hotspot of hotspots?.between(0, length) ?? []) isHotspot[hotspot] = 1;
  const cold = new Uint8Array(length);
  for (let n = 0; n < length; n++) {
    let isCold = isHotspot[n] === 0;
    for (let i = 0; isCold && i < moves.length && moves[i] <= n; i++) isCold = cold[n - moves[i]] === 0;
    cold[n] = Number(isCold);
  }
  return cold;
}
