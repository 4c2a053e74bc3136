/**
 * The threads that answer requests, and whose turn it is. Each thread does one request at a time, so that a request can
 * be ended without harm to another, and no request can keep others waiting for long:
 *
 * - Each begins as a young one. One that is not done in a quarter of a second goes on as a long one where there is a place;
 *   else it is stopped, waits for a place, and begins again.
 * - A place and a thread are kept for those whose like were short before, and these may take a little longer. The others
 *   are tried one at a time, the latest first: however many wait that will turn out long, a new one is looked at next.
 * - Work that nobody waits for is told to stop, and its thread is ended where that is not heeded.
 */
import { messageOf, TakeawayError } from '../../common/errors.js';
import type { AskingThread } from '../../solver/threads/questions.js';
import { Refusal } from '../http/errors.js';
import { Job, type Client } from './job.js';
import type { AnswerTalk } from './talk.js';

/** Requests that are done at once: young ones, those of them of which nothing is known, and long ones. */
const YOUNG_AT_ONCE = 2;
const UNKNOWN_AT_ONCE = 1;
const LONG_AT_ONCE = 2;
/** One more, as one that is stopped takes its time. */
const MOST_THREADS = YOUNG_AT_ONCE + LONG_AT_ONCE + 1;
/** Requests that wait, at most, of each kind. */
const MOST_WAITING = 64;
/** Milliseconds after which a request is not young any more. */
const YOUNG_MS = 250;
/** Milliseconds below which a request was short, and in which one whose like were short keeps its place: machines are busy. */
const SHORT_MS = 2000;
/** Milliseconds until a thread has heeded that it is to stop: loops look every 50. */
const HEED_MS = 1000;
/** Milliseconds that work may take before the answer begins. */
const LONGEST_MS = 120_000;
/** A thread without work is ended after so many milliseconds, with all that it remembers. */
const IDLE_MS = 60_000;
/** Kinds of requests that are remembered as short. */
const MOST_SHORT = 256;

/** Bytes of the process above which work is ended that has taken much since it began. */
const MOST_BYTES = 480 * 2 ** 20;
const MUCH = 64 * 2 ** 20;
const LOOK_MS = 100;

type Hand = Pick<AskingThread<AnswerTalk>, 'ready' | 'run' | 'end' | 'hasFailed'>;

/** A thread, and what it is doing. */
interface Thread {
  readonly hand: Hand;
  isReady: boolean;
  job: Job | undefined;
  stop: AbortController;
  /** Whether its work is not wanted any more. */
  isStopped: boolean;
  /** Bytes of the process when its work began. */
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** How many threads there are, those at work, and requests that wait. */
export interface Census {
  readonly threads: number;
  readonly working: number;
  readonly waiting: number;
}

export class Crew {
  readonly #start: () => Hand;
  readonly #bytes: () => number;
  readonly #threads = new Set<Thread>();
  /** Those that wait, as they came. */
  readonly #young: Job[] = [];
  readonly #long: Job[] = [];
  readonly #short = new Set<string>();
  #looking: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** `start` makes a thread; `bytes` tells the memory that they take with the rest of the process. */
  constructor(start: () => Hand, bytes: () => number) {
    this.#start = start;
    this.#bytes = bytes;
  }

