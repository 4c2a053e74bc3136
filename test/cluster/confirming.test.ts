/** Jobs that two workers do: what samples do not find is found where they differ, and who is wrong is shut out. */
import { describe, expect, it } from 'vitest';
import { openStore, survey, surveyByWorkers, sweep } from '../../src/index.js';
import { Confirming } from '../../src/cluster/coordinator/confirming.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import type { SolvedPart } from '../../src/engine/series/columns.js';
import type { Done } from '../../src/jobs/job.js';
import { EXTENSION, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { BlobSource } from '../../src/jobs/blob-source.js';
import { packColumns, unpackColumns } from '../../src/survey/columns.js';
import { MOST_PART_SETS } from '../../src/survey/part.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { workHere } from '../support/cluster/workers.js';

const SPACE = { max: 50, size: 3 };

describeWithRedis('a job that is done by two workers', () => {
  it('finds one wrong number of many, names who made it, and the result is right', () =>
    withRedis(async (redis) => {
      const url = redis.url;
      const workers = [workHere({ redis: url, tamper: withOneWrongNumber }), workHere({ redis: url })];
      await Promise.all(workers.map(({ until }) => until('connected')));
      const news: RunNews[] = [];
      const onNews = (one: RunNews): void => void news.push(one);
      expect(await surveyByWorkers({ ...SPACE, redis: url, confirmedOf: 1, onNews })).toEqual(
        await survey(SPACE),
      );
      expect(news.filter(({ about }) => about === 'refused')).toMatchObject([
        { reason: 'its survey-part differs from those of another worker and of this machine' },
      ]);
      expect(workers[0].events.some(({ event }) => event === 'shut-out')).toBe(true);
      for (const { stop } of workers) await stop();
      expect(await redis.keys()).toEqual([]);
    }));

  it('is the same when both are right, whatever part of the job the first had time for', () =>
    withRedis(async (redis) => {
      const workers = [workHere({ redis: redis.url }), workHere({ redis: redis.url })];
      await Promise.all(workers.map(({ until }) => until('connected')));
      const [here, there] = [await openStore(temporaryFolder()), await openStore(temporaryFolder())];
      const games = ['squares', '{1,3,4}', '{2,5,6,11}', 'odd', 'all-but{2,3}'];
      const expected = await sweep(here, { games, to: 20_000, threads: 1 });
      const news: RunNews[] = [];
      const options = { games, to: 20_000, redis: redis.url, confirmedOf: 1, jobSeconds: 0 };
      expect(await sweep(there, { ...options, onNews: (one) => news.push(one) })).toEqual(expected);
      expect(news.filter(({ about }) => about === 'refused' || about === 'failed')).toEqual([]);
      // Every job was done by both of them.
      await Promise.all(workers.map(({ until }) => until('job-done')));
      for (const { stop } of workers) await stop();
      here.close();
      there.close();
    }));
});

describe('confirming', () => {
  it('tries a job eight times with a worker that nobody joins, then goes on to the next that is due', async () => {
    const { run, found } = runOf({ workers: 2 });
    const confirming = new Confirming(run, 5);
    for (let i = 0; i < 9; i++) {
      const first = { result: RESULT, worker: 'one' };
      expect(await confirming.confirmed(EXTENSION, INPUT, first)).toBe(first);
    }
    expect(found()).toBe(8);
  });

  it('leaves the worker that has just come the time to take another job', async () => {
    let isBack = false;
    let found = 0;
    const find = (): Promise<Done<unknown>> => {
      found++;
      const worker = isBack ? 'two' : 'one';
      setTimeout(() => (isBack = true));
      return Promise.resolve({ result: RESULT, worker });
    };
    const { run } = runOf({ workers: 2 });
    const first = { result: RESULT, worker: 'one' };
    await new Confirming({ ...run, find: find as typeof run.find }, 1).confirmed(EXTENSION, INPUT, first);
    expect(found).toBe(2);
  });

  it('tries no longer where the other workers have left', async () => {
    const { run, found } = runOf({ workers: 2, leavesAfter: 3 });
    await new Confirming(run, 1).confirmed(EXTENSION, INPUT, { result: RESULT, worker: 'one' });
    expect(found()).toBe(3);
  });

  it('on this machine ends with its run, and with the error of that', async () => {
    const given = new AbortController();
    const error = new Error('given up');
    // The thread asks for what the job is given, and never hears of it.
    class Silent extends BlobSource {
      override read(): Promise<never> {
        given.abort(error);
        return new Promise(() => undefined);
      }
    }
    const { run } = runOf({ workers: 2, over: given.signal, blobSource: new Silent() });
    const values = { ...RESULT[0], values: { width: 8 as const, length: 1, bytes: Uint8Array.of(1) } };
    const first = { result: [values], worker: 'another' };
    const input = { ...INPUT, known: [{ start: 0, stop: 64, width: 8 as const, hash: '0'.repeat(64) }] };
    await expect(new Confirming(run, 1).confirmed(EXTENSION, input, first)).rejects.toBe(error);
  });
});

const INPUT: ExtensionInput = {
  ...{ key: '{1,2}', definition: '{1,2}', series: 'nim' as const, method: 'auto' },
  ...{ start: 64, stop: 65, pieceLength: 64, seconds: 60, known: [] },
};
const RESULT: readonly SolvedPart[] = [
  { start: 64, stop: 65, values: { width: 8, length: 1, bytes: Uint8Array.of(0) }, methods: [] },
];

/** A run whose jobs all come to one worker. */
function runOf({
  workers,
  leavesAfter = Infinity,
  over = new AbortController().signal,
  blobSource = new BlobSource(),
}: {
  readonly workers: number;
  readonly leavesAfter?: number;
  readonly over?: AbortSignal;
  readonly blobSource?: BlobSource;
}) {
  let found = 0;
  const find = (): Promise<Done<unknown>> => {
    found++;
    return Promise.resolve({ result: RESULT, worker: 'one' });
  };
  const run = {
    blobSource,
    over,
    get workers(): number {
      return found < leavesAfter ? workers : 1;
    },
    find: find as ConstructorParameters<typeof Confirming>[0]['find'],
    refuse: () => undefined,
  };
  return { run, found: () => found };
}

/** The period of one set of each batch is another: none of those that are found again. */
function withOneWrongNumber(answer: ThreadAnswer): ThreadAnswer {
  if (!('blobs' in answer)) return answer;
  const blobs = answer.blobs.map((blob) => {
    const columns = unpackColumns(SPACE, MOST_PART_SETS, blob);
    columns.numbers[SPACE.size + 1][7]++;
    return packColumns(columns);
  });
  return { ...answer, blobs };
}
