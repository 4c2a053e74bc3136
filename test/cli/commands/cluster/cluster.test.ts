/** `takeaway worker`, `cluster` and `sweep`, and --redis, as a user types them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../../src/index.js';
import { fileFolder, json, takeaway } from '../../../support/cli.js';
import { describeWithRedis, redisForFile } from '../../../support/cluster/redis.js';
import { withWorkers } from '../../../support/cluster/workers.js';

const folder = fileFolder();

describe('sweep', () => {
  it('extends the games of a file on threads, prints a table and writes it', { tags: 'slow' }, async () => {
    const file = join(folder, 'games.txt');
    writeFileSync(file, '# some games\nsquares\n\n{1,3,4} # periodic\n');
    const output = join(folder, 'found.arrow');
    const store = join(folder, 'store');
    const words = ['sweep', '--file', file, 'odd', '--to', '5000', '--store', store, '-o', output];
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

describe('a sweep in parts', () => {
  const games = ['squares', 'odd', '{1,3,4}', 'cubes', '{2,5,9}', '{1,2}', '{3,4,7}'];
  const sweep = ['sweep', ...games, '{4,3,1}', '--to', '5000'];

  it('is joined by import to the values, periods and table of one sweep', { tags: 'slow' }, async () => {
    const [whole, joined] = ['in-one', 'joined'].map((name) => join(folder, name));
    await json([...sweep, '--store', whole, '--output', `${whole}.csv`]);
    // More parts than games: the last is empty.
    const parts = Array.from({ length: 8 }, (_, i) => ({
      part: `${i + 1}/8`,
      store: join(folder, `part-${i + 1}`),
    }));
    const swept: string[] = [];
    for (const { part, store } of parts) {
      const words = [...sweep, '--part', part, '--store', store];
      const { games: found } = await json<{ games: { game: string }[] }>(words);
      swept.push(...found.map(({ game }) => game));
    }
    expect(swept.sort()).toEqual([...games].sort());
    const stored = [...sweep, '--method', 'stored', '--store', joined, '--output', `${joined}.csv`];
    const take = (some: typeof parts): Promise<unknown> =>
      json(['import', ...some.map(({ store }) => store), '--store', joined]);
    await take(parts.filter((_, i) => i !== 2 && i !== 5));
    const lacking = await takeaway(stored);
    expect(lacking.code).toBe(3);
    expect(lacking.stderr).toContain('2 of the 7 games are not stored to 5000: {1,3,4}, {1,2}.');
    expect(existsSync(`${joined}.csv`)).toBe(false);
    // Again, and those that were there before.
    await take(parts);
    expect(await json(['import', ...parts.map(({ store }) => store), '--store', joined])).toEqual({
      series: [],
    });
    expect(await takeaway(stored)).toMatchObject({ code: 0 });
    expect(readFileSync(`${joined}.csv`, 'utf8')).toBe(readFileSync(`${whole}.csv`, 'utf8'));
    const [here, there] = await Promise.all(
      [whole, joined].map((root) => openStore(root, { readOnly: true })),
    );
    for (const game of games) {
      for (const series of ['cold', 'nim'] as const)
        expect(await there.valueHash(game, series)).toBe(await here.valueHash(game, series));
      expect(there.info(game)[0].periods).toEqual(here.info(game)[0].periods);
    }
    for (const store of [here, there]) store.close();
  });

  it('replaces its table only with --force, and says what cannot be before it works', async () => {
    const store = join(folder, 'refused');
    const output = join(folder, 'mine.csv');
    const words = ['sweep', 'odd', '--to', '100', '--store', store];
    writeFileSync(output, 'mine');
    expect(await takeaway([...words, '--output', output])).toMatchObject({ code: 2 });
    expect(readFileSync(output, 'utf8')).toBe('mine');
    for (const [more, code] of [
      [['--force'], 2],
      [['--part', '2/1'], 2],
      [['--output', join(folder, 'nowhere/at/all.csv')], 6],
      [['--method', 'stored'], 3],
    ] as const) {
      expect(await takeaway([...words, ...more])).toMatchObject({ code });
      expect((await json<{ games: unknown[] }>(['info', '--store', store])).games).toEqual([]);
    }
    expect(await takeaway([...words, '--output', output, '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(output, 'utf8')).toMatch(/^game,/);
  });
});

describeWithRedis('the commands that use workers', () => {
  const server = redisForFile();
  let url: string;
  beforeAll(async () => {
    url = (await server()).url;
  });

  it('do what they do without, and list the workers', { tags: 'slow' }, () =>
    withWorkers(url, 1, async () => {
      const env = { TAKEAWAY_REDIS: url };
      const store = join(folder, 'remote');
      const survey = ['survey', '--max', '42', '--size', '3', '--redis', 'auto'];
      const { stdout } = await takeaway(survey, { env });
      expect(stdout).toMatch(/^\{13,29,42\} +793 +0 +793 +0$/m);
      const sweep = ['sweep', '{1,3,4}', '--to', '5000', '--store', store, '--redis', url];
      const swept = await takeaway([...sweep, '--progress', 'json']);
      expect(swept.stdout).toMatch(/^\{1,3,4\} +5000 /m);
      const lines = swept.stderr.trim().split('\n');
      const log = lines.map((line) => JSON.parse(line) as { event: string; run?: string });
      expect(log[0]).toMatchObject({
        event: 'begun',
        run: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      });
      expect(log).toContainEqual(expect.objectContaining({ event: 'workers', run: log[0].run, workers: 1 }));
      expect(log.map(({ event }) => event)).toContain('game');
      for (const { run } of log) expect(run).toBe(log[0].run);
      const listed = await takeaway(['cluster', '--json'], { env });
      const { workers } = JSON.parse(listed.stdout) as { workers: { threads: number; done: number }[] };
      expect(workers).toHaveLength(1);
      // Whoever has seen a result sees that it was done.
      expect(workers[0].done).toBeGreaterThan(0);
      expect((await takeaway(['cluster'], { env })).stdout).toContain('version');
      expect((await (await server()).keysOfRuns()).length).toBe(0);
    }),
  );

  it('need a Redis', async () => {
    expect(await takeaway(['worker'], { env: { TAKEAWAY_REDIS: '' } })).toMatchObject({ code: 2 });
  });
});

it('extend computes on one machine, and says so where workers are asked for', async () => {
  const { code, stderr } = await takeaway([
    'extend',
    'squares',
    '--to',
    '100',
    '--redis',
    'redis://queue.example',
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain('--redis is gone. Write takeaway extend on a machine with many cores');
});
