/** What is no JSON, too large, changed on the way, lost, or of another build: nothing waits for ever, and the right ones are blamed. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { surveyByWorkers } from '../../src/index.js';
import { redisAddress } from '../../src/cluster/connection/address.js';
import { getBlob, putBlob, WrongBytes } from '../../src/cluster/connection/blobs.js';
import { Connection } from '../../src/cluster/connection/connection.js';
import { blobKey } from '../../src/cluster/connection/names.js';
import { Registry } from '../../src/cluster/connection/registry.js';
import { BlobsInUse } from '../../src/cluster/coordinator/blobs-in-use.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import { Run } from '../../src/cluster/coordinator/run.js';
import { EXTENSION, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { ownVersion } from '../../src/cluster/protocol.js';
import { buildDigest, inBuild } from '../../src/common/package-root.js';
import { sha256 } from '../../src/common/sha256.js';
import { BlobSource } from '../../src/jobs/blob-source.js';
import { coordinate, extendThrough } from '../support/cluster/faults.js';
import { Proxy } from '../support/cluster/proxy.js';
import { describeWithRedis, withRedis, type TestRedis } from '../support/cluster/redis.js';
import { have, WorkerChild, workHere } from '../support/cluster/workers.js';
import { temporaryFolder } from '../support/temporary.js';

const TO = 1_000_000;

describeWithRedis('a run', () => {
  it('goes on when a result and a job are no JSON', () =>
    withRedis(async (redis) => {
      const news: RunNews[] = [];
      let worker: ReturnType<typeof workHere> | undefined;
      await extendThrough(
        redis,
        TO,
        async () => {
          await worker?.stop();
          // Nobody works now, so that jobs wait.
          const damaged = await damageJobs(redis);
          if (damaged) await addBrokenResult(redis, 'job-9');
          worker = workHere({ redis: redis.url });
        },
        {
          onNews: (one) => {
            news.push(one);
            if (one.about === 'workers' && one.workers === 0) worker ??= workHere({ redis: redis.url });
          },
        },
      );
      expect(news).toContainEqual(
        expect.objectContaining({ about: 'failed', reason: 'the job cannot be read' }),
      );
      expect(news.filter(({ about }) => about === 'refused')).toEqual([]);
      await worker?.stop();
    }));

  it('has all its blobs there again once one that is gone is asked for', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const blobSource = new BlobSource();
      const blobs = new BlobsInUse(connection, 'run', blobSource);
      const [one, ...others] = [1, 2, 3].map((byte) => Uint8Array.of(byte));
      for (const bytes of [one, ...others]) {
        await blobSource.offer(sha256(bytes), bytes, () => Promise.resolve(bytes));
        await blobs.put(sha256(bytes), bytes);
      }
      await connection.redis.flushall();
      await new Registry(connection, 'runs').announce('run', '{}');
      expect(blobs.isDue).toBe(false);
      expect(await blobs.supply(sha256(one))).toBe(true);
      expect(blobs.isDue).toBe(true);
      await blobs.renew();
      expect(blobs.isDue).toBe(false);
      for (const bytes of others) {
        const hash = sha256(bytes);
        expect(await getBlob(connection, blobKey(connection, 'run', hash), hash)).toEqual(Buffer.from(bytes));
      }
      connection.close();
    }));

  it('goes on when Redis has lost everything and its streams begin below where they were', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      let losses = 0;
      await extendThrough(redis, TO, async () => {
        if (losses++ > 0) return;
        await redis.with(async (client) => {
          // As a server leaves them whose clock was ahead.
          for (const key of await client.keys('*:events'))
            await client.xadd(key, '99999999999999-0', 'event', 'waiting', 'jobId', '0');
          await client.flushall();
        });
      });
      expect(losses).toBeGreaterThan(1);
      await worker.stop();
    }));

  it('does jobs again whose results were changed on the way, and blames no worker', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      let flips = 0;
      proxy.change = (bytes) => {
        const changed = flips < 3 ? withFlippedResult(bytes) : undefined;
        if (changed !== undefined) flips++;
        return changed ?? bytes;
      };
      const worker = workHere({ redis: proxy.url });
      const news: RunNews[] = [];
      await extendThrough(redis, TO, () => undefined, { onNews: (one) => news.push(one) });
      expect(flips).toBe(3);
      expect(news.filter(({ about }) => about === 'refused')).toEqual([]);
      expect(news.filter(({ about }) => about === 'failed')).toHaveLength(3);
      await worker.stop();
    }));

  it('takes results of many jobs that are the same bytes', () =>
    withRedis(async (redis) => {
      const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url })];
      const connection = await Connection.open(redisAddress(redis.url));
      const news: RunNews[] = [];
      const onNews = (one: RunNews): void => void news.push(one);
      const run = await Run.begin(connection, { title: 'the same', isWide: false, onNews });
      const input: ExtensionInput = {
        ...{ key: '{1,2}', definition: '{1,2}', series: 'nim', method: 'auto' },
        ...{ start: 0, stop: 64, pieceLength: 64, seconds: 60, known: [] },
      };
      const found = await Promise.all(Array.from({ length: 200 }, () => run.find(EXTENSION, input)));
      for (const { result } of found) expect(result).toEqual(found[0].result);
      expect(news.filter(({ about }) => about === 'failed')).toEqual([]);
      await run.close();
      connection.close();
      for (const { stop } of workers) await stop();
      expect(await redis.keys()).toEqual([]);
    }));

  it('does not take a right result of a worker that was refused meanwhile, and has the job done again', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const news: RunNews[] = [];
      const run = await Run.begin(connection, {
        ...{ title: 'refused', isWide: false },
        onNews: (one) => news.push(one),
      });
      const input: ExtensionInput = {
        ...{ key: '{1,2}', definition: '{1,2}', series: 'nim', method: 'auto' },
        ...{ start: 0, stop: 64, pieceLength: 64, seconds: 60, known: [] },
      };
      const workers: ReturnType<typeof workHere>[] = [];
      // Between the work and its result the run learns that this worker gives wrong ones.
      const tamper = (answer: ThreadAnswer): ThreadAnswer => {
        const { worker } = workers[0].events.find((one) => one.event === 'connected') as { worker: string };
        run.refuse(worker, 'another result of it was wrong');
        if (workers.length === 1) workers.push(workHere({ redis: redis.url }));
        return answer;
      };
      workers.push(workHere({ redis: redis.url, tamper }));
      const { result, worker } = await run.find(EXTENSION, input);
      expect(result[0]).toMatchObject({ start: 0, stop: 64 });
      expect(run.hasRefused(worker)).toBe(false);
      expect(news.filter(({ about }) => about === 'refused')).toHaveLength(1);
      await run.close();
      connection.close();
      for (const { stop } of workers) await stop();
    }));

  it('has no blob for longer than its time from the moment it is put, and none once it is over', () =>
    withRedis(async (redis) => {
      const connection = await Connection.open(redisAddress(redis.url));
      const bytes = Uint8Array.of(1, 2, 3);
      const hash = sha256(bytes);
      const [key, late] = ['run', 'over'].map((run) => blobKey(connection, run, hash));
      await new Registry(connection, 'runs').announce('run', '{}');
      expect(await putBlob(connection, 'run', key, bytes)).toBe(true);
      const seconds = await redis.with((client) => client.ttl(key));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(connection.patience.keptSeconds);
      expect(await putBlob(connection, 'over', late, bytes)).toBe(false);
      expect(await getBlob(connection, late, hash)).toBeUndefined();
      // The bytes of another hash, and more than there may be.
      await expect(getBlob(connection, key, sha256('other'))).rejects.toBeInstanceOf(WrongBytes);
      await expect(getBlob(connection, key, hash, 2)).rejects.toBeInstanceOf(WrongBytes);
      expect(await getBlob(connection, key, hash, 3)).toEqual(Buffer.from(bytes));
      connection.close();
    }));

  it('fetches no more of a result than its kind of job may give back', () =>
    withRedis(async (redis) => {
      // Zeros, which travel as next to nothing and unpack to all there is room for.
      const bomb = new Uint8Array(2 ** 26);
      const tamper = (answer: ThreadAnswer): ThreadAnswer =>
        'blobs' in answer ? { ...answer, blobs: Array.from({ length: 8 }, () => bomb) } : answer;
      const wrong = workHere({ redis: redis.url, tamper });
      await wrong.until('connected');
      let right: ReturnType<typeof workHere> | undefined;
      const news: RunNews[] = [];
      const options = { max: 25, size: 3, redis: redis.url };
      const { sets } = await surveyByWorkers({
        ...options,
        onNews: (one) => {
          news.push(one);
          if (one.about === 'refused') right ??= workHere({ redis: redis.url });
        },
      });
      expect(sets).toBeGreaterThan(0);
      const refused = news.find(({ about }) => about === 'refused');
      expect(refused).toHaveProperty(
        'reason',
        expect.stringMatching(/^\d+ bytes in 8 blobs, not at most \d+ in 1$/),
      );
      await wrong.stop();
      await right?.stop();
    }));

  it('ends with the reason when what comes back is always damaged', () =>
    withRedis(async (redis) => {
      const proxy = await Proxy.to(redis.port);
      proxy.change = (bytes) => withFlippedResult(bytes) ?? bytes;
      const worker = workHere({ redis: proxy.url });
      const running = surveyByWorkers({ max: 25, size: 3, redis: redis.url });
      await expect(running).rejects.toMatchObject({ code: 'internal' });
      await expect(running).rejects.toThrow('4 damaged answers, the last one');
      await worker.stop();
      expect(await redis.keysOfRuns()).toEqual([]);
    }));

  it('leaves no key that stays for ever when its command and all workers are killed', () =>
    withRedis(async (redis) => {
      const lasting = (): Promise<string[]> =>
        redis.with(async (client) => {
          const keys = await client.keys('*');
          const seconds = await Promise.all(keys.map((key) => client.ttl(key)));
          return keys.filter((_, i) => seconds[i] === -1);
        });
      const worker = await WorkerChild.start(redis.url);
      expect(await coordinate(redis, temporaryFolder(), 4_000_000, 3)).toBe(null);
      // Whoever is left takes note of what was written last, and removes all of the run in the end.
      let hadRun = false;
      await have(async () => {
        hadRun ||= (await redis.keys()).some((key) => key.includes(':run-'));
        return (await lasting()).length === 0;
      });
      expect(hadRun).toBe(true);
      await worker.end();
      expect(await lasting()).toEqual([]);
    }));

  it('keeps what is in use for longer than blobs stay by themselves', () =>
    withRedis(async (redis) => {
      const worker = workHere({ redis: redis.url });
      const blobs = async (): Promise<string[]> =>
        (await redis.keys()).filter((key) => key.includes(':blob:'));
      let [waited, more] = [0, 0];
      await extendThrough(
        redis,
        TO,
        async () => {
          // Far stages are given blobs; the blocks below them take none.
          const before = await blobs();
          more += waited;
          if (waited > 0 || before.length === 0) return;
          waited++;
          // A key that nobody renews shows that the time is over for all that are not.
          await redis.with((client) => client.set('other', '', 'EX', 4));
          await have(async () => !(await redis.keys()).includes('other'));
          expect(await blobs()).toEqual(expect.arrayContaining(before));
        },
        { patience: { keptSeconds: 2 } },
      );
      expect(more).toBeGreaterThan(0);
      await worker.stop();
    }));
});

describe('what was built', () => {
  it('is another when one built file is, whatever its version says, and the same in another folder', () => {
    const copy = join(temporaryFolder(), 'dist');
    mkdirSync(copy);
    for (const part of ['program', 'kernel']) cpSync(inBuild(part), join(copy, part), { recursive: true });
    const folder = pathToFileURL(`${copy}/`);
    const before = buildDigest(folder);
    expect(buildDigest(folder)).toBe(before);
    writeFileSync(join(copy, 'kernel', 'notes.d.ts'), '');
    expect(buildDigest(folder)).toBe(before);
    writeFileSync(join(copy, 'program', 'main.js'), '// another build\n');
    expect(buildDigest(folder)).not.toBe(before);
    expect(ownVersion()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  });
});

/** Makes the waiting jobs of the only run unreadable; false where there are none. */
function damageJobs(redis: TestRedis): Promise<boolean> {
  return redis.with(async (client) => {
    let damaged = 0;
    for (const wait of await client.keys('*:jobs-*:wait')) {
      for (const job of await client.lrange(wait, 0, -1))
        damaged += 1 + (await client.hset(wait.replace(/wait$/, job), 'data', '{"input":'));
    }
    return damaged > 0;
  });
}

/** Puts a result that is no JSON into the queue of the only run, as if it were that of a job. */
async function addBrokenResult(redis: TestRedis, job: string): Promise<void> {
  await redis.with(async (client) => {
    const [meta] = await client.keys('*:results:meta');
    const key = (name: string): string => meta.replace(/meta$/, name);
    const id = randomBytes(4).toString('hex');
    await client.hset(key(id), {
      name: job,
      data: 'no JSON',
      opts: '{}',
      timestamp: '0',
      delay: '0',
      priority: '0',
    });
    await client.lpush(key('wait'), id);
    await client.zadd(key('marker'), 0, '0');
  });
}

/** The bytes of a call that writes a result, with one bit of the result changed; undefined where they are none. */
function withFlippedResult(bytes: Buffer): Buffer | undefined {
  const head = /:result:[^\r]+\r\n\$\d+\r\n[0-9a-f]+\r\n\$(\d+)\r\n/.exec(bytes.toString('latin1'));
  if (head === null || Number(head[1]) < 8) return undefined;
  const changed = Buffer.from(bytes);
  const at = head.index + head[0].length + Math.floor(Number(head[1]) / 2);
  if (at >= changed.length) return undefined;
  changed[at] ^= 1;
  return changed;
}
