/** A figure drawn by the server: marks describe themselves under the pointer, and dragging chooses a range. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageFigure, Panel } from '../../contract.js';
import { clamp } from '../format.js';

type SpokenMark = Panel['marks'][number];
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A shorter drag, in pixels, is a click. */
const MIN_DRAG_PIXELS = 6;
/** Largest distance in pixels from the pointer to the mark it describes. */
const REACH = 48;
/** Weight of a vertical pixel in that distance: marks differ mostly by their x. */
const DOWN = 0.3;
/** Weight of a pixel across the direction of an arrow key. */
const ASIDE = 8;
/** Pixels around the described mark, and between the pointer and the words. */
const AROUND = 4;
const BESIDE = 14;

interface FigureProps {
  readonly figure: PageFigure;
  /** Called with the ends of a dragged range of the x axis. */
  readonly onRange?: ((from: number, to: number) => void) | undefined;
  /** Called with the x value of a click. */
  readonly onPick?: ((x: number) => void) | undefined;
  /** The x value of a line that marks it. */
  readonly picked?: number | undefined;
  /** Called with the words of a mark that is clicked, or chosen by arrow keys and Enter. */
  readonly onMark?: ((words: string) => void) | undefined;
  /** Help for the keys that choose marks. */
  readonly label?: string;
}

/** Direction of each arrow key. */
const STEPS: Readonly<Partial<Record<string, readonly [across: number, down: number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function Figure(props: FigureProps) {
  const { onRange, onPick, onMark, label, picked } = props;
  const { svg: text, panels } = props.figure;
  const drawing = useRef<HTMLDivElement>(null);
  const dragged = useRef<{ readonly panel: Panel; readonly from: number }>(undefined);
  const [spoken, setSpoken] = useState<{
    readonly mark: SpokenMark;
    readonly x: number;
    readonly y: number;
  }>();
  const [band, setBand] = useState<Box>();
  useEffect(() => {
    drawing.current!.replaceChildren(parsed(text));
    setSpoken(undefined);
  }, [text]);
  useEffect(() => {
    const lines = panels.flatMap((panel) => lineAt(panel, picked));
    svg().append(...lines);
    return () => lines.forEach((line) => line.remove());
  }, [text, picked]);

  const svg = (): SVGSVGElement => drawing.current!.querySelector('svg')!;
  /** Pixels of the page per pixel of the figure. */
  const scale = (): number => svg().getBoundingClientRect().width / svg().viewBox.baseVal.width;
  const placeOf = (event: PointerEvent): readonly [x: number, y: number] => {
    const { left, top } = svg().getBoundingClientRect();
    return [(event.clientX - left) / scale(), (event.clientY - top) / scale()];
  };
  const speak = (event: PointerEvent): void => {
    const [x, y] = placeOf(event);
    const mark = markAt(panelAt(panels, x, y), x, y);
    setSpoken(mark === undefined ? undefined : { mark, x, y });
  };
  const rangeAt = (event: PointerEvent): readonly [from: number, to: number] | undefined => {
    if (dragged.current === undefined) return undefined;
    const { panel, from } = dragged.current;
    const to = clamp(placeOf(event)[0], ...panel.x.pixels);
    return Math.abs(to - from) * scale() < MIN_DRAG_PIXELS
      ? undefined
      : [Math.min(from, to), Math.max(from, to)];
  };
  const down = (event: PointerEvent): void => {
    speak(event);
    if (onRange === undefined || event.pointerType === 'touch' || event.button !== 0) return;
    const [x, y] = placeOf(event);
    const panel = panelAt(panels, x, y);
    dragged.current = { panel, from: clamp(x, ...panel.x.pixels) };
    drawing.current!.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const range = rangeAt(event);
    if (range === undefined) {
      speak(event);
      return;
    }
    const { top, bottom } = dragged.current!.panel;
    setSpoken(undefined);
    setBand([range[0], top, range[1], bottom]);
  };
  const up = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const range = rangeAt(event);
    const [x, y] = placeOf(event);
    const panel = dragged.current?.panel ?? panelAt(panels, x, y);
    dragged.current = undefined;
    setBand(undefined);
    if (range !== undefined) onRange?.(valueAt(panel, range[0]), valueAt(panel, range[1]));
    else onPick?.(valueAt(panel, clamp(x, ...panel.x.pixels)));
    const mark = markAt(panel, x, y);
    if (mark !== undefined) onMark?.(mark[4]);
  };
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const mark = step && nextMark(panels[0], spoken?.mark, step);
    if (mark !== undefined) {
      const [left, top, right, bottom] = mark;
      setSpoken({ mark, x: (left + right) / 2, y: (top + bottom) / 2 });
    } else if (event.key === 'Enter' && spoken !== undefined) onMark?.(spoken.mark[4]);
    else return;
    event.preventDefault();
  };
  const byKeys =
    onMark && ({ tabindex: 0, role: 'application', 'aria-label': label, onKeyDown: key } as const);

  return (
    <div class="drawn">
      <div
        ref={drawing}
        class={onRange === undefined ? 'drawing' : 'drawing brushable'}
        {...byKeys}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerLeave={() => setSpoken(undefined)}
      />
      {spoken !== undefined && <Spoken {...spoken} scale={scale()} width={svg().clientWidth} />}
      {onMark !== undefined && (
        <span class="unseen" aria-live="polite">
          {spoken?.mark[4]}
        </span>
      )}
      {band !== undefined && <div class="band" style={laid(band, scale())} />}
    </div>
  );
}

