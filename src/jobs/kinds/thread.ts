/**
 * The script of a thread that does jobs, one at a time. It asks whoever started it for blobs and news, and answers with
 * what the job has made. What jobs keep for later ones is there for the latest runs that keep something.
 */
import { serveRequests } from '../../solver/threads/serve.js';
import { messageOf } from '../../common/errors.js';
import { KeptThreads, MissingBlob, NotYet, type JobContext } from '../job.js';
import { kindNamed } from './kinds.js';
import type { JobTalk } from '../messages.js';

/** Runs whose jobs may take turns in a thread without sorting everything anew each time. */
const MOST_KEPT = 2;

/** By run, and for which kind of job; the latest is the last. */
const keptFor = new Map<string, { readonly kind: string; readonly kept: Map<string, unknown> }>();

/** Ends what the jobs of a run have kept that has threads of its own. */
function forget(run: string): void {
  for (const kept of keptFor.get(run)?.kept.values() ?? []) if (kept instanceof KeptThreads) void kept.end();
  keptFor.delete(run);
}

serveRequests<JobTalk>(async (job, ask, signal) => {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  // A run does one series after the other.
  if (keptFor.get(job.run)?.kind !== job.kind) forget(job.run);
  const { kept } = keptFor.get(job.run) ?? { kept: new Map<string, unknown>() };
  // The latest, whatever becomes of the job.
  keptFor.delete(job.run);
  keptFor.set(job.run, { kind: job.kind, kept });
  const context: JobContext = {
    threads: job.threads,
    blob: async (hash) => {
      const found = (await ask({ about: 'blob', hash })) as Uint8Array | null;
      if (found === null) throw new MissingBlob(hash);
      return found;
    },
    news: async (from, seconds) => (await ask({ about: 'news', from, seconds })) as readonly string[],
    kept,
    signal,
  };
  try {
    const kind = await kindNamed(job.kind);
    const { data, blobs } = await kind.compute(kind.readInput(job.input), context);
    if (kept.size === 0) forget(job.run);
    return { data, blobs, seconds: seconds() };
  } catch (error) {
    if (error instanceof MissingBlob) return { missing: error.hash };
    if (error instanceof NotYet) return { notYet: true };
    // What is half made is of no use to the next job.
    forget(job.run);
    return { failed: messageOf(error) };
  } finally {
    for (const run of [...keptFor.keys()].slice(0, -MOST_KEPT)) forget(run);
  }
});