  get census(): Census {
    const working = [...this.#threads].filter(({ job }) => job !== undefined).length;
    return { threads: this.#threads.size, working, waiting: this.#young.length + this.#long.length };
  }

  /** Has a thread answer. Rejects with a refusal where too many wait, or the work takes too much memory. */
  answer(client: Client): Promise<Response> {
    const job = new Job(client, () => this.#leave(job));
    if (client.signal.aborted) job.leave();
    else this.#wait(job);
    return job.response;
  }

  /** Ends all threads; what they were doing fails. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const job of [...this.#young, ...this.#long]) job.fail(busyError());
    this.#young.length = this.#long.length = 0;
    clearInterval(this.#looking);
    await Promise.all([...this.#threads].map((thread) => this.#endThread(thread)));
  }

  #wait(job: Job): void {
    const queue = job.isLong ? this.#long : this.#young;
    queue.push(job);
    if (queue.length > MOST_WAITING) {
      // Of the young, one that would have waited longest; of the long ones, who came last.
      const at = job.isLong ? -1 : queue.findIndex(({ kind }) => !this.#short.has(kind));
      queue.splice(at, 1)[0].fail(busyError());
    }
    this.#fill();
  }

  /** Gives work to threads as long as there are both. */
  #fill(): void {
    while (!this.#hasEnded) {
      const idle = [...this.#threads].filter(({ job }) => job === undefined);
      const job = this.#next(idle.length + MOST_THREADS - this.#threads.size);
      if (job === undefined) return;
      // To start takes a fifth of a second, for which those that are short need not wait: the last one is left to them.
      const ready = idle.filter(({ isReady }) => isReady);
      const thread = job.isShort || ready.length > 1 ? ready.at(-1) : idle.find(({ isReady }) => !isReady);
      const isFull = this.#threads.size >= MOST_THREADS;
      this.#begin(job, thread ?? (isFull ? idle[0] : this.#startThread()));
      if (idle.length <= 1 && this.#threads.size < MOST_THREADS) this.#rest(this.#startThread());
    }
  }

  /** The job that begins next, where so many threads are free. */
  #next(free: number): Job | undefined {
    if (free === 0) return undefined;
    const young = this.#doing(false);
    if (young.length < YOUNG_AT_ONCE) {
      const at = this.#young.findIndex(({ kind }) => this.#short.has(kind));
      if (at >= 0) {
        const [job] = this.#young.splice(at, 1);
        job.isShort = true;
        return job;
      }
    }
    // The last thread is for those that are short.
    if (free === 1 && !young.some(({ isShort }) => isShort)) return undefined;
    if (this.#long.length > 0 && this.#doing(true).length < LONG_AT_ONCE) return this.#long.shift();
    const unknown = young.filter(({ isShort }) => !isShort).length;
    if (young.length >= YOUNG_AT_ONCE || unknown >= UNKNOWN_AT_ONCE) return undefined;
    return this.#young.pop();
  }

  /** What is being done and still wanted, of one kind. */
  #doing(isLong: boolean): Job[] {
    const wanted = [...this.#threads].flatMap(({ job, isStopped }) => (isStopped ? [] : (job ?? [])));
    return wanted.filter((job) => job.isLong === isLong);
  }

  #startThread(): Thread {
    const thread: Thread = {
      ...{ hand: this.#start(), isReady: false, job: undefined, stop: new AbortController() },
      ...{ isStopped: false, bytes: 0, timer: undefined },
    };
    void thread.hand.ready.then(() => (thread.isReady = true));
    this.#threads.add(thread);
    return thread;
  }

  #begin(job: Job, thread: Thread): void {
    clearTimeout(thread.timer);
    // The one that is used last stands last.
    this.#threads.delete(thread);
    this.#threads.add(thread);
    const begun = performance.now();
    const stop = new AbortController();
    Object.assign(thread, { job, stop, isStopped: false, bytes: this.#bytes() });
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    const isCurrent = (): boolean => thread.stop === stop && thread.job === job && !thread.isStopped;
    const limit = (): void => this.#after(LONGEST_MS, thread, isCurrent, () => this.#giveUp(job, thread));
    if (job.isLong) limit();
    else {
      this.#after(job.isShort ? SHORT_MS : YOUNG_MS, thread, isCurrent, () => {
        limit();
        this.#grow(job, thread);
      });
    }
    void thread.hand
      .run(job.asking, (piece) => (thread.isStopped ? Promise.resolve(false) : job.take(piece)), stop.signal)
      .then(
        (result) => {
          if (thread.isStopped) return;
          this.#remember(job.kind, performance.now() - begun < SHORT_MS);
          job.finish(result);
        },
        (error: unknown) => {
          this.#threads.delete(thread);
          if (!thread.isStopped) job.fail(crashError(error));
        },
      )
      .then(() => {
        clearTimeout(thread.timer);
        thread.job = undefined;
        if (!thread.hand.hasFailed) this.#rest(thread);
        if (this.census.working === 0) {
          clearInterval(this.#looking);
          this.#looking = undefined;
        }
        this.#fill();
      });
  }

  /** Has a thread wait for work, and end when there is none for long. */
  #rest(thread: Thread): void {
    thread.timer = setTimeout(() => void this.#endThread(thread), IDLE_MS).unref();
  }

  /** Does something after a time that begins once the thread is ready, where the same work is still under way then. */
  #after(milliseconds: number, thread: Thread, isCurrent: () => boolean, action: () => void): void {
    void thread.hand.ready.then(() => {
      if (!isCurrent()) return;
      clearTimeout(thread.timer);
      thread.timer = setTimeout(() => {
        if (isCurrent()) action();
      }, milliseconds);
    });
  }

  /** A young request has become a long one. */
  #grow(job: Job, thread: Thread): void {
    const hasPlace = this.#doing(true).length < LONG_AT_ONCE;
    job.isLong = true;
    if (hasPlace || job.hasBegun) this.#fill();
    else {
      this.#short.delete(job.kind);
      this.#stop(thread);
      this.#wait(job);
    }
  }

  /** Ends what takes too long, but an answer that has begun, which its client takes as fast as it can. */
  #giveUp(job: Job, thread: Thread): void {
    if (job.hasBegun) return;
    job.fail(tooMuchError('time'));
    this.#stop(thread);
  }

  #leave(job: Job): void {
    for (const queue of [this.#young, this.#long]) {
      const at = queue.indexOf(job);
      if (at >= 0) queue.splice(at, 1);
    }
    for (const thread of this.#threads) if (thread.job === job && !thread.isStopped) this.#stop(thread);
    this.#fill();
  }

  /** Has a thread stop what it is doing, or end. */
  #stop(thread: Thread): void {
    thread.isStopped = true;
    thread.stop.abort();
    const { stop } = thread;
    const isCurrent = (): boolean => thread.job !== undefined && thread.stop === stop;
    this.#after(HEED_MS, thread, isCurrent, () => void this.#endThread(thread));
  }

  /** Ends a thread: a request that it was doing fails, unless it was stopped before. */
  async #endThread(thread: Thread): Promise<void> {
    clearTimeout(thread.timer);
    if (thread.job === undefined) this.#threads.delete(thread);
    await thread.hand.end();
  }

