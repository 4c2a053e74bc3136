/** The raster: positions as cells in rows of a width of one's choice, with what is in sight told in words. */
import type { GameFacts } from '../../contract.js';
import { MOST_WIDTH } from '../address.js';
import { saveCanvas } from '../charts/save.js';
import { button, field, fill, h, select } from '../dom.js';
import { clamp, grouped, readNumber } from '../format.js';
import { showError } from '../parts/messages.js';
import { modulusOf } from '../parts/modulus.js';
import { legendOf, paletteOf } from '../raster/colours.js';
import { Surface } from '../raster/surface.js';
import { Tiles } from '../raster/tiles.js';
import { ValueChunks } from '../raster/value-chunks.js';
import { linkTo } from '../state.js';
import { onTheme } from '../theme.js';
import type { Context } from '../view.js';

/** The end of the slider; larger widths are typed. */
const SLIDER_END = 256;
/** Milliseconds after the last move before the address and the words follow. */
const SETTLED_MS = 250;

export function show(place: HTMLElement, { facts, follow, state, note, signal }: Context<'raster'>): void {
  const { game, definition } = facts();
  const canColourNim = facts().series.nim.reach > 0;
  const colouring = (): 'outcome' | 'nim' => (canColourNim ? state().by : 'outcome');
  const series = (): 'cold' | 'nim' => (colouring() === 'nim' ? 'nim' : 'cold');
  const reach = (): number => facts().series[series()].reach;
  const modulus = modulusOf(state(), facts());
  const width = (): number => state().width ?? usualWidth(facts(), modulus);
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
  const rowOf = h('input', { name: 'n', inputmode: 'numeric', 'aria-label': 'Go to the row of position' });
  const look = { top: Math.floor((state().n ?? 0) / width()), left: 0, scale: state().scale ?? 8 };
  let chunks: ValueChunks;
  let tiles: Tiles;
  let paletteLargest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const surface = new Surface(
    canvas,
    look,
    state().scale === undefined,
    {
      onLook: () => {
        clearTimeout(timer);
        timer = setTimeout(settle, SETTLED_MS);
      },
      onCell: (cell) => {
        tip.hidden = cell === undefined;
        if (cell === undefined) return;
        const position = cell.row * width() + cell.column;
        tip.textContent = cellWords(position);
        tip.style.left = `${Math.min(cell.x + 14, canvas.clientWidth - 190)}px`;
        tip.style.top = `${cell.y + 18}px`;
      },
      onPick: ({ row, column }) => fill(words, pickWords(row * width() + column)),
      onWiden: (by) => setWidth(width() + by),
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
          : colouring() === 'nim'
            ? `nim-value ${value}`
            : value === 1
              ? 'cold'
              : 'hot';
    return `n = ${grouped(position)} · ${what} · ${grouped(position % width())} mod ${width()}`;
  }

  function pickWords(position: number): (Node | string)[] {
    return [
      `${cellWords(position)}. `,
      h('a', { href: linkTo('positions', { n: position }) }, 'See it among the positions'),
    ];
  }

  /** Reads from the start, with other values or colours. */
  function begin(): void {
    fill(problem);
    chunks = new ValueChunks(definition, series(), reach(), signal, (error) => {
      if (error !== undefined) showError(problem, error);
      if (chunks.largest > paletteLargest && colouring() === 'nim') retile();
      surface.draw();
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    });
    retile();
  }

  function retile(): void {
    // A little above, so that the colours do not change with each new record.
    paletteLargest = chunks.largest < 8 ? chunks.largest : 2 ** Math.ceil(Math.log2(chunks.largest + 1)) - 1;
    const palette = paletteOf(colouring(), paletteLargest);
    tiles = new Tiles(chunks, reach(), width(), palette, colouring() === 'nim' ? 0 : 1);
    surface.show(tiles, Math.ceil(reach() / width()));
    fill(
      legend,
      legendOf(colouring(), paletteLargest).map(([colour, meaning]) => {
        const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
        swatch.style.background = colour;
        return h('li', {}, swatch, meaning);
      }),
    );
  }

  function setWidth(wanted: number): void {
    note({ width: clamp(Math.round(wanted) || 1, 1, MOST_WIDTH) });
    showWidth();
    retile();
  }

  function showWidth(): void {
    slider.value = number.value = String(width());
    canvas.setAttribute('aria-label', `Positions in rows of ${width()}`);
  }

  /** The address and the words follow what is in sight. */
  function settle(): void {
    if (signal.aborted) return;
    const { top, bottom } = surface.inSight;
    const start = top * width();
    const stop = Math.min(reach(), bottom * width());
    const isThere = Math.floor((state().n ?? 0) / width()) === top;
    note({
      width: width(),
      n: isThere ? state().n : start,
      scale: surface.isFitted ? undefined : Number(look.scale.toPrecision(3)),
    });
    if (document.activeElement !== rowOf) rowOf.value = String(start);
    const counted = tiles.count(top, bottom);
    fill(
      words,
      `Rows in sight: positions ${grouped(start)} to ${grouped(stop - 1)}. `,
      counted !== undefined &&
        `${grouped(counted.cold)} of them are cold, and ${grouped(counted.emptyColumns)} of the ${grouped(width())} columns have no cold position.`,
    );
  }

  slider.addEventListener('input', () => setWidth(Number(slider.value)));
  number.addEventListener('change', () => setWidth(Number(number.value)));
  rowOf.addEventListener('change', () => {
    const position = readNumber(rowOf.value);
    rowOf.setAttribute('aria-invalid', String(position === undefined));
    if (position !== undefined) surface.moveTo(Math.floor(position / width()));
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
      h('div', { class: 'row' }, widthButtons(facts(), modulus, setWidth)),
      canColourNim &&
        field(
          'colours',
          select(
            [
              ['outcome', 'hot and cold'],
              ['nim', 'nim-values'],
            ],
            colouring(),
            (by) => {
              note({ by });
              begin();
            },
          ),
        ),
      field('row of n', rowOf),
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
        button('PNG', () => saveCanvas(canvas, `${game}-raster-${width()}`)),
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
  follow(() => {
    chunks.grow(reach());
    retile();
  });
  begin();
}

/** The width that shows most: the period, else the modulus; less where there are few rows of that. */
function usualWidth({ periods, series }: GameFacts, modulus: number): number {
  const period = (periods.outcome ?? periods.nim)?.period;
  if (period === undefined || period > MOST_WIDTH) {
    return Math.min(modulus, Math.max(10, Math.ceil(Math.sqrt(2 * series.cold.reach))));
  }
  // A short period several times over.
  return period * Math.max(1, Math.floor(48 / period));
}

function widthButtons(
  { periods }: GameFacts,
  modulus: number,
  setWidth: (width: number) => void,
): HTMLElement[] {
  const period = (periods.nim ?? periods.outcome)?.period;
  const isShown = period !== undefined && period <= MOST_WIDTH;
  return [
    ...(isShown ? [button(`width = period (${grouped(period)})`, () => setWidth(period))] : []),
    button(`width = modulus (${modulus})`, () => setWidth(modulus)),
  ];
}
