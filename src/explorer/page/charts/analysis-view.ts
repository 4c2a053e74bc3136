/**
 * What the views of all analyses share: the range and the options, the figure with what was found in words, the rows as a
 * table, and the buttons that save. A view of one adds its options and its figure.
 */
import type { AnalysisAnswer, AnyResult, Column, GameFacts } from '../../contract.js';
import { getJson } from '../api.js';
import { fill, h, mathText } from '../dom.js';
import { grouped, percent } from '../format.js';
import { command, loading, showError } from '../parts/messages.js';
import type { Context } from '../views.js';
import { download } from './save.js';
import { brush } from './brush.js';
import { keepDrawn, type Drawn } from './figure.js';
import { rangeFields, rangeInAddress } from './range.js';

/** Lines of what was found that are shown at once. */
const MOST_LINES = 4;
/** Rows that the table shows. */
const MOST_ROWS = 200;

/** The options of an analysis as parameters of its route. */
export type Options = Readonly<Record<string, string | number | undefined>>;

export interface AnalysisView<Result extends AnyResult> {
  readonly name: Result['analysis'];
  readonly series: 'cold' | 'nim';
  /** The options now, from the address. */
  readonly options?: (game: GameFacts) => Options;
  /** Controls of the options; they call `changed` with the address changed already. */
  readonly controls?: (context: Context, changed: () => void) => HTMLElement;
  /** The figures, from top to bottom. */
  readonly draw: (result: Result, width: number, game: GameFacts) => readonly Drawn[];
  /** Whether the x axis of the figures is the position, so that a range can be chosen by dragging. */
  readonly isByPosition?: boolean;
  /** What stands below the figure. */
  readonly after?: (result: Result, context: Context, changed: () => void) => HTMLElement | null;
}

/** The `show` of a view. */
export function analysisView<Result extends AnyResult>(spec: AnalysisView<Result>) {
  return (place: HTMLElement, context: Context): void => {
    const { game, signal } = context;
    const range = rangeFields(game.series[spec.series].frontier, () => void load());
    const figure = h('figure', { class: 'card' });
    const facts = h('div', { class: 'found', 'aria-live': 'polite' });
    const after = h('div', {});
    const rows = h('div', {});
    const saving = h('div', {});
    const changed = (): void => void load();
    const controls = spec.controls?.(context, changed);
    fill(place, h('div', { class: 'controls' }, range.element, controls), facts, figure, after, saving, rows);

    let latest: AbortController | undefined;
    async function load(): Promise<void> {
      latest?.abort();
      const controller = new AbortController();
      latest = controller;
      const abort = AbortSignal.any([controller.signal, signal]);
      const { from, to } = rangeInAddress();
      const parameters = { game: game.definition, from, to, ...spec.options?.(game) };
      if (figure.childElementCount === 0) fill(facts, loading('Counting'));
      place.setAttribute('aria-busy', 'true');
      try {
        const answer = await getJson<AnalysisAnswer<Result>>(`analysis/${spec.name}`, parameters, abort);
        const { result } = answer;
        fill(facts, factLines(answer, game));
        fill(after, spec.after?.(result, context, changed) ?? null);
        fill(saving, savingButtons(spec.name, parameters, answer));
        fill(rows, table(answer.columns));
        keepDrawn(figure, (width) => drawnAt(result, width), abort);
      } catch (error) {
        if (abort.aborted) return;
        fill(figure);
        fill(saving);
        fill(rows);
        showError(facts, error);
      } finally {
        if (latest === controller) place.removeAttribute('aria-busy');
      }
    }

    function drawnAt(result: Result, width: number): Node {
      const drawn = spec.draw(result, width, game);
      if (spec.isByPosition === true) {
        for (const each of drawn)
          brush(each, (from, to) => range.set({ from: Math.max(0, Math.floor(from)), to: Math.ceil(to) }));
      }
      return h(
        'div',
        {},
        drawn.length === 0 ? h('p', { class: 'notice' }, 'There is too little to draw.') : drawn,
      );
    }
    void load();
  };
}

function factLines({ result, facts }: AnalysisAnswer, game: GameFacts): HTMLElement {
  const { start, stop } = result.range;
  const where = start === 0 ? `below ${grouped(stop)}` : `from ${grouped(start)} to below ${grouped(stop)}`;
  const computed = game.series[result.series].stored < stop;
  // A periodic game follows no power of n.
  const shown = game.periods.nim === null ? facts : facts.filter((line) => !/\bn\^/.test(line));
  const lines = shown.map((line) => h('li', {}, mathText(line.replaceAll(/(\d)_(?=\d)/g, '$1\u202f'))));
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'facts' },
      h('li', {}, `Positions ${where}${computed ? ', computed for this page and not stored' : ''}.`),
      lines.slice(0, MOST_LINES),
    ),
    lines.length > MOST_LINES &&
      h(
        'details',
        { class: 'rows' },
        h('summary', {}, `${lines.length - MOST_LINES} more lines`),
        h('ul', {}, lines.slice(MOST_LINES)),
      ),
  );
}

function savingButtons(name: string, parameters: Options, answer: AnalysisAnswer): HTMLElement {
  const save = (words: string, kind: string, format: string): HTMLElement =>
    download(words, `analysis/${name}/${kind}`, { ...parameters, format });
  return h(
    'div',
    { class: 'saving' },
    h(
      'div',
      { class: 'row' },
      save('SVG', 'figure', 'svg'),
      save('PNG', 'figure', 'png'),
      save('Vega-Lite', 'figure', 'vl.json'),
      save('CSV', 'table', 'csv'),
      save('Arrow', 'table', 'arrow'),
      save('Parquet', 'table', 'parquet'),
    ),
    command(answer.command),
    command(answer.plotCommand),
  );
}

/** The rows of a result, the first ones of many. */
export function table(columns: readonly Column[]): HTMLElement {
  const length = columns[0]?.values.length ?? 0;
  const shown = Math.min(length, MOST_ROWS);
  const cell = ({ values, shown: as }: Column, i: number): string => {
    const value = values[i];
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? 'yes' : '';
    if (as === 'percent') return percent(value, 2);
    return as === undefined ? grouped(value) : value.toFixed(as);
  };
  return h(
    'details',
    { class: 'rows' },
    h('summary', {}, shown < length ? `The first ${shown} rows` : `All ${grouped(length)} rows`),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Rows' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            columns.map(({ heading }) => h('th', { scope: 'col' }, heading)),
          ),
        ),
        h(
          'tbody',
          {},
          Array.from({ length: shown }, (_, i) =>
            h(
              'tr',
              {},
              columns.map((column) => h('td', {}, cell(column, i))),
            ),
          ),
        ),
      ),
    ),
  );
}
