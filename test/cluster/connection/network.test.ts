/** Networks that fall silent, break twice, or are not there yet: all is said, nothing waits for ever, and results are right. */
import { expect, it } from 'vitest';
import { openStore, survey, surveyByWorkers, sweep } from '../../../src/index.js';
import type { RunNews } from '../../../src/cluster/coordinator/options.js';
import { coordinate, extendThrough } from '../../support/cluster/faults.js';
import { Proxy } from '../../support/cluster/proxy.js';
import { describeWithRedis, TestRedis, withRedis } from '../../support/cluster/redis.js';
import { have, WorkerChild, workHere } from '../../support/cluster/workers.js';
import { temporaryFolder } from '../../support/temporary.js';

const TO = 1_000_000;
/** A tenth of the usual times and less. */
const SHORT = { silentMs: 1_500, lostMs: 6_000 };

describeWithRedis('a network', () => {
  it('that falls silent is noticed, and ends the command with what is done', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      const news: RunNews[] = [];
      const store = await openStore(temporaryFolder());
      // Nobody works, so the command waits.
      const running = sweep(store, {
        ...{ games: ['{1,3,4}'], to: 5000, redis: proxy.url, patience: SHORT },
        onNews: (one) => {
          news.push(one);
          if (one.about === 'workers') proxy.freeze();
        },
      });
      await expect(running).rejects.toMatchObject({ code: 'io', expected: 'a connection' });
      expect(news).toContainEqual({ about: 'redis', isThere: false });
      store.close();
    }));

  it('that falls silent for a while is noticed by a worker, which goes on when it is back', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      const worker = workHere({ redis: proxy.url, patience: SHORT });
      await worker.until('connected');
      proxy.freeze();
      await worker.until('redis-lost');
      proxy.thaw();
      await worker.until('redis-back');
      const space = { max: 25, size: 3 };
      expect(await surveyByWorkers({ ...space, redis: redis.url })).toEqual(await survey(space));
      await worker.stop();
      expect(worker.events.at(-1)).toMatchObject({ event: 'stopped' });
    }));

  it('that falls silent does not keep a worker that is to stop', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      const worker = workHere({ redis: proxy.url, patience: SHORT });
      await worker.until('connected');
      proxy.freeze();
      await worker.until('redis-lost');
      await worker.stop();
      expect(worker.events.at(-1)).toMatchObject({ event: 'stopped' });
    }));

  // All at once, as they mostly wait.
  it('that breaks twice, soon after each other, leaves a worker that works, logs JSON and ends when it is told to', () =>
    Promise.all([50, 150, 250, 350].map(breakTwice)));

  it('that breaks in the middle of a stay, again and again, leaves no connection behind', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      const worker = workHere({ redis: proxy.url });
      let breaks = 0;
      await extendThrough(redis, TO, () => {
        if (breaks++ < 4) proxy.cut();
      });
      await worker.stop();
      await have(() => proxy.connections === 0);
    }));
});

describeWithRedis('a worker', () => {
  it('that is started before its Redis waits for it, and says so', async () => {
    const redis = await TestRedis.start();
    await redis.stop();
    const worker = workHere({ redis: redis.url });
    await worker.until('waiting');
    await redis.start();
    const space = { max: 20, size: 2 };
    expect(await surveyByWorkers({ ...space, redis: redis.url })).toEqual(await survey(space));
    await worker.stop();
    await redis.stop();
  });

  it('that waits for a Redis ends when it is told to', async () => {
    const redis = await TestRedis.start();
    await redis.stop();
    const worker = workHere({ redis: redis.url });
    await worker.until('waiting');
    await worker.stop();
    expect(worker.events.map(({ event }) => event)).toEqual(['waiting']);
  });
});

/** Has a network break twice, with so many milliseconds between. */
function breakTwice(between: number): Promise<void> {
  return withRedis(async (redis) => {
    const proxy = await Proxy.to(redis.port);
    const worker = await WorkerChild.start(proxy.url);
    // A stay that is left as the first outage ends, since its run is forgotten, meets the second one.
    expect(await coordinate(redis, temporaryFolder(), 4_000_000, 2)).toBe(null);
    for (let breaks = 0; breaks < 2; breaks++) {
      const lost = count(worker.log, 'redis-lost');
      await redis.stop();
      await worker.until(() => count(worker.log, 'redis-lost') > lost);
      await redis.start();
      await worker.until(() => count(worker.log, 'redis-back') > lost);
      await new Promise((resolve) => setTimeout(resolve, between));
    }
    const space = { max: 25, size: 3 };
    expect(await surveyByWorkers({ ...space, redis: redis.url })).toEqual(await survey(space));
    expect(worker.log).toContain('"job-done"');
    expect(await worker.end('SIGTERM')).toBe(0);
    for (const line of worker.log.trim().split('\n'))
      if (!line.startsWith('Stopping within seconds')) expect(JSON.parse(line)).toHaveProperty('event');
  });
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}
