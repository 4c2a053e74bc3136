/** A Redis that is killed, comes back empty, or is full: hashes are those of one machine, or there is a clear error. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { extendByWorkers, openStore, sweep } from '../../src/index.js';
import { redisAddress } from '../../src/cluster/connection/address.js';
import { Connection } from '../../src/cluster/connection/connection.js';
import { newsKey } from '../../src/cluster/connection/names.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import { Publications } from '../../src/cluster/coordinator/publications.js';
import { Service } from '../../src/cluster/worker/service.js';
import { WorkerStats } from '../../src/cluster/worker/stats.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { extendThrough } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { have, workHere } from '../support/cluster/workers.js';

const TO = 1_000_000;

/** Room that a run can begin with, and bytes that find none, also where connections free some more. */
const ROOM = 34 * 2 ** 20;
const LARGE = 40 * 2 ** 20;

describeWithRedis('a Redis', () => {
  it.each([
    ['without', false],
    ['with', true],
  ])('may be killed and come back %s its data', (_, isDurable) =>
    withRedis(
      async (redis) => {
        const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url })];
        let blocks = 0;
        const news: RunNews[] = [];
        const restart = async (): Promise<void> => {
          if (++blocks !== 2) return;
          await redis.stop();
          await pause(2_000);
          await redis.start();
        };
        await extendThrough(redis, TO, restart, { onNews: (one) => news.push(one) });
        expect(news).toContainEqual({ about: 'redis', isThere: false });
        expect(workers.some(({ events }) => events.some(({ event }) => event === 'redis-back'))).toBe(true);
        for (const { stop } of workers) await stop();
      },
      { isDurable },
    ),
  );

  it('has news once that are sent twice, as after a break, and in their order where some were lost', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const news = new Publications(connection, 'run');
      const there = (): Promise<string[]> => connection.redis.lrange(newsKey(connection, 'run'), 0, -1);
      const send = connection.redis.eval.bind(connection.redis) as (...words: unknown[]) => Promise<unknown>;
      const spy = vi
        .spyOn(connection.redis, 'eval')
        .mockImplementation((...words) => send(...words).then(() => send(...words)));
      for (const text of ['one', 'two', 'three']) await news.add(text);
      spy.mockRestore();
      expect(await there()).toEqual(['one', 'two', 'three']);
      await connection.redis.del(newsKey(connection, 'run'));
      await news.add('four');
      expect(await there()).toEqual([]);
      await news.renew();
      expect(await there()).toEqual(['one', 'two', 'three', 'four']);
      connection.close();
    }));

  it('that goes while a worker is to stop does not keep it', () =>
    withRedis(async (redis) => {
      const { stop, events, until } = workHere({ redis: redis.url });
      await until('connected');
      await redis.stop();
      await until('redis-lost');
      await stop();
      expect(events.at(-1)).toMatchObject({ event: 'stopped' });
    }));

  it('that is away is asked nothing more, however long it takes', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const stop = new AbortController();
      const stats = new WorkerStats(() => undefined);
      const options = { threads: 1, stats, version: 'none', tamper: (answer: ThreadAnswer) => answer };
      const service = new Service(connection, options);
      const serving = service.serve(stop.signal);
      await have(async () => (await redis.keys()).some((key) => key.endsWith(':workers')));
      await redis.stop();
      await have(() => connection.lostFor > 0);
      const asked = vi.spyOn(connection.redis, 'sendCommand');
      // It would look twice a second.
      await have(() => connection.lostFor > 1_100);
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
      stop.abort();
      await serving;
      await service.close();
      connection.close();
    }));

  it.each(['anything', 'results'])(
    'without room for %s ends the run with a clear message, and what is done stays',
    (what) =>
      withRedis(async (redis) => {
        // All results but the first do not shrink, and are larger than the room there is.
        const isFirst = (): boolean => (answers += 1) === 1;
        let answers = 0;
        const tamper = (answer: ThreadAnswer): ThreadAnswer =>
          what === 'anything' || !('blobs' in answer) || isFirst()
            ? answer
            : { ...answer, blobs: answer.blobs.map(() => randomBytes(LARGE)) };
        if (what === 'results') await redis.fill(ROOM);
        const worker = workHere({ redis: redis.url, tamper });
        const store = await openStore(temporaryFolder());
        const games = Array.from({ length: 60 }, (_, i) => `{${i + 1},${2 * i + 3},${5 * i + 16}}`);
        let filled: Promise<unknown> | undefined;
        const onProgress = (): void => {
          if (what === 'anything') filled ??= redis.fill(0);
        };
        const options = { games, to: TO, series: 'nim', redis: redis.url, onProgress } as const;
        const found = 'none: it is full';
        await expect(sweep(store, options)).rejects.toMatchObject({
          ...{ code: 'io', found, remedy: { do: 'retry' } },
        });
        await filled;
        expect(store.info().length).toBeGreaterThan(0);
        expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
        store.close();
        await worker.stop();
        expect(await redis.keysOfRuns()).toEqual([]);
      }),
  );

  it('without room for one result ends the run when that is refused, as it has room for a word', () =>
    withRedis(async (redis) => {
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        'blobs' in answer ? { ...answer, blobs: answer.blobs.map(() => randomBytes(LARGE)) } : answer;
      await redis.fill(ROOM);
      const worker = workHere({ redis: redis.url, tamper });
      await worker.until('connected');
      const store = await openStore(temporaryFolder());
      const options = { to: 30_000, series: 'nim', redis: redis.url } as const;
      const next = extendByWorkers(store, 'squares', options).next();
      await expect(next).rejects.toMatchObject({ code: 'io', found: 'none: it is full' });
      expect(worker.events.filter(({ event }) => event === 'job-failed')).toHaveLength(1);
      store.close();
      await worker.stop();
      expect(await redis.keysOfRuns()).toEqual([]);
    }));
});
