/** The values of a finite set with a seed or hotspots that do not yet follow from preceding values only. */
import type { Game } from './game.js';
import { givenBelow, type Quantity } from './periods.js';

/** The given values, rounded up to a word of 64, must end below the first kept state, at 2^20. */
const MAX_GIVEN_VALUES = 2 ** 20 - 64;
/** Some tenths of a second. */
const MAX_STEPS = 2 ** 26;

/** Returns the values below `givenBelow`, one per element. Undefined for values above `largest`, or too many to compute. */
export function givenValues(game: Game, quantity: Quantity, largest: number): Uint8Array | undefined {
  const length = givenBelow(game);
  if (length > MAX_GIVEN_VALUES) return undefined;
  const { set, seed, hotspots } = game;
  if (seed !== undefined) {
    const values = quantity === 'nim' ? seed : seed.map((value) => Number(value === 0));
    return values.some((value) => value > largest) ? undefined : Uint8Array.from(values);
  }
  const moves = set.between(1, length + 1);
  if (moves.length * length > MAX_STEPS) return undefined;
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