function Spoken(props: { mark: SpokenMark; x: number; y: number; scale: number; width: number }) {
  const { mark, x, y, scale, width } = props;
  const [left, top, right, bottom, words] = mark;
  const at = x * scale;
  const beside =
    at > width / 2 ? { left: 'auto', right: `${width - at + BESIDE}px` } : { left: `${at + BESIDE}px` };
  return (
    <>
      <div
        class="pointed"
        style={laid([left - AROUND, top - AROUND, right + AROUND, bottom + AROUND], scale)}
      />
      <div class="tip" style={{ ...beside, top: `${y * scale + BESIDE}px` }}>
        {words}
      </div>
    </>
  );
}

function laid([left, top, right, bottom]: Box, scale: number): Record<string, string> {
  const pixels = (value: number): string => `${value * scale}px`;
  return {
    left: pixels(left),
    top: pixels(top),
    width: pixels(right - left),
    height: pixels(bottom - top),
  };
}

function parsed(text: string): Node {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const svg = document.importNode(root, true);
  // Browsers show the title as a tooltip. The picture has one label.
  svg.querySelector(':scope > title')?.remove();
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  return svg;
}

/** Returns the panel at a point, or the nearest one. */
function panelAt(panels: readonly Panel[], x: number, y: number): Panel {
  const off = (value: number, from: number, to: number): number => Math.max(from - value, value - to, 0);
  const distance = ({ top, bottom, x: { pixels } }: Panel): number => off(x, ...pixels) + off(y, top, bottom);
  return panels.reduce((best, panel) => (distance(panel) < distance(best) ? panel : best));
}

/** Returns the nearest mark within reach. */
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

/** Returns the next mark in a direction, preferring the straight one; the first mark if none is chosen yet. */
function nextMark(
  { marks }: Panel,
  from: SpokenMark | undefined,
  [across, down]: readonly [number, number],
): SpokenMark | undefined {
  if (from === undefined) return marks.at(0);
  const middle = ([left, top, right, bottom]: SpokenMark) =>
    [(left + right) / 2, (top + bottom) / 2] as const;
  const [x, y] = middle(from);
  let [next, least]: [SpokenMark | undefined, number] = [undefined, Infinity];
  for (const mark of marks) {
    const [dx, dy] = [middle(mark)[0] - x, middle(mark)[1] - y];
    const ahead = dx * across + dy * down;
    const distance = ahead + ASIDE * Math.abs(dx * down + dy * across);
    // Half a pixel is rounding.
    if (ahead > 0.5 && distance < least) [next, least] = [mark, distance];
  }
  return next;
}

/** Returns a line across a panel at an x value that it shows. */
function lineAt({ top, bottom, x: { pixels, values, isLogarithmic } }: Panel, value = NaN): SVGLineElement[] {
  const [low, high] = values;
  if (!(value >= low && value <= high)) return [];
  const share = isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const x = String(pixels[0] + share * (pixels[1] - pixels[0]));
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  for (const [name, at] of Object.entries({ x1: x, x2: x, y1: top, y2: bottom, class: 'picked' }))
    line.setAttribute(name, String(at));
  return [line];
}

function valueAt({ x: { pixels, values, isLogarithmic } }: Panel, pixel: number): number {
  const share = (pixel - pixels[0]) / (pixels[1] - pixels[0]);
  const [low, high] = values;
  return isLogarithmic ? low * (high / low) ** share : low + share * (high - low);
}
