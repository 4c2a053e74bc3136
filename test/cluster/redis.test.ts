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
import { Tally } from '../../src/cluster/worker/tally.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { extendThrough } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { have, workHere } from '../support/cluster/workers.js';

const TO = 1_000_000;

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
      const tally = new Tally(() => undefined);
      const options = { threads: 1, tally, version: 'none', tamper: (answer: ThreadAnswer) => answer };
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

  it.each([
    ['anything', 0],
    ['results', 2 ** 20],
  ])('without room for %s ends the run with a clear message, and what is done stays', (_, room) =>
    withRedis(async (redis) => {
      let filled: Promise<unknown> | undefined;
      // Results that do not shrink, and are larger than the room there is, also when connections free some more.
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        filled === undefined || !('blobs' in answer)
          ? answer
          : { ...answer, blobs: answer.blobs.map(() => randomBytes(2 ** 25)) };
      const worker = workHere({ redis: redis.url, tamper });
      const store = await openStore(temporaryFolder());
      const games = Array.from({ length: 60 }, (_, i) => `{${i + 1},${2 * i + 3},${5 * i + 16}}`);
      const onProgress = (): void => {
        filled ??= redis.fill(room);
      };
      const options = { games, to: 100_000, series: 'nim', redis: redis.url, onProgress } as const;
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
        'blobs' in answer ? { ...answer, blobs: answer.blobs.map(() => randomBytes(2 ** 19)) } : answer;
      const worker = workHere({ redis: redis.url, tamper });
      await worker.until('connected');
      const store = await openStore(temporaryFolder());
      let filled: Promise<unknown> | undefined;
      const onNews = ({ about }: RunNews): void => {
        if (about === 'workers') filled ??= redis.fill(400_000);
      };
      const options = { to: 30_000, series: 'nim', redis: redis.url, onNews } as const;
      const next = extendByWorkers(store, 'squares', options).next();
      await expect(next).rejects.toMatchObject({ code: 'io', found: 'none: it is full' });
      await filled;
      expect(worker.events.filter(({ event }) => event === 'job-failed')).toHaveLength(1);
      store.close();
      await worker.stop();
      expect(await redis.keysOfRuns()).toEqual([]);
    }));
});
