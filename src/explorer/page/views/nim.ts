/** Nim-values against positions: dots where they are few, else how many lie where. */
import * as Plot from '@observablehq/plot';
import type { GameFacts } from '../../contract.js';
import { getValues, type Values } from '../api.js';
import { brush } from '../charts/brush.js';
import { draw, keepDrawn, SHORT_TICKS, wholeAxis, type Drawn } from '../charts/figure.js';
import { rangeFields } from '../charts/range.js';
import { download, savePng, saveSvg } from '../charts/save.js';
import { button, fill, h } from '../dom.js';
import { grouped } from '../format.js';
import { resource } from '../resource.js';
import { colour } from '../theme.js';
import type { Context } from '../view.js';

/** Positions that are looked at when none are named, and at most. */
const USUAL = 2 ** 16;
const MOST = 2 ** 22;
/** Of a periodic game so many periods, and positions at least. */
const PERIODS = 4;
const LEAST_DRAWN = 60;
/** Values of one request, as the server allows. */
const PART = 2 ** 20;
/** More positions than this are counted in cells. */
const MOST_DOTS = 1500;
/** Up to this many are drawn larger, and joined. */
const FEW_DOTS = 150;

interface Drawable {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
}

export function show(place: HTMLElement, context: Context<'nim'>): void {
  const { facts, follow, state, signal } = context;
  const { game, definition } = facts();
  const usual = (): number => Math.min(usualLength(facts()), facts().series.nim.reach);
  const range = rangeFields(context, usual, load);
  const figure = h('figure', { class: 'card', hidden: true });
  const words = h('div', { class: 'found', 'aria-live': 'polite' });
  const saving = h('div', { class: 'saving' });
  fill(place, h('div', { class: 'controls' }, range.element), words, figure, saving);
  const found = resource<Drawable>({
    ...{ place, says: words, words: 'Reading', signal },
    show: (drawable, until) => {
      const { values, from, to } = drawable;
      let largest = 0;
      for (const value of values) if (value > largest) largest = value;
      fill(
        words,
        h(
          'p',
          {},
          `${grouped(to - from)} positions from ${grouped(from)}; the largest nim-value is ${grouped(largest)}.`,
        ),
      );
      figure.hidden = false;
      keepDrawn(figure, (width) => drawAt(width, drawable, largest), until);
      const saveLink = (name: string, format: string): HTMLElement =>
        download(name, 'export', { game: definition, series: 'nim', format, from: String(from), to });
      fill(
        saving,
        h(
          'div',
          { class: 'row' },
          button('SVG', () => saveSvg(figure, `${game}-nim`)),
          button('PNG', () => savePng(figure, `${game}-nim`)),
          saveLink('CSV', 'csv'),
          saveLink('Arrow', 'arrow'),
          saveLink('Parquet', 'parquet'),
        ),
      );
    },
    clear: () => {
      figure.hidden = true;
      fill(saving);
    },
  });

  function load(): void {
    const { from = 0, to: end = Math.min(from + usual(), facts().series.nim.reach) } = state();
    const to = Math.min(end, from + MOST);
    found(async (until) => {
      range.check(end);
      return { values: await readAll(definition, from, to, until), from, to };
    }, `${from} ${end}`);
  }

  function drawAt(width: number, { values, from }: Drawable, largest: number): Drawn {
    const drawn =
      values.length <= MOST_DOTS ? dots(width, values, from, largest) : density(width, values, from, largest);
    brush(drawn, (start, stop) => range.set({ from: Math.max(0, Math.floor(start)), to: Math.ceil(stop) }));
    return drawn;
  }
  follow(load);
  load();
}

/** A few periods, where there is one; else as many positions as show how the values grow. */
function usualLength({ periods: { nim } }: GameFacts): number {
  if (nim === null) return USUAL;
  return Math.min(USUAL, Math.max(LEAST_DRAWN, nim.preperiod + PERIODS * nim.period));
}

