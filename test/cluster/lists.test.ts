/** Runs of a Redis as they are listed, while they last; and how one is removed, with its command. */
import { expect, it } from 'vitest';
import { redisAddress } from '../../src/cluster/connection/address.js';
import { Connection } from '../../src/cluster/connection/connection.js';
import { jobName, jobsQueue } from '../../src/cluster/connection/names.js';
import { openQueue } from '../../src/cluster/connection/queues.js';
import { Registry } from '../../src/cluster/connection/registry.js';
import { WorkerDirectory } from '../../src/cluster/coordinator/worker-directory.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import { ownVersion } from '../../src/cluster/protocol.js';
import type { ListedRun } from '../../src/cluster/worker/list.js';
import { endRun, listRuns, openStore, sweep } from '../../src/index.js';
import { takeaway } from '../support/cli.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { have, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

describeWithRedis('the list of runs', () => {
  it('has those that last, with their jobs, and none afterwards', () =>
    withRedis(async ({ url }) => {
      const store = await openStore(temporaryFolder());
      expect(await listRuns(url)).toEqual([]);
      const games = ['primes', '{1,3,4}', 'cubes', 'squares'];
      const running = sweep(store, { games, part: { part: 2, of: 2 }, to: 30_000, redis: url });
      let runs: ListedRun[] = [];
      // Nobody is there to do them.
      await have(async () => (runs = await listRuns(url)).some(({ waiting }) => waiting > 0));
      expect(runs).toHaveLength(1);
      const title = 'sweep of 2 games to 30000, part 2 of 2';
      const common = { title, pid: process.pid, share: 0, done: 0, failed: 0 };
      expect(runs[0]).toMatchObject({ ...common, workers: 0, shutOut: 0, active: 0 });
      // As docs/CLI.md has them.
      expect(Object.keys(runs[0]).join()).toBe(
        'id,version,title,host,pid,share,done,failed,seconds,workers,shutOut,waiting,active',
      );
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
      const [{ id, title }] = await listRuns(url);
      expect(title).toBe('sweep of 1 game to 30000');
      await expect(endRun(url, 'another')).rejects.toMatchObject({ code: 'usage' });
      await endRun(url, id);
      await ended;
      await expect(running).rejects.toThrow('somebody has removed it');
      expect(await listRuns(url)).toEqual([]);
      expect(await redis.keysOfRuns()).toEqual([]);
      store.close();
    }));

  it('says again and again that a run waits of which every worker is shut out', () =>
    withRedis(async ({ url }) => {
      const connection = await Connection.open(redisAddress(url));
      const told: RunNews[] = [];
      const options = { title: 'a run', onNews: (news: RunNews) => told.push(news) };
      const directory = new WorkerDirectory(connection, 'waiting', options);
      await new Registry(connection, 'workers').announce(
        'wrong',
        JSON.stringify({
          ...{ version: ownVersion(), host: 'here', pid: 1, threads: 2, run: null },
          ...{ active: 0, done: 0, failed: 0, lastMinute: 0, seconds: 0 },
        }),
      );
      await directory.look();
      directory.refuse('wrong', 'a result was wrong');
      for (let looks = 0; looks < 41; looks++) await directory.look();
      const alone = { about: 'workers', workers: 0, threads: 0, shutOut: 1 };
      const [first, refused, ...others] = told;
      expect(first).toEqual({ about: 'workers', workers: 1, threads: 2, shutOut: 0 });
      expect(refused.about).toBe('refused');
      expect(others).toEqual([alone, alone, alone]);
      // A job waits for nobody, which `takeaway runs` says.
      const queue = await openQueue(connection, jobsQueue(connection, ownVersion()));
      await queue.add('job', {}, { jobId: jobName('waiting', 0) });
      await have(async () => (await listRuns(url)).some(({ shutOut }) => shutOut === 1));
      const { stdout } = await takeaway(['runs', '--redis', url]);
      expect(stdout).toContain('The run waiting waits for a worker that is not shut out of it');
      await queue.close();
      connection.close();
    }));

  it('loses the jobs of one whose command was killed, and those of others stay', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const queue = await openQueue(connection, jobsQueue(connection, ownVersion()));
      for (const run of ['killed', 'other']) {
        await new WorkerDirectory(connection, run, { title: run }).announce();
        await queue.add('job', {}, { jobId: jobName(run, 0) });
        await queue.add('job', {}, { jobId: jobName(run, 1), delay: 100_000 });
      }
      expect(await listRuns(redis.url)).toMatchObject([{ waiting: 2 }, { waiting: 2 }]);
      await endRun(redis.url, 'killed');
      expect(await listRuns(redis.url)).toMatchObject([{ id: 'other', waiting: 2 }]);
      expect(await queue.getJobCounts('wait', 'delayed')).toEqual({ wait: 1, delayed: 1 });
      await endRun(redis.url, 'other');
      expect((await redis.keys()).filter((key) => key.includes('jobs-'))).toEqual([]);
      await queue.close();
      connection.close();
    }));
});
