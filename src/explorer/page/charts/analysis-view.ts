/**
 * A view of an analysis, or of values as they are: the range and the options, what was found in words, the figure, the
 * rows as a table, and the buttons that save.
 */
import type { AnalysisAnswer, Column, FigureName, GameFacts, SeriesName } from '../../contract.js';
import { getJson } from '../api.js';
import { fill, h, mathText, table } from '../dom.js';
import { grouped, percent } from '../format.js';
import { command, loading } from '../parts/messages.js';
import { resource } from '../resource.js';
import type { Context } from '../view.js';
import { figureOf } from './figure.js';
import { rangeFields, type RangeView } from './range.js';
import { download } from './save.js';

/** Lines of what was found that are shown at once. */
const MOST_LINES = 4;
/** Rows that the table shows. */
const MOST_ROWS = 200;
/** Pixels of a card beside its figure. */
const BESIDE_FIGURE = 32;
/** A figure is scaled where the width changes by less than this share, and else drawn anew. */
const LEAST_CHANGE = 0.1;

type AnyResult = AnalysisAnswer['result'];

/** The options of an analysis as parameters of its route. */
export type Options = Readonly<Record<string, string | number | undefined>>;

/** What stands below the figure of an analysis and stays there: it is told of each result. */
export interface Below<Result> {
  readonly element: HTMLElement;
  readonly show: (result: Result) => void;
}

export interface AnalysisView<Name extends RangeView, Result extends AnyResult = AnyResult> {
  /** What the server calls it. */
  readonly name: FigureName;
  readonly series: SeriesName;
  /** Where the range ends that is looked at unless another is chosen; by default that of what is known. */
  readonly usualEnd?: (game: GameFacts) => number;
  /** The options now, from the address. */
  readonly options?: (context: Context<Name>) => Options;
  /** Controls of the options; they call `changed` with the address changed already, and `show` what it says. */
  readonly controls?: (
    context: Context<Name>,
    changed: () => void,
  ) => { readonly element: HTMLElement; readonly show?: () => void };
  /** Whether the x axis of the figures is the position, so that a range can be chosen by dragging. */
  readonly isByPosition?: boolean;
  readonly below?: (context: Context<Name>, changed: () => void) => Below<Result>;
}

/** The `show` of a view. */
export function analysisView<Name extends RangeView, Result extends AnyResult = AnyResult>(
  spec: AnalysisView<Name, Result>,
) {
  return (place: HTMLElement, context: Context<Name> & Context<RangeView>): void => {
    const { facts, follow, state, signal } = context;
    const whole = (): number => spec.usualEnd?.(facts()) ?? facts().series[spec.series].frontier;
    const range = rangeFields(context, whole, load);
    const figure = h('figure', { class: 'card', hidden: true });
    const lines = h('div', { class: 'found', 'aria-live': 'polite' });
    const below = spec.below?.(context, load);
    const after = h('div', { hidden: true }, below?.element);
    const rows = h('div', {});
    const saving = h('div', {});
    const controls = spec.controls?.(context, load);
    const fields = h('div', { class: 'controls' }, range.element, controls?.element);
    fill(place, fields, lines, figure, after, saving, rows);

    const parametersNow = (): Options => ({
      game: facts().definition,
      from: state().from,
      to: state().to ?? spec.usualEnd?.(facts()),
      ...spec.options?.(context),
    });
    const onRange = (from: number, to: number): void =>
      range.set({ from: Math.max(0, Math.floor(from)), to: Math.ceil(to) });
    const found = resource<{ answer: AnalysisAnswer<Result>; parameters: Options }>({
      ...{ place, says: lines, signal },
      show: ({ answer, parameters }) => {
        fill(lines, factLines(answer, facts()));
        below?.show(answer.result);
        fill(saving, savingButtons(spec.name, parameters, answer));
        fill(rows, answer.columns.length > 0 && rowsOf(answer.columns));
        figure.hidden = after.hidden = false;
        const drawn = answer.figure ?? null;
        fill(
          figure,
          drawn === null
            ? h('p', { class: 'notice' }, 'There is too little to draw.')
            : figureOf(drawn, spec.isByPosition === true ? onRange : undefined),
        );
      },
      clear: () => {
        figure.hidden = after.hidden = true;
        fill(saving);
        fill(rows);
      },
    });
    let width = place.clientWidth;
    function load(): void {
      controls?.show?.();
      const parameters = parametersNow();
      // Without an end, what is stored later counts too.
      const key = JSON.stringify([parameters, width, state().to === undefined && whole()]);
      if (figure.hidden) fill(lines, loading('Counting'));
      found(async (until) => {
        // Where nothing is known the server says what to do.
        range.check(state().to ?? (whole() || Infinity));
        const asked = { ...parameters, pixels: width - BESIDE_FIGURE };
        const answer = await getJson<AnalysisAnswer<Result>>(`analysis/${spec.name}`, asked, until);
        return { answer, parameters };
      }, key);
    }
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (Math.abs(contentRect.width - width) < LEAST_CHANGE * width) return;
      width = Math.floor(contentRect.width);
      load();
    });
    observer.observe(place);
    signal.addEventListener('abort', () => observer.disconnect());
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
  const { result, columns } = answer;
  const figure = (words: string, format: string): HTMLElement =>
    download(words, `analysis/${name}/figure`, { ...parameters, format });
  // Values as they are have no rows of their own.
  const { start: from, stop: to } = result.range;
  const values = { game: parameters.game, series: result.series, from: String(from), to };
  const table = (words: string, format: string): HTMLElement =>
    columns.length > 0
      ? download(words, `analysis/${name}/table`, { ...parameters, format })
      : download(words, 'export', { ...values, format });
  return h(
    'div',
    { class: 'saving' },
    h(
      'div',
      { class: 'row' },
      figure('SVG', 'svg'),
      figure('PNG', 'png'),
      figure('Vega-Lite', 'vl.json'),
      table('CSV', 'csv'),
      table('Arrow', 'arrow'),
      table('Parquet', 'parquet'),
    ),
    answer.command !== null && command(answer.command),
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
