/** The proven density of finite sets, against counts of what the definition says. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeDensity, nimValuesByDefinition, openStore, readGame, type Store } from '../../src/index.js';
import { effort } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const END = 3000;
let store: Store;
beforeAll(async () => {
  store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 5, threads: 1 } });
});
afterAll(() => store.close());

const elements = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });

it('is the number of cold positions of every period from the preperiod on', { tags: 'slow' }, async () => {
  await fc.assert(
    fc.asyncProperty(elements, async (list) => {
      const text = `{${list.join()}}`;
      const isCold = Array.from(nimValuesByDefinition(readGame(text).set, END), (value) => value === 0);
      const coldIn = (from: number, to: number): number => isCold.slice(from, to).filter(Boolean).length;
      const { proven } = await analyzeDensity(store, text, { to: END });
      const { preperiod, period, cold } = proven!;
      for (let n = preperiod; n + period <= END; n++) expect(coldIn(n, n + period)).toBe(cold);
    }),
    { numRuns: effort(10, 200) },
  );
});

it('is told only where a period proves it, is in the range and has a cold position', async () => {
  const provenOf = async (game: string, to: number): Promise<unknown> =>
    (await analyzeDensity(store, game, { to })).proven;
  // By hand: the cold positions of {2,4,7} are 0, 1, 6, 9, 12, ...
  expect(await provenOf('{2,4,7}', 7)).toEqual({ preperiod: 4, period: 3, cold: 1 });
  expect(await provenOf('{2,4,7}', 6)).toBeNull();
  for (const game of ['squares', 'all-but{2,3}', 'moser-de-bruijn'])
    expect(await provenOf(game, 100)).toBeNull();
});
