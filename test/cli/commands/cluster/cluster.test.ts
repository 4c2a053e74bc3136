/** `takeaway worker`, `workers` and `sweep`, and --redis, as a user types them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway } from '../../../support/cli.js';
import { describeWithRedis, redisForFile } from '../../../support/cluster/redis.js';
import { withWorkers } from '../../../support/cluster/workers.js';

const folder = fileFolder();

describe('sweep', () => {
  it('extends the games of a file on threads, prints a table and writes it', async () => {
    const file = join(folder, 'games.txt');
    writeFileSync(file, '# some games\nsquares\n\n{1,3,4} # periodic\n');
    const output = join(folder, 'found.arrow');
    const store = join(folder, 'store');
    const words = ['sweep', '--file', file, 'odd', '--to', '5000', '--store', store, '--output', output];
    const { code, stdout, stderr } = await takeaway([...words, '--progress', 'json']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 games, in .*found\.arrow\./);
    expect(stdout).toMatch(/^\{1,3,4\} +5000 +0\.2858 +\d+ +7 +7$/m);
    expect(JSON.parse(stderr.split('\n')[0])).toMatchObject({ event: 'game', workers: 0 });
    expect(readFileSync(output).subarray(0, 6).toString()).toBe('ARROW1');
    expect(await takeaway(words)).toMatchObject({ code: 2 });
    expect(await json(['sweep', '{1,3,4}', '--to', '5000', '--store', store])).toMatchObject({
      games: [{ game: '{1,3,4}', frontier: 5000, nim: { period: 7 } }],
    });
    expect(await takeaway(['sweep', '--to', '5000'])).toMatchObject({ code: 2 });
  });
});

describeWithRedis('the commands that use workers', () => {
  const server = redisForFile();
  let url: string;
  beforeAll(async () => {
    url = (await server()).url;
  });

  it('do what they do without, and list the workers', () =>
    withWorkers(url, 1, async () => {
      const env = { TAKEAWAY_REDIS: url };
      const store = join(folder, 'remote');
      const extended = await takeaway([
        'extend',
        'squares',
        '--to',
        '50000',
        '--store',
        store,
        '--redis',
        url,
      ]);
      expect(extended).toMatchObject({ code: 0 });
      expect(extended.stdout).toContain('squares nim');
      const query = await takeaway(['query', 'squares', '34', '--store', store]);
      expect(query.stdout).toContain('34');
      const survey = ['survey', '--max', '42', '--size', '3', '--redis', 'auto'];
      const { stdout } = await takeaway(survey, { env });
      expect(stdout).toMatch(/^\{13,29,42\} +793 +0 +793 +0$/m);
      const swept = await takeaway(['sweep', '{1,3,4}', '--to', '5000', '--store', store, '--redis', url]);
      expect(swept.stdout).toMatch(/^\{1,3,4\} +5000 /m);
      const listed = await takeaway(['workers', '--json'], { env });
      const { workers } = JSON.parse(listed.stdout) as { workers: { threads: number; done: number }[] };
      expect(workers).toHaveLength(1);
      // Whoever has seen a result sees that it was done.
      expect(workers[0].done).toBeGreaterThan(0);
      expect((await takeaway(['workers'], { env })).stdout).toContain('version');
      expect((await (await server()).keysOfRuns()).length).toBe(0);
    }));

  it('need a Redis', async () => {
    expect(await takeaway(['worker'], { env: { TAKEAWAY_REDIS: '' } })).toMatchObject({ code: 2 });
  });
});
