/** A figure that the server has drawn: its marks say what they are under the pointer, and dragging chooses a range. */
import type { PageFigure, Panel } from '../../contract.js';
import { h } from '../dom.js';

type SpokenMark = Panel['marks'][number];
type Range = readonly [from: number, to: number];

/** Pixels below which a drag is a click. */
const LEAST_DRAG = 6;
/** Pixels from a mark at which it still speaks. */
const REACH = 48;
/** Marks are told apart by their place across; a step down or up counts less. */
const DOWN = 0.3;
/** Pixels around a mark that is pointed at. */
const AROUND = 4;

/** The figure as an element. `onRange` is called with the ends of a range of the x axis that is dragged over. */
export function figureOf(
  { svg: text, panels }: PageFigure,
  onRange?: (from: number, to: number) => void,
): HTMLElement {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
  // The browser would show the title under the pointer. One picture has one label.
  svg.querySelector(':scope > title')?.remove();
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  const tip = h('div', { class: 'tip', hidden: true });
  const pointed = h('div', { class: 'pointed', hidden: true });
  const band = h('div', { class: 'band', hidden: true });
  const element = h('div', { class: 'drawn' }, svg, pointed, band, tip);
  /** Pixels of the page for one of the figure. */
  const scale = (): number => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const placeOf = (event: PointerEvent): readonly [x: number, y: number] => {
    const { left, top } = svg.getBoundingClientRect();
    return [(event.clientX - left) / scale(), (event.clientY - top) / scale()];
  };
  const lay = (box: HTMLElement, [left, top, right, bottom]: readonly number[]): void => {
    box.hidden = false;
    box.style.left = `${left * scale()}px`;
    box.style.top = `${top * scale()}px`;
    box.style.width = `${(right - left) * scale()}px`;
    box.style.height = `${(bottom - top) * scale()}px`;
  };
  const speak = (event: PointerEvent): void => {
    const [x, y] = placeOf(event);
    const mark = markAt(panelAt(panels, x, y), x, y);
    tip.hidden = pointed.hidden = mark === undefined;
    if (mark === undefined) return;
    const [left, top, right, bottom, words] = mark;
    lay(pointed, [left - AROUND, top - AROUND, right + AROUND, bottom + AROUND]);
    tip.textContent = words;
    const isLeft = x * scale() > element.clientWidth / 2;
    tip.style.left = isLeft ? 'auto' : `${x * scale() + 14}px`;
    tip.style.right = isLeft ? `${element.clientWidth - x * scale() + 14}px` : 'auto';
    tip.style.top = `${y * scale() + 14}px`;
  };
  const hush = (): void => {
    tip.hidden = pointed.hidden = true;
  };
  let dragged: { readonly panel: Panel; readonly from: number } | undefined;
  const rangeAt = (event: PointerEvent): Range | undefined => {
    if (dragged === undefined) return undefined;
    const to = within(dragged.panel, placeOf(event)[0]);
    const ends = [Math.min(dragged.from, to), Math.max(dragged.from, to)] as const;
    return (ends[1] - ends[0]) * scale() < LEAST_DRAG ? undefined : ends;
  };
  svg.addEventListener('pointerdown', (event) => {
    speak(event);
    if (onRange === undefined || event.pointerType === 'touch' || event.button !== 0) return;
    const [x, y] = placeOf(event);
    const panel = panelAt(panels, x, y);
    dragged = { panel, from: within(panel, x) };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    const range = rangeAt(event);
    if (dragged === undefined || range === undefined) {
      speak(event);
      return;
    }
    hush();
    lay(band, [range[0], dragged.panel.top, range[1], dragged.panel.bottom]);
  });
  svg.addEventListener('pointerup', (event) => {
    const range = rangeAt(event);
    const panel = dragged?.panel;
    dragged = undefined;
    band.hidden = true;
    if (panel !== undefined && range !== undefined)
      onRange?.(valueAt(panel, range[0]), valueAt(panel, range[1]));
  });
  svg.addEventListener('pointerleave', hush);
  svg.classList.toggle('brushable', onRange !== undefined);
  return element;
}

/** The panel at a place, or the nearest one. */
function panelAt(panels: readonly Panel[], x: number, y: number): Panel {
  const off = (value: number, from: number, to: number): number => Math.max(from - value, value - to, 0);
  const distance = ({ top, bottom, x: { pixels } }: Panel): number => off(x, ...pixels) + off(y, top, bottom);
  return panels.reduce((best, panel) => (distance(panel) < distance(best) ? panel : best));
}

/** The mark that is nearest to a place; undefined where none is near. */
function markAt({ marks }: Panel, x: number, y: number): SpokenMark | undefined {
  let nearest: SpokenMark | undefined;
  let least = REACH;
  for (const mark of marks) {
    const [left, top, right, bottom] = mark;
    const distance = Math.hypot(Math.max(left - x, x - right, 0), DOWN * Math.max(top - y, y - bottom, 0));
    if (distance < least) [nearest, least] = [mark, distance];
  }
  return nearest;
}

/** A pixel across, moved into the panel. */
function within({ x: { pixels } }: Panel, x: number): number {
  return Math.min(Math.max(x, pixels[0]), pixels[1]);
}

/** The value of the x axis at a pixel. */
function valueAt({ x: { pixels, values, isLogarithmic } }: Panel, pixel: number): number {
  const share = (pixel - pixels[0]) / (pixels[1] - pixels[0]);
  const [low, high] = values;
  return isLogarithmic ? low * (high / low) ** share : low + share * (high - low);
}
