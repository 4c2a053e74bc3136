/** The cold positions of all epochs of a game in chunks that workers decide: by new ones, by old ones, and by some that are wrong. */
import { expect, it } from 'vitest';
import { contradictionIn } from '../../../src/jobs/far/claims.js';
import { COLD_NEWS } from '../../../src/jobs/far/cold-chunks.js';
import { News } from '../../../src/jobs/far/news.js';
import { readGame } from '../../../src/engine/read-game.js';
import type { Made } from '../../../src/jobs/job.js';
import { packBits, unpackBits } from '../../../src/jobs/kinds/sparse-bits.js';
import { createBitset, setBit, sliceBits } from '../../../src/kernel/bitset.js';
import { solveBySieve } from '../../../src/solver/sieve/sieve.js';
import { byChunks } from '../../support/cluster/chunks.js';
import { handsHere, type Habits } from '../../support/cluster/hands.js';
import { solveCold } from '../../support/solve.js';

/** Epochs end at 2^18, 2^19, 2^20 and here, each of several chunks; the second step begins in the middle of one. */
const STOPS = [700_000, 1_500_000];
const CUT = { firstEpoch: 2 ** 17, chunk: 2 ** 16 };
const GAME = readGame('squares');

it('a claim of a result that what was decided contradicts is found, and no other', async () => {
  const news = new News(COLD_NEWS, 0);
  const bits = createBitset(4096);
  // Cold positions of squares below 4096 are decided; 0, 2 and 5 are the first (OEIS A030193).
  for (const cold of [0, 2, 5]) setBit(bits, cold);
  const pieces = await news.upTo(4096, () => Promise.resolve(bits));
  const subtrahends = GAME.set.between(1, 10_000);
  const all = { start: 0, stop: 4096, bits };
  // As bits or packed, and both together: 2 and 5 are near then, and 0 is not.
  for (const near of [[], [all], [{ start: 1, stop: 4096, bits: sliceBits(bits, 1, 4096) }]]) {
    const found = (position: number, isCold: boolean, deep = 1): Promise<string | undefined> =>
      contradictionIn([{ position, isCold }], { near, pieces }, subtrahends, deep, Math.random);
    // 4902 = 2 + 70^2: 2 is an option of it, and 4903 = 2 + 4901, 3 + 4900 has none of the three.
    expect(await found(4902, true)).toContain('4902 is cold');
    expect(await found(4902, false)).toBeUndefined();
    expect(await found(4903, false)).toContain('4903 is hot');
    expect(await found(4903, true)).toBeUndefined();
    // Followed no further than what is near.
    expect(await found(4903, false, 0)).toBeUndefined();
  }
});

const HABITS: readonly (readonly [who: string, habits: Habits])[] = [
  ['one who is new for each chunk', { areNew: true }],
  ['one who keeps what it knows', { areNew: false }],
  ['two who keep what they know and wait', { areNew: false, workers: 2, arePatient: true }],
  ['three who keep what they know and never wait', { areNew: false, workers: 3 }],
];

it.each(HABITS.flatMap(([who, habits]) => [65, undefined].map((modulus) => [who, modulus, habits] as const)))(
  'are right when decided by %s, by modulus %s',
  async (_, modulus, habits) => {
    const expected = await solveCold(solveBySieve, GAME.set, STOPS);
    const hands = STOPS.map(() => handsHere(habits));
    let step = 0;
    const found = await solveCold(
      (task) => byChunks(hands[step++].runner, GAME, { ...CUT, modulus })(task),
      GAME.set,
      STOPS,
    );
    expect(Buffer.compare(found, expected)).toBe(0);
    for (const { count } of hands) {
      expect(count.refused).toEqual([]);
      expect(count.jobs).toBeGreaterThan(10);
      // Who is new asks for all that was ever made known.
      if (habits.areNew) expect(count.asked).toBeGreaterThan(20);
    }
    if (habits.workers === 3) expect(hands[1].count.given).toBeGreaterThan(0);
  },
);

it.each([
  ['a game with hotspots', '{1,4,9,16,25,1000} hotspots {7,11,65537,70001}', 1],
  ['a finite game, of which positions far below are out of reach', '{1,4,9,16,25,40000}', 150_000],
])('are right for %s', async (_, spec, from) => {
  const game = readGame(spec);
  const stops = [from, 300_000];
  const hotspots = game.hotspots && new Set(game.hotspots.between(0, 300_000));
  const options = hotspots && { isHotspot: (n: number) => hotspots.has(n) };
  const expected = await solveCold(solveBySieve, game.set, stops, options);
  const { runner, count } = handsHere({ areNew: false, workers: 2, arePatient: true });
  const found = await solveCold(
    (task) => (task.range.start < from ? solveBySieve(task) : byChunks(runner, game, CUT)(task)),
    game.set,
    stops,
    options,
  );
  expect(Buffer.compare(found, expected)).toBe(0);
  expect(count.refused).toEqual([]);
});

/** Changes the bits of a chunk with many ones, whose length is a multiple of 8. */
function changed(made: Made, change: (bits: Uint8Array) => void): Made {
  const stop = 8 * (made.blobs[0].length - 1);
  const bits = unpackBits(made.blobs[0], stop);
  change(bits);
  return { ...made, blobs: [packBits(bits, { start: 0, stop })] };
}

it.each([
  ['everything hot', (bits: Uint8Array) => bits.fill(0), /is hot, but no cold one/],
  ['everything cold', (bits: Uint8Array) => bits.fill(255), /is cold, but a cold one/],
])('whoever finds %s is named, and its chunks are done again', async (_, change, reason) => {
  const stops = [2 ** 17, 700_000];
  // Many are cold, so that samples hit some.
  const game = readGame('{1,2,8}');
  const expected = await solveCold(solveBySieve, game.set, stops);
  const { runner, count } = handsHere({
    ...{ areNew: false, workers: 2 },
    tamper: (made) => changed(made, change),
  });
  const cut = { ...CUT, modulus: 64 };
  const found = await solveCold(
    (task) => (task.range.start === 0 ? solveBySieve(task) : byChunks(runner, game, cut)(task)),
    game.set,
    stops,
  );
  expect(Buffer.compare(found, expected)).toBe(0);
  expect(count.refused).not.toHaveLength(0);
  for (const one of count.refused) expect(one).toMatch(reason);
});
