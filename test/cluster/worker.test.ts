/** A worker that is to stop: a job that takes too long for it is given back for others, one that nobody waits for is not. */
import { describe, expect, it } from 'vitest';
import { FIELD, jobName, packJobInput } from '../../src/cluster/protocol.js';
import { WorkerStats } from '../../src/cluster/stats.js';
import type { Clock, Lease, LeaseEnd, Transport } from '../../src/cluster/transport.js';
import { Worker } from '../../src/cluster/worker.js';

const VERSION = '1-tested';
const RUN = 'run';
const JOB = jobName(RUN, 0);
const counts = { share: 0, done: 0, failed: 0, seconds: 0 };
const NOTICE = JSON.stringify({ version: VERSION, title: 't', refused: [], host: 'h', pid: 1, ...counts });

/** How the lease of a job that does not end is ended; `end` is called once it has begun. */
async function endOfLease(end: (runs: Set<string>, stop: AbortController) => void): Promise<LeaseEnd> {
  let time = 0;
  const clock: Clock = {
    now: () => time,
    // Whoever sleeps moves time on.
    sleep: async (milliseconds, signal) => {
      for (const until = time + milliseconds; time < until && signal?.aborted !== true; time += 10)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const runs = new Set([RUN]);
  const stop = new AbortController();
  const leases: Lease[] = [{ job: JOB, failures: 0, givenUp: undefined }];
  const input = packJobInput({ kind: 'k', input: {}, deadline: 1e6 });
  const ended = new Promise<LeaseEnd>((resolve) => {
    const transport: Partial<Transport> = {
      announce: () => Promise.resolve(0),
      list: (kind) =>
        Promise.resolve(kind === 'runs' ? [...runs].map((id) => ({ id, text: NOTICE, age: 0 })) : []),
      take: async () => {
        if (leases.length === 0) await clock.sleep(1000);
        return leases.shift();
      },
      renew: () => Promise.resolve(),
      end: async (_, how) => {
        resolve(how);
        return Promise.resolve();
      },
      get: (_, fields) =>
        Promise.resolve(fields.map((name) => (name === FIELD.notice ? Buffer.from(NOTICE) : input))),
    };
    const worker = new Worker({
      ...{ transport: transport as Transport, clock, id: 'worker', version: VERSION, host: 'h', pid: 1 },
      ...{ threads: 1, stats: new WorkerStats(() => undefined), isLost: () => false },
      onError: (error) => {
        throw error;
      },
      compute: (_, __, signals) => {
        end(runs, stop);
        return new Promise((___, reject) =>
          signals.end.addEventListener('abort', () => reject(new Error('ended'))),
        );
      },
    });
    void worker.serve(stop.signal);
  });
  const how = await ended;
  stop.abort();
  return how;
}

describe('a job that does not end', () => {
  it('is left to others by a worker that is to stop', async () => {
    expect(await endOfLease((_, stop) => stop.abort())).toBe('back');
  });

  it('is for nobody when its run is over', async () => {
    expect(await endOfLease((runs) => runs.clear())).toBe('done');
  });
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
    ...{ id: 'worker', version: VERSION, host: 'h', pid: 1, threads: 1 },
    stats: new WorkerStats(() => undefined),
    ...{ isLost: () => isLost, onError: (error) => expect(error).toBeUndefined() },
    compute: () => Promise.reject(new Error('there are no jobs')),
  });
  await worker.serve(stop.signal);
});
