/** Nim-values of one game by the workers of a Redis, whatever becomes of them: the hashes are those of one machine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { extendByWorkers, openStore } from '../../src/index.js';
import { describeWithRedis, withRedis, type TestRedis } from '../support/cluster/redis.js';
import { withWorkers, WorkerChild, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

/** Stretches from early on, of which there are many. */
const EARLY = { series: 'nim', farFrom: 2 ** 14, blockLength: 2 ** 13 } as const;
const TO = 120_000;

async function hashHere(game: string, to: number): Promise<string> {
  const store = await openStore(temporaryFolder());
  const blocks = store.extend(game, { to, series: 'nim', threads: 1 });
  while ((await blocks.next()).done !== true);
  const hash = await store.valueHash(game, 'nim');
  store.close();
  return hash;
}

/** Extends a game in steps by workers, with `between` called after each block; nothing may be wrong, or left behind. */
async function extendThrough(
  redis: TestRedis,
  game: string,
  stops: readonly number[],
  between: (stop: number) => Promise<void> | void = () => undefined,
  blockLength: number = EARLY.blockLength,
): Promise<void> {
  const store = await openStore(temporaryFolder());
  for (const to of stops) {
    const options = { ...EARLY, blockLength, to, redis: redis.url };
    for await (const { stop, methods } of extendByWorkers(store, game, options)) {
      if (stop === to) expect(methods).toContain('dynamic-programming');
      await between(stop);
    }
    expect(await store.valueHash(game, 'nim')).toBe(await hashHere(game, to));
  }
  expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
  store.close();
  expect(await redis.keysOfRuns()).toEqual([]);
}

describeWithRedis('nim-values of one game by many workers', () => {
  it.each([1, 3])('are the same by %i of them, for several games, blocks and steps', (count) =>
    withRedis((redis) =>
      withWorkers(redis.url, count, async () => {
        await extendThrough(redis, 'squares', [50_000, TO]);
        await extendThrough(redis, 'cubes', [40_000], undefined, 2 ** 12);
        await extendThrough(redis, 'triangular', [20_000, 60_000], undefined, 2 ** 16);
        const file = join(temporaryFolder(), 'set.txt');
        const elements = Array.from({ length: 300 }, (_, i) => (i + 1) * (i + 1) + (i % 7));
        writeFileSync(file, elements.join('\n'));
        await extendThrough(redis, `file:${file}`, [60_000]);
      }),
    ),
  );

  it('are the same when one is killed midway, and another comes late', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async (workers) => {
        let blocks = 0;
        await extendThrough(redis, 'squares', [TO], async () => {
          if (++blocks === 4) await workers[0].end();
          if (blocks === 7) workers[0] = await WorkerChild.start(redis.url);
        });
        expect(blocks).toBeGreaterThan(7);
      }),
    ));

  it('are the same when Redis loses everything in between, and all workers with it', () =>
    withRedis(async (redis) => {
      let worker = workHere({ redis: redis.url });
      let losses = 0;
      await extendThrough(redis, 'squares', [TO], async (stop) => {
        if (losses >= 2 || stop < (losses === 0 ? 40_000 : 80_000)) return;
        losses++;
        await worker.stop();
        await redis.with((client) => client.flushall());
        worker = workHere({ redis: redis.url });
      });
      expect(losses).toBe(2);
      await worker.stop();
    }));

  it('go on where an interrupted command has stopped, and begin with a seed', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url, threads: 2 });
      const store = await openStore(temporaryFolder());
      const interruption = new AbortController();
      // More than is solved ahead while a block is stored.
      const to = 3 * TO;
      const options = { ...EARLY, to, redis: redis.url, signal: interruption.signal };
      let stored = 0;
      await expect(async () => {
        for await (const { stop } of extendByWorkers(store, 'squares', options)) {
          stored = stop;
          if (stop > 40_000) interruption.abort();
        }
      }).rejects.toMatchObject({ code: 'interrupted' });
      expect(stored).toBeLessThan(to);
      const first = store.info('squares')[0].series.nim?.frontier ?? 0;
      expect(first).toBeGreaterThanOrEqual(stored);
      const blocks = extendByWorkers(store, 'squares', { ...EARLY, to, redis: redis.url });
      expect((await blocks.next()).value).toMatchObject({ newFrom: first });
      while ((await blocks.next()).done !== true);
      expect(await store.valueHash('squares', 'nim')).toBe(await hashHere('squares', to));
      store.close();
      await extendThrough(redis, 'squares seed [0,1,5]', [40_000]);
      await worker.stop();
    }));
});
