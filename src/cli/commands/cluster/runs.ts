/** `takeaway runs`: which commands have workers of a Redis compute, and how far they are. */
import { endRun, listRuns } from '../../../index.js';
import { asText, defineCommand, optional } from '../../command.js';
import { REDIS, requiredRedis } from '../../redis.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { duration, grouped, table } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['runs --redis redis://queue.example:6379', 'who coordinates, how far, and what waits'],
    ['runs --remove 5b0c1f9d2a77', 'end a run of the Redis in TAKEAWAY_REDIS, and its command'],
  ],
  positionals: {},
  options: {
    redis: REDIS,
    remove: optional('ID', 'Remove this run with all its jobs; its command ends within seconds', asText),
  },
  run: async ({ redis, remove, json, quiet }) => {
    const url = requiredRedis(redis);
    if (remove !== undefined) {
      await endRun(url, remove);
      if (json) await writeJson({ removed: remove });
      else if (!quiet) say(`The run ${remove} is removed.`);
      return;
    }
    const runs = await listRuns(url);
    if (json) {
      await writeJson({ runs });
      return;
    }
    if (runs.length === 0) {
      await writeData('There are no runs.\n');
      return;
    }
    const counts = ['workers', 'waiting', 'active', 'done', 'failed', 'shutOut'] as const;
    const header = ['run', 'what', 'by', 'version', 'share', ...counts.slice(0, -1), 'shut out', 'since'];
    const rows = runs.map((run) => [
      run.id,
      run.title,
      `${run.host} ${run.pid}`,
      run.version,
      `${(100 * run.share).toFixed(1)} %`,
      ...counts.map((name) => grouped(run[name])),
      duration(run.seconds),
    ]);
    await writeData(table([header, ...rows], [4, 5, 6, 7, 8, 9, 10, 11]));
  },
});
