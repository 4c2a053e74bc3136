/**
 * Jobs for what lies above the frontier of one big game: workers do what they can with what is known by then, while this
 * machine decides what lies below. It tells them of that, and holds their results against it.
 */
import type { Range } from '../../../common/range.js';
import type { Done, JobRunner, JobKind } from '../../../jobs/job.js';
import type { NewsPiece } from './news.js';

/** Jobs that are begun at least: the one that is asked for, and one to work on meanwhile. */
const LEAST_AHEAD = 2;
/** What a result that was there in time takes from the pace: a wait costs more than what is done here. */
const IN_TIME = 1 / 8;

/** What far jobs need of a run. */
export interface FarJobRunner extends Pick<JobRunner, 'do' | 'refuse' | 'blobSource'> {
  /** Workers that work for the run or could. */
  readonly workers: number;
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

  /** How many jobs should be begun now, where the result that is asked for is there or not. */
  aheadWhere(isInTime: boolean): number {
    const wished = this.#ahead + (isInTime ? -IN_TIME : 1);
    this.#ahead = Math.max(LEAST_AHEAD, Math.min(this.runner.workers + 2, wished));
    return Math.floor(this.#ahead);
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
  readonly #begun = new Map<number, Promise<Done<Result>>>();
  readonly #arrived = new Set<number>();

  constructor(run: FarRun, kind: JobKind<Input, Result>, inputOf: (range: Range, news: number) => Input) {
    this.#run = run;
    this.#kind = kind;
    this.#inputOf = inputOf;
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
    const ahead = ranges.slice(1, this.#run.aheadWhere(this.#arrived.has(range.start)));
    const published = this.#run.publish(this.#kind.name, pieces).then(() => {
      for (const one of ahead) void this.#begin(one);
    });
    published.catch(() => undefined);
    // Where the job is under way, its result need not wait.
    if (!this.#begun.has(range.start)) await published;
    for (;;) {
      const { result, worker } = await this.#begin(range);
      this.#begun.delete(range.start);
      this.#arrived.delete(range.start);
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
