/** A worker that is to stop, jobs that do not end, and its reports of runs that it cannot serve. */
import { describe, expect, it } from 'vitest';
import { FIELD, jobName, packJobInput } from '../../src/cluster/protocol.js';
import type { WorkerEvent } from '../../src/cluster/events.js';
import {
  NoRoom,
  type Clock,
  type Lease,
  type LeaseEnd,
  type Transport,
} from '../../src/cluster/transport.js';
import { Worker, type Counts } from '../../src/cluster/worker.js';

const VERSION = '1-tested';
const RUN = 'run';
const JOB = jobName(RUN, 0);
const counts = { share: 0, done: 0, failed: 0, seconds: 0 };
const NOTICE = JSON.stringify({ version: VERSION, title: 't', refused: [], host: 'h', pid: 1, ...counts });

const newCounts = (): Counts => ({ active: 0, done: 0, failed: 0, seconds: 0 });

/** A worker with a job that does not end, in time that goes on while somebody sleeps; `onJob` is called once it has begun. */
function begun(change: Partial<Transport>, onJob: () => void = () => undefined) {
  let time = 0;
  const clock: Clock = {
    now: () => time,
    sleep: async (milliseconds, signal) => {
      for (const until = time + milliseconds; time < until && signal?.aborted !== true; time += 10)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const stop = new AbortController();
  const events: WorkerEvent[] = [];
  const leases: Lease[] = [{ job: JOB, failures: 0, givenUp: undefined }];
  const input = packJobInput({ kind: 'k', input: {}, deadline: 1e6 });
  const transport: Partial<Transport> = {
    announce: () => Promise.resolve(0),
    list: (kind) => Promise.resolve(kind === 'runs' ? [{ id: RUN, text: NOTICE, age: 0 }] : []),
    take: async () => {
      if (leases.length === 0) await clock.sleep(1000);
      return leases.shift();
    },
    renew: () => Promise.resolve(),
    get: (_, fields) =>
      Promise.resolve(fields.map((name) => (name === FIELD.notice ? Buffer.from(NOTICE) : input))),
    ...change,
  };
  const worker = new Worker({
    ...{ transport: transport as Transport, clock, id: 'worker', version: VERSION, host: 'h', pid: 1 },
    ...{ threads: 1, counts: newCounts(), isLost: () => false, signal: stop.signal },
    onEvent: (event) => void events.push(event),
    onError: (error) => {
      throw error;
    },
    compute: (_, __, signals) => {
      onJob();
      return new Promise((___, reject) =>
        signals.end.addEventListener('abort', () => reject(new Error('ended'))),
      );
    },
  });
  return { stop, events, serving: worker.serve() };
}

describe('a job that does not end', () => {
  it('is left to others by a worker that is to stop', async () => {
    const how = await new Promise<LeaseEnd>((resolve) => {
      const end: Transport['end'] = async (_, ended) => {
        resolve(ended);
        return Promise.resolve();
      };
      const { stop } = begun({ end }, () => {
        stop.abort();
      });
    });
    expect(how).toBe('back');
  });

  it('is for nobody when its run is over', async () => {
    let isOver = false;
    const list: Transport['list'] = (kind) =>
      Promise.resolve(kind === 'runs' && !isOver ? [{ id: RUN, text: NOTICE, age: 0 }] : []);
    let stop = (): void => undefined;
    const how = await new Promise<LeaseEnd>((resolve) => {
      const end: Transport['end'] = async (_, ended) => {
        resolve(ended);
        return Promise.resolve();
      };
      const worker = begun({ end, list }, () => (isOver = true));
      stop = () => worker.stop.abort();
    });
    stop();
    expect(how).toBe('done');
  });

  it('keeps no worker that is to stop where it cannot be given back, as the Redis is full', async () => {
    let isFull = true;
    let tries = 0;
    const end: Transport['end'] = () => {
      tries++;
      return isFull ? Promise.reject(new NoRoom('full')) : Promise.resolve();
    };
    const { stop, serving, events } = begun({ end }, () => {
      stop.abort();
    });
    await serving;
    expect(tries).toBeGreaterThan(1);
    expect(events.filter(({ event }) => event === 'redis-full')).toHaveLength(1);
    isFull = false;
  });
});

it.each([
  ['its own version, it is left to it', VERSION, 1],
  ['another version, it is tried again', '0-other', 2],
])('where a job has failed and the only other worker has %s', async (_, version, tries) => {
  const counts = { active: 0, done: 0, failed: 0, lastMinute: 0, seconds: 0 };
  const other = { version, host: 'h', pid: 2, threads: 1, run: null, ...counts };
  let begins = 0;
  let ends = 0;
  let stop = (): void => undefined;
  const leases: Lease[] = [0, 1].map((failures) => ({ job: JOB, failures, givenUp: undefined }));
  const { stop: signal, serving } = begun(
    {
      take: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return leases.shift();
      },
      list: (kind) =>
        Promise.resolve(
          kind === 'runs'
            ? [{ id: RUN, text: NOTICE, age: 0 }]
            : [{ id: 'other', text: JSON.stringify(other), age: 0 }],
        ),
      end: () => {
        if (++ends === 2) stop();
        return Promise.resolve();
      },
    },
    () => {
      begins++;
      throw new Error('failed');
    },
  );
  stop = () => signal.abort();
  await serving;
  expect(begins).toBe(tries);
});

it('a run of another version is reported once while it lasts', async () => {
  const other = JSON.stringify({ ...(JSON.parse(NOTICE) as object), version: '0-other' });
  let looks = 0;
  const list: Transport['list'] = (kind) => {
    if (kind === 'runs' && ++looks === 5) stop.abort();
    return Promise.resolve(kind === 'runs' ? [{ id: 'other', text: other, age: 0 }] : []);
  };
  const take: Transport['take'] = () => new Promise((resolve) => setImmediate(() => resolve(undefined)));
  const { stop, serving, events } = begun({ list, take });
  await serving;
  expect(events).toEqual([{ event: 'version-refused', run: 'other', version: '0-other', own: VERSION }]);
});

it('a worker that a run has shut out takes no second job, though it has not looked at the runs yet', async () => {
  const refusing = JSON.stringify({ ...(JSON.parse(NOTICE) as object), refused: ['worker'] });
  let takes = 0;
  const { stop, serving } = begun({
    list: (kind) => {
      if (kind === 'runs') stop.abort();
      return Promise.resolve([]);
    },
    take: async () => {
      takes++;
      await new Promise((resolve) => setImmediate(resolve));
      return { job: JOB, failures: 0, givenUp: undefined };
    },
    get: (_, fields) =>
      Promise.resolve(fields.map((name) => (name === FIELD.notice ? Buffer.from(refusing) : undefined))),
    end: () => Promise.resolve(),
  });
  await serving;
  expect(takes).toBe(1);
});

it('a worker whose Redis goes away before it is announced ends when it is to stop', async () => {
  const stop = new AbortController();
  let isLost = false;
  const worker = new Worker({
    transport: {
      announce: () => {
        isLost = true;
        stop.abort();
        return new Promise(() => undefined);
      },
    } as Partial<Transport> as Transport,
    clock: { now: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    ...{ id: 'worker', version: VERSION, host: 'h', pid: 1, threads: 1, counts: newCounts() },
    ...{ signal: stop.signal, onEvent: () => undefined },
    ...{ isLost: () => isLost, onError: (error) => expect(error).toBeUndefined() },
    compute: () => Promise.reject(new Error('there are no jobs')),
  });
  await worker.serve();
});
