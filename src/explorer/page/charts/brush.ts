/** Choosing a range by dragging over a figure. The same range can be typed, so nothing hangs on a pointer. */
import type { Drawn } from './figure.js';

/** Pixels below which a drag is a click. */
const LEAST = 6;
const SVG = 'http://www.w3.org/2000/svg';

/** Calls `onRange` with the ends of a dragged range of the x axis. */
export function brush(figure: Drawn, onRange: (from: number, to: number) => void): void {
  const svg = figure instanceof SVGSVGElement ? figure : figure.querySelector('svg');
  const scale = figure.scale('x');
  if (svg === null || scale?.invert === undefined) return;
  const { invert, range } = scale as unknown as {
    invert: (pixel: number) => number;
    range: readonly [number, number];
  };
  const band = document.createElementNS(SVG, 'rect');
  band.setAttribute('class', 'band');
  let start: number | undefined;
  const at = (event: PointerEvent): number => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    return Math.min(Math.max(x, range[0]), range[1]);
  };
  svg.classList.add('brushable');
  const begin = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    start = at(event);
    svg.setPointerCapture(event.pointerId);
  };
  // Before the tooltips, which keep the event to themselves.
  svg.addEventListener('pointerdown', begin, { capture: true });
  svg.addEventListener('pointermove', (event) => {
    if (start === undefined) return;
    const end = at(event);
    if (Math.abs(end - start) < LEAST) return;
    if (band.parentNode === null) svg.append(band);
    band.setAttribute('x', String(Math.min(start, end)));
    band.setAttribute('width', String(Math.abs(end - start)));
    band.setAttribute('y', '0');
    band.setAttribute('height', String(svg.viewBox.baseVal.height));
  });
  svg.addEventListener('pointerup', (event) => {
    if (start === undefined) return;
    const end = at(event);
    band.remove();
    if (Math.abs(end - start) >= LEAST) onRange(invert(Math.min(start, end)), invert(Math.max(start, end)));
    start = undefined;
  });
}
