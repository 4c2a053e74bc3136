/** Commands and workers on a real Redis: results are those of one machine; it may be killed, full, emptied or shared. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endRun, listRuns, listWorkers, openStore, openWorkers, survey, sweep } from '../../../src/index.js';
import type { RunEvent } from '../../../src/cluster/events.js';
import type { WorkersOptions } from '../../../src/cluster/workers.js';
import type { JobKind, JobRunner, Made } from '../../../src/jobs/job.js';
import { packColumns, unpackColumns } from '../../../src/survey/columns.js';
import { MAX_PART_SETS, SURVEY_PART, type SurveyJob } from '../../../src/survey/part.js';
import { describeWithRedis, TestRedis, withRedis } from '../../support/cluster/redis.js';
import { withWorkers, workHere } from '../../support/cluster/workers.js';
import { temporaryFolder } from '../../support/temporary.js';

const SPACE = { max: 45, size: 3 };

/** Runs `use` with the workers of a Redis. */
async function byWorkers<Result>(
  options: WorkersOptions,
  use: (runner: JobRunner) => Promise<Result>,
): Promise<Result> {
  const runner = await openWorkers(options);
  try {
    return await use(runner);
  } finally {
    await runner.close();
  }
}

/** Keeps the events of a run. */
function recorded(): { readonly events: RunEvent[]; readonly onEvent: (event: RunEvent) => void } {
  const events: RunEvent[] = [];
  return { events, onEvent: (event) => void events.push(event) };
}

/** Games of which every one is a series of several jobs where jobs have no time. */
const GAMES = ['squares', '{1,3,4}', '{2,5,6,11}', 'odd', 'all-but{2,3}', '{3,1,4}'];

