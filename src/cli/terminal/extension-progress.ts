/** The progress of an extension, block by block: how fast, how much longer, or one JSON event a block. */
import type { CommittedBlock, SeriesName } from '../../index.js';
import { secondsLeft, timeLeft, type Meter } from './meter.js';
import { sayJson } from './output.js';
import { meterFor, type ProgressOptions } from './progress.js';
import { count, grouped, rate } from '../../words/text.js';

/** A series about to be extended. */
interface Task {
  readonly series: SeriesName;
  readonly from: number;
}

export interface ExtensionProgress {
  /** Says which series comes next, if any does. */
  start(game: string, task: Task | undefined): void;
  /** `workers` is how many there are, where others than this machine compute. */
  block(block: CommittedBlock, workers?: number): void;
  stop(): void;
}

export async function createExtensionProgress(
  options: ProgressOptions,
  signal: AbortSignal,
): Promise<ExtensionProgress> {
  if (options.progress === 'json' && !options.quiet) return new BlockEvents();
  return new MeteredProgress(await meterFor(options, signal));
}

/** Speed since a series was started. */
class Pace {
  #startedAt = performance.now();
  #from = 0;

  start(from: number): void {
    this.#startedAt = performance.now();
    this.#from = from;
  }

  at({ stop }: CommittedBlock): { seconds: number; positionsPerSecond: number } {
    const seconds = Math.max(1e-3, (performance.now() - this.#startedAt) / 1000);
    return { seconds, positionsPerSecond: (stop - this.#from) / seconds };
  }
}

/** A bar or lines. */
class MeteredProgress implements ExtensionProgress {
  readonly #meter: Meter;
  readonly #pace = new Pace();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  start(game: string, task: Task | undefined): void {
    if (task === undefined) return;
    this.#pace.start(task.from);
    this.#meter.show({ task: `${game} ${task.series}`, share: 0, detail: '', secondsLeft: null });
  }

  block(block: CommittedBlock, workers?: number): void {
    const { seconds, positionsPerSecond } = this.#pace.at(block);
    const by = workers === undefined ? '' : `, ${count(workers, 'worker')}`;
    const left = block.progress < 1 ? `, ${timeLeft(seconds, block.progress)}` : '';
    const detail = `stored to ${grouped(block.stop)}, ${rate(positionsPerSecond)}${by}${left}`;
    const { game, series, progress: share } = block;
    this.#meter.show({ task: `${game} ${series}`, share, detail, secondsLeft: secondsLeft(seconds, share) });
  }

  stop(): void {
    this.#meter.stop();
  }
}

/** One line of JSON for each committed block, for programs that watch. */
class BlockEvents implements ExtensionProgress {
  readonly #pace = new Pace();

  start(_game: string, task: Task | undefined): void {
    if (task !== undefined) this.#pace.start(task.from);
  }

  block(block: CommittedBlock, workers?: number): void {
    const { seconds, positionsPerSecond } = this.#pace.at(block);
    const { game, series, start, stop, newFrom, methods, ...rest } = block;
    sayJson({
      event: 'block',
      ...{ game, series, start, stop, newFrom },
      method: methods.join('+'),
      ...rest,
      ...(workers === undefined ? {} : { workers }),
      positionsPerSecond: Math.round(positionsPerSecond),
      secondsLeft: secondsLeft(seconds, block.progress),
    });
  }

  stop(): void {
    // Each event is complete in itself.
  }
}
