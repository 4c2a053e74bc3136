/** Runs long work with progress and an orderly stop on Ctrl-C. Every command that can take more than a moment uses it. */
import { duration } from '../../words/text.js';
import { interruptible, type StopWords } from './interruption.js';
import { createMeter, type ProgressOptions } from './meter.js';

/** Signal and callbacks for watched work. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Reports the share that is done, with words for people, and fields of an event that replace it for programs. */
  readonly onProgress: (share: number, place?: string, event?: object) => void;
  /** Begins another task, which has its own time. */
  readonly begin: (task: string) => void;
  /** Seconds since the task began. */
  readonly elapsed: () => number;
}

/** Messages of work that only reads. */
const NOTHING_CHANGED: StopWords = {
  asked: 'Stopping after this block.',
  stopped: () => 'Nothing was changed.',
};

/** Runs `work` under the name of a task. */
export function watched<Result>(
  name: string,
  options: ProgressOptions,
  work: (watch: Watch) => Promise<Result>,
  words = NOTHING_CHANGED,
): Promise<Result> {
  return interruptible(words, async (signal) => {
    const ended = new AbortController();
    signal.addEventListener('abort', () => ended.abort());
    const meter = await createMeter(options, ended.signal);
    let task = name;
    let startedAt = performance.now();
    let lastShare: number | undefined;
    const elapsed = (): number => (performance.now() - startedAt) / 1000;
    const show = (share: number, place: string | undefined, event: object | null | undefined): void => {
      // Work that starts over, such as a search with a higher limit, has its own time.
      if (share < (lastShare ?? 0)) startedAt = performance.now();
      lastShare = share;
      // To milliseconds.
      const secondsLeft = share <= 0 ? null : Math.round((1000 * elapsed() * (1 - share)) / share) / 1000;
      const left = secondsLeft === null || share === 1 ? undefined : `${duration(secondsLeft)} left`;
      const detail = [place, left].filter((text) => text !== undefined && text !== '').join(', ');
      meter({ task, share, detail, secondsLeft, event });
    };
    try {
      const result = await work({
        signal,
        onProgress: show,
        begin: (next) => {
          task = next;
          startedAt = performance.now();
          show(0, undefined, null);
        },
        elapsed,
      });
      // Work that tells its share before each step ends without the last one.
      if ((lastShare ?? 1) < 1) show(1, undefined, undefined);
      return result;
    } finally {
      ended.abort();
    }
  });
}
