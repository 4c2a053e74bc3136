/** Long jobs end after a while with what they have; the rest becomes other jobs, and whoever is killed loses little. */
import { expect, it } from 'vitest';
import { extendByWorkers, openStore, sweep } from '../../src/index.js';
import { EXTENSION, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { have, WorkerChild, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

/** So that every job ends with its first block. */
const AT_ONCE = { jobSeconds: 0 };

describeWithRedis('a long extension', () => {
  it.each([
    ['squares', 'nim', 40_000],
    ['squares', 'remoteness', 20_000],
    ['{1,5,9,13}', 'cold', 40_000],
  ] as const)('of %s %s is many jobs, and the same in the end', (game, series, to) =>
    withRedis(async (redis) => {
      const [here, there] = [await openStore(temporaryFolder()), await openStore(temporaryFolder())];
      const worker = workHere({ redis: redis.url });
      const options = { to, series, method: 'auto', blockLength: 4096 } as const;
      const blocks = here.extend(game, options);
      while ((await blocks.next()).done !== true);
      let stored = 0;
      for await (const { stop } of extendByWorkers(there, game, {
        ...options,
        redis: redis.url,
        ...AT_ONCE,
      })) {
        stored++;
        // Blocks that came meanwhile may be stored with it.
        expect(there.info(game)[0].series[series]?.frontier).toBeGreaterThanOrEqual(stop);
      }
      expect(stored).toBeGreaterThan(3);
      const done = (): number => worker.events.filter(({ event }) => event === 'job-done').length;
      // A result may come before the worker says that it has sent it.
      await have(() => done() >= stored);
      expect(done()).toBe(stored);
      expect(await there.valueHash(game, series)).toBe(await here.valueHash(game, series));
      here.close();
      there.close();
      await worker.stop();
      expect(await redis.keysOfRuns()).toEqual([]);
    }),
  );

  it('loses at most one job to a worker that is killed', () =>
    withRedis(async (redis) => {
      const store = await openStore(temporaryFolder());
      let worker = await WorkerChild.start(redis.url);
      const starts: number[] = [];
      const options = { to: 60_000, series: 'nim', blockLength: 4096 } as const;
      for await (const { newFrom } of extendByWorkers(store, 'squares', {
        ...options,
        redis: redis.url,
        ...AT_ONCE,
      })) {
        starts.push(newFrom);
        if (starts.length !== 5) continue;
        await worker.end();
        worker = await WorkerChild.start(redis.url);
      }
      // Every block was stored as it came, and none twice.
      expect(starts).toEqual(Array.from({ length: 15 }, (_, i) => 4096 * i));
      expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
      store.close();
      await worker.end();
    }));

  it('of a sweep is many jobs, and the same in the end', () =>
    withRedis(async (redis) => {
      const games = ['squares', '{2,5,6,11}'];
      const [here, there] = [await openStore(temporaryFolder()), await openStore(temporaryFolder())];
      const worker = workHere({ redis: redis.url, threads: 2 });
      const options = { games, to: 2 ** 20 + 5000, series: 'nim' } as const;
      const expected = await sweep(here, { ...options, threads: 1 });
      expect(await sweep(there, { ...options, redis: redis.url, ...AT_ONCE })).toEqual(expected);
      for (const game of games)
        expect(await there.valueHash(game, 'nim')).toBe(await here.valueHash(game, 'nim'));
      const done = (): number => worker.events.filter(({ event }) => event === 'job-done').length;
      await have(() => done() >= 4);
      expect(done()).toBe(4);
      here.close();
      there.close();
      await worker.stop();
    }));
});

it('a result may end with any whole piece, and nowhere else', async () => {
  const input: ExtensionInput = {
    ...{ key: '{1,2}', definition: '{1,2}', series: 'nim' as const, method: 'auto' },
    ...{ start: 0, stop: 10_000, pieceLength: 4096, seconds: 0, known: [] },
  };
  const context = {
    threads: 1,
    blob: () => Promise.reject(new Error('nothing was given')),
    news: () => Promise.resolve([]),
    kept: new Map<string, unknown>(),
  };
  const made = await EXTENSION.compute(input, context);
  expect((await EXTENSION.readResult(input, made)).map(({ stop }) => stop)).toEqual([4096]);
  const none = { data: [], blobs: [] };
  await expect(Promise.resolve().then(() => EXTENSION.readResult(input, none))).rejects.toThrow(
    'values to 0',
  );
  const part = [{ ...(made.data as object[])[0], stop: 4000 }];
  await expect(
    Promise.resolve().then(() => EXTENSION.readResult(input, { data: part, blobs: made.blobs })),
  ).rejects.toThrow('values to 4000');
});
