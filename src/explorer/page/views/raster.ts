/** The raster: positions as cells in rows of a width of one's choice, with what is in sight told in words. */
import type { GameFacts } from '../../contract.js';
import { saveCanvas } from '../charts/save.js';
import { button, field, fill, h, select } from '../dom.js';
import { clamp, grouped, readNumber } from '../format.js';
import { showError } from '../parts/messages.js';
import { modulusInAddress } from '../parts/modulus.js';
import { legendOf, paletteOf, type Colouring } from '../raster/colours.js';
import { Surface } from '../raster/surface.js';
import { Tiles } from '../raster/tiles.js';
import { ValueChunks } from '../raster/value-chunks.js';
import { addressWith, get, getNumber, note } from '../state.js';
import { onTheme } from '../theme.js';
import type { Context } from '../views.js';

const MOST_WIDTH = 2048;
/** The end of the slider; larger widths are typed. */
const SLIDER_END = 256;
/** Milliseconds after the last move before the address and the words follow. */
const SETTLED_MS = 250;
/** Cells that are counted for the words. */
const MOST_COUNTED = 2 ** 20;

export function show(place: HTMLElement, { game, signal }: Context): void {
  const canColourNim = game.series.nim.reach > 0;
  const state: { width: number; colouring: Colouring } = {
    width: clamp(Math.round(getNumber('width', usualWidth(game))), 1, MOST_WIDTH),
    colouring: get('by') === 'nim' && canColourNim ? 'nim' : 'outcome',
  };
  const problem = h('div', {});
  const canvas = h('canvas', {
    class: 'raster',
    tabindex: 0,
    role: 'img',
    'aria-describedby': 'raster-words raster-keys',
  });
  const tip = h('div', { class: 'tip', hidden: true });
  const words = h('p', { id: 'raster-words', 'aria-live': 'polite' });
  const legend = h('ul', { class: 'legend', 'aria-label': 'Colours' });
  const slider = h('input', { type: 'range', min: 1, max: SLIDER_END, 'aria-label': 'Width' });
  const number = h('input', { type: 'number', min: 1, max: MOST_WIDTH, 'aria-label': 'Width as a number' });
  const at = h('input', { name: 'at', inputmode: 'numeric', 'aria-label': 'Go to the row of position' });
  const series = (): 'cold' | 'nim' => (state.colouring === 'nim' ? 'nim' : 'cold');
  const reach = (): number => game.series[series()].reach;
  const look = { top: Math.floor(getNumber('at', 0) / state.width), left: 0, scale: getNumber('scale', 8) };
  let chunks: ValueChunks;
  let paletteLargest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const surface = new Surface(
    canvas,
    look,
    get('scale') === null,
    {
      onLook: () => {
        clearTimeout(timer);
        timer = setTimeout(settle, SETTLED_MS);
      },
      onCell: (cell) => {
        tip.hidden = cell === undefined;
        if (cell === undefined) return;
        const position = cell.row * state.width + cell.column;
        tip.textContent = cellWords(position);
        tip.style.left = `${Math.min(cell.x + 14, canvas.clientWidth - 190)}px`;
        tip.style.top = `${cell.y + 18}px`;
      },
      onPick: ({ row, column }) => fill(words, pickWords(row * state.width + column)),
      onWiden: (by) => setWidth(state.width + by),
    },
    signal,
  );

  function cellWords(position: number): string {
    const value = chunks.at(position);
    const what =
      position >= reach()
        ? 'not known'
        : value === undefined
          ? '…'
          : state.colouring === 'nim'
            ? `nim-value ${value}`
            : value === 1
              ? 'cold'
              : 'hot';
    return `n = ${grouped(position)} · ${what} · ${grouped(position % state.width)} mod ${state.width}`;
  }

  function pickWords(position: number): (Node | string)[] {
    return [
      `${cellWords(position)}. `,
      h('a', { href: addressWith({ view: 'positions', at: position }) }, 'See it among the positions'),
    ];
  }

  /** Reads from the start, with other values or colours. */
  function begin(): void {
    fill(problem);
    chunks = new ValueChunks(game.definition, series(), reach(), signal, (error) => {
      if (error !== undefined) showError(problem, error);
      if (chunks.largest > paletteLargest && state.colouring === 'nim') retile();
      surface.draw();
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    });
    retile();
  }

  function retile(): void {
    // A little above, so that the colours do not change with each new record.
    paletteLargest = chunks.largest < 8 ? chunks.largest : 2 ** Math.ceil(Math.log2(chunks.largest + 1)) - 1;
    const tiles = new Tiles(chunks, 0, reach(), state.width, paletteOf(state.colouring, paletteLargest));
    surface.show(tiles, Math.ceil(reach() / state.width));
    fill(
      legend,
      legendOf(state.colouring, paletteLargest).map(([colour, meaning]) => {
        const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
        swatch.style.background = colour;
        return h('li', {}, swatch, meaning);
      }),
    );
  }

  function setWidth(width: number): void {
    state.width = clamp(Math.round(width) || 1, 1, MOST_WIDTH);
    showWidth();
    retile();
  }

  function showWidth(): void {
    slider.value = String(state.width);
    number.value = String(state.width);
    canvas.setAttribute('aria-label', `Positions in rows of ${state.width}`);
  }

  /** The address and the words follow what is in sight. */
  function settle(): void {
    if (signal.aborted) return;
    const { top, rows } = surface.inSight;
    const start = top * state.width;
    const stop = Math.min(reach(), start + rows * state.width);
    note({
      width: state.width,
      at: start === 0 ? null : start,
      scale: surface.isFitted ? null : Number(look.scale.toPrecision(3)),
      by: state.colouring === 'nim' ? 'nim' : null,
    });
    if (document.activeElement !== at) at.value = String(start);
    const counted = countColumns(chunks, start, Math.min(stop, start + MOST_COUNTED), state.width, series());
    fill(
      words,
      `In sight: positions ${grouped(start)} to ${grouped(stop - 1)}. `,
      counted !== undefined &&
        `${grouped(counted.cold)} of them are cold, and ${grouped(counted.empty)} of the ${grouped(state.width)} columns have no cold position.`,
    );
  }

  slider.addEventListener('input', () => setWidth(Number(slider.value)));
  number.addEventListener('change', () => setWidth(Number(number.value)));
  at.addEventListener('change', () => {
    const position = readNumber(at.value);
    at.setAttribute('aria-invalid', String(position === undefined));
    if (position !== undefined) surface.moveTo(Math.floor(position / state.width));
  });

  fill(
    place,
    h(
      'div',
      { class: 'controls' },
      h(
        'div',
        { class: 'field wide' },
        h('span', { class: 'label' }, 'width'),
        h('div', { class: 'row' }, slider, number),
      ),
      h('div', { class: 'row' }, widthButtons(game, setWidth)),
      canColourNim &&
        field(
          'colours',
          select(
            [
              ['outcome', 'hot and cold'],
              ['nim', 'nim-values'],
            ],
            state.colouring,
            (by) => {
              state.colouring = by as Colouring;
              begin();
            },
          ),
        ),
      field('row of n', at),
    ),
    problem,
    h('div', { class: 'card raster-card' }, canvas, tip),
    h(
      'div',
      { class: 'row under' },
      legend,
      h(
        'div',
        { class: 'row' },
        button('−', () => surface.zoom(0.7), { 'aria-label': 'Zoom out' }),
        button('+', () => surface.zoom(1.4), { 'aria-label': 'Zoom in' }),
        button('Fit', () => surface.fit()),
        button('PNG', () => saveCanvas(canvas, `${game.game}-raster-${state.width}`)),
      ),
    ),
    words,
    h(
      'p',
      { id: 'raster-keys', class: 'hint' },
      'Drag or scroll to move; pinch, or hold Ctrl and scroll, to zoom. On the picture, the left and right arrow keys change the width, up and down move, + and − zoom.',
    ),
  );
  showWidth();
  onTheme(retile, signal);
  begin();
}

