/**
 * Jobs for what lies above the frontier of one big game: workers do what they can with what is known by then. This machine tells
 * them what is decided, and holds their results against it.
 */
import type { Range } from '../../common/range.js';
import type { Done, JobRunner, JobKind } from '../job.js';
import type { NewsPiece } from './news.js';

/** Jobs that are begun at least: the one that is asked for, and one to work on meanwhile. */
const LEAST_AHEAD = 2;
/** What a result that was there in time takes from the pace: a wait costs more than what is done here. */
const IN_TIME = 1 / 8;

/** What far jobs need of a run. */
export interface FarJobRunner extends Pick<JobRunner, 'do' | 'refuse' | 'blobSource'> {
  /** Workers that work for the run or could. */
  readonly workers: number;
  /** Whether a worker gets no more work: what it has sent before may be built on what was wrong. */
  hasRefused(worker: string): boolean;
  /** Makes something known to all workers, now and those to come. */
  publish(text: string): Promise<void>;
}

/** What the workers know, and the pace of their work: the same for all jobs of a game. */
export class FarRun {
  readonly runner: FarJobRunner;
  /** Pieces of news that workers have been told of. */
  #published = 0;
  /**
   * How many jobs are begun, the one that is asked for included. What is begun too early knows little and leaves much to
   * do here, so there are a little fewer after each result that was there in time, and one more after each that was not.
   */
  #ahead = LEAST_AHEAD;

  constructor(runner: FarJobRunner) {
    this.runner = runner;
  }

  get published(): number {
    return this.#published;
  }

  /** How many jobs should be under way now. */
  get ahead(): number {
    return Math.floor(this.#ahead);
  }

  /** Learns from a result whether jobs are begun early enough. */
  adapt(isInTime: boolean): void {
    const wished = this.#ahead + (isInTime ? -IN_TIME : 1);
    this.#ahead = Math.max(LEAST_AHEAD, Math.min(this.runner.workers + 2, wished));
  }

  /** Makes all that is decided known to the workers, for a kind of job: a run may have those of several series. */
  async publish(kind: string, pieces: readonly NewsPiece[]): Promise<void> {
    while (this.#published < pieces.length) {
      const { bytes, ...piece } = pieces[this.#published];
      await this.runner.blobSource.offer(piece.hash, bytes, () => Promise.resolve(bytes));
      await this.runner.publish(JSON.stringify({ kind, ...piece }));
      this.#published++;
    }
  }
}

/** The jobs of ranges that are asked for one after the other, each a kind's input. */
export class FarJobs<Input, Result> {
  readonly #run: FarRun;
  readonly #kind: JobKind<Input, Result>;
  readonly #inputOf: (range: Range, news: number) => Input;
  readonly #isEarly: (result: Result) => boolean;
  readonly #begun = new Map<number, Promise<Done<Result>>>();
  readonly #arrived = new Set<number>();

  /** `isEarly` tells of a result whether its job was begun earlier than was of use. */
  constructor(
    run: FarRun,
    kind: JobKind<Input, Result>,
    inputOf: (range: Range, news: number) => Input,
    isEarly: (result: Result) => boolean = () => false,
  ) {
    this.#run = run;
    this.#kind = kind;
    this.#inputOf = inputOf;
    this.#isEarly = isEarly;
  }

  /** Makes known what is decided, and begins the jobs of these ranges, as many as are worth having under way. */
  async begin(ranges: readonly Range[], pieces: readonly NewsPiece[]): Promise<void> {
    await this.#run.publish(this.#kind.name, pieces);
    for (const range of ranges.slice(0, this.#run.ahead)) void this.#begin(range);
  }

  /**
   * The result for the first of these ranges, once there is one that nothing contradicts, and its publication; others that
   * follow are begun as well. All below the first is decided, and `pieces` has it.
   */
  async next(
    ranges: readonly Range[],
    pieces: readonly NewsPiece[],
    contradiction: (result: Result) => Promise<string | undefined> | string | undefined,
  ): Promise<{ readonly result: Result; readonly published: Promise<void> }> {
    const [range] = ranges;
    const published = this.begin(ranges, pieces);
    published.catch(() => undefined);
    // Where the job is under way, its result need not wait.
    if (!this.#begun.has(range.start)) await published;
    const isThere = this.#arrived.has(range.start);
    for (;;) {
      const { result, worker } = await this.#begin(range);
      this.#begun.delete(range.start);
      this.#arrived.delete(range.start);
      if (this.#run.runner.hasRefused(worker)) continue;
      this.#run.adapt(isThere || this.#isEarly(result));
      const found = await contradiction(result);
      if (found === undefined) return { result, published };
      this.#run.runner.refuse(worker, found);
    }
  }

  #begin(range: Range): Promise<Done<Result>> {
    const begun = this.#begun.get(range.start);
    if (begun !== undefined) return begun;
    const done = this.#run.runner.do(this.#kind, this.#inputOf(range, this.#run.published));
    // An error is raised in its turn.
    done.then(
      () => this.#arrived.add(range.start),
      () => undefined,
    );
    this.#begun.set(range.start, done);
    return done;
  }
}
