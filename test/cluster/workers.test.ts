/** Workers that are killed, stand still, have another version or send rubbish: the hashes are those of one machine. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { extendByWorkers, openStore, surveyByWorkers, sweep } from '../../src/index.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { packBits } from '../../src/jobs/kinds/sparse-bits.js';
import { createBitset, setBit } from '../../src/kernel/bitset.js';
import { extendThrough, hashHere } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis, type TestRedis } from '../support/cluster/redis.js';
import { drawIntegers, REPLAY } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';
import { have, withWorkers, WorkerChild, workHere } from '../support/cluster/workers.js';

const TO = 1_000_000;

describeWithRedis('workers', () => {
  it('may be killed at any time', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async (workers) => {
        const kills = new Set(drawIntegers(2, 1, 6));
        let blocks = 0;
        let next = 0;
        await extendThrough(redis, TO, async () => {
          if (!kills.has(++blocks)) return;
          const victim = next++ % workers.length;
          await workers[victim].end();
          workers[victim] = await WorkerChild.start(redis.url);
        });
        expect(next, REPLAY).toBeGreaterThan(0);
      }),
    ));

  it('may stand still in the middle of a job, and come back late', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 1, async ([still]) => {
        let other: WorkerChild | undefined;
        const news: RunNews[] = [];
        try {
          await extendThrough(
            redis,
            TO,
            async () => {
              if (other !== undefined) return;
              const job = await stopAtWork(still, redis);
              if (job === undefined) return;
              other = await WorkerChild.start(redis.url);
              // Its job goes to the other one once it has been silent for too long.
              const isTaken = async (): Promise<boolean> => !(await activeJobs(redis)).includes(job);
              void have(isTaken).then(() => still.signal('SIGCONT'));
            },
            { onNews: (one) => news.push(one) },
          );
          expect(other, 'the worker was never at a job').toBeDefined();
          expect(other?.log).toContain('"job-done"');
          expect(news.filter(({ about }) => about === 'refused')).toEqual([]);
        } finally {
          still.signal('SIGCONT');
          await other?.end();
        }
      }),
    ));

  it('of another version take no jobs, and both sides say so', () =>
    withRedis(async (redis) => {
      const other = workHere({ redis: redis.url, version: '9.9.9' });
      await other.until('connected');
      const news: RunNews[] = [];
      const surveyed = surveyByWorkers({
        ...{ max: 30, size: 3, redis: redis.url },
        onNews: (one) => news.push(one),
      });
      // Before anybody can do the work: it would be over before the other has seen it.
      await other.until('version-refused');
      const right = workHere({ redis: redis.url });
      await surveyed;
      expect(news).toContainEqual(expect.objectContaining({ about: 'version', version: '9.9.9' }));
      expect(other.events).toContainEqual(
        expect.objectContaining({ event: 'version-refused', own: '9.9.9' }),
      );
      expect(other.events.some(({ event }) => event === 'job-done')).toBe(false);
      expect(right.events.some(({ event }) => event === 'job-done')).toBe(true);
      await other.stop();
      await right.stop();
      expect(await redis.keys()).toEqual([]);
    }));

  const WRONG: readonly (readonly [what: string, tamper: (answer: ThreadAnswer) => ThreadAnswer])[] = [
    ['truncated', (answer) => changed(answer, (bytes) => bytes.subarray(0, bytes.length >> 1))],
    // The lowest bits of all of it: a sample must be hit.
    ['with flipped bits', (answer) => changed(answer, (bytes) => bytes.map((byte) => byte ^ 1))],
    ['empty', (answer) => changed(answer, () => new Uint8Array())],
    ['of another game', (answer) => changed(answer, () => openOfAnotherGame())],
    [
      'of another shape',
      (answer) => ('data' in answer ? { ...answer, data: { known: -1 }, blobs: [] } : answer),
    ],
  ];
  it.each(WRONG)('whose results are %s are named and shut out', (_, tamper) =>
    withRedis(async (redis) => {
      const to = 400_000;
      const expected = await hashHere(to);
      const store = await openStore(temporaryFolder());
      await withOneWrong(redis, tamper, async (onNews) => {
        const far = { method: 'residue-classes', farFrom: 2 ** 15 } as const;
        const blocks = extendByWorkers(store, 'squares', {
          ...{ to, series: 'cold', ...far, redis: redis.url, onNews },
        });
        while ((await blocks.next()).done !== true);
      });
      expect(await store.valueHash('squares', 'cold')).toBe(expected);
      expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
      store.close();
      expect(await redis.keysOfRuns()).toEqual([]);
    }),
  );

  it('whose values of a game are those of another are named and shut out', () =>
    withRedis(async (redis) => {
      const store = await openStore(temporaryFolder());
      // Nim-values of {1,2}: n mod 3.
      const other = (bytes: Uint8Array): Uint8Array => bytes.map((_, n) => n % 3);
      await withOneWrong(
        redis,
        (answer) => changed(answer, other),
        (onNews) =>
          sweep(store, {
            ...{
              games: ['{1,3,4}', '{2,5,6}', '{1,4}'],
              to: 30_000,
              series: 'nim',
              redis: redis.url,
              onNews,
            },
          }),
      );
      // {1,3,4}: period 7 (Winning Ways, chapter 4).
      expect(store.info('{1,3,4}')[0].periods?.nim).toMatchObject({ period: 7 });
      expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
      store.close();
      expect(await redis.keysOfRuns()).toEqual([]);
    }));

  it('whose rows of a survey are wrong are named and shut out', () =>
    withRedis(async (redis) => {
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        changed(answer, (bytes) => bytes.map((byte) => byte ^ 1));
      const found = await withOneWrong(redis, tamper, (onNews) =>
        surveyByWorkers({ max: 30, size: 3, redis: redis.url, onNews }),
      );
      // The sets of three up to 30 without a common divisor, counted one by one elsewhere.
      expect(found.sets).toBe(3472);
      expect(await redis.keysOfRuns()).toEqual([]);
    }));
});

describeWithRedis('bytes', () => {
  it('that change in the Redis are found by their hashes', () =>
    withRedis(async (redis) => {
      const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url })];
      // What jobs are given: workers ask for it again. What they have made is left alone: they would be shut out.
      let flipped = 0;
      await extendThrough(redis, TO, async () => {
        const keys = (await redis.keys()).filter((key) => key.includes(':blob:'));
        await redis.with(async (client) => {
          for (const key of keys) {
            await client.setbit(key, 27, 1 - (await client.getbit(key, 27)));
            flipped++;
          }
        });
      });
      expect(flipped).toBeGreaterThan(0);
      for (const { stop } of workers) await stop();
    }));
});

/** Does some work with one worker whose results are wrong. Another comes once it has been found out; it has to be told so. */
async function withOneWrong<Result>(
  redis: TestRedis,
  tamper: (answer: ThreadAnswer) => ThreadAnswer,
  use: (onNews: (news: RunNews) => void) => Promise<Result>,
): Promise<Result> {
  const wrong = workHere({ redis: redis.url, tamper });
  await wrong.until('connected');
  const news: RunNews[] = [];
  let right: Promise<ReturnType<typeof workHere>> | undefined;
  const found = await use((one) => {
    news.push(one);
    if (one.about === 'refused') right ??= wrong.until('shut-out').then(() => workHere({ redis: redis.url }));
  });
  expect(news.filter(({ about }) => about === 'refused')).toHaveLength(1);
  await (await right)?.stop();
  await wrong.stop();
  return found;
}