/** The width that shows most: the period, else the modulus; less where there are few rows of that. */
function usualWidth(game: GameFacts): number {
  const { periods, series } = game;
  const period = (periods.outcome ?? periods.nim)?.period;
  if (period === undefined || period > MOST_WIDTH) {
    return Math.min(modulusInAddress(game), Math.max(10, Math.ceil(Math.sqrt(2 * series.cold.reach))));
  }
  // A short period several times over.
  return period * Math.max(1, Math.floor(48 / period));
}

function widthButtons(game: GameFacts, setWidth: (width: number) => void): HTMLElement[] {
  const { periods } = game;
  const period = (periods.nim ?? periods.outcome)?.period;
  const modulus = modulusInAddress(game);
  const isShown = period !== undefined && period <= MOST_WIDTH;
  return [
    ...(isShown ? [button(`width = period (${grouped(period)})`, () => setWidth(period))] : []),
    button(`width = modulus (${modulus})`, () => setWidth(modulus)),
  ];
}

/** How many positions of a range are cold, and how many columns have none; undefined while some are on their way. */
function countColumns(
  chunks: ValueChunks,
  start: number,
  stop: number,
  width: number,
  series: 'cold' | 'nim',
): { cold: number; empty: number } | undefined {
  const columns = new Uint32Array(width);
  let cold = 0;
  for (let position = start; position < stop; position++) {
    const value = chunks.at(position);
    if (value === undefined) return undefined;
    if ((series === 'cold') === (value === 1) && (series === 'cold' || value === 0)) {
      cold++;
      columns[position % width]++;
    }
  }
  return { cold, empty: columns.filter((count) => count === 0).length };
}