  #remember(kind: string, isShort: boolean): void {
    this.#short.delete(kind);
    if (isShort) this.#short.add(kind);
    if (this.#short.size > MOST_SHORT) this.#short.delete(this.#short.values().next().value!);
  }

  /** Ends what has taken the memory, where it is too much: first threads that only remember, then the latest of the long work. */
  #look(): void {
    const bytes = this.#bytes();
    if (bytes <= MOST_BYTES) return;
    const threads = [...this.#threads];
    for (const thread of threads) if (thread.job === undefined) void this.#endThread(thread);
    // Memory comes back when a thread has ended: one at a time.
    if (threads.some(({ job, isStopped }) => job !== undefined && isStopped)) return;
    const greedy = threads.findLast(
      ({ job, bytes: before }) => job?.isLong === true && bytes - before > MUCH,
    );
    if (greedy === undefined) return;
    greedy.job?.fail(tooMuchError('memory'));
    greedy.isStopped = true;
    void this.#endThread(greedy);
  }
}

function busyError(): Refusal {
  return new Refusal(503, {
    subject: 'The server',
    expected: `at most ${MOST_WAITING} requests that wait`,
    found: 'one more',
    remedy: { do: 'retry' },
  });
}

function tooMuchError(what: 'memory' | 'time'): Refusal {
  return new Refusal(507, {
    subject: `The ${what} for a request`,
    expected: what === 'time' ? `at most ${LONGEST_MS / 1000} seconds` : 'less than all requests may have',
    found: 'work that takes more',
    help: 'Ask for a smaller range or a smaller game, or use the command line.',
  });
}

/** What is said of a request when its thread has ended by itself. */
function crashError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchError('memory');
  return new TakeawayError('internal', {
    subject: 'A thread of the explorer',
    expected: 'it to answer',
    found: messageOf(error),
    help: 'Other requests are not affected.',
    remedy: { do: 'retry' },
  });
}
