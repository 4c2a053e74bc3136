/** The later epochs of a big game: workers that come late, and a Redis that has lost everything, change nothing. */
import { expect, it } from 'vitest';
import { extendThrough } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { workHere } from '../support/cluster/workers.js';

/** The fourth doubling of 2^20 and a little more: epochs of several chunks end at 2^21, 2^22, and here. */
const TO = 7_000_000;

describeWithRedis('a big game', () => {
  it.each([
    ['the second epoch', 1.3 * 2 ** 21],
    ['the third epoch', 1.3 * 2 ** 22],
  ])('is right when Redis loses everything and a new worker comes in %s', (_, from) =>
    withRedis(async (redis) => {
      let worker = workHere({ redis: redis.url });
      let losses = 0;
      await extendThrough(redis, TO, async (stop) => {
        if (losses > 0 || stop < from) return;
        losses++;
        await worker.stop();
        await redis.with((client) => client.flushall());
        worker = workHere({ redis: redis.url });
      });
      expect(losses).toBe(1);
      await worker.stop();
    }),
  );
});
