/**
 * The Redis of a command, and the reports of its workers. A URL may hold a password: it is never printed, and the title of the
 * process does not show it.
 */
import { refuse } from '../common/errors.js';
import { openWorkers } from '../index.js';
import type { JobRunner, RunEvent } from '../rim.js';
import { asText, optional } from '../words/params.js';
import { PART, THREADS } from './command.js';
import type { ProgressOptions } from './terminal/meter.js';
import { say, sayJson } from './terminal/output.js';
import { count } from '../words/text.js';

export const REDIS = optional(
  'URL',
  'Have workers compute: redis://host:port or rediss://...; auto is $TAKEAWAY_REDIS',
  asText,
);

/** Returns the URL given with --redis; without it, and for `auto`, that of TAKEAWAY_REDIS. */
export function requiredRedis(given: string | undefined): string {
  process.title = 'takeaway';
  const fromEnvironment = process.env.TAKEAWAY_REDIS ?? '';
  const url = given === undefined || given === 'auto' ? fromEnvironment : given;
  if (url !== '') return url;
  refuse('There is no Redis to use. Give its URL after --redis or in TAKEAWAY_REDIS.');
}

/** Options of a command whose jobs run on workers, or on threads of this process without a URL. */
interface RunnerOptions extends ProgressOptions {
  readonly redis: string | undefined;
  readonly metrics: MetricsAddress | undefined;
}

/** A runner of jobs on the workers of a Redis, if one is given, and its state for progress. */
export interface Runner {
  readonly runner: JobRunner | undefined;
  /** The end of a line of progress. */
  readonly words: () => string | undefined;
  /** Fields of an event of progress. */
  readonly facts: () => { readonly run: string | null; readonly workers: number };
}

/** Runs `use` with the workers of a Redis, if one is given. */
export async function withRunner<Result>(
  options: RunnerOptions,
  signal: AbortSignal,
  use: (runner: Runner) => Promise<Result>,
): Promise<Result> {
  const { redis, metrics } = options;
  const reports = new Reports(options);
  const runner =
    redis === undefined
      ? undefined
      : await openWorkers({ redis: requiredRedis(redis), signal, metrics, onEvent: reports.onEvent });
  const words = (): string | undefined =>
    redis === undefined ? undefined : count(reports.workers, 'worker');
  try {
    return await use({ runner, words, facts: () => ({ run: reports.run, workers: reports.workers }) });
  } finally {
    await runner?.close();
  }
}

/** Reads `[HOST:]PORT`. */
function parseAddress(text: string): MetricsAddress {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65535)
    refuse('Metrics cannot be served at "{address}". Write PORT or HOST:PORT.', { address: text });
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

/** The address that metrics are served at. */
interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export const METRICS = optional(
  '[HOST:]PORT',
  'Serve /metrics (Prometheus) and /healthz there; HOST is 127.0.0.1 unless given',
  parseAddress,
);

/** Options of a command that runs jobs on threads here, in parts, or by workers. */
export const RUN_OPTIONS = { part: PART, threads: THREADS, redis: REDIS, metrics: METRICS };

/** Reports events of a run on stderr, as lines of JSON with `--progress json`. */
class Reports {
  workers = 0;
  run: string | null = null;
  readonly #how: ProgressOptions;

  constructor(how: ProgressOptions) {
    this.#how = how;
  }

  readonly onEvent = (reported: RunEvent): void => {
    if (reported.about === 'workers') this.workers = reported.workers;
    if (reported.about === 'begun') this.run = reported.run;
    const { quiet, progress } = this.#how;
    const { about: event, ...what } = reported;
    if (progress === 'json') sayJson({ time: new Date().toISOString(), event, run: this.run, ...what });
    else if (!quiet || event === 'refused' || lacksWorkers(reported)) say(wordsOf(reported));
  };
}

/** Whether a run waits because every worker is shut out of it. */
function lacksWorkers(event: RunEvent): boolean {
  return event.about === 'workers' && event.workers === 0 && event.shutOut > 0;
}

function wordsOf(event: RunEvent): string {
  switch (event.about) {
    case 'begun':
      return `This is run ${event.run}.`;
    case 'workers':
      if (lacksWorkers(event))
        return `Every worker is shut out of this run (${event.shutOut}), which waits for others; 'takeaway worker' with the same Redis starts one.`;
      return event.workers === 0
        ? "Waiting for workers; 'takeaway worker' with the same Redis starts one."
        : `${count(event.workers, 'worker')} with ${count(event.threads, 'thread')} at work.`;
    case 'version':
      return `The worker ${event.worker} has version ${event.version} and gets no jobs: it must be the same as here.`;
    case 'refused':
      return `The worker ${event.worker} is shut out of this run: ${event.reason}.`;
    case 'redis':
      return event.isThere
        ? 'The connection to the Redis is back.'
        : 'The connection to the Redis is lost; trying again for a minute.';
    case 'full':
      return 'The Redis is full; waiting for room.';
    case 'error':
      return `The Redis: ${event.reason}.`;
    case 'failed':
      return `A job failed at ${event.worker} and is done again: ${event.reason}.`;
  }
}
