/** Runs of a Redis as they are listed, while they last; and how one is removed, with its command. */
import { expect, it } from 'vitest';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import type { ListedRun } from '../../src/cluster/worker/list.js';
import { endRun, listRuns, openStore, sweep } from '../../src/index.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { have, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

describeWithRedis('the list of runs', () => {
  it('has those that last, with their jobs, and none afterwards', () =>
    withRedis(async ({ url }) => {
      const store = await openStore(temporaryFolder());
      expect(await listRuns(url)).toEqual([]);
      const running = sweep(store, { games: ['{1,3,4}', 'squares'], to: 30_000, redis: url });
      let runs: ListedRun[] = [];
      // Nobody is there to do them.
      await have(async () => (runs = await listRuns(url)).some(({ waiting }) => waiting > 0));
      expect(runs).toHaveLength(1);
      const common = { title: 'sweep of 2 games to 30000', pid: process.pid, share: 0, done: 0, failed: 0 };
      expect(runs[0]).toMatchObject({ ...common, workers: 0, shutOut: 0, active: 0 });
      const worker = workHere({ redis: url });
      await running;
      expect(await listRuns(url)).toEqual([]);
      await worker.stop();
      store.close();
    }));

  it('loses one that is removed, and its command ends with what it was; others are not known', () =>
    withRedis(async (redis) => {
      const { url } = redis;
      const store = await openStore(temporaryFolder());
      const told: RunNews[] = [];
      const options = {
        games: ['squares'],
        to: 30_000,
        redis: url,
        onNews: (news: RunNews) => told.push(news),
      };
      const running = sweep(store, options);
      const ended = expect(running).rejects.toMatchObject({ code: 'io' });
      await have(async () => (await listRuns(url)).length === 1);
      const [{ id }] = await listRuns(url);
      await expect(endRun(url, 'another')).rejects.toMatchObject({ code: 'usage' });
      await endRun(url, id);
      await ended;
      await expect(running).rejects.toThrow('somebody has removed it');
      expect(await listRuns(url)).toEqual([]);
      expect(await redis.keysOfRuns()).toEqual([]);
      store.close();
    }));
});
