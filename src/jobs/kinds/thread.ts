/**
 * The script of a thread that does jobs, one at a time. It asks whoever started it for blobs and news, and answers with
 * what the job has made. A new run begins with nothing kept.
 */
import { serveQuestions } from '../../solver/threads/questions.js';
import { messageOf } from '../../common/errors.js';
import { MissingBlob, type JobContext } from '../job.js';
import { kindNamed } from './kinds.js';
import type { JobTalk } from '../messages.js';

const kept = new Map<string, unknown>();
let keptFor: string | undefined;

serveQuestions<JobTalk>(async (job, ask) => {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1000;
  if (keptFor !== job.run) kept.clear();
  keptFor = job.run;
  const context: JobContext = {
    threads: job.threads,
    blob: async (hash) => {
      const found = (await ask({ about: 'blob', hash })) as Uint8Array | null;
      if (found === null) throw new MissingBlob(hash);
      return found;
    },
    news: async (from) => (await ask({ about: 'news', from })) as readonly string[],
    kept,
  };
  try {
    const kind = kindNamed(job.kind);
    if (kind === undefined) throw new Error(`no kind of job ${job.kind}`);
    const { data, blobs } = await kind.compute(kind.readInput(job.input), context);
    return { data, blobs, seconds: seconds() };
  } catch (error) {
    if (error instanceof MissingBlob) return { missing: error.hash };
    // What is half made is of no use to the next job.
    kept.clear();
    return { failed: messageOf(error) };
  }
});
