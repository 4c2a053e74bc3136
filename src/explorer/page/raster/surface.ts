/**
 * A canvas with one raster or several that move together: the visible part, the size of cells, and input by mouse, touch and
 * keyboard.
 */
import { clamp } from '../format.js';
import {
  BARS,
  BETWEEN,
  drawFrame,
  rowsInSight,
  SCALE_WITH_LINES,
  type Look,
  type Outlined,
} from './frame.js';
import type { Tiles } from './tiles.js';

const MIN_SCALE = 0.25;
const MAX_SCALE = 48;
/** Milliseconds of a 16 ms frame in which new tiles are begun; one takes 2 to 4. */
const DRAWING_MS = 6;
/** Largest scale of a newly shown width. */
const FITTED_SCALE = 7;

/** A cell under the pointer, which is at (x, y) on the canvas. */
export interface Cell {
  /** Index of the raster. */
  readonly pane: number;
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface SurfaceEvents {
  /** The view moved or zoomed; `isByHand` if a person did it. */
  readonly onLook: (isByHand: boolean) => void;
  /** The pointer is over a cell, or left the cells. */
  readonly onCell: (cell: Cell | undefined) => void;
  readonly onPick: (cell: Cell) => void;
  /** A bar was clicked, or a key asks for the column of the cursor alone. */
  readonly onColumn: (column: number | undefined) => void;
  /** Keys ask for another width, move the cursor, or ask why for the cell of the cursor. */
  readonly onWiden: (by: number) => void;
  readonly onStep: (columns: number, rows: number) => void;
  readonly onEnter: () => void;
}

export class Surface {
  readonly canvas: HTMLCanvasElement;
  look: Look;
  #panes: readonly Tiles[] = [];
  #outlined: readonly Outlined[] = [];
  #only: number | undefined;
  #rowCount = 0;
  #events: SurfaceEvents;
  #isAsked = false;
  /** Size of the canvas, and of the cells in each raster. */
  #whole = { width: 0, height: 0 };
  #size = { width: 0, height: 0 };
  /** Whether the scale follows the width and the canvas, until someone zooms. */
  #isFitted: boolean;
  /** The scale that was zoomed to; the shown one has whole pixels if cells have lines. */
  #zoomed: number;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;

