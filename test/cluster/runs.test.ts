/** What workers compute is what threads here compute: surveys and sweeps; and nothing is left in Redis. */
import { tableFromIPC } from 'apache-arrow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listWorkers, openStore, survey, surveyByWorkers, sweep, type Store } from '../../src/index.js';
import { describeWithRedis, redisForFile, type TestRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { workHere } from '../support/cluster/workers.js';

const server = redisForFile();

describeWithRedis('the workers of a Redis', () => {
  let redis: TestRedis;
  let url: string;
  beforeAll(async () => {
    redis = await server();
    url = redis.url;
    for (let i = 0; i < 2; i++) workHere({ redis: url });
  });

  it('survey as threads do, and leave nothing behind', async () => {
    const folder = temporaryFolder();
    const space = { max: 45, size: 3 };
    const [here, there] = [join(folder, 'here.arrow'), join(folder, 'there.arrow')];
    const expected = await survey({ ...space, output: here });
    const shares: number[] = [];
    const onProgress = (share: number): void => void shares.push(share);
    expect(await surveyByWorkers({ ...space, output: there, redis: url, onProgress })).toEqual(expected);
    expect(readFileSync(there).equals(readFileSync(here))).toBe(true);
    expect(shares.at(-1)).toBe(1);
    expect(await redis.keysOfRuns()).toEqual([]);
  });

  it('survey a pattern that is longer than what a run says of itself', async () => {
    const space = { pattern: `{1,${' '.repeat(300)}a}`, max: 20 };
    expect(await surveyByWorkers({ ...space, redis: url })).toEqual(await survey(space));
  });

  it('sweep as threads do', async () => {
    const folder = temporaryFolder();
    const games = ['squares', '{1,3,4}', '{2,5,6,11}', 'odd', 'all-but{2,3}', '{3,1,4}'];
    const [here, there] = [await openStore(temporaryFolder()), await openStore(temporaryFolder())];
    const output = join(folder, 'found.arrow');
    const expected = await sweep(here, { games, to: 20_000, threads: 2 });
    expect(await sweep(there, { games, to: 20_000, redis: url, output })).toEqual(expected);
    expect(expected.map(({ game }) => game)).toEqual([
      'squares',
      '{1,3,4}',
      '{2,5,6,11}',
      'odd',
      'all-but{2,3}',
    ]);
    // {1,3,4}: cold are 0 and 2 mod 7, and its nim-values have period 7 (Winning Ways, chapter 4).
    expect(expected[1]).toMatchObject({ frontier: 20_000, nim: { period: 7 }, outcome: { period: 7 } });
    expect(expected[1].density).toBeCloseTo(2 / 7, 3);
    for (const { game } of expected) {
      expect(await there.valueHash(game, 'nim')).toBe(await here.valueHash(game, 'nim'));
    }
    const table = tableFromIPC(readFileSync(output));
    expect(table.getChild('game')?.toJSON()).toEqual(expected.map(({ game }) => game));
    expect(Number(table.getChild('nim_period')?.get(1))).toBe(7);
    await expect(sweep(there, { games, to: 20_000, output })).rejects.toMatchObject({ code: 'usage' });
    // What is stored is not computed again: no worker is asked.
    expect(await sweep(here, { games, to: 10_000 })).toEqual(expected);
    close(here, there);
    expect(await redis.keysOfRuns()).toEqual([]);
  });

  it('are asked for nothing by who is interrupted before a run begins', async () => {
    const store = await openStore(temporaryFolder());
    const options = { redis: url, signal: AbortSignal.abort() };
    for (const begin of [
      () => surveyByWorkers({ ...options, max: 9, size: 2 }),
      () => sweep(store, { ...options, games: ['squares'], to: 1000 }),
    ])
      await expect(begin()).rejects.toMatchObject({ code: 'interrupted' });
    store.close();
    expect(await redis.keysOfRuns()).toEqual([]);
  });

  it('are listed with what they have done', async () => {
    const workers = await listWorkers(url);
    expect(workers).toHaveLength(2);
    expect(workers.every(({ threads, failed }) => threads === 1 && failed === 0)).toBe(true);
    expect(workers.reduce((total, { done }) => total + done, 0)).toBeGreaterThan(0);
  });
});

function close(...stores: readonly Store[]): void {
  for (const store of stores) store.close();
}
