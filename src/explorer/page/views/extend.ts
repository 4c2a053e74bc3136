/** Extend: compute more positions and store them, with live progress. Needs an explorer that was started with --write. */
import type { ExtensionAnswer, ExtensionState, GameFacts } from '../../contract.js';
import { withView } from '../address.js';
import { AskError, getJson, send } from '../api.js';
import { button, controls, field, fill, h, select } from '../dom.js';
import { followExtension } from '../events.js';
import { duration } from '../../../words/text.js';
import { grouped, percent } from '../format.js';
import { command, errorBox, loading, showError } from '../parts/messages.js';
import { address, go } from '../state.js';
import type { Context } from '../view.js';

const SERIES = [
  ['both', 'outcomes and nim-values'],
  ['cold', 'outcomes only, which goes much further'],
  ['nim', 'nim-values'],
  ['remoteness', 'remoteness'],
] as const;

export async function show(place: HTMLElement, { facts, follow, signal }: Context): Promise<void> {
  fill(place, loading());
  const { canWrite, extension } = await getJson<ExtensionAnswer>('extension', {}, signal);
  const { definition, hasHotspots } = facts();
  const stored = h('p', {});
  const further = h('div', {});
  const progress = h('div', { class: 'progress-place' });
  const problem = h('div', {});
  const to = h('input', { name: 'to', inputmode: 'text' });
  const series = select(
    SERIES.filter(([name]) => !hasHotspots || name === 'cold'),
    hasHotspots ? 'cold' : 'both',
    () => undefined,
  );
  const start = h('button', { type: 'submit' }, 'Extend');

  /** What is stored now, and how to go on from there. */
  function update(): void {
    const text = facts().commands[0]?.command ?? '';
    fill(stored, storedWords(facts()));
    // It is shown until someone writes another.
    to.defaultValue = usualEnd(text);
    if (canWrite) fill(further, command(text));
    else
      fill(
        further,
        command(text.replace(/^takeaway extend (.*?) --to \S+/, 'takeaway explore $1 --write')),
        h('p', {}, 'Or extend the game on the command line; this page follows:'),
        command(text),
      );
  }

  async function submit(): Promise<void> {
    fill(problem);
    start.disabled = true;
    try {
      const wanted = { game: definition, series: series.value, to: to.value };
      draw((await send<ExtensionAnswer>('POST', 'extension', wanted)).extension);
    } catch (error) {
      showError(problem, error);
      // What was refused is not what runs.
      if (error instanceof AskError) await drawLatest();
    } finally {
      start.disabled = false;
    }
  }

  fill(
    place,
    stored,
    canWrite
      ? controls(() => void submit(), field('to below', to), field('series', series), start)
      : h(
          'p',
          { class: 'notice' },
          'This explorer only reads. To extend games from here, start it again with --write:',
        ),
    problem,
    progress,
    canWrite &&
      h(
        'p',
        { class: 'hint' },
        'If you stop, everything solved so far stays stored, and the same extension continues from there.',
      ),
    further,
  );
  update();
  follow(update);
  draw(extension);
  followExtension(draw, signal);

  async function drawLatest(): Promise<void> {
    try {
      draw((await getJson<ExtensionAnswer>('extension', {}, signal)).extension);
    } catch (error) {
      showError(progress, error);
    }
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
      error !== null && errorBox(new AskError(0, error)),
      status === 'running' && canWrite && button('Stop', () => void stop()),
      status !== 'running' &&
        button('See what is new', () => go(withView({ ...address(), game: state.game }, 'overview'))),
    );
  }

  async function stop(): Promise<void> {
    try {
      draw((await send<ExtensionAnswer>('DELETE', 'extension')).extension);
    } catch (error) {
      showError(problem, error);
    }
  }
}

/** The end that the command of the overview has. */
function usualEnd(text: string): string {
  return / --to (\S+)/.exec(text)?.[1] ?? '2^20';
}

function statusWords(status: ExtensionState['status']): string {
  return { running: 'Running', done: 'Done', stopped: 'Stopped', failed: 'Failed' }[status];
}

function storedWords({ series: { cold, nim } }: GameFacts): string {
  const part = (words: string, { stored }: { readonly stored: number }): string =>
    `${words} ${stored > 0 ? `to ${grouped(stored)}` : 'not at all'}`;
  return `Stored: ${part('outcomes', cold)}, ${part('nim-values', nim)}.`;
}