  constructor(
    canvas: HTMLCanvasElement,
    look: Look,
    isFitted: boolean,
    events: SurfaceEvents,
    signal: AbortSignal,
  ) {
    this.canvas = canvas;
    this.#isFitted = isFitted;
    this.look = look;
    this.#zoomed = look.scale;
    this.#events = events;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = (this.#whole = entry.contentRect);
      const ratio = devicePixelRatio;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.#settle();
    });
    observer.observe(canvas);
    signal.addEventListener('abort', () => observer.disconnect());
    this.#listen();
  }

  get width(): number {
    return this.#panes.at(0)?.width ?? 1;
  }

  get inSight(): { readonly top: number; readonly bottom: number } {
    return rowsInSight(this.look, this.#size, this.#rowCount);
  }

  get isFitted(): boolean {
    return this.#isFitted;
  }

  /** Scales so that a row fills the canvas. */
  fit(isByHand = true): void {
    this.#isFitted = true;
    this.#settle(isByHand);
  }

  /** Shows other tiles of equal width; the same position stays at the top. */
  show(panes: readonly Tiles[], rowCount: number): void {
    const [{ width }] = panes;
    if (this.#panes.length > 0 && this.width !== width) {
      this.look.top = Math.floor(this.look.top) * (this.width / width);
      this.look.left = 0;
    }
    this.#panes = panes;
    this.#rowCount = rowCount;
    this.#settle();
  }

  /** Outlines cells, and shows one column alone if `only` is given. */
  outline(outlined: readonly Outlined[], only: number | undefined): void {
    this.#outlined = outlined;
    this.#only = only;
    this.draw();
  }

  /** Requests a frame. */
  draw(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      const end = performance.now() + DRAWING_MS;
      const isLate = drawFrame(this.canvas, {
        ...{ panes: this.#panes, look: this.look, size: this.#size },
        ...{ margin: this.#margin(), rows: this.#rowCount, outlined: this.#outlined, only: this.#only },
        hasTime: () => performance.now() < end,
      });
      if (isLate) this.draw();
    });
  }

  /** Scrolls to a row. */
  moveTo(top: number, isByHand = true): void {
    this.look.top = top;
    this.#settle(isByHand);
  }

  /** Scrolls as little as brings a cell into view. */
  reveal(row: number, column: number): void {
    const { look } = this;
    const inside = (first: number, at: number, cells: number): number =>
      at < first ? at : Math.max(first, at + 1 - cells);
    look.top = inside(look.top, row, this.#size.height / look.scale);
    look.left = inside(look.left, column, this.#size.width / look.scale);
    this.#settle(true);
  }

  scaleTo(scale: number): void {
    this.zoom(scale / this.#zoomed, 0, 0, false);
  }

  /** Zooms by a factor around a point of the canvas. */
  zoom(factor: number, place = this.#size.width / 2, y = this.#size.height / 2, isByHand = true): void {
    this.#isFitted = false;
    const { look } = this;
    const x = place - this.#leftOf(this.#paneAt(place));
    this.#zoomed = clamp(this.#zoomed * factor, MIN_SCALE, MAX_SCALE);
    const scale = wholeCells(this.#zoomed);
    const [column, row] = [look.left + (x - this.#margin()) / look.scale, look.top + y / look.scale];
    look.scale = scale;
    look.left = column - (x - this.#margin()) / scale;
    look.top = row - y / scale;
    this.#settle(isByHand);
  }

  /** Clamps the view, reports it, and draws. */
  #settle(isByHand = false): void {
    const { look } = this;
    const panes = Math.max(1, this.#panes.length);
    const width = Math.floor((this.#whole.width - BETWEEN * (panes - 1)) / panes);
    this.#size = { width, height: this.#whole.height - BARS };
    if (this.#whole.width === 0) return;
    if (this.#isFitted) this.#zoomed = clamp(this.#size.width / this.width, MIN_SCALE, FITTED_SCALE);
    look.scale = wholeCells(this.#zoomed);
    look.top = clamp(look.top, 0, Math.max(0, this.#rowCount - this.#size.height / look.scale / 2));
    look.left = clamp(look.left, 0, Math.max(0, this.width - this.#size.width / look.scale));
    this.#events.onLook(isByHand);
    this.draw();
  }

  #paneAt(x: number): number {
    return clamp(Math.floor(x / (this.#size.width + BETWEEN)), 0, Math.max(0, this.#panes.length - 1));
  }

  /** Returns the x of a raster on the canvas. */
  #leftOf(pane: number): number {
    return pane * (this.#size.width + BETWEEN);
  }

  /** Returns the margin at each side if a raster is narrower than its place. */
  #margin(): number {
    return Math.max(0, Math.floor((this.#size.width - this.width * this.look.scale) / 2));
  }

  #cellAt({ offsetX: x, offsetY: y }: Pick<PointerEvent, 'offsetX' | 'offsetY'>): Cell | undefined {
    const pane = this.#paneAt(x);
    const { look, width } = this;
    const column = Math.floor(look.left + (x - this.#leftOf(pane) - this.#margin()) / look.scale);
    const row = Math.floor(look.top + y / look.scale);
    const isInside = y < this.#size.height && column >= 0 && column < width && row < this.#rowCount;
    return isInside ? { pane, row, column, x, y } : undefined;
  }

  #listen(): void {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      this.#moved = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    const end = (event: PointerEvent): void => {
      if (this.#pointers.delete(event.pointerId) && this.#moved < 5 && event.type === 'pointerup') {
        const { offsetX, offsetY } = event;
        const isBar = offsetY >= this.#size.height;
        const cell = this.#cellAt({ offsetX, offsetY: isBar ? 0 : offsetY });
        if (cell === undefined) return;
        if (isBar) this.#events.onColumn(cell.column);
        else this.#events.onPick(cell);
      }
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => this.#events.onCell(undefined));
    canvas.addEventListener(
      'wheel',
      (event) => {
        const before = this.look.top;
        if (event.ctrlKey || event.metaKey)
          this.zoom(Math.exp(-event.deltaY / 200), event.offsetX, event.offsetY);
        else {
          this.look.left += event.deltaX / this.look.scale;
          this.moveTo(before + event.deltaY / this.look.scale);
          // At an end the page scrolls on.
          if (this.look.top === before && event.deltaX === 0) return;
        }
        event.preventDefault();
      },
      { passive: false },
    );
    // Two fingers belong to the picture.
    canvas.addEventListener(
      'touchmove',
      (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      this.#events.onCell(this.#cellAt(event));
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    // With two fingers their middle moves half as far.
    const share = other === undefined ? 1 : 0.5;
    this.look.left -= (share * (now.x - before.x)) / this.look.scale;
    // One finger scrolls the page vertically.
    const isPage = other === undefined && event.pointerType === 'touch';
    this.moveTo(this.look.top - (isPage ? 0 : (share * (now.y - before.y)) / this.look.scale));
    if (other === undefined) return;
    const distance = (a: { x: number; y: number }): number => Math.hypot(a.x - other.x, a.y - other.y);
    this.zoom(distance(now) / Math.max(1, distance(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { onWiden, onStep, onEnter, onColumn } = this.#events;
    const page = Math.max(1, Math.floor(this.#size.height / this.look.scale) - 1);
    const move = (columns: number, rows: number) => (): void => {
      if (!event.shiftKey) {
        onStep(columns, rows);
        return;
      }
      this.look.left += columns;
      const { top } = this.look;
      this.moveTo(rows < 0 ? Math.ceil(top) - 1 : rows > 0 ? Math.floor(top) + 1 : top);
    };
    const actions: Readonly<Partial<Record<string, () => void>>> = {
      ArrowLeft: move(-1, 0),
      ArrowRight: move(1, 0),
      ArrowUp: move(0, -1),
      ArrowDown: move(0, 1),
      Enter: onEnter,
      ' ': onEnter,
      c: () => onColumn(undefined),
      '[': () => onWiden(-1),
      ']': () => onWiden(1),
      '{': () => onWiden(-10),
      '}': () => onWiden(10),
      PageUp: () => this.moveTo(this.look.top - page),
      PageDown: () => this.moveTo(this.look.top + page),
      Home: () => this.moveTo(0),
      End: () => this.moveTo(this.#rowCount),
      '+': () => this.zoom(1.25),
      '=': () => this.zoom(1.25),
      '-': () => this.zoom(0.8),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
}

/** Rounds a scale so that cells with lines fill whole device pixels; otherwise one side of a line is a sliver. */
function wholeCells(scale: number): number {
  return scale < SCALE_WITH_LINES ? scale : Math.round(scale * devicePixelRatio) / devicePixelRatio;
}
