/**
 * What the views of all analyses share: the range and the options, the figure with what was found in words, the rows as a
 * table, and the buttons that save. A view of one adds its options and its figure.
 */
import type { AnalysisAnswer, AnyResult, Column, GameFacts } from '../../contract.js';
import { getJson } from '../api.js';
import { fill, h, mathText, table } from '../dom.js';
import { grouped, percent } from '../format.js';
import { command, loading } from '../parts/messages.js';
import { resource } from '../resource.js';
import type { Context } from '../view.js';
import { download } from './save.js';
import { brush } from './brush.js';
import { keepDrawn, type Drawn } from './figure.js';
import { rangeFields, type RangeView } from './range.js';

/** Lines of what was found that are shown at once. */
const MOST_LINES = 4;
/** Rows that the table shows. */
const MOST_ROWS = 200;

/** The options of an analysis as parameters of its route. */
export type Options = Readonly<Record<string, string | number | undefined>>;

/** What stands below the figure of an analysis and stays there: it is told of each result. */
export interface Below<Result> {
  readonly element: HTMLElement;
  readonly show: (result: Result) => void;
}

export interface AnalysisView<Result extends AnyResult> {
  readonly name: Result['analysis'];
  readonly series: 'cold' | 'nim';
  /** The options now, from the address. */
  readonly options?: (context: Context<Result['analysis']>) => Options;
  /** Controls of the options; they call `changed` with the address changed already, and `show` what it says. */
  readonly controls?: (
    context: Context<Result['analysis']>,
    changed: () => void,
  ) => { readonly element: HTMLElement; readonly show?: () => void };
  /** The figures, from top to bottom. */
  readonly draw: (result: Result, width: number, game: GameFacts) => readonly Drawn[];
  /** Whether the x axis of the figures is the position, so that a range can be chosen by dragging. */
  readonly isByPosition?: boolean;
  readonly below?: (context: Context<Result['analysis']>, changed: () => void) => Below<Result>;
}

/** The `show` of a view. */
export function analysisView<Result extends AnyResult>(spec: AnalysisView<Result>) {
  return (place: HTMLElement, context: Context<Result['analysis']> & Context<RangeView>): void => {
    const { facts, follow, state, signal } = context;
    const whole = (): number => facts().series[spec.series].frontier;
    const range = rangeFields(context, whole, load);
    const figure = h('figure', { class: 'card', hidden: true });
    const lines = h('div', { class: 'found', 'aria-live': 'polite' });
    const below = spec.below?.(context, load);
    const after = h('div', { hidden: true }, below?.element);
    const rows = h('div', {});
    const saving = h('div', {});
    const controls = spec.controls?.(context, load);
    fill(
      place,
      h('div', { class: 'controls' }, range.element, controls?.element),
      lines,
      figure,
      after,
      saving,
      rows,
    );

    const parametersNow = (): Options => ({
      game: facts().definition,
      from: state().from,
      to: state().to,
      ...spec.options?.(context),
    });
    const found = resource<{ answer: AnalysisAnswer<Result>; parameters: Options }>({
      ...{ place, says: lines, signal },
      show: ({ answer, parameters }, until) => {
        const { result } = answer;
        fill(lines, factLines(answer, facts()));
        below?.show(result);
        fill(saving, savingButtons(spec.name, parameters, answer));
        fill(rows, rowsOf(answer.columns));
        figure.hidden = after.hidden = false;
        keepDrawn(figure, (width) => drawnAt(result, width), until);
      },
      clear: () => {
        figure.hidden = after.hidden = true;
        fill(saving);
        fill(rows);
      },
    });
    function load(): void {
      controls?.show?.();
      const parameters = parametersNow();
      // Without an end, what is stored later counts too.
      const key = JSON.stringify([parameters, state().to === undefined && whole()]);
      if (figure.hidden) fill(lines, loading('Counting'));
      found(async (until) => {
        // Where nothing is known the server says what to do.
        range.check(state().to ?? (whole() || Infinity));
        const answer = await getJson<AnalysisAnswer<Result>>(`analysis/${spec.name}`, parameters, until);
        return { answer, parameters };
      }, key);
    }

    function drawnAt(result: Result, width: number): Node {
      const drawn = spec.draw(result, width, facts());
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
    follow(load);
    load();
  };
}

function factLines({ result, facts }: AnalysisAnswer, game: GameFacts): HTMLElement {
  const { start, stop } = result.range;
  const where = start === 0 ? `below ${grouped(stop)}` : `from ${grouped(start)} to below ${grouped(stop)}`;
  const computed = game.series[result.series].stored < stop;
  const lines = facts.map((line) => h('li', {}, mathText(line)));
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
function rowsOf(columns: readonly Column[]): HTMLElement {
  const length = columns[0]?.values.length ?? 0;
  const shown = Math.min(length, MOST_ROWS);
  const cell = ({ values, shown: as }: Column, i: number): string => {
    const value = values[i];
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? 'yes' : '';
    if (as === 'percent') return percent(value, 2);
    return as === undefined ? grouped(value) : value.toFixed(as);
  };
  const headings = columns.map(({ heading }) => heading);
  const rows = Array.from({ length: shown }, (_, i) => columns.map((column) => cell(column, i)));
  return h(
    'details',
    { class: 'rows' },
    h('summary', {}, shown < length ? `The first ${shown} rows` : `All ${grouped(length)} rows`),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Rows' }, table(headings, rows)),
  );
}
