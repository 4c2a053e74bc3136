/** Twenty workers are killed while a game is extended; in the end the hash is that of one machine, and no key is left. */
import { expect, it } from 'vitest';
import { extendThrough } from '../support/cluster/faults.js';
import { describeWithRedis, TestRedis } from '../support/cluster/redis.js';
import { withWorkers, WorkerChild } from '../support/cluster/workers.js';
import { drawIntegers, REPLAY } from '../support/seed.js';

const KILLS = 20;

describeWithRedis('workers', () => {
  it('may be killed twenty times', async () => {
    const redis = await TestRedis.start();
    try {
      await withWorkers(redis.url, 3, async (workers) => {
        const victims = drawIntegers(KILLS, 0, workers.length - 1);
        const waits = drawIntegers(KILLS, 0, 400);
        let kills = 0;
        await extendThrough(redis, 6_000_000, async () => {
          if (kills === KILLS) return;
          const victim = victims[kills];
          await new Promise((resolve) => setTimeout(resolve, waits[kills]));
          kills++;
          await workers[victim].end();
          workers[victim] = await WorkerChild.start(redis.url);
        });
        expect(kills, REPLAY).toBe(KILLS);
      });
    } finally {
      await redis.stop();
    }
  });
});
