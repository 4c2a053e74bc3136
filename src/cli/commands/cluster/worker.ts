/** `takeaway worker`: computes for the commands that use the same Redis, until it is stopped. */
import { work } from '../../../index.js';
import type { WorkerEvent } from '../../../rim.js';
import { defineCommand, THREADS } from '../../command.js';
import { flag } from '../../../words/params.js';
import { METRICS, REDIS, requiredRedis } from '../../redis.js';
import { interruptible } from '../../terminal/interruption.js';
import { say, writeJson } from '../../terminal/output.js';
import { count, duration } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['worker --redis redis://queue.example:6379', 'work on all cores until stopped'],
    ['worker --threads 1', 'with one thread, for the Redis in TAKEAWAY_REDIS'],
    ['worker --json --metrics 9464', 'log as JSON lines, and serve metrics on this machine'],
  ],
  positionals: {},
  options: {
    redis: REDIS,
    threads: THREADS,
    metrics: METRICS,
    verbose: flag('Log every job, not only runs'),
  },
  run: async ({ redis, threads, metrics, verbose, json, quiet }) => {
    const url = requiredRedis(redis);
    const onEvent = (event: WorkerEvent): void => {
      if (event.event === 'job-done' && !verbose) return;
      const time = new Date().toISOString();
      if (json) void writeJson({ time, ...event });
      else if (!quiet || event.event === 'version-refused' || event.event === 'shut-out')
        say(`${time} ${wordsOf(event)}`);
    };
    const words = {
      asked: 'Stopping within seconds; unfinished jobs go to other workers.',
      stopped: () => '',
    };
    await interruptible(words, (signal) => work({ redis: url, threads, metrics, signal, onEvent }));
  },
});

function wordsOf(event: WorkerEvent): string {
  switch (event.event) {
    case 'waiting':
      return `There is no Redis server at ${event.redis} yet (${event.reason}); waiting for it.`;
    case 'connected':
      return `${event.worker} is connected to ${event.redis}, with ${count(event.threads, 'thread')}.`;
    case 'run-begun':
      return `Run ${event.run}: ${event.title}.`;
    case 'run-left':
      return `Run ${event.run} is over; ${count(event.jobs, 'job')} done since this worker last joined it.`;
    case 'version-refused':
      return `Run ${event.run} is of version ${event.version}, this worker of version ${event.own}: it takes no jobs of this run.`;
    case 'shut-out':
      return `Run ${event.run} has shut this worker out, because one of its results was wrong. Check this machine.`;
    case 'job-done':
      return `Run ${event.run}: ${event.job} done in ${duration(event.seconds)}.`;
    case 'job-failed':
      return `Run ${event.run}: ${event.job} failed: ${event.reason}.`;
    case 'redis-lost':
      return `The connection to Redis is lost (${event.reason}); trying again.`;
    case 'redis-full':
      return 'The Redis is full; results wait for room.';
    case 'redis-error':
      return `The Redis: ${event.reason}.`;
    case 'redis-back':
      return 'The connection to Redis is back.';
    case 'stopped':
      return `Stopped after ${count(event.jobs, 'job')}.`;
  }
}
