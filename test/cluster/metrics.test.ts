/** Metrics of workers and runs over HTTP: before there is a Redis, while it works, and to whoever asks for something else. */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { listWorkers, openStore, openWorkers, sweep, work } from '../../src/index.js';
import { describeWithRedis, freePort, withRedis } from '../support/cluster/redis.js';
import { have } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describeWithRedis('the metrics of a worker', () => {
  it('tell of its jobs', { tags: 'slow' }, () =>
    withRedis(async (redis) => {
      const port = await freePort();
      const stop = new AbortController();
      const metrics = { host: '127.0.0.1', port };
      const working = work({ redis: redis.url, threads: 1, metrics, signal: stop.signal });
      const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
      await have(async () => (await listWorkers(redis.url)).length === 1);
      const store = await openStore(temporaryFolder());
      const own = await freePort();
      const runner = await openWorkers({ redis: redis.url, metrics: { host: '127.0.0.1', port: own } });
      await sweep(store, { games: ['{1,3,4}'], to: 30_000, series: 'nim', runner });
      const ofRun = await (await fetch(`http://127.0.0.1:${own}/metrics`)).text();
      for (const line of [
        'takeaway_workers 1',
        'takeaway_jobs_done_total 1',
        'takeaway_jobs_pending 0',
        'takeaway_run_share 1',
      ])
        expect(ofRun.split('\n')).toContain(line);
      await runner.close();
      const health = await get('/healthz');
      expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
      const lines = (await (await get('/metrics')).text()).split('\n');
      for (const line of ['takeaway_redis_up 1', 'takeaway_worker_threads 1', 'takeaway_jobs_done_total 1'])
        expect(lines).toContain(line);
      expect(lines).toContain('# TYPE takeaway_jobs_done_total counter');
      // Every line is a comment, or a name and a number.
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+ \d+(\.\d+)?)$/);
      expect((await get('/')).status).toBe(404);
      expect((await get('/metrics', 'POST')).status).toBe(405);
      stop.abort();
      await working;
      await expect(get('/healthz')).rejects.toThrow();
      store.close();
    }),
  );

  it('say that there is no Redis yet', async () => {
    const [redisPort, port] = [await freePort(), await freePort()];
    const stop = new AbortController();
    const events: string[] = [];
    const working = work({
      ...{ redis: `redis://127.0.0.1:${redisPort}`, threads: 1, metrics: { host: '127.0.0.1', port } },
      ...{ signal: stop.signal, onEvent: ({ event }) => events.push(event) },
    });
    await have(() => events.includes('waiting'));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(503);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('takeaway_redis_up 0\n');
    stop.abort();
    await working;
  });

  it('need a port that is free', async () => {
    const taken = await listening();
    const { port } = taken.address() as AddressInfo;
    const signal = new AbortController().signal;
    const metrics = { host: '127.0.0.1', port };
    await expect(work({ redis: 'redis://127.0.0.1:1', metrics, signal })).rejects.toMatchObject({
      code: 'io',
    });
    taken.close();
  });
});
