/** Extend: compute more positions and store them, with live progress. Needs an explorer that was started with --write. */
import type { ExtensionAnswer, ExtensionState } from '../../contract.js';
import { getJson, route, send } from '../api.js';
import { button, controls, field, fill, h, select } from '../dom.js';
import { duration, grouped, percent } from '../format.js';
import { command, errorBox, loading, showError } from '../parts/messages.js';
import { go } from '../state.js';
import type { Context } from '../views.js';

const SERIES = [
  ['both', 'outcomes and nim-values'],
  ['cold', 'outcomes only, which goes much further'],
  ['nim', 'nim-values'],
  ['remoteness', 'remoteness'],
] as const;

export async function show(place: HTMLElement, { game, signal }: Context): Promise<void> {
  fill(place, loading());
  const { canWrite, extension } = await getJson<ExtensionAnswer>('extension', {}, signal);
  const text = game.commands[0]?.command ?? '';
  const stored = h('p', {}, storedWords(game.series.cold.stored, game.series.nim.stored));
  const progress = h('div', { class: 'progress-place' });
  if (!canWrite) {
    fill(
      place,
      stored,
      h(
        'p',
        { class: 'notice' },
        'This explorer only reads. To extend games from here, start it again with --write:',
      ),
      command(text.replace(/^takeaway extend (.*?) --to \S+/, 'takeaway explore $1 --write')),
      h('p', {}, 'Or extend the game on the command line; this page follows:'),
      command(text),
      progress,
    );
    if (extension !== null) watch();
    return;
  }
  // The command that the overview shows, too.
  const usual = / --to (\S+)/.exec(text)?.[1] ?? '2^20';
  const to = h('input', { name: 'to', value: usual, inputmode: 'text' });
  let series = game.hasHotspots ? 'cold' : 'both';
  const problem = h('div', {});
  const start = h('button', { type: 'submit' }, 'Extend');
  const submit = async (): Promise<void> => {
    fill(problem);
    start.disabled = true;
    try {
      const answer = await send<ExtensionAnswer>('POST', 'extension', {
        game: game.definition,
        series,
        to: to.value,
      });
      draw(answer.extension);
    } catch (error) {
      showError(problem, error);
    } finally {
      start.disabled = false;
    }
  };
  fill(
    place,
    stored,
    controls(
      () => void submit(),
      field('to below', to),
      field(
        'series',
        select(
          SERIES.filter(([name]) => !game.hasHotspots || name === 'cold'),
          series,
          (value) => (series = value),
        ),
      ),
      start,
    ),
    problem,
    progress,
    h(
      'p',
      { class: 'hint' },
      'What is solved stays stored when you stop, and the same extension goes on from there.',
    ),
    command(text),
  );
  watch();

  function watch(): void {
    const events = new EventSource(route('extension/events'));
    events.addEventListener('extension', (event) =>
      draw(JSON.parse(event.data as string) as ExtensionState | null),
    );
    signal.addEventListener('abort', () => events.close());
  }

  function draw(state: ExtensionState | null): void {
    if (state === null) {
      fill(progress);
      return;
    }
    const { at, blocks, status, seconds, secondsLeft, error } = state;
    const bar = h('progress', { max: 1, value: state.progress, 'aria-label': 'Progress of the extension' });
    const where = at === null ? 'starting' : `${at.series} stored to ${grouped(at.frontier)}`;
    const left = secondsLeft === null || status !== 'running' ? '' : `, ${duration(secondsLeft)} left`;
    fill(
      progress,
      h('h2', {}, `${state.game} to ${grouped(state.to)}`),
      bar,
      h(
        'p',
        { role: 'status' },
        `${statusWords(status)}: ${where}, ${percent(state.progress, 0)} of the series${left}. ${grouped(blocks)} blocks in ${duration(seconds)}.`,
      ),
      error !== null && errorBox(Object.assign(new Error(error.subject), { error })),
      status === 'running' && canWrite && button('Stop', () => void stop()),
      status !== 'running' &&
        button('See what is new', () => {
          dispatchEvent(new Event('takeaway-stored'));
          go({ game: state.game, view: 'overview' });
        }),
    );
  }

  async function stop(): Promise<void> {
    try {
      draw((await send<ExtensionAnswer>('DELETE', 'extension')).extension);
    } catch (error) {
      showError(progress, error);
    }
  }
}

function statusWords(status: ExtensionState['status']): string {
  return { running: 'Running', done: 'Done', stopped: 'Stopped', failed: 'Failed' }[status];
}

function storedWords(cold: number, nim: number): string {
  const part = (words: string, frontier: number): string =>
    `${words} ${frontier > 0 ? `to ${grouped(frontier)}` : 'not at all'}`;
  return `Stored: ${part('outcomes', cold)}, ${part('nim-values', nim)}.`;
}
