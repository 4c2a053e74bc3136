/** Coordinators that are killed, share workers, or are interrupted: nothing is lost, and no key is left. */
import { expect, it } from 'vitest';
import { openStore, survey, surveyByWorkers } from '../../src/index.js';
import { coordinate, extendThrough, hashHere } from '../support/cluster/faults.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { have, withWorkers, workHere } from '../support/cluster/workers.js';
import { takeaway } from '../support/cli.js';

const TO = 1_000_000;
/** Several chunks: all blocks of one are announced at once. */
const LONG = 4 * TO;

describeWithRedis('a coordinator', () => {
  it('may be killed and started again', () =>
    withRedis(async (redis) => {
      const { stop } = workHere({ redis: redis.url });
      const folder = temporaryFolder();
      expect(await coordinate(redis, folder, LONG, 2)).toBe(null);
      expect(await coordinate(redis, folder, LONG, 2)).toBe(null);
      expect(await coordinate(redis, folder, LONG)).toBe(0);
      const store = await openStore(folder, { readOnly: true });
      expect(await store.valueHash('squares', 'cold')).toBe(await hashHere(LONG));
      store.close();
      // What the killed ones left is removed once they have been silent for long enough.
      expect(await redis.keysOfRuns()).toEqual([]);
      await stop();
    }));

  it('shares workers with another', () =>
    withRedis((redis) =>
      withWorkers(redis.url, 2, async () => {
        const space = { max: 40, size: 3 };
        const surveying = surveyByWorkers({ ...space, redis: redis.url });
        // Keys of the other run may be there when this one ends.
        await Promise.all([extendThrough(redis, 400_000, () => undefined, { isAlone: false }), surveying]);
        expect(await surveying).toEqual(await survey(space));
        expect(await redis.keysOfRuns()).toEqual([]);
      }),
    ));

  it('that is interrupted leaves no key behind', () =>
    withRedis(async (redis) => {
      const { stop } = workHere({ redis: redis.url });
      const controller = new AbortController();
      const onProgress = (): void => controller.abort();
      const options = { max: 60, size: 3, redis: redis.url, signal: controller.signal, onProgress };
      await expect(surveyByWorkers(options)).rejects.toMatchObject({ code: 'interrupted' });
      expect(await redis.keysOfRuns()).toEqual([]);
      await stop();
    }));

  it.each([
    ['extend', ['extend', 'squares', '--series', 'nim', '--to', '2^22', '--progress', 'json']],
    ['sweep', ['sweep', 'squares', 'cubes', '{1,3,4}', '--to', '2^28', '--progress', 'json']],
    ['survey', ['survey', '--max', '300', '--size', '3', '--progress', 'json']],
  ])('that gets Ctrl-C ends %s with its exit code, and leaves no key behind', (_, words) =>
    withRedis(async (redis) => {
      const { stop } = workHere({ redis: redis.url });
      const env = { TAKEAWAY_REDIS: redis.url };
      let isAsked = false;
      const store = words[0] === 'survey' ? [] : ['--store', temporaryFolder()];
      const { code } = await takeaway([...words, ...store, '--redis', 'auto'], {
        env,
        onMessage: (_text, child) => {
          if (isAsked) return;
          isAsked = true;
          const isAtWork = async (): Promise<boolean> =>
            (await redis.keys()).some((key) => /:jobs-[^:]+:active$/.test(key));
          void have(isAtWork).then(() => child.kill('SIGINT'));
        },
      });
      expect(code).toBe(130);
      expect(await redis.keysOfRuns()).toEqual([]);
      await stop();
      expect(await redis.keys()).toEqual([]);
    }),
  );
});