describeWithRedis('the workers of a Redis', () => {
  it('of two servers serve two runners of one process, which share nothing', { tags: 'slow' }, () =>
    withRedis((one) =>
      withRedis(async (other) => {
        const expected = await survey(SPACE);
        const workers = [one, other].map(({ url }) => workHere({ redis: url }));
        await byWorkers({ redis: one.url }, (first) =>
          byWorkers({ redis: other.url }, async (second) => {
            expect((await import('bullmq')).RedisConnection.clientFactory).toBeUndefined();
            const found = await Promise.all([first, second].map((runner) => survey({ ...SPACE, runner })));
            expect(found).toEqual([expected, expected]);
          }),
        );
        for (const { stop } of workers) await stop();
      }),
    ),
  );

  it('survey and sweep as threads do, and leave nothing of a run behind', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url, threads: 2 })];
      const folder = temporaryFolder();
      const [here, there] = [join(folder, 'here.arrow'), join(folder, 'there.arrow')];
      const expected = await survey({ ...SPACE, output: here });
      await byWorkers({ redis: redis.url }, async (runner) => {
        expect(await survey({ ...SPACE, output: there, runner })).toEqual(expected);
        expect(readFileSync(there).equals(readFileSync(here))).toBe(true);
        const stores = [await openStore(join(folder, 'a')), await openStore(join(folder, 'b'))];
        const swept = await sweep(stores[0], { games: GAMES, to: 20_000, threads: 1 });
        expect(await sweep(stores[1], { games: GAMES, to: 20_000, runner })).toEqual(swept);
        for (const { game } of swept)
          expect(await stores[1].valueHash(game, 'nim')).toBe(await stores[0].valueHash(game, 'nim'));
        expect(await stores[1].verify({ full: true })).toMatchObject({ problems: [] });
        for (const store of stores) store.close();
      });
      expect(await redis.keysOfRuns()).toEqual([]);
      for (const { stop } of workers) await stop();
    }),
  );

  it('try a condition as threads do, with the same first counterexample', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url, threads: 2 })];
      const folder = temporaryFolder();
      await byWorkers({ redis: redis.url }, async (runner) => {
        // In the first batch, in one in the middle, and in the last.
        const conditions = ['divides(nim_period, s1 + s3)', 's3 < 36', "s3 < 45 OR reverse_mex != 'no'"];
        for (const [i, refute] of conditions.entries()) {
          const expected = await survey({ ...SPACE, refute, threads: 1 });
          expect(expected.refuted?.counterexample).not.toBeNull();
          for (const output of [undefined, join(folder, `${i}.csv`)])
            expect(await survey({ ...SPACE, refute, output, runner })).toEqual(expected);
        }
        const [here, there] = [join(folder, 'here.arrow'), join(folder, 'there.arrow')];
        const refute = 'nim_period <= s2 + s3 OR additive';
        const expected = await survey({ ...SPACE, refute, output: here, threads: 1 });
        expect(expected.refuted?.counterexample).toBeNull();
        expect(await survey({ ...SPACE, refute, output: there, runner })).toEqual(expected);
        expect(readFileSync(there).equals(readFileSync(here))).toBe(true);
      });
      expect(await redis.keysOfRuns()).toEqual([]);
      for (const { stop } of workers) await stop();
    }),
  );

  it('sweep series that take many jobs, which are given what is known of them', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      const [here, there] = [await openStore(temporaryFolder()), await openStore(temporaryFolder())];
      const to = 2 ** 18;
      const expected = await sweep(here, { games: ['squares'], to, threads: 1 });
      // Jobs without time end after a block.
      await byWorkers({ redis: redis.url, jobSeconds: 0, confirmedOf: 2 }, async (runner) => {
        expect(await sweep(there, { games: ['squares'], to, runner })).toEqual(expected);
      });
      expect(await there.valueHash('squares', 'nim')).toBe(await here.valueHash('squares', 'nim'));
      here.close();
      there.close();
      await worker.stop();
    }),
  );

  it('may be killed in the middle of a job', { tags: 'slow' }, () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async (workers) => {
        let isKilled: Promise<unknown> | undefined;
        const summary = await byWorkers({ redis: redis.url }, (runner) =>
          survey({
            ...{ max: 80, size: 3, runner },
            onProgress: () => void (isKilled ??= workers[0].end()),
          }),
        );
        await isKilled;
        expect(summary).toEqual(await survey({ max: 80, size: 3 }));
      }),
    ),
  );

  it('are found out by the command where one lies, and shut out', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const liar = workHere({ redis: redis.url, tamper: withOneWrongNumber });
      await liar.until('connected');
      let right: ReturnType<typeof workHere> | undefined;
      const { events, onEvent } = recorded();
      const expected = await survey(SPACE);
      const found = await byWorkers(
        {
          ...{ redis: redis.url, confirmedOf: 1 },
          onEvent: (event) => {
            onEvent(event);
            if (event.about === 'refused') right ??= workHere({ redis: redis.url });
          },
        },
        async (runner) => {
          const summary = await survey({ ...SPACE, runner });
          await liar.until('shut-out');
          return summary;
        },
      );
      expect(found).toEqual(expected);
      expect(events).toContainEqual(
        expect.objectContaining({ reason: 'its survey-part differs from that of this machine' }),
      );
      await liar.stop();
      await right?.stop();
    }),
  );

  it('of another version take no jobs, and both sides say so', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const other = workHere({ redis: redis.url, version: '9-other' });
      await other.until('connected');
      const { events, onEvent } = recorded();
      await byWorkers({ redis: redis.url, onEvent }, async (runner) => {
        await other.until('version-refused');
        const right = workHere({ redis: redis.url });
        await survey({ ...SPACE, runner });
        await right.stop();
      });
      expect(events).toContainEqual(expect.objectContaining({ about: 'version', version: '9-other' }));
      expect(other.events.some(({ event }) => event === 'job-done')).toBe(false);
      await other.stop();
    }),
  );

  it('are listed with runs; a run that is removed ends with what it was', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      await worker.until('connected');
      const runner = await openWorkers({ redis: redis.url });
      const running = survey({ max: 400, size: 3, runner });
      running.catch(() => undefined);
      await expect.poll(async () => (await listRuns(redis.url)).at(0)?.active).toBeGreaterThan(0);
      const [run] = await listRuns(redis.url);
      expect(run).toMatchObject({ title: 'survey of 3 elements up to 400', shutOut: 0 });
      expect(await listWorkers(redis.url)).toMatchObject([{ threads: 1, failed: 0 }]);
      await expect(endRun(redis.url, 'nobody')).rejects.toMatchObject({ code: 'usage' });
      await endRun(redis.url, run.id);
      await expect(running).rejects.toMatchObject({ code: 'io', remedy: { do: 'retry' } });
      await runner.close();
      expect(await listRuns(redis.url)).toEqual([]);
      await worker.stop();
    }),
  );

  it('are forgotten with runs where they are killed: all that they announce lasts for seconds from the first on', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      await worker.until('connected');
      await byWorkers({ redis: redis.url }, async () => {
        const announced = (await redis.keys()).filter((key) => /^takeaway:(runs|workers)/.test(key));
        expect(announced).toHaveLength(4);
        for (const key of announced) {
          const seconds = await redis.with((client) => client.ttl(key));
          expect(seconds, key).toBeGreaterThan(0);
          expect(seconds, key).toBeLessThanOrEqual(90);
        }
      });
      await worker.stop();
    }));

  it('end a run that is interrupted', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      const controller = new AbortController();
      const { signal } = controller;
      const running = byWorkers({ redis: redis.url, signal }, (runner) =>
        survey({ max: 400, size: 3, runner, signal, onProgress: () => controller.abort() }),
      );
      await expect(running).rejects.toMatchObject({ code: 'interrupted' });
      expect(await redis.keysOfRuns()).toEqual([]);
      await worker.stop();
    }),
  );
});

