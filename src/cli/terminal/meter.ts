/** Progress as people and programs see it: a bar in a terminal, a line now and then, an event a moment, or nothing. */
import { shortened } from '../../common/shown.js';
import { visible } from '../../words/visible.js';
import { areMessagesOnTerminal, say, sayJson } from './output.js';

/** A bar in a terminal and nothing elsewhere; a line now and then; or events for programs. */
export const PROGRESS_KINDS = ['auto', 'lines', 'json'] as const;
type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** What was asked of progress, in the options that every command has. */
export interface ProgressOptions {
  readonly quiet: boolean;
  readonly progress: ProgressKind | undefined;
}

/** Where a task is. */
interface Reading {
  /** What is being done, e.g. `squares cold`. A new task starts a new bar. */
  readonly task: string;
  /** The share of the work that is done, from 0 to 1. */
  readonly share: number;
  /** What else to say, e.g. how fast it goes. */
  readonly detail: string;
  /** Null while there is nothing to go by. */
  readonly secondsLeft: number | null;
  /** What an event says in place of the task and the share; null where there is no event. */
  readonly event?: object | null | undefined;
}

/** Shows where a task is. */
export type Meter = (reading: Reading) => void;

/** Least time between two lines where there is no terminal, and between two events. */
const LINE_INTERVAL_MS = 5_000;
const EVENT_INTERVAL_MS = 250;
/** Columns from which on a bar is long. */
const WIDE = 100;
/** Work that is done sooner is not worth a bar. */
const SHOWN_AFTER_MS = 700;

/** The meter that was asked for. It stops for good when `signal` is aborted. */
export async function createMeter(
  { quiet, progress = 'auto' }: ProgressOptions,
  signal: AbortSignal,
): Promise<Meter> {
  const isBar = progress === 'auto';
  if (quiet || (isBar && !areMessagesOnTerminal())) return () => undefined;
  if (progress === 'json') return createEvents();
  const meter = isBar ? await createBar(signal) : createLines();
  // Tasks are named after games, as these were written.
  const shown = (text: string): string => visible(shortened(text));
  return ({ task, detail, ...rest }) => meter({ ...rest, task: shown(task), detail: shown(detail) });
}

/** Loads the bar's library only where there is a bar. */
async function createBar(signal: AbortSignal): Promise<Meter> {
  const { SingleBar, Presets } = await import('cli-progress');
  const create = (task: string): InstanceType<typeof SingleBar> => {
    const bar = new SingleBar(
      {
        format: `${task} {bar} {percentage}% | {duration_formatted} | {detail}`,
        stream: process.stderr,
        // Where a line is short, what the bar is of comes first.
        barsize: process.stderr.columns < WIDE ? 10 : 24,
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
  let current: { task: string; bar: InstanceType<typeof SingleBar> } | undefined;
  let latest: Reading | undefined;
  let isShown = false;
  const draw = ({ task, share, detail }: Reading): void => {
    if (current?.task !== task) {
      current?.bar.stop();
      current = { task, bar: create(task) };
    }
    current.bar.update(Math.floor(share * 1000), { detail: detail === '' ? 'starting' : detail });
  };
  // The first block may take long: what is known of it is shown then.
  const timer = setTimeout(() => {
    isShown = true;
    if (latest !== undefined) draw(latest);
  }, SHOWN_AFTER_MS).unref();
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    current?.bar.stop();
  });
  return (reading) => {
    if (signal.aborted) return;
    latest = reading;
    if (isShown) draw(reading);
  };
}

function createLines(): Meter {
  let shownAt = performance.now();
  return ({ task, share, detail }) => {
    if (performance.now() - shownAt < LINE_INTERVAL_MS) return;
    shownAt = performance.now();
    say(`${task}: ${Math.floor(share * 100)}% of the work done, ${detail}`);
  };
}

/** Events as lines of JSON: of how far a task is, some each second; and those that the work has of its own. */
function createEvents(): Meter {
  let current = '';
  let saidAt = 0;
  return ({ task, share, secondsLeft, event }) => {
    if (event === null) return;
    if (event !== undefined) {
      sayJson({ ...event, secondsLeft });
      return;
    }
    const now = performance.now();
    if (task === current && share < 1 && now - saidAt < EVENT_INTERVAL_MS) return;
    [current, saidAt] = [task, now];
    sayJson({ event: 'progress', task, progress: share, secondsLeft });
  };
}
