/** Jobs that two workers do: what samples do not find is found where they differ, and who is wrong is shut out. */
import { expect, it } from 'vitest';
import { openStore, survey, surveyByWorkers, sweep } from '../../src/index.js';
import type { RunNews } from '../../src/cluster/coordinator/options.js';
import { ENCODINGS, packBest, type EncodingName } from '../../src/columnar/encodings.js';
import type { ThreadAnswer } from '../../src/jobs/messages.js';
import { describeWithRedis, withRedis } from '../support/cluster/redis.js';
import { temporaryFolder } from '../support/temporary.js';
import { have, workHere } from '../support/cluster/workers.js';

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
      const options = { games, to: 20_000, redis: redis.url, confirmedOf: 1, patience: { jobSeconds: 0 } };
      expect(await sweep(there, { ...options, onNews: (one) => news.push(one) })).toEqual(expected);
      expect(news.filter(({ about }) => about === 'refused' || about === 'failed')).toEqual([]);
      const done = (): number =>
        workers.flatMap(({ events }) => events).filter(({ event }) => event === 'job-done').length;
      // Every job at least twice, and one by each.
      await have(() => done() > 1);
      expect(workers.every(({ events }) => events.some(({ event }) => event === 'job-done'))).toBe(true);
      for (const { stop } of workers) await stop();
      here.close();
      there.close();
    }));
});

/** The periods of the second set are others: samples look at the first, the last, and one farther up. */
function withOneWrongNumber(answer: ThreadAnswer): ThreadAnswer {
  if (!('blobs' in answer)) return answer;
  const data = answer.data as { readonly encoding: EncodingName };
  const [blob] = answer.blobs;
  // Arrow's prefix says how long they are.
  const length = data.encoding === 'lz4' ? Number(Buffer.from(blob).readBigUInt64LE()) : blob.length;
  const bytes = ENCODINGS[data.encoding].unpack(blob, length).bytes.slice();
  bytes[4] ^= 1;
  const { encoding, packed } = packBest(bytes);
  return { ...answer, data: { ...data, encoding }, blobs: [packed] };
}
