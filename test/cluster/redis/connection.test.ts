/** What a Redis must be like, how it is named, and that no password is ever shown. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listWorkers, openWorkers, survey } from '../../../src/index.js';
import { redisAddress } from '../../../src/cluster/redis/address.js';
import { describeWithRedis, TestRedis } from '../../support/cluster/redis.js';
import { WorkerChild, workHere } from '../../support/cluster/workers.js';
import { takeaway } from '../../support/cli.js';
import { temporaryFolder } from '../../support/temporary.js';

describe('the URL of a Redis', () => {
  it('has a host, and may have a port, a database, a user, a password and a prefix', () => {
    expect(redisAddress('redis://queue.example')).toMatchObject({
      ...{ shown: 'queue.example:6379', prefix: 'takeaway' },
      client: { host: 'queue.example', port: 6379, db: 0 },
    });
    expect(redisAddress('redis://queue.example').client).not.toHaveProperty('tls');
    expect(redisAddress('rediss://anna:p%40ss@10.0.0.1:7000/3?prefix=games')).toMatchObject({
      ...{ shown: '10.0.0.1:7000/3', prefix: 'games' },
      client: { host: '10.0.0.1', port: 7000, db: 3, tls: {}, username: 'anna', password: 'p@ss' },
    });
    expect(redisAddress('rediss://queue.example').client.tls).toEqual({ servername: 'queue.example' });
  });

  it.each([
    'queue.example:6379',
    'http://queue.example',
    'redis://anna:secret@queue.example/one',
    'redis://anna:secret@queue.example?prefix=a:b',
    'redis://anna:secret@queue.example?db=3',
    'redis://anna:secret%ZZ@queue.example',
    '',
  ])('%s is refused, without its password', (text) => {
    expect(() => redisAddress(text)).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => redisAddress(text)).not.toThrow('secret');
  });
});

describeWithRedis('a Redis', () => {
  const serving = async (
    words: readonly string[],
    use: (redis: TestRedis) => Promise<void>,
  ): Promise<void> => {
    const redis = await TestRedis.start({ words });
    try {
      await use(redis);
    } finally {
      await redis.stop();
    }
  };

  it('that evicts keys is refused', () =>
    serving(['--maxmemory', '256mb', '--maxmemory-policy', 'allkeys-lru'], async ({ url }) => {
      await expect(listWorkers(url)).rejects.toMatchObject({
        code: 'incompatible',
        facts: { policy: 'allkeys-lru' },
      });
      expect(await takeaway(['worker', '--redis', url])).toMatchObject({ code: 7 });
    }));

  it('that is too small is refused', () =>
    serving(['--maxmemory', '16mb', '--maxmemory-policy', 'noeviction'], async ({ url }) => {
      await expect(openWorkers({ redis: url })).rejects.toMatchObject({
        code: 'incompatible',
        facts: { least: '32 MiB' },
      });
    }));

  it('that is a read-only replica is refused', () =>
    serving(['--replicaof', '127.0.0.1', '1'], async ({ url }) => {
      await expect(listWorkers(url)).rejects.toMatchObject({
        code: 'incompatible',
        message: expect.stringContaining('is a replica') as string,
      });
    }));

  it.each([['sweep', 'cubes', 'squares']])(
    'that cannot be used leaves no store behind (%s)',
    async (...words) => {
      const store = join(temporaryFolder(), 'new');
      const refused = await takeaway([
        ...words,
        ...['--to', '100', '--store', store, '--redis', 'redis://127.0.0.1:1'],
      ]);
      expect(refused.code).toBe(6);
      expect(refused.stderr).not.toContain('same command');
      expect(existsSync(store)).toBe(false);
    },
  );

  it('that is not there is named with an exit code', async () => {
    const url = 'redis://anna:secret@127.0.0.1:1';
    const { code, stderr } = await takeaway(['cluster', '--redis', url]);
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining('There is no connection to the Redis at 127.0.0.1:1: '),
    ]);
    expect(stderr).not.toContain('secret');
  });

  it('may give us a user of our own, who may use nothing but keys with our prefix', { tags: 'slow' }, () =>
    serving(['--requirepass', 'root'], async (redis) => {
      const { port } = redis;
      const admin = await import('ioredis').then(({ Redis }) => new Redis({ port, password: 'root' }));
      await admin.acl(
        'SETUSER',
        ...['games', 'on', '>s3cret', '~games:*', '&games:*', '+@all', '-@admin', '-@dangerous', '+info'],
      );
      const url = `redis://games:s3cret@127.0.0.1:${port}?prefix=games`;
      const { stop } = workHere({ redis: url });
      const space = { max: 25, size: 3 };
      const runner = await openWorkers({ redis: url });
      expect(await survey({ ...space, runner })).toEqual(await survey(space));
      await runner.close();
      const keys = await admin.keys('*');
      expect(keys.every((key) => key.startsWith('games:'))).toBe(true);
      await expect(listWorkers(`redis://games:wrong@127.0.0.1:${port}`)).rejects.toMatchObject({
        code: 'io',
        message: expect.stringContaining('does not accept the user or the password') as string,
      });
      const child = await WorkerChild.start(url);
      // Neither the words of the process nor its log have the password.
      const { readFileSync } = await import('node:fs');
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('s3cret');
      expect(child.log).not.toContain('s3cret');
      expect(await child.end('SIGTERM')).toBe(0);
      await stop();
      admin.disconnect();
    }),
  );
});
