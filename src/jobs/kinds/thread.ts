/**
 * The script of a thread that does jobs, one at a time. It asks whoever started it for blobs, and answers with
 * what the job has made. What jobs keep for later ones is there for the latest runs that keep something.
 */
import { serveRequests } from '../../solver/threads/serve.js';
import { messageOf } from '../../common/errors.js';
import { MissingBlob, type JobContext } from '../job.js';
import { kindNamed } from './kinds.js';
import type { JobTalk } from '../messages.js';

/** Runs whose jobs may take turns in a thread without sorting everything anew each time. */
const MOST_KEPT = 2;

/** By run, and for which kind of job; the latest is the last. */
const keptFor = new Map<string, { readonly kind: string; readonly kept: Map<string, unknown> }>();

serveRequests<JobTalk>(async (job, ask, signal) => {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  // A run does one series after the other.
  if (keptFor.get(job.run)?.kind !== job.kind) keptFor.delete(job.run);
  const { kept } = keptFor.get(job.run) ?? { kept: new Map<string, unknown>() };
  // The latest, whatever becomes of the job.
  keptFor.delete(job.run);
  keptFor.set(job.run, { kind: job.kind, kept });
  const context: JobContext = {
    blob: async (hash) => {
      const found = await ask({ hash });
      if (found === null) throw new MissingBlob(hash);
      return found;
    },
    kept,
    signal,
  };
  try {
    const kind = await kindNamed(job.kind);
    const { data, blobs } = await kind.compute(kind.readInput(job.input), context);
    if (kept.size === 0) keptFor.delete(job.run);
    return { data, blobs, seconds: seconds() };
  } catch (error) {
    if (error instanceof MissingBlob) return { missing: error.hash };
    // What is half made is of no use to the next job.
    keptFor.delete(job.run);
    return { failed: messageOf(error) };
  } finally {
    for (const run of [...keptFor.keys()].slice(0, -MOST_KEPT)) keptFor.delete(run);
  }
});
