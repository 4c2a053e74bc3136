/** Workers without a Redis: they take the jobs of a run from a list one after the other, and those that cannot be done yet go back to its end. */
import type { FarJobRunner } from '../../../src/jobs/far/far-jobs.js';
import { BlobSource } from '../../../src/jobs/blob-source.js';
import { NotYet, type Done, type JobContext, type JobKind, type Made } from '../../../src/jobs/job.js';

/** How the workers of a test work. */
export interface Habits {
  /** Whether each job is done by a worker that is new, or all by those that keep what they know. */
  readonly areNew: boolean;
  /** How many there are. */
  readonly workers?: number;
  /** Whether they wait for news until there are some, rather than give up at once. */
  readonly arePatient?: boolean;
  /** What becomes of results, until somebody has been refused. */
  readonly tamper?: (made: Made) => Made;
}

export interface HandsHere {
  readonly runner: FarJobRunner;
  readonly count: { jobs: number; asked: number; given: number; refused: string[] };
}

interface Entry {
  readonly compute: (context: JobContext) => Promise<Made>;
  readonly resolve: (done: { readonly made: Made; readonly worker: string }) => void;
  readonly reject: (error: unknown) => void;
}

/** A runner whose jobs are done here. */
export function handsHere({
  areNew,
  workers = 1,
  arePatient = false,
  tamper = (made) => made,
}: Habits): HandsHere {
  const blobSource = new BlobSource();
  const news: string[] = [];
  const count: HandsHere['count'] = { jobs: 0, asked: 0, given: 0, refused: [] };
  const waiting: Entry[] = [];
  const refused = new Set<string>();
  let come = 0;
  const newWorker = (): { readonly name: string; readonly kept: Map<string, unknown> } => ({
    name: `worker ${come++}`,
    kept: new Map(),
  });
  const idle = Array.from({ length: workers }, newWorker);
  let tell: (() => void)[] = [];
  const contextOf = (kept: Map<string, unknown>): JobContext => ({
    threads: 1,
    blob: async (hash) => {
      count.asked++;
      const bytes = await blobSource.supply(hash);
      if (bytes === undefined) throw new Error(`no blob ${hash}`);
      return bytes;
    },
    news: async (from, seconds) => {
      if (news.length === from && seconds > 0)
        await new Promise<void>((resolve) => (arePatient ? tell.push(resolve) : setImmediate(resolve)));
      return news.slice(from);
    },
    kept: areNew ? new Map<string, unknown>() : kept,
  });
  const work = (): void => {
    while (waiting.length > 0 && idle.length > 0) {
      const entry = waiting.shift()!;
      const worker = idle.shift()!;
      void entry
        .compute(contextOf(worker.kept))
        .then(
          (made) => entry.resolve({ made, worker: worker.name }),
          (error: unknown) => {
            if (error instanceof NotYet) {
              count.given++;
              waiting.push(entry);
            } else entry.reject(error);
          },
        )
        .finally(() => {
          // Another comes for who was refused.
          idle.push(refused.has(worker.name) ? newWorker() : worker);
          work();
        });
    }
  };
  const runner: FarJobRunner = {
    get workers(): number {
      return Math.max(2, workers);
    },
    blobSource,
    do: async <Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> => {
      count.jobs++;
      const { made, worker } = await new Promise<{ readonly made: Made; readonly worker: string }>(
        (resolve, reject) => {
          const own = kind.readInput(JSON.parse(JSON.stringify(input)));
          waiting.push({ compute: (context) => kind.compute(own, context), resolve, reject });
          work();
        },
      );
      const sent = count.refused.length === 0 ? tamper(made) : made;
      return { result: await kind.readResult(input, sent), worker };
    },
    refuse: (worker, reason) => {
      count.refused.push(reason);
      refused.add(worker);
    },
    hasRefused: (worker) => refused.has(worker),
    publish: (text) => {
      news.push(text);
      const told = tell;
      tell = [];
      for (const one of told) one();
      return Promise.resolve();
    },
  };
  return { runner, count };
}
