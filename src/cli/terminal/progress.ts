/**
 * Long work that is watched: its progress is shown, and Ctrl-C stops it in order. Every command that can take more than
 * a moment runs its work this way, so that all show progress alike.
 */
import { interruptible, type StopWords } from './interruption.js';
import { createMeter, secondsLeft, timeLeft, type Meter } from './meter.js';
import { sayJson } from './output.js';

/** A bar in a terminal and nothing elsewhere; a line now and then; or events for programs. */
export const PROGRESS_KINDS = ['auto', 'lines', 'json'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** What was asked of progress, in the options that every command has. */
export interface ProgressOptions {
  readonly quiet: boolean;
  readonly progress: ProgressKind | undefined;
}

/** What watched work is given: when to stop, and whom to tell the share that is done, with a word on where it is. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number, place?: string) => void;
}

/** Least time between two events. */
const EVENT_INTERVAL_MS = 250;

/** What is said when work is stopped that only reads. */
const NOTHING_CHANGED: StopWords = {
  asked: 'Stopping after this block.',
  stopped: () => 'Nothing was changed.',
};

/** Runs `work` under the name of a task. */
export function watched<Result>(
  task: string,
  options: ProgressOptions,
  work: (watch: Watch) => Promise<Result>,
  words = NOTHING_CHANGED,
): Promise<Result> {
  return interruptible(words, async (signal) => {
    const meter = await meterFor(options, signal);
    let startedAt = performance.now();
    let lastShare = 0;
    const elapsed = (): number => (performance.now() - startedAt) / 1000;
    const onProgress = (share: number, place?: string): void => {
      // Work that begins anew, as a search that looks farther, has its own time.
      if (share < lastShare) startedAt = performance.now();
      lastShare = share;
      const details = [place, timeLeft(elapsed(), share)].filter((text) => text !== undefined && text !== '');
      meter.show({ task, share, detail: details.join(', '), secondsLeft: secondsLeft(elapsed(), share) });
    };
    try {
      return await work({ signal, onProgress });
    } finally {
      meter.stop();
    }
  });
}

/** The meter that was asked for. */
export function meterFor({ quiet, progress = 'auto' }: ProgressOptions, signal: AbortSignal): Promise<Meter> {
  if (progress === 'json' && !quiet) return Promise.resolve(new ProgressEvents());
  return createMeter(quiet ? 'none' : progress === 'lines' ? 'lines' : 'bar', signal);
}

/** Events of how far a task is, some each second. */
class ProgressEvents implements Meter {
  #task = '';
  #saidAt = 0;

  show({ task, share, secondsLeft: left }: Parameters<Meter['show']>[0]): void {
    const now = performance.now();
    if (task === this.#task && share < 1 && now - this.#saidAt < EVENT_INTERVAL_MS) return;
    this.#task = task;
    this.#saidAt = now;
    sayJson({ event: 'progress', task, progress: share, secondsLeft: left });
  }

  stop(): void {
    // Each event is complete in itself.
  }
}