describeWithRedis('a Redis', () => {
  it('may be killed and come back with its data', { tags: 'slow' }, () =>
    withRedis(
      async (redis) => {
        const worker = workHere({ redis: redis.url });
        const { events, onEvent } = recorded();
        let isBack: Promise<void> | undefined;
        const restart = async (): Promise<void> => {
          await redis.stop();
          await worker.until('redis-lost');
          await redis.start();
        };
        const found = await byWorkers({ redis: redis.url, onEvent }, async (runner) => {
          const summary = await survey({
            max: 80,
            size: 3,
            runner,
            onProgress: () => void (isBack ??= restart()),
          });
          await isBack;
          return summary;
        });
        expect(found).toEqual(await survey({ max: 80, size: 3 }));
        expect(events).toContainEqual({ about: 'redis', isThere: false });
        await worker.stop();
      },
      { isDurable: true },
    ),
  );

  it('that has lost its data ends the run, which begins again where it stopped', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      const output = join(temporaryFolder(), 'sets.arrow');
      const options = { max: 100, size: 3, output };
      let isFlushed = false;
      const flush = (): void => {
        if (isFlushed) return;
        isFlushed = true;
        void redis.with((client) => client.flushall());
      };
      const lost = byWorkers({ redis: redis.url }, (runner) =>
        survey({ ...options, runner, onProgress: flush }),
      );
      await expect(lost).rejects.toMatchObject({ code: 'io', remedy: { do: 'retry' } });
      const again = await byWorkers({ redis: redis.url }, (runner) => survey({ ...options, runner }));
      expect(again).toEqual(await survey({ max: 100, size: 3 }));
      await worker.stop();
    }),
  );

  it('that is full slows a run down and does not end it', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      await worker.until('connected');
      const { events, onEvent } = recorded();
      const isRoomAgain = (): boolean => events.some(({ about }) => about === 'full');
      const found = await byWorkers({ redis: redis.url, onEvent }, async (runner) => {
        await redis.fill(0);
        const running = survey({ ...SPACE, runner });
        await expect.poll(isRoomAgain).toBe(true);
        await redis.with((client) => client.config('SET', 'maxmemory', '0'));
        return running;
      });
      expect(found).toEqual(await survey(SPACE));
      await worker.stop();
    }),
  );

  it('of 64 MB holds no more than half of that of results that are larger together', { tags: 'slow' }, () =>
    withRedis(
      async (redis) => {
        const worker = workHere({ redis: redis.url, threads: 2, tamper: padded });
        await worker.until('connected');
        let most = 0;
        const used = (): Promise<number> =>
          redis.with(async (client) => {
            const keys = await client.keys('takeaway:runs:*');
            return keys.length === 0 ? 0 : Number(await client.hget(keys[0], 'used'));
          });
        const watching = setInterval(() => void used().then((bytes) => (most = Math.max(most, bytes))), 50);
        const results = await byWorkers({ redis: redis.url }, (runner) =>
          Promise.all(
            Array.from({ length: 12 }, (_, n) =>
              runner.do(LARGE, { max: 9 + n, size: 2, batches: [{ start: 0, stop: 1 }], seconds: 1 }),
            ),
          ),
        );
        clearInterval(watching);
        expect(results.map(({ result }) => result)).toEqual(Array.from({ length: 12 }, () => LARGE_BYTES));
        expect(most).toBeGreaterThanOrEqual(LARGE_BYTES);
        expect(most).toBeLessThanOrEqual(32 * 2 ** 20);
        await worker.stop();
      },
      { words: ['--maxmemory', '64mb'] },
    ),
  );

  it('that is away does not keep a worker that is to stop', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      await worker.until('connected');
      await redis.stop();
      await worker.until('redis-lost');
      await worker.stop();
      expect(worker.events.at(-1)).toMatchObject({ event: 'stopped' });
    }));

  it('is waited for by a worker that is started before it', { tags: 'slow' }, async () => {
    const redis = await TestRedis.start();
    await redis.stop();
    const worker = workHere({ redis: redis.url });
    await worker.until('waiting');
    await redis.start();
    const found = await byWorkers({ redis: redis.url }, (runner) => survey({ ...SPACE, runner }));
    expect(found).toEqual(await survey(SPACE));
    await worker.stop();
    await redis.stop();
  });
});

/** Bytes of a result of a job that computes next to nothing. */
const LARGE_BYTES = 12 * 2 ** 20;

/** A survey of one set whose result is large. */
const LARGE: JobKind<SurveyJob, number> = {
  name: 'survey-part',
  readInput: (json) => SURVEY_PART.readInput(json),
  compute: () => Promise.reject(new Error('it is computed by workers')),
  most: () => 2 * LARGE_BYTES,
  readResult: (_, { blobs }) => Promise.resolve(blobs.reduce((sum, { length }) => sum + length, 0)),
};

/** A result with as many bytes as that. */
function padded({ data }: Made): Made {
  return { data, blobs: [new Uint8Array(LARGE_BYTES)] };
}

/** The period of one set of each batch is another: none of those that are found again. */
function withOneWrongNumber({ data, blobs }: Made): Made {
  const changed = blobs.map((blob) => {
    const { columns } = unpackColumns(SPACE, MAX_PART_SETS, blob);
    columns.numbers[SPACE.size + 1][7]++;
    return packColumns(columns);
  });
  return { data, blobs: changed };
}
