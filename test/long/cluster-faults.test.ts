/** What goes wrong in a network: in the end the hashes are those of one machine, or there is a clear error; never less. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore, surveyByWorkers, sweep, type RunNews } from '../../src/index.js';
import type { ThreadAnswer } from '../../src/cluster/jobs/messages.js';
import { coordinate, extendThrough, hashHere } from '../support/cluster/faults.js';
import { describeWithRedis, TestRedis } from '../support/cluster/redis.js';
import { drawIntegers, REPLAY } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';
import { withWorkers, WorkerChild, workHere } from '../support/cluster/workers.js';

const TO = 1_000_000;

async function withRedis<Result>(
  use: (redis: TestRedis) => Promise<Result>,
  options: Parameters<typeof TestRedis.start>[0] = {},
): Promise<Result> {
  const redis = await TestRedis.start(options);
  try {
    return await use(redis);
  } finally {
    await redis.stop();
  }
}

describeWithRedis('workers', () => {
  it('may be killed at any time', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async (workers) => {
        const kills = new Set(drawIntegers(3, 1, 6));
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

  it('may stand still, and come back late', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async ([first]) => {
        let isStopped = false;
        await extendThrough(redis, TO, () => {
          if (isStopped) return;
          isStopped = true;
          first.signal('SIGSTOP');
          setTimeout(() => first.signal('SIGCONT'), 20_000);
        });
      }),
    ));

  it('of another version take no jobs, and both sides say so', () =>
    withRedis(async (redis) => {
      const other = workHere({ redis: redis.url, version: '9.9.9' });
      await pause(500);
      const right = workHere({ redis: redis.url });
      const news: RunNews[] = [];
      await surveyByWorkers({ max: 30, size: 3, redis: redis.url, onNews: (one) => news.push(one) });
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

  const flipped = (bytes: Uint8Array): Uint8Array => {
    // The lowest bits of all of it: a sample must be hit.
    return bytes.map((byte) => byte ^ 1);
  };
  const WRONG: readonly (readonly [what: string, tamper: (answer: ThreadAnswer) => ThreadAnswer])[] = [
    ['truncated', (answer) => changed(answer, (bytes) => bytes.subarray(0, bytes.length - 8))],
    ['with flipped bits', (answer) => changed(answer, flipped)],
    ['empty', (answer) => changed(answer, () => new Uint8Array())],
    ['of another game', (answer) => changed(answer, (bytes) => bytes.slice().fill(0xff))],
    [
      'of another shape',
      (answer) => ('data' in answer ? { ...answer, data: { known: -1 }, blobs: [] } : answer),
    ],
  ];
  it.each(WRONG)('whose results are %s are named and shut out', (_, tamper) =>
    withRedis(async (redis) => {
      const wrong = workHere({ redis: redis.url, tamper });
      await pause(500);
      const news: RunNews[] = [];
      let right: ReturnType<typeof workHere> | undefined;
      const extending = extendThrough(
        redis,
        400_000,
        () => undefined,
        (one) => {
          news.push(one);
          // Nobody else is there until the wrong one has been found out.
          if (one.about === 'refused') right ??= workHere({ redis: redis.url });
        },
      );
      await extending;
      expect(news.filter(({ about }) => about === 'refused')).toHaveLength(1);
      expect(wrong.events.some(({ event }) => event === 'shut-out')).toBe(true);
      await right?.stop();
      await wrong.stop();
    }),
  );

  it('whose rows of a survey are wrong are shut out', () =>
    withRedis(async (redis) => {
      const wrong = workHere({ redis: redis.url, tamper: (answer) => changed(answer, flipped) });
      await pause(500);
      const news: RunNews[] = [];
      const expected = await surveyByWorkers({
        max: 30,
        size: 3,
        redis: redis.url,
        onNews: (one) => {
          news.push(one);
          if (one.about === 'refused') workHere({ redis: redis.url });
        },
      });
      // The sets of three up to 30 without a common divisor, counted one by one elsewhere.
      expect(expected.sets).toBe(3472);
      expect(news.filter(({ about }) => about === 'refused')).toHaveLength(1);
      await wrong.stop();
    }));
});

describeWithRedis('a coordinator', () => {
  it('may be killed and started again', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async () => {
        const folder = temporaryFolder();
        expect(await coordinate(redis, folder, TO, 2)).toBe(null);
        expect(await coordinate(redis, folder, TO, 2)).toBe(null);
        expect(await coordinate(redis, folder, TO)).toBe(0);
        const store = await openStore(folder, { readOnly: true });
        expect(await store.valueHash('squares', 'cold')).toBe(await hashHere(TO));
        store.close();
        // What the killed ones left is removed once they have been silent for long enough.
        await pause(16_000);
        expect(await redis.keysOfRuns()).toEqual([]);
      }),
    ));

  it('shares workers with another', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async () => {
        const survey = surveyByWorkers({ max: 40, size: 3, redis: redis.url });
        await Promise.all([extendThrough(redis, 400_000, () => undefined).catch(keysAside), survey]);
        expect((await survey).longest[0].set).toHaveLength(3);
        expect(await redis.keysOfRuns()).toEqual([]);
      }),
    ));

  it('that is interrupted leaves no key behind', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async () => {
        const controller = new AbortController();
        const onProgress = (): void => controller.abort();
        const options = { max: 60, size: 3, redis: redis.url, signal: controller.signal, onProgress };
        await expect(surveyByWorkers(options)).rejects.toMatchObject({ code: 'interrupted' });
        expect(await redis.keysOfRuns()).toEqual([]);
      }),
    ));
});

describeWithRedis('a Redis', () => {
  it.each([
    ['without', false],
    ['with', true],
  ])('may be killed and come back %s its data', (_, isDurable) =>
    withRedis(
      (redis) =>
        withWorkers(redis.url, 2, async () => {
          let blocks = 0;
          await extendThrough(redis, TO, async () => {
            if (++blocks !== 2) return;
            await redis.stop();
            await pause(1_000);
            await redis.start();
          });
        }),
      { isDurable },
    ),
  );

  it.each([
    ['anything', 0],
    ['results', 2 ** 20],
  ])('without room for %s ends the run with a clear message, and what is done stays', (_, room) =>
    withRedis(async (redis) => {
      const fullMs = 3_000;
      let filled: Promise<unknown> | undefined;
      // Results that do not shrink, and are larger than the room there is.
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        filled === undefined ? answer : changed(answer, () => randomBytes(2 ** 22));
      const worker = workHere({ redis: redis.url, fullMs, tamper });
      const store = await openStore(temporaryFolder());
      const games = Array.from({ length: 60 }, (_, i) => `{${i + 1},${2 * i + 3},${5 * i + 16}}`);
      const onProgress = (): void => {
        filled ??= redis.fill(room);
      };
      const swept = sweep(store, {
        games,
        to: 100_000,
        series: 'nim',
        redis: redis.url,
        fullMs,
        onProgress,
      });
      const found = 'none: it is full';
      await expect(swept).rejects.toMatchObject({ code: 'io', found, remedy: { do: 'retry' } });
      await filled;
      expect(store.info().length).toBeGreaterThan(0);
      expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
      store.close();
      await worker.stop();
      expect(await redis.keysOfRuns()).toEqual([]);
    }),
  );
});

/** Beside another run its keys are there; the last check of the test looks again. */
function keysAside(error: unknown): void {
  if (!String(error).includes('takeaway:run')) throw error;
}

function changed(answer: ThreadAnswer, change: (bytes: Uint8Array) => Uint8Array): ThreadAnswer {
  return 'blobs' in answer ? { ...answer, blobs: answer.blobs.map(change) } : answer;
}
