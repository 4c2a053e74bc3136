/** A figure of Observable Plot as this page wants it: its colours, its size, without styles of its own, and redrawn. */
import * as Plot from '@observablehq/plot';
import { fill } from '../dom.js';
import { short } from '../format.js';
import { onTheme } from '../theme.js';

export type Drawn = (SVGElement | HTMLElement) & Plot.Plot;

/** The height of a figure of some width: flatter on wide screens. */
function heightFor(width: number): number {
  return Math.round(Math.max(260, Math.min(460, width * 0.55)));
}

interface Named {
  ariaLabel?: string | undefined;
  className?: string | undefined;
}

/** Groups have no role of their own, so a label on them is an error: the kind of a mark is its class here. */
function withoutLabels(marks: Plot.Markish | undefined): void {
  for (const mark of (Array.isArray(marks) ? marks.flat(3) : []) as Named[]) {
    if (typeof mark !== 'object' || mark.ariaLabel === undefined) continue;
    mark.className = `mark-${mark.ariaLabel}`;
    mark.ariaLabel = undefined;
  }
}

/** Plots with the page's defaults. What Plot would style inline is in figures.css: the page's policy allows no inline styles. */
export function draw(width: number, options: Plot.PlotOptions, words: string): Drawn {
  withoutLabels(options.marks);
  const figure = Plot.plot({
    width,
    height: heightFor(width),
    marginLeft: 56,
    marginRight: 16,
    marginBottom: 42,
    className: 'plot',
    ariaLabel: words,
    ...options,
  }) as Drawn;
  for (const style of figure.querySelectorAll('style')) style.remove();
  figure.classList.add('plot');
  figure.setAttribute('role', 'img');
  return figure;
}

/** Ticks as 10k or 1.2M. */
export const SHORT_TICKS = { tickFormat: (value: number): string => short(value) };

/** Amounts that span less than this factor are told apart best from zero on. */
const LEAST_LOGARITHMIC = 30;
/** Whole numbers up to this one have a tick each. */
const MOST_WHOLE_TICKS = 10;

/** An axis of amounts from zero on, which has no ticks between whole numbers. */
export function wholeAxis(label: string, largest: number): Plot.ScaleOptions {
  const ticks = largest > MOST_WHOLE_TICKS ? {} : { ticks: Array.from({ length: largest + 1 }, (_, i) => i) };
  return { label, grid: true, ...SHORT_TICKS, ...ticks };
}

/** An axis of positive amounts: logarithmic where they span much, else from zero on. */
export function amountAxis(label: string, amounts: readonly number[]): Plot.ScaleOptions {
  const most = Math.max(...amounts);
  return most >= LEAST_LOGARITHMIC * Math.min(...amounts)
    ? { type: 'log', label, grid: true, ...SHORT_TICKS }
    : { ...wholeAxis(label, most), zero: true };
}

/** Every k-th of the values of a band axis, as many as have room. */
export function roomyTicks<Value>(values: readonly Value[], width: number, pixels = 30): Value[] {
  const step = Math.max(1, Math.ceil((values.length * pixels) / Math.max(pixels, width - 90)));
  return values.filter((_, i) => i % step === 0);
}

/** Draws into a place whenever its width or the theme changes, until the signal is aborted. */
export function keepDrawn(place: HTMLElement, drawAt: (width: number) => Node, signal: AbortSignal): void {
  let width = 0;
  const redraw = (): void => {
    if (width > 0 && !signal.aborted) fill(place, drawAt(width));
  };
  const observer = new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (Math.abs(now - width) < 4) return;
    width = now;
    redraw();
  });
  observer.observe(place);
  signal.addEventListener('abort', () => observer.disconnect());
  onTheme(redraw, signal);
}
