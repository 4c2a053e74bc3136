/**
 * Which Redis a command uses, and what is said of its workers. A URL may hold a password: it is never said, and the
 * title of the process does not show it.
 */
import { refuse } from '../common/errors.js';
import { checkRedis, type RunNews } from '../rim.js';
import { asText, optional } from './command.js';
import type { ProgressOptions } from './terminal/meter.js';
import { say, sayJson } from './terminal/output.js';
import { count } from '../words/text.js';

export const REDIS = optional(
  'URL',
  'Have workers compute: redis://host:port or rediss://...; auto is $TAKEAWAY_REDIS',
  asText,
);

/** The URL given with --redis, where `auto` stands for TAKEAWAY_REDIS; undefined where none is given. */
export function redisGiven(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  // The words of the command line would be seen by everybody on the machine.
  process.title = 'takeaway';
  return given === 'auto' ? requiredRedis(undefined) : given;
}

/** As `redisGiven`, for commands that then open a store, which may create it: a Redis that cannot be used leaves none behind. */
export async function usableRedis(given: string | undefined): Promise<string | undefined> {
  const url = redisGiven(given);
  if (url !== undefined) await checkRedis(url);
  return url;
}

/** As `redisGiven`, for commands that cannot do without: then TAKEAWAY_REDIS is used where none is given. */
export function requiredRedis(given: string | undefined): string {
  process.title = 'takeaway';
  const fromEnvironment = process.env.TAKEAWAY_REDIS ?? '';
  const url = given === undefined || given === 'auto' ? fromEnvironment : given;
  if (url !== '') return url;
  refuse('The URL of the Redis', 'one after --redis or in TAKEAWAY_REDIS', 'none');
}

/** What is said when workers come and go, as lines of JSON where progress is; `workers` is how many there are. */
export class WorkersWatched {
  workers = 0;
  readonly #how: ProgressOptions;
  #run: string | null = null;

  constructor(how: ProgressOptions) {
    this.#how = how;
  }

  readonly onNews = (news: RunNews): void => {
    if (news.about === 'workers') this.workers = news.workers;
    if (news.about === 'begun') this.#run = news.run;
    const { quiet, progress } = this.#how;
    const { about: event, ...what } = news;
    if (progress === 'json') sayJson({ time: new Date().toISOString(), event, run: this.#run, ...what });
    else if (!quiet || event === 'refused' || isLeftAlone(news)) say(wordsOf(news));
  };

  /** For an event of progress: the run's id, and how many workers there are. */
  get facts(): { readonly run: string | null; readonly workers: number } {
    return { run: this.#run, workers: this.workers };
  }

  /** For a line of progress. */
  get words(): string {
    return count(this.workers, 'worker');
  }
}

/** Whether a run waits as every worker is shut out of it. */
function isLeftAlone(news: RunNews): boolean {
  return news.about === 'workers' && news.workers === 0 && news.shutOut > 0;
}

function wordsOf(news: RunNews): string {
  switch (news.about) {
    case 'begun':
      return `This is run ${news.run}.`;
    case 'workers':
      if (isLeftAlone(news))
        return `Every worker is shut out of this run (${news.shutOut}), which waits for others; 'takeaway worker' with the same Redis starts one.`;
      return news.workers === 0
        ? "Waiting for workers; 'takeaway worker' with the same Redis starts one."
        : `${count(news.workers, 'worker')} with ${count(news.threads, 'thread')} at work.`;
    case 'version':
      return `The worker ${news.worker} has version ${news.version} and gets no jobs: it must be the same as here.`;
    case 'refused':
      return `The worker ${news.worker} is shut out of this run: ${news.reason}.`;
    case 'redis':
      return news.isThere
        ? 'The connection to the Redis is back.'
        : 'The connection to the Redis is lost; trying again for a minute.';
    case 'error':
      return `The Redis: ${news.reason}.`;
    case 'failed':
      return `A job failed at ${news.worker} and is done again: ${news.reason}.`;
  }
}