async function readAll(game: string, from: number, to: number, signal: AbortSignal): Promise<Values> {
  const parts: Values[] = [];
  for (let start = from; start < to; start += PART) {
    parts.push(await getValues(game, 'nim', start, Math.min(to, start + PART), signal));
  }
  if (parts.length === 1) return parts[0];
  const all = new Uint32Array(to - from);
  parts.forEach((part, i) => all.set(part, i * PART));
  return all;
}

function dots(width: number, values: Values, from: number, largest: number): Drawn {
  const rows = Array.from(values, (value, i) => ({ position: from + i, value }));
  return draw(
    width,
    {
      x: { label: 'position n →', grid: true, ...SHORT_TICKS },
      y: wholeAxis('↑ nim-value', largest),
      marks: [
        // A line leads the eye from one to the next.
        ...(rows.length > FEW_DOTS
          ? []
          : [Plot.line(rows, { x: 'position', y: 'value', stroke: 'var(--line)' })]),
        Plot.dot(rows, {
          x: 'position',
          y: 'value',
          r: rows.length > 800 ? 1.2 : rows.length > FEW_DOTS ? 2.2 : 4,
          fill: ({ value }: { value: number }) => (value === 0 ? 'var(--warm)' : 'var(--accent)'),
        }),
        Plot.tip(
          rows,
          Plot.pointer({
            x: 'position',
            y: 'value',
            title: ({ position, value }: { position: number; value: number }) =>
              `n = ${grouped(position)}\nnim-value ${value}`,
          }),
        ),
      ],
    },
    'Nim-value against position',
  );
}

/** How many positions lie in each cell of some columns and one row a value, or a few values. */
function density(width: number, values: Values, from: number, largest: number): Drawn {
  const columns = Math.max(60, Math.min(240, Math.floor(width / 4)));
  const rows = Math.min(largest + 1, 110);
  // Cells without a position stay empty.
  const counts = new Float64Array(columns * rows).fill(NaN);
  const perColumn = values.length / columns;
  const perRow = (largest + 1) / rows;
  for (let i = 0; i < values.length; i++) {
    const cell = Math.floor(values[i] / perRow) * columns + Math.min(columns - 1, Math.floor(i / perColumn));
    counts[cell] = (counts[cell] || 0) + 1;
  }
  const cells = [...counts.entries()].flatMap(([index, times]) => {
    if (Number.isNaN(times)) return [];
    const column = index % columns;
    const row = Math.floor(index / columns);
    return [
      {
        x1: from + column * perColumn,
        x2: from + (column + 1) * perColumn,
        y1: row * perRow - 0.5,
        y2: (row + 1) * perRow - 0.5,
        times,
      },
    ];
  });
  return draw(
    width,
    {
      x: { label: 'position n →', ...SHORT_TICKS },
      y: { label: '↑ nim-value' },
      color: {
        type: 'log',
        range: [colour('cold-ground'), colour('accent')],
        interpolate: 'lab',
        legend: false,
      },
      marks: [
        Plot.raster(counts, {
          width: columns,
          height: rows,
          x1: from,
          x2: from + values.length,
          y1: -0.5,
          y2: rows * perRow - 0.5,
          imageRendering: 'pixelated',
        }),
        Plot.tip(
          cells,
          Plot.pointer({
            x: ({ x1, x2 }: (typeof cells)[number]) => (x1 + x2) / 2,
            y: ({ y1, y2 }: (typeof cells)[number]) => (y1 + y2) / 2,
            title: ({ x1, x2, y1, y2, times }: (typeof cells)[number]) =>
              `n from ${grouped(Math.round(x1))} to ${grouped(Math.round(x2))}\nnim-value ${Math.ceil(y1)}${y2 - y1 > 1 ? ` to ${Math.floor(y2)}` : ''}\n${grouped(times)} positions`,
          }),
        ),
      ],
    },
    'How many positions have each nim-value, along the positions',
  );
}
