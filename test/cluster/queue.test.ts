/** The queue that all runs of a build share: who has whose jobs, when a worker stops, is shut out, or serves several runs. */
import { expect, it, vi } from 'vitest';
import { extendByWorkers, openStore, survey, surveyByWorkers } from '../../src/index.js';
import { redisAddress } from '../../src/cluster/connection/address.js';
import { Connection } from '../../src/cluster/connection/connection.js';
import { jobName, jobsQueue } from '../../src/cluster/connection/names.js';
import { Registry, removeQueuesOfNobody } from '../../src/cluster/connection/registry.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import { Run } from '../../src/cluster/coordinator/run.js';
import { ownVersion } from '../../src/cluster/protocol.js';
import { EXTENSION, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { extendThrough } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis, type TestRedis } from '../support/cluster/redis.js';
import { have, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

describeWithRedis('the queue of a build', () => {
  it('serves runs whose jobs take all threads of a worker beside those whose jobs take one', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url, threads: 3 });
      const space = { max: 40, size: 3 };
      const surveying = surveyByWorkers({ ...space, redis: redis.url });
      await Promise.all([extendThrough(redis, 400_000, () => undefined, { isAlone: false }), surveying]);
      expect(await surveying).toEqual(await survey(space));
      expect(await redis.keysOfRuns()).toEqual([]);
      await worker.stop();
      expect(await redis.keys()).toEqual([]);
    }));

  it('is given the long job of a worker that is told to stop, which ends first with the blocks that it has', () =>
    withRedis(async (redis) => {
      const store = await openStore(temporaryFolder());
      const first = workHere({ redis: redis.url });
      const options = { to: 2 ** 20, series: 'nim', blockLength: 2 ** 16, redis: redis.url } as const;
      // One job, of up to a minute.
      const blocks = extendByWorkers(store, 'squares', options);
      const next = blocks.next();
      await have(() => hasActiveJob(redis));
      await first.stop();
      expect(await hasActiveJob(redis)).toBe(false);
      const second = workHere({ redis: redis.url });
      expect(await next).toMatchObject({ done: false, value: { newFrom: 0 } });
      await blocks.return();
      await second.stop();
      expect(second.events.filter(({ event }) => event === 'job-failed')).toEqual([]);
      expect(await redis.keys()).toEqual([]);
      store.close();
    }));

  it('has no jobs of any run for a worker that one has shut out, until that one is over', () =>
    withRedis(async (redis) => {
      let isWrong = true;
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        isWrong && 'blobs' in answer
          ? { ...answer, blobs: answer.blobs.map(() => new Uint8Array(9)) }
          : answer;
      const worker = workHere({ redis: redis.url, tamper });
      const controller = new AbortController();
      const news: RunNews[] = [];
      const refusing = surveyByWorkers({
        ...{ max: 60, size: 3, redis: redis.url, signal: controller.signal },
        onNews: (one) => news.push(one),
      });
      await worker.until('shut-out');
      expect(news.some(({ about }) => about === 'refused')).toBe(true);
      isWrong = false;
      const done = (): number => worker.events.filter(({ event }) => event === 'job-done').length;
      const before = done();
      const space = { max: 20, size: 2 };
      const other = surveyByWorkers({ ...space, redis: redis.url });
      await have(async () => (await redis.keys()).some((key) => /:jobs-[^:]+:wait$/.test(key)));
      expect(done()).toBe(before);
      controller.abort();
      await expect(refusing).rejects.toMatchObject({ code: 'interrupted' });
      expect(await other).toEqual(await survey(space));
      expect(done()).toBeGreaterThan(before);
      await worker.stop();
      expect(await redis.keys()).toEqual([]);
    }));

  it.each([1, 2])('keeps the jobs of a run that begins while it is removed, after look %i', (looks) =>
    withRedis(async ({ url }) => {
      const [leaving, beginning] = [await open(url), await open(url)];
      let run: Run | undefined;
      const list = Reflect.get(Registry.prototype, 'list');
      let looked = 0;
      const spy = vi.spyOn(Registry.prototype, 'list').mockImplementation(async function (this: Registry) {
        const listing = await list.call(this);
        if (++looked !== looks) return listing;
        spy.mockRestore();
        run = await Run.begin(beginning, { title: 'begins', isWide: false });
        run.find(EXTENSION, INPUT).catch(() => undefined);
        await have(async () => (await waiting(leaving)).length === 1);
        return listing;
      });
      await removeQueuesOfNobody(leaving);
      expect(run).toBeDefined();
      expect(await waiting(leaving)).toEqual([jobName(run!.id, 0)]);
      await run!.close();
      leaving.close();
      beginning.close();
    }),
  );
});

const INPUT: ExtensionInput = {
  ...{ key: '{1,2}', definition: '{1,2}', series: 'nim', method: 'auto' },
  ...{ start: 0, stop: 64, pieceLength: 64, seconds: 60, known: [] },
};

function open(url: string): Promise<Connection> {
  return Connection.open(redisAddress(url));
}

/** The names of the jobs that wait. */
function waiting(connection: Connection): Promise<string[]> {
  const { prefix, name } = jobsQueue(connection, ownVersion());
  return connection.redis.lrange(`${prefix}:${name}:wait`, 0, -1);
}

function hasActiveJob(redis: TestRedis): Promise<boolean> {
  return redis.with(async (client) => (await client.keys('*:jobs-*:active')).length > 0);
}
