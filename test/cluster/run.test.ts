/** A run and its results, one after the other: which are taken, and what becomes of a worker that lies. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/cluster/events.js';
import { FIELD, packOutcome } from '../../src/cluster/protocol.js';
import { Run } from '../../src/cluster/run.js';
import type { JobEvent, Transport } from '../../src/cluster/transport.js';
import { InvalidResult, type Done, type JobKind, type JobRunner } from '../../src/jobs/job.js';

const RUN = 'run';

/** A kind whose result is ten times its input; `n` alone says whether it looks right. */
const KIND: JobKind<number, number> = {
  name: 'tested',
  readInput: Number,
  compute: (n) => Promise.resolve({ data: 10 * n, blobs: [] }),
  most: () => 100,
  confirm: { again: (n) => n, hashOf: String },
  readResult: (_, { data }) =>
    typeof data === 'number' ? Promise.resolve(data) : Promise.reject(new InvalidResult('no number')),
};

/** A run whose jobs are ended by the test; `jobs` are those that were added, in order. */
async function begun(confirmedOf: number) {
  const fields = new Map<string, Uint8Array>();
  const jobs: string[] = [];
  const events: RunEvent[] = [];
  let tell: (event: JobEvent) => void = () => undefined;
  const none = (): Promise<void> => Promise.resolve();
  let now = 0;
  let wake = (): void => undefined;
  const transport: Partial<Transport> = {
    announce: () => Promise.resolve(0),
    list: () => Promise.resolve([]),
    remove: none,
    cancel: none,
    add: async (job) => {
      jobs.push(job);
      return none();
    },
    put: (_, field, bytes) => {
      fields.set(field, bytes);
      return Promise.resolve('put');
    },
    get: (_, names) => Promise.resolve(names.map((name) => fields.get(name))),
    drop: async (_, names) => {
      for (const name of names) fields.delete(name);
      return none();
    },
    listen: async (listener) => {
      tell = listener;
      return none();
    },
  };
  const doneHere: number[] = [];
  const here = {
    do: async (kind: JobKind<number, number>, n: number) => {
      doneHere.push(n);
      await new Promise((resolve) => setImmediate(resolve));
      const made = await kind.compute(n, { blob: none as never });
      return { result: await kind.readResult(n, made), worker: 'here' };
    },
    close: none,
  };
  const run = await Run.begin({
    ...{ transport: transport as Transport, id: RUN, version: '1-tested', host: 'h', pid: 1 },
    // Time stands still until the test has it go on: nothing is looked for as if it were lost.
    clock: {
      now: () => now,
      sleep: (_, signal) =>
        new Promise((resolve) => {
          wake = resolve;
          signal?.addEventListener('abort', () => resolve());
        }),
    },
    confirmedOf,
    runnerHere: () => here as unknown as JobRunner,
    lostError: () => new Error('lost'),
    onError: (error) => error as Error,
    onEvent: (event) => void events.push(event),
  });
  return {
    run,
    jobs,
    fields,
    doneHere,
    passes: async (milliseconds: number) => {
      now += milliseconds;
      wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
    ends: async (job: string, worker: string, data: unknown) => {
      const outcome = {
        worker,
        ...(data === undefined ? { problem: 'misfit' as const, reason: 'large' } : { data, blobs: [] }),
      };
      fields.set(FIELD.outcome(job), packOutcome(outcome));
      // An event may come twice.
      for (let times = 0; times < 2; times++) tell({ job });
      await new Promise((resolve) => setImmediate(resolve));
    },
    refused: () => events.flatMap((event) => (event.about === 'refused' ? [event.worker] : [])),
  };
}

/** Begins jobs, and waits until they are in the queue. */
async function begin(run: Run, inputs: readonly number[]): Promise<Promise<Done<number>>[]> {
  const done = inputs.map((n) => run.do(KIND, n));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('a run', () => {
  it('takes no result of a worker that it has refused, however right it looks', async () => {
    const { run, jobs, ends, refused } = await begun(1000);
    const [first, second] = await begin(run, [1, 2]);
    await ends(jobs[0], 'liar', 'nonsense');
    expect(refused()).toEqual(['liar']);
    await ends(jobs[1], 'liar', 21);
    // Both are in the queue again.
    expect(jobs).toHaveLength(4);
    await ends(jobs[2], 'honest', 10);
    await ends(jobs[3], 'honest', 20);
    expect([await first, await second]).toEqual([
      { result: 10, worker: 'honest' },
      { result: 20, worker: 'honest' },
    ]);
    await run.close();
  });

  it('takes the first result of a job that is ended twice', async () => {
    const { run, jobs, ends } = await begun(1000);
    const [only] = await begin(run, [1]);
    await ends(jobs[0], 'a', 10);
    await ends(jobs[0], 'b', 11);
    expect(await only).toEqual({ result: 10, worker: 'a' });
    expect(run.fleet.stats.done).toBe(1);
    await run.close();
  });

  it('drops bytes of jobs that have ended again, which a Redis that restarts with older data has', async () => {
    const { run, jobs, ends, fields, passes } = await begun(1000);
    const [first, second] = await begin(run, [1, 2]);
    await ends(jobs[0], 'a', 10);
    await first;
    const left = [...fields.keys()];
    fields.set(FIELD.input(jobs[0]), new Uint8Array(1)).set(FIELD.outcome(jobs[0]), new Uint8Array(1));
    await passes(9_000);
    expect(fields.size).toBe(left.length + 2);
    await passes(2_000);
    expect([...fields.keys()]).toEqual(left);
    expect(left).toEqual([FIELD.input(jobs[1])]);
    await ends(jobs[1], 'a', 20);
    expect(await second).toEqual({ result: 20, worker: 'a' });
    await run.close();
  });

  it('does a job here, once, whose result has no room', async () => {
    const { run, jobs, ends, doneHere } = await begun(1000);
    const [only] = await begin(run, [1]);
    await ends(jobs[0], 'a', undefined);
    expect(await only).toEqual({ result: 10, worker: 'here' });
    expect(doneHere).toEqual([1]);
    await run.close();
  });

  it('has its own result where one that it confirms differs, and refuses the worker', async () => {
    const { run, jobs, ends, refused } = await begun(1);
    const [right, wrong] = await begin(run, [1, 2]);
    await ends(jobs[0], 'honest', 10);
    await ends(jobs[1], 'liar', 21);
    expect(await right).toEqual({ result: 10, worker: 'honest' });
    expect(await wrong).toEqual({ result: 20, worker: 'here' });
    expect(refused()).toEqual(['liar']);
    await run.close();
  });
});
