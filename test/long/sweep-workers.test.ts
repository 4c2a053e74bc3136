/** A sweep whose results are many times what Redis may hold: workers with 64 threads wait for room, and it finishes. */
import { expect, it } from 'vitest';
import { openStore, openWorkers, sweep } from '../../src/index.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { workHere } from '../support/cluster/workers.js';
import { randomStream } from '../../src/common/random.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const SETS = 10_000;
/** Nim-values of sets like these hardly compress. */
const [ELEMENTS, LARGEST] = [24, 1000];
const TO = 2 ** 18;
const MEGABYTES = 64;

/** Different sets, drawn from the seed. */
function drawnSets(count: number): string[] {
  const random = randomStream(SEED);
  const sets = new Set<string>();
  while (sets.size < count) {
    const set = new Set<number>();
    while (set.size < ELEMENTS) set.add(1 + Math.floor(random() * LARGEST));
    sets.add(`{${[...set].sort((a, b) => a - b).join()}}`);
  }
  return [...sets];
}

describeWithRedis(`a Redis of ${MEGABYTES} MB`, () => {
  it(`carries a sweep of ${SETS} sets to 2^18 by workers with 64 threads`, () =>
    withRedis(
      async (redis) => {
        const games = drawnSets(SETS);
        const workers = [
          workHere({ redis: redis.url, threads: 32 }),
          workHere({ redis: redis.url, threads: 32 }),
        ];
        for (const { until } of workers) await until('connected');
        let most = 0;
        const look = (): Promise<void> =>
          redis.with(async (client) => {
            for (const key of await client.keys('takeaway:runs:*'))
              most = Math.max(most, Number(await client.hget(key, 'used')));
          });
        const watching = setInterval(() => void look(), 200);
        const store = await openStore(temporaryFolder());
        const runner = await openWorkers({ redis: redis.url });
        const swept = await sweep(store, { games, to: TO, series: 'nim', runner });
        await runner.close();
        clearInterval(watching);
        expect(swept.map(({ game }) => game)).toEqual(games);
        expect(swept.every(({ frontier }) => frontier === TO)).toBe(true);
        expect(most).toBeGreaterThan(0);
        expect(most).toBeLessThanOrEqual((MEGABYTES / 2) * 2 ** 20);
        // Every hundredth set by a thread of this machine.
        const here = await openStore(temporaryFolder());
        const few = games.filter((_, i) => i % 100 === 0);
        const expected = await sweep(here, { games: few, to: TO, series: 'nim' });
        expect(swept.filter((_, i) => i % 100 === 0)).toEqual(expected);
        for (const game of few)
          expect(await store.valueHash(game, 'nim')).toBe(await here.valueHash(game, 'nim'));
        store.close();
        here.close();
        for (const { stop } of workers) await stop();
        expect(await redis.keysOfRuns()).toEqual([]);
      },
      { words: ['--maxmemory', `${MEGABYTES}mb`] },
    ));
});
