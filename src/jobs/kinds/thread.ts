/** The script of a job thread, which runs one job at a time. It asks its parent for blobs. */
import { serveRequests } from '../../solver/threads/serve.js';
import { messageOf } from '../../common/errors.js';
import { MissingBlob, type JobContext } from '../job.js';
import { kindNamed } from './kinds.js';
import type { JobTalk } from '../messages.js';

serveRequests<JobTalk>(async (job, ask, signal) => {
  const context: JobContext = {
    blob: async (hash) => {
      const found = await ask({ hash });
      if (found === null) throw new MissingBlob(hash);
      return found;
    },
    signal,
  };
  try {
    const kind = await kindNamed(job.kind);
    return await kind.compute(kind.readInput(job.input), context);
  } catch (error) {
    return error instanceof MissingBlob ? { missing: error.hash } : { failed: messageOf(error) };
  }
});
