/**
 * The torture of the cluster: sixty processes are killed while workers work, and the Redis three times with all that it has. In
 * the end every hash, file and table is that of one machine, and no key is left.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore, survey, surveyByWorkers, sweep } from '../../src/index.js';
import { coordinate, extendThrough, hashHere } from '../support/cluster/faults.js';
import { describeWithRedis, TestRedis } from '../support/cluster/redis.js';
import { have, withWorkers, WorkerChild } from '../support/cluster/workers.js';
import { drawIntegers, REPLAY } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const KILLS = 20;
/** Times that the Redis is killed with all that it has. */
const LOSSES = 3;
/** Milliseconds between two kills, at most. */
const MOST_WAIT = 400;

/** Kills and replaces workers one after the other: the next one at each call, until it has killed so many. */
function killing(
  redis: TestRedis,
  workers: WorkerChild[],
): { readonly kill: () => Promise<void>; done: number } {
  const victims = drawIntegers(KILLS, 0, workers.length - 1);
  const waits = drawIntegers(KILLS, 0, MOST_WAIT);
  const killer = {
    done: 0,
    kill: async (): Promise<void> => {
      if (killer.done === KILLS) return;
      const victim = victims[killer.done];
      await new Promise((resolve) => setTimeout(resolve, waits[killer.done]));
      killer.done++;
      await workers[victim].end();
      workers[victim] = await WorkerChild.start(redis.url);
    },
  };
  return killer;
}

/** Runs `use` with three workers and a Redis of its own. */
async function withAll(use: (redis: TestRedis, workers: WorkerChild[]) => Promise<void>): Promise<void> {
  const redis = await TestRedis.start();
  try {
    await withWorkers(redis.url, 3, async (workers) => {
      await use(redis, workers);
      // Those that live remove what killed commands have left.
      expect(await redis.keysOfRuns()).toEqual([]);
    });
  } finally {
    await redis.stop();
  }
}

describeWithRedis('many machines', () => {
  it('lose twenty workers in an extension', () =>
    withAll(async (redis, workers) => {
      const killer = killing(redis, workers);
      await extendThrough(redis, 6_000_000, killer.kill);
      expect(killer.done, REPLAY).toBe(KILLS);
    }));

  it('lose twenty commands in an extension', () =>
    withAll(async (redis) => {
      const folder = temporaryFolder();
      // Blocks that come while others are stored are one commit, of eight at most: some for each of the commands.
      const to = 32_000_000;
      let kills = 0;
      for (const blocks of drawIntegers(KILLS, 1, 2)) {
        if ((await coordinate(redis, folder, to, blocks)) === null) kills++;
      }
      expect(kills, REPLAY).toBe(KILLS);
      expect(await coordinate(redis, folder, to)).toBe(0);
      const store = await openStore(folder);
      expect(await store.valueHash('squares', 'cold')).toBe(await hashHere(to));
      expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
      store.close();
    }));

  it('lose twenty workers, and the Redis three times, in surveys and sweeps', () =>
    withAll(async (redis, workers) => {
      const folder = temporaryFolder();
      const space = { max: 44, size: 4 };
      await survey({ ...space, output: join(folder, 'here.arrow') });
      const file = readFileSync(join(folder, 'here.arrow'));
      const games = Array.from(
        { length: 40 },
        (_, i) => `{${i + 1},${2 * i + 5},${3 * i + 11},${5 * i + 29}}`,
      );
      const here = await openStore(join(folder, 'here'));
      const expected = await sweep(here, { games, to: 2 ** 20 });
      const killer = killing(redis, workers);
      let restarts = 0;
      for (let round = 0; killer.done < KILLS; round++) {
        const output = join(folder, `${round}.arrow`);
        const store = await openStore(join(folder, `store-${round}`));
        let left = 2;
        const surveying = surveyByWorkers({ ...space, output, redis: redis.url });
        const sweeping = sweep(store, { games, to: 2 ** 20, redis: redis.url });
        for (const work of [surveying, sweeping]) void work.finally(() => left--).catch(() => undefined);
        await have(async () => {
          if (left === 0) return true;
          await killer.kill();
          if (restarts < LOSSES && killer.done > (KILLS * (restarts + 1)) / (LOSSES + 1)) {
            restarts++;
            await redis.stop();
            await redis.start();
          }
          return false;
        });
        await surveying;
        expect(readFileSync(output).equals(file), REPLAY).toBe(true);
        expect(await sweeping, REPLAY).toEqual(expected);
        for (const game of games)
          expect(await store.valueHash(game, 'nim'), REPLAY).toBe(await here.valueHash(game, 'nim'));
        expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
        store.close();
      }
      here.close();
      expect([killer.done, restarts], REPLAY).toEqual([KILLS, LOSSES]);
    }));
});
