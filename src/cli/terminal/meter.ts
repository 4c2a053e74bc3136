/** Progress as people see it: a bar in a terminal, a line now and then, or nothing. */
import { areMessagesOnTerminal, say } from './output.js';
import { shortened } from '../../common/shown.js';
import { duration } from '../../words/text.js';
import { visible } from '../../words/visible.js';

/** Where a task is. */
export interface Reading {
  /** What is being done, e.g. `squares cold`. A new task starts a new bar. */
  readonly task: string;
  /** The share of the work that is done, from 0 to 1. */
  readonly share: number;
  /** What else to say, e.g. how fast it goes. */
  readonly detail: string;
  /** Null while there is nothing to go by. */
  readonly secondsLeft: number | null;
}

export interface Meter {
  show(reading: Reading): void;
  stop(): void;
}

/** Least time between two lines where there is no terminal. */
const LINE_INTERVAL_MS = 5_000;

/** Work that is done sooner is not worth a bar. */
const SHOWN_AFTER_MS = 700;

/** A meter of a kind; a bar where messages go to a terminal, else none. It stops when `signal` is aborted. */
export async function createMeter(kind: 'bar' | 'lines' | 'none', signal: AbortSignal): Promise<Meter> {
  if (kind === 'none' || (kind === 'bar' && !areMessagesOnTerminal()))
    return { show: () => undefined, stop: () => undefined };
  const meter = kind === 'bar' ? await createBar(signal) : createLines();
  // Tasks are named after games, as these were written.
  const shown = (text: string): string => visible(shortened(text));
  return {
    show: ({ task, detail, ...rest }) => meter.show({ ...rest, task: shown(task), detail: shown(detail) }),
    stop: () => meter.stop(),
  };
}

/** Loads the bar's library only where there is a bar. */
async function createBar(signal: AbortSignal): Promise<Meter> {
  const { SingleBar, Presets } = await import('cli-progress');
  const create = (task: string): InstanceType<typeof SingleBar> => {
    const bar = new SingleBar(
      {
        format: `${task} {bar} {percentage}% | {duration_formatted} | {detail}`,
        stream: process.stderr,
        barsize: 24,
        hideCursor: true,
        // Blocks take seconds each: a slow pulse shows the time going on.
        fps: 4,
        gracefulExit: false,
      },
      Presets.shades_classic,
    );
    bar.start(1000, 0, { detail: 'starting' });
    return bar;
  };
  const createdAt = performance.now();
  let current: { task: string; bar: InstanceType<typeof SingleBar> } | undefined;
  let waiting: { latest: Reading; timer: NodeJS.Timeout } | undefined;
  const draw = ({ task, share, detail }: Reading): void => {
    if (current?.task !== task) {
      current?.bar.stop();
      current = { task, bar: create(task) };
    }
    current.bar.update(Math.floor(share * 1000), { detail: detail === '' ? 'starting' : detail });
  };
  const stop = (): void => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
    current?.bar.stop();
    current = undefined;
  };
  signal.addEventListener('abort', stop);
  return {
    show(reading) {
      if (signal.aborted) return;
      const early = SHOWN_AFTER_MS - (performance.now() - createdAt);
      if (early <= 0) draw(reading);
      // The first block may take long: what is known of it is shown then.
      else if (waiting !== undefined) waiting.latest = reading;
      else
        waiting = {
          latest: reading,
          timer: setTimeout(() => draw(waiting?.latest ?? reading), early).unref(),
        };
    },
    stop,
  };
}

function createLines(): Meter {
  let shownAt = performance.now();
  return {
    show({ task, share, detail }) {
      if (performance.now() - shownAt < LINE_INTERVAL_MS) return;
      shownAt = performance.now();
      say(`${task}: ${Math.floor(share * 100)}% of the work done, ${detail}`);
    },
    stop: () => undefined,
  };
}

/** `12 s left` from the time taken for a share of the work; empty while there is nothing to go by. */
export function timeLeft(elapsedSeconds: number, share: number): string {
  const left = secondsLeft(elapsedSeconds, share);
  return left === null ? '' : `${duration(left)} left`;
}

/** The seconds left, to milliseconds, from the time taken for a share of the work. */
export function secondsLeft(elapsedSeconds: number, share: number): number | null {
  return share <= 0 ? null : Math.round((1000 * elapsedSeconds * (1 - share)) / share) / 1000;
}
