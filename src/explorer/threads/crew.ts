/**
 * The threads that answer requests, and whose turn it is. Each thread does one request at a time, so that a request can
 * be ended without harm to another, and no request can keep others waiting for long:
 *
 * - There are three levels, each with places and with a time. A request begins on the first. When its time is over it goes
 *   on, on the next level where there is a place, or where it is while nobody waits there; else it is stopped, waits for
 *   the next level, and begins again.
 * - Places and a thread are kept for those whose like were short before. Of the others the latest and the oldest begin in
 *   turn, on the last level the oldest: however many wait that will turn out long, a new one is looked at soon, and no old
 *   one is passed over for ever.
 * - Work that nobody waits for is told to stop, and its thread is ended where that is not heeded.
 */
import type { AskingThread } from '../../solver/threads/questions.js';
import { busyError, crashError, LESS, tooMuchError } from './failures.js';
import { Job, type Client } from './job.js';
import type { AnswerTalk, Held, Piece } from './talk.js';

/** How many requests are done at once on each level, and the milliseconds that each has there. */
const LEVELS = [
  { atOnce: 1, time: 250 },
  { atOnce: 1, time: 2500 },
  { atOnce: 2, time: 120_000 },
] as const;
/** The last level, where those begin that are known to take long. */
const LAST = LEVELS.length - 1;
/** Of those whose like were short: at once, and milliseconds, more than that takes: machines are busy. */
const SHORT_AT_ONCE = 2;
const SHORT_MS = 2000;
/** One for each place, though one of the short ones may wait for another; and one that takes its time to stop. */
const MOST_THREADS = 6;
/** Requests that wait, at most, for each level. */
const MOST_WAITING = 64;
/** Milliseconds until a thread has heeded that it is to stop: loops look every 50. */
const HEED_MS = 1000;
/** A thread without work is ended after so many milliseconds, with all that it remembers. */
const IDLE_MS = 60_000;
/** Kinds of requests that are remembered as short. */
const MOST_SHORT = 256;

/**
 * Bytes of the process above which the thread is ended that has the most, where that is much; and above which it may also
 * be one whose answer has begun, which is then cut.
 */
const MOST_BYTES = 430 * 2 ** 20;
const MOST_BYTES_BEGUN = 480 * 2 ** 20;
const MUCH = 64 * 2 ** 20;
const LOOK_MS = 20;

type Hand = Pick<AskingThread<AnswerTalk>, 'ready' | 'run' | 'end' | 'hasFailed'>;

/** A thread, and what it is doing. */
interface Thread {
  readonly hand: Hand;
  isReady: boolean;
  job: Job | undefined;
  stop: AbortController;
  /** Whether its work is not wanted any more. */
  isStopped: boolean;
  /** Whether it is told to end, which takes a while: it gets no work any more. */
  isEnding: boolean;
  /** Bytes that it has by its own account, and had when its work began. */
  bytes: number;
  before: number;
  timer: NodeJS.Timeout | undefined;
}

/** How many threads there are, those at work, requests that wait, and answers that were cut for their memory so far. */
export interface Census {
  readonly threads: number;
  readonly working: number;
  readonly waiting: number;
  readonly cut: number;
}

export class Crew {
  readonly #start: () => Hand;
  readonly #bytes: () => number;
  readonly #threads = new Set<Thread>();
  /** Those that wait for each level, as they came. */
  readonly #waiting: readonly Job[][] = LEVELS.map(() => []);
  readonly #short = new Set<string>();
  #looking: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isOldestNext = true;
  #cut = 0;

  /** `start` makes a thread; `bytes` tells the memory that they take with the rest of the process. */
  constructor(start: () => Hand, bytes: () => number) {
    this.#start = start;
    this.#bytes = bytes;
  }

