/** Displays of progress: a bar in a terminal, lines, events as JSON, or nothing. */
import { shortened } from '../../common/shown.js';
import { visible } from '../../words/visible.js';
import { areMessagesOnTerminal, say, sayJson } from './output.js';

/** `auto` is a bar in a terminal and nothing elsewhere. */
export const PROGRESS_KINDS = ['auto', 'lines', 'json'] as const;
type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** The options of every command that concern progress. */
export interface ProgressOptions {
  readonly quiet: boolean;
  readonly progress: ProgressKind | undefined;
}

/** The state of a task. */
interface Reading {
  /** A name such as `squares cold`. A new task starts a new bar. */
  readonly task: string;
  /** The share of the work that is done, from 0 to 1. */
  readonly share: number;
  /** Further words, such as the speed. */
  readonly detail: string;
  /** Null until it can be estimated. */
  readonly secondsLeft: number | null;
  /** Fields of an event instead of the task and the share; null for no event. */
  readonly event?: object | null | undefined;
}

/** Shows the state of a task. */
export type Meter = (reading: Reading) => void;

/** Time between two lines, and between two events, at least. */
const MIN_LINE_INTERVAL_MS = 5_000;
const MIN_EVENT_INTERVAL_MS = 250;
/** Width of a terminal from which on a bar is long. */
const MIN_WIDE_COLUMNS = 100;
/** Shorter work has no bar. */
const MIN_BAR_MS = 700;

/** Returns the meter of the options, which stops once `signal` is aborted. */
export async function createMeter(
  { quiet, progress = 'auto' }: ProgressOptions,
  signal: AbortSignal,
): Promise<Meter> {
  const isBar = progress === 'auto';
  if (quiet || (isBar && !areMessagesOnTerminal())) return () => undefined;
  if (progress === 'json') return createEvents();
  const meter = isBar ? await createBar(signal) : createLines();
  // Names of tasks contain games as users wrote them.
  const shown = (text: string): string => visible(shortened(text));
  return ({ task, detail, ...rest }) => meter({ ...rest, task: shown(task), detail: shown(detail) });
}

/** Loads the library only if there is a bar. */
async function createBar(signal: AbortSignal): Promise<Meter> {
  const { SingleBar, Presets } = await import('cli-progress');
  const create = (task: string): InstanceType<typeof SingleBar> => {
    const bar = new SingleBar(
      {
        format: `${task} {bar} {percentage}% | {duration_formatted} | {detail}`,
        stream: process.stderr,
        // In a narrow terminal, the name of the task takes precedence.
        barsize: process.stderr.columns < MIN_WIDE_COLUMNS ? 10 : 24,
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
  // The first block may take long, and reports nothing meanwhile.
  const timer = setTimeout(() => {
    isShown = true;
    if (latest !== undefined) draw(latest);
  }, MIN_BAR_MS).unref();
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
    if (performance.now() - shownAt < MIN_LINE_INTERVAL_MS) return;
    shownAt = performance.now();
    say(`${task}: ${Math.floor(share * 100)}% of the work done, ${detail}`);
  };
}

/** Prints events as lines of JSON: progress at intervals, and every event of the work itself. */
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
    if (task === current && share < 1 && now - saidAt < MIN_EVENT_INTERVAL_MS) return;
    [current, saidAt] = [task, now];
    sayJson({ event: 'progress', task, progress: share, secondsLeft });
  };
}
