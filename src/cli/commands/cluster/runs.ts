/** `takeaway runs`: which commands have workers of a Redis compute, and how far they are. */
import { endRun, listRuns } from '../../../index.js';
import { asText, defineCommand, optional } from '../../command.js';
import { REDIS, requiredRedis } from '../../redis.js';
import { linesText, print, sayDone, tableText } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { duration } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['runs --redis redis://queue.example:6379', 'who coordinates, how far each run is, and what is waiting'],
    ['runs --remove 5b0c1f9d2a77', 'end a run and its command, in the Redis of TAKEAWAY_REDIS'],
  ],
  positionals: {},
  options: {
    redis: REDIS,
    remove: optional('ID', 'Remove this run with all its jobs; its command ends within seconds', asText),
  },
  run: async ({ redis, remove, ...args }) => {
    const url = requiredRedis(redis);
    if (remove !== undefined) {
      await endRun(url, remove);
      return sayDone(args, { removed: remove }, () => `The run ${remove} is removed.`);
    }
    const runs = await listRuns(url);
    await print(args, { runs }, () => describe(runs));
  },
});

function describe(runs: Awaited<ReturnType<typeof listRuns>>): string {
  if (runs.length === 0) return 'There are no runs.\n';
  const counts = ['workers', 'waiting', 'active', 'done', 'failed', 'shutOut'] as const;
  const head = ['run', 'what', 'by', 'version', 'share', ...counts.slice(0, -1), 'shut out', 'since'];
  const rows = runs.map((run) => [
    run.id,
    run.title,
    `${run.host} ${run.pid}`,
    run.version,
    `${(100 * run.share).toFixed(1)} %`,
    ...counts.map((name) => grouped(run[name])),
    duration(run.seconds),
  ]);
  const alone = runs.filter(({ workers, waiting, shutOut }) => workers === 0 && waiting > 0 && shutOut > 0);
  const told = alone.map(
    ({ id, shutOut }) =>
      `The run ${id} waits for a worker that is not shut out of it, as ${grouped(shutOut)} are.`,
  );
  return tableText({ head, rows, right: [4, 5, 6, 7, 8, 9, 10, 11] }) + linesText(told);
}