  get census(): Census {
    const working = [...this.#threads].filter(({ job }) => job !== undefined).length;
    return { threads: this.#threads.size, working, waiting: this.#waiting.flat().length, cut: this.#cut };
  }

  /** Has a thread answer. Rejects with a refusal where too many wait, or the work takes too much memory. */
  answer(client: Client): Promise<Response> {
    const job = new Job(client, client.isLong ? LAST : 0, () => this.#leave(job));
    if (client.signal.aborted) job.leave();
    else this.#wait(job);
    return job.response;
  }

  /** Ends all threads; what they were doing fails. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const queue of this.#waiting) for (const job of queue.splice(0)) job.fail(busyError(MOST_WAITING));
    clearInterval(this.#looking);
    await Promise.all([...this.#threads].map((thread) => this.#endThread(thread)));
  }

  #wait(job: Job): void {
    const queue = this.#waiting[job.level];
    queue.push(job);
    if (queue.length > MOST_WAITING) {
      // Who would have waited longest.
      const at = job.level === LAST ? -1 : queue.findIndex(({ kind }) => !this.#short.has(kind));
      queue.splice(at, 1)[0].fail(busyError(MOST_WAITING));
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
    const shorts = this.#doing().filter(({ isShort }) => isShort).length;
    const at = this.#waiting[0].findIndex(({ kind }) => this.#short.has(kind));
    if (at >= 0 && shorts < SHORT_AT_ONCE) {
      const [job] = this.#waiting[0].splice(at, 1);
      job.isShort = true;
      return job;
    }
    // The last thread is for those that are short.
    if (free === 1 && shorts === 0) return undefined;
    const level = LEVELS.findIndex((_, i) => this.#waiting[i].length > 0 && this.#hasPlace(i));
    if (level === -1) return undefined;
    this.#isOldestNext = !this.#isOldestNext;
    return level === LAST || this.#isOldestNext ? this.#waiting[level].shift() : this.#waiting[level].pop();
  }

  /** What is being done and still wanted. */
  #doing(): Job[] {
    return [...this.#threads].flatMap(({ job, isStopped }) => (isStopped ? [] : (job ?? [])));
  }

  #hasPlace(level: number): boolean {
    const doing = this.#doing().filter((job) => !job.isShort && job.level === level);
    return doing.length < LEVELS[level].atOnce;
  }

  #startThread(): Thread {
    const thread: Thread = {
      ...{ hand: this.#start(), isReady: false, job: undefined, stop: new AbortController() },
      ...{ isStopped: false, isEnding: false, bytes: 0, before: 0, timer: undefined },
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
    Object.assign(thread, { job, stop, isStopped: false, before: thread.bytes });
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    const isCurrent = (): boolean => thread.stop === stop && thread.job === job && !thread.isStopped;
    const limit = (): void => {
      const time = job.isShort ? SHORT_MS : LEVELS[job.level].time;
      this.#after(time, thread, isCurrent, () => {
        this.#rise(job, thread);
        if (isCurrent()) limit();
      });
    };
    limit();
    void thread.hand
      .run(job.asking, (said) => this.#hear(said, thread, job), stop.signal)
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
        if (thread.isEnding) this.#threads.delete(thread);
        else if (!thread.hand.hasFailed) this.#rest(thread);
        if (this.census.working === 0) {
          clearInterval(this.#looking);
          this.#looking = undefined;
        }
        this.#fill();
      });
  }

  /** Takes what a thread says, and tells it whether to go on. */
  #hear(said: Piece | Held, thread: Thread, job: Job): Promise<boolean> {
    if ('held' in said) thread.bytes = said.held;
    else if (!thread.isStopped) return job.take(said);
    return Promise.resolve(!thread.isStopped);
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

  /** Takes a request whose time on its level is over to the next, has it wait for that, or lets it be. */
  #rise(job: Job, thread: Thread): void {
    // An answer that has begun is taken by its client as fast as that can.
    if (job.hasBegun) return;
    const next = job.level + 1;
    if (next > LAST) {
      job.fail(tooMuchError('time', `at most ${LEVELS[LAST].time / 1000} seconds`));
      this.#stop(thread);
      return;
    }
    const hasPlace = this.#hasPlace(next);
    const others = this.#waiting[job.level];
    const isInTheWay = job.isShort ? others.some(({ kind }) => this.#short.has(kind)) : others.length > 0;
    if (!hasPlace && !isInTheWay) return;
    this.#short.delete(job.kind);
    job.isShort = false;
    job.level = next;
    if (!hasPlace) {
      this.#stop(thread);
      this.#wait(job);
    } else this.#fill();
  }

  #leave(job: Job): void {
    for (const queue of this.#waiting) {
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
    thread.isEnding = true;
    if (thread.job === undefined) this.#threads.delete(thread);
    await thread.hand.end();
  }

  #remember(kind: string, isShort: boolean): void {
    this.#short.delete(kind);
    if (isShort) this.#short.add(kind);
    if (this.#short.size > MOST_SHORT) this.#short.delete(this.#short.values().next().value!);
  }

  /** Ends what has taken the memory, where it is too much: first threads that only remember, then the one that has the most. */
  #look(): void {
    const bytes = this.#bytes();
    if (bytes <= MOST_BYTES) return;
    const threads = [...this.#threads];
    const idle = threads.filter(({ job }) => job === undefined);
    for (const thread of idle) void this.#endThread(thread);
    // Memory comes back when a thread has ended: one at a time.
    if (idle.length > 0 || threads.some(({ isStopped }) => isStopped)) return;
    const greedy = threads
      .filter(({ job }) => bytes > MOST_BYTES_BEGUN || job?.hasBegun === false)
      .reduce<Thread | undefined>(
        (most, thread) => (thread.bytes > (most?.bytes ?? MUCH) ? thread : most),
        undefined,
      );
    if (greedy?.job === undefined) return;
    const { job, before } = greedy;
    greedy.isStopped = true;
    if (job.hasBegun) this.#cut++;
    // What a thread has from before is not the fault of its work, which begins again elsewhere.
    if (!job.hasBegun && greedy.bytes - before < MUCH) this.#wait(job);
    else job.fail(tooMuchError('memory', LESS));
    void this.#endThread(greedy);
  }
}
