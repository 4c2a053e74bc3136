/** Sets of which only 1 is odd: the cold positions are E and E + 3 (FINDINGS), by the definition and as the program finds them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coldByDefinition, openStore, readGame } from '../../src/index.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

/** Cold positions below `stop`, each found from those below it; not by code of the program. */
function coldBelow(stop: number, moves: readonly number[]): number[] {
  const isHot = new Uint8Array(stop);
  const cold: number[] = [];
  for (let n = 0; n < stop; n++) {
    if (isHot[n] === 1) continue;
    cold.push(n);
    for (const move of moves) {
      if (n + move >= stop) break;
      isHot[n + move] = 1;
    }
  }
  return cold;
}

/** The numbers E and E + 3 below `stop`, for the even ones E among some. */
function evenAndThreeMore(cold: readonly number[], stop: number): number[] {
  const even = cold.filter((n) => n % 2 === 0);
  return [...even, ...even.map((n) => n + 3)].filter((n) => n < stop).sort((a, b) => a - b);
}

it(`holds for sets with 1, 2, 4 and even numbers (seed ${SEED})`, () => {
  const evens = fc.uniqueArray(
    fc.integer({ min: 3, max: 60 }).map((n) => 2 * n),
    { minLength: 0, maxLength: 12, size: 'max' },
  );
  fc.assert(
    fc.property(evens, (more) => {
      const moves = [1, 2, 4, ...more].sort((a, b) => a - b);
      const cold = coldBelow(1000, moves);
      expect(cold).toEqual(evenAndThreeMore(cold, 1000));
      const isCold = coldByDefinition(readGame(`{${moves.join()}}`).set, 1000);
      expect(cold).toEqual(isCold.flatMap((each, n) => (each ? [n] : [])));
    }),
    { seed: SEED, numRuns: 60 },
  );
});

it.each([
  ['without 4', [1, 2, 6]],
  ['without 2', [1, 4, 6]],
  ['with another odd number', [1, 2, 3, 4]],
])('does not hold %s', (_, moves) => {
  const cold = coldBelow(1000, moves);
  expect(cold).not.toEqual(evenAndThreeMore(cold, 1000));
});

it('holds for primes less one, powers of 2 and practical numbers, as the program finds them', async () => {
  const stop = 2 ** 17;
  const isComposite = new Uint8Array(stop + 2);
  const moves: number[] = [];
  for (let p = 2; p <= stop + 1; p++) {
    if (isComposite[p] === 1) continue;
    moves.push(p - 1);
    for (let n = p * p; n <= stop + 1; n += p) isComposite[n] = 1;
  }
  const store = await openStore(temporaryFolder());
  const foundOf = async (game: string): Promise<number[]> => {
    const found: number[] = [];
    for await (const run of store.coldPositions(game, { from: 0, to: stop })) found.push(...run);
    return found;
  };
  const cold = await foundOf('primes-1');
  expect(cold).toEqual(coldBelow(stop, moves));
  // By a loop in C.
  expect(cold).toHaveLength(96);
  expect(cold).toEqual(evenAndThreeMore(cold, stop));
  for (const game of ['powers-of:2', 'practical']) {
    const others = await foundOf(game);
    expect(others).toEqual(evenAndThreeMore(others, stop));
  }
  store.close();
});
