/** `takeaway cluster`: the workers of a Redis, and the runs that they compute for. */
import { listRuns, listWorkers } from '../../../index.js';
import { defineCommand } from '../../command.js';
import { REDIS, requiredRedis } from '../../redis.js';
import { linesText, print, tableText } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { duration } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['cluster --redis redis://queue.example:6379', 'workers and what they do, runs and how far they are'],
    ['cluster --json', 'for machines, from the Redis in TAKEAWAY_REDIS'],
  ],
  positionals: {},
  options: { redis: REDIS },
  run: async ({ redis, ...args }) => {
    const url = requiredRedis(redis);
    const workers = await listWorkers(url);
    const runs = await listRuns(url);
    await print(args, { workers, runs }, () => `${describeWorkers(workers)}\n${describeRuns(runs)}`);
  },
});

function describeWorkers(workers: Awaited<ReturnType<typeof listWorkers>>): string {
  if (workers.length === 0) return 'No workers are connected.\n';
  const head = ['worker', 'version', 'threads', 'run', 'active', 'done', 'a minute', 'failed', 'since'];
  const rows = workers.map((worker) => [
    worker.id,
    worker.version,
    String(worker.threads),
    worker.run ?? '-',
    grouped(worker.active),
    grouped(worker.done),
    grouped(worker.lastMinute),
    grouped(worker.failed),
    duration(worker.seconds),
  ]);
  return tableText({ head, rows, right: [2, 4, 5, 6, 7, 8] });
}

function describeRuns(runs: Awaited<ReturnType<typeof listRuns>>): string {
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
  const stuck = runs.filter(({ workers, waiting, shutOut }) => workers === 0 && waiting > 0 && shutOut > 0);
  const notes = stuck.map(
    ({ id, shutOut }) =>
      `The run ${id} waits for a worker that is not shut out of it, as ${grouped(shutOut)} are.`,
  );
  return tableText({ head, rows, right: [4, 5, 6, 7, 8, 9, 10, 11] }) + linesText(notes);
}