/** Stops a worker while a job of its is under way, and names the job; undefined, and it goes on, when there is none. */
async function stopAtWork(worker: WorkerChild, redis: TestRedis): Promise<string | undefined> {
  for (;;) {
    worker.signal('SIGSTOP');
    const job = (await activeJobs(redis)).at(0);
    if (job !== undefined) return job;
    worker.signal('SIGCONT');
    if (!(await redis.keys()).some((key) => /:jobs-[^:]+:wait$/.test(key))) return undefined;
    await pause(5);
  }
}

/** The jobs that workers are at. */
function activeJobs(redis: TestRedis): Promise<string[]> {
  return redis.with(async (client) => {
    const keys = await client.keys('*:jobs-*:active');
    return keys.length === 0 ? [] : client.lrange(keys[0], 0, -1);
  });
}

function changed(answer: ThreadAnswer, change: (bytes: Uint8Array) => Uint8Array): ThreadAnswer {
  return 'blobs' in answer ? { ...answer, blobs: answer.blobs.map(change) } : answer;
}

/** What {1,2} leaves open of some positions: the multiples of 3. */
function openOfAnotherGame(): Uint8Array {
  const bits = createBitset(3000);
  for (let n = 0; n < 3000; n += 3) setBit(bits, n);
  return packBits(bits, { start: 0, stop: 3000 });
}
