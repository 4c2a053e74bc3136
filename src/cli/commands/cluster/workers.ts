/** `takeaway workers`: who is connected to a Redis, and what they do. */
import { listWorkers } from '../../../index.js';
import { defineCommand } from '../../command.js';
import { REDIS, requiredRedis } from '../../redis.js';
import { print, tableText } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { duration } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    [
      'workers --redis redis://queue.example:6379',
      'workers with their versions, threads, jobs, rates and failures',
    ],
  ],
  positionals: {},
  options: { redis: REDIS },
  run: async ({ redis, ...args }) => {
    const workers = await listWorkers(requiredRedis(redis));
    await print(args, { workers }, () => describe(workers));
  },
});

function describe(workers: Awaited<ReturnType<typeof listWorkers>>): string {
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
