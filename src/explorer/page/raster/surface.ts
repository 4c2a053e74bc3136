/**
 * The raster on its canvas, or several beside each other that are looked at alike: where, how large cells are, and moving
 * about by mouse, touch and keyboard. A frame puts tiles in place, so that its cost is that of the tiles in sight, not of the
 * cells.
 */
import { clamp } from '../format.js';
import { colour } from '../theme.js';
import type { Tiles } from './tiles.js';

const LEAST_SCALE = 0.25;
const MOST_SCALE = 48;
/** Cells are no larger than this when a width is first shown. */
const FITTED_SCALE = 7;
/** Milliseconds without a change after which the raster is at rest. */
const AT_REST_MS = 150;
/** Cells of this size have lines between them. */
const SCALE_WITH_LINES = 10;
/** Pixels between rasters, and of the bars below that count the cold cells in sight of each column. */
const BETWEEN = 12;
const BARS = 48;

/** What is looked at. */
export interface Look {
  /** The first row in sight, and the first column; not whole while it moves. */
  top: number;
  left: number;
  /** Pixels of the page for a cell. */
  scale: number;
}

/** A cell under the pointer, whose place on the canvas is (x, y). */
export interface Cell {
  /** Which of the rasters. */
  readonly pane: number;
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface SurfaceEvents {
  /** The look has changed. */
  readonly onLook: (look: Look) => void;
  /** The pointer is over a cell, or over none. */
  readonly onCell: (cell: Cell | undefined) => void;
  readonly onPick: (cell: Cell) => void;
  /** A key asks for another width. */
  readonly onWiden: (by: number) => void;
}

export class Surface {
  readonly canvas: HTMLCanvasElement;
  look: Look;
  #panes: readonly Tiles[] = [];
  #rowCount = 0;
  #events: SurfaceEvents;
  #isAsked = false;
  /** Of the canvas, and of the cells in each raster. */
  #whole = { width: 0, height: 0 };
  #size = { width: 0, height: 0 };
  /** Whether the scale follows the width and the canvas, until someone zooms. */
  #isFitted: boolean;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;
  /** Runs while the look changes. */
  #moving: ReturnType<typeof setTimeout> | undefined;

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

  /** Rows [top, bottom) are in sight, some in part. */
  get inSight(): { readonly top: number; readonly bottom: number } {
    const { top, scale } = this.look;
    return {
      top: Math.floor(top),
      bottom: Math.min(this.#rowCount, Math.ceil(top + this.#size.height / scale)),
    };
  }

  get isFitted(): boolean {
    return this.#isFitted;
  }

  /** Takes the scale at which a row fills the canvas. */
  fit(): void {
    this.#isFitted = true;
    this.#settle();
  }

  /** Shows other tiles of one width, beside each other; the same position stays at the top. */
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

  /** Asks for a frame. */
  draw(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#frame();
    });
  }

  /** Goes to a row, and by a factor nearer to a point of the canvas. */
  moveTo(top: number): void {
    this.look.top = top;
    this.#settle();
  }

  zoom(factor: number, place = this.#size.width / 2, y = this.#size.height / 2): void {
    this.#isFitted = false;
    const { look } = this;
    const x = place - this.#leftOf(this.#paneAt(place));
    const scale = clamp(look.scale * factor, LEAST_SCALE, MOST_SCALE);
    const [column, row] = [look.left + (x - this.#margin()) / look.scale, look.top + y / look.scale];
    look.scale = scale;
    look.left = column - (x - this.#margin()) / scale;
    look.top = row - y / scale;
    this.#settle();
  }

  /** Keeps the look inside, tells it, and draws. */
  #settle(): void {
    const { look } = this;
    const panes = Math.max(1, this.#panes.length);
    const width = Math.floor((this.#whole.width - BETWEEN * (panes - 1)) / panes);
    this.#size = { width, height: this.#whole.height - BARS };
    if (this.#whole.width === 0) return;
    if (this.#isFitted) look.scale = clamp(this.#size.width / this.width, LEAST_SCALE, FITTED_SCALE);
    look.top = clamp(look.top, 0, Math.max(0, this.#rowCount - this.#size.height / look.scale / 2));
    look.left = clamp(look.left, 0, Math.max(0, this.width - this.#size.width / look.scale));
    this.#events.onLook(look);
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => {
      this.#moving = undefined;
      this.draw();
    }, AT_REST_MS);
    this.draw();
  }

  #paneAt(x: number): number {
    return clamp(Math.floor(x / (this.#size.width + BETWEEN)), 0, Math.max(0, this.#panes.length - 1));
  }

  /** Where a raster begins. */
  #leftOf(pane: number): number {
    return pane * (this.#size.width + BETWEEN);
  }

  /** What is left at each side where a raster is narrower than its place. */
  #margin(): number {
    return Math.max(0, Math.floor((this.#size.width - this.width * this.look.scale) / 2));
  }

  #frame(): void {
    const context = this.canvas.getContext('2d');
    if (context === null || this.#panes.length === 0 || this.#size.height <= 0) return;
    const ratio = devicePixelRatio;
    const { top, scale } = this.look;
    const { width, height } = this.#size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colour('card');
    context.fillRect(0, 0, this.#whole.width, this.#whole.height);
    // Small cells are averaged, once at rest: without a graphics card that takes 0.1 s. Large ones have sharp edges.
    context.imageSmoothingEnabled = scale * ratio < 1 && this.#moving === undefined;
    context.imageSmoothingQuality = 'medium';
    const last = Math.min(this.#rowCount, top + height / scale);
    for (const tiles of this.#panes) tiles.begin();
    for (const [i, tiles] of this.#panes.entries()) {
      context.save();
      context.translate(this.#leftOf(i), 0);
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      context.fillStyle = colour('well');
      context.fillRect(0, 0, width, height);
      const x = this.#margin() - this.look.left * scale;
      for (let index = Math.floor(top / tiles.rows); index * tiles.rows < last; index++) {
        const tile = tiles.picture(index);
        const y = (index * tiles.rows - top) * scale;
        if (tile !== undefined) context.drawImage(tile, x, y, tile.width * scale, tile.height * scale);
      }
      if (scale >= SCALE_WITH_LINES) this.#lines(context, x, top, last, scale);
      context.restore();
    }
    this.#bars(context);
  }

  /** How many cells in sight of each column are cold, as bars below the cells, on one scale for all rasters. */
  #bars(context: CanvasRenderingContext2D): void {
    const { width, height } = this.#size;
    const { left, scale } = this.look;
    const { top, bottom } = this.inSight;
    const counted = this.#panes.map((tiles) => tiles.count(top, bottom)?.columns ?? new Uint32Array(1));
    const most = Math.max(1, ...counted.map((sums) => sums.reduce((a, b) => Math.max(a, b))));
    const x = this.#margin() - left * scale;
    for (const [i, sums] of counted.entries()) {
      context.fillStyle = colour('card');
      context.fillRect(this.#leftOf(i), height, width, BARS);
      context.fillStyle = colour('accent');
      for (const [column, sum] of sums.entries()) {
        const start = Math.max(0, x + column * scale);
        const end = Math.min(width, x + (column + 1) * scale - (scale >= 3 ? 1 : 0));
        const tall = (sum / most) * (BARS - 6);
        if (end > start) context.fillRect(this.#leftOf(i) + start, height + BARS - tall, end - start, tall);
      }
    }
  }

  #lines(context: CanvasRenderingContext2D, x: number, top: number, last: number, scale: number): void {
    const { width } = this.#size;
    context.strokeStyle = colour('card');
    context.lineWidth = 1;
    context.beginPath();
    for (let row = Math.ceil(top); row <= last; row++) {
      const y = Math.round((row - top) * scale) + 0.5;
      context.moveTo(Math.max(0, x), y);
      context.lineTo(Math.min(width, x + this.width * scale), y);
    }
    for (let column = 0; column <= this.width; column++) {
      const at = Math.round(x + column * scale) + 0.5;
      if (at < 0 || at > width) continue;
      context.moveTo(at, 0);
      context.lineTo(at, (last - top) * scale);
    }
    context.stroke();
  }

  #cellAt({ offsetX: x, offsetY: y }: PointerEvent): Cell | undefined {
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
        const cell = this.#cellAt(event);
        if (cell !== undefined) this.#events.onPick(cell);
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
          // At the end the page scrolls on.
          if (this.look.top === before && event.deltaX === 0) return;
        }
        event.preventDefault();
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
    if (other !== undefined) {
      const distance = (a: { x: number; y: number }): number => Math.hypot(a.x - other.x, a.y - other.y);
      this.zoom(distance(now) / Math.max(1, distance(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
      return;
    }
    this.look.left -= (now.x - before.x) / this.look.scale;
    this.moveTo(this.look.top - (now.y - before.y) / this.look.scale);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.#size.height / this.look.scale) - 1);
    const actions: Readonly<Partial<Record<string, () => void>>> = {
      ArrowLeft: () => this.#events.onWiden(event.shiftKey ? -10 : -1),
      ArrowRight: () => this.#events.onWiden(event.shiftKey ? 10 : 1),
      ArrowUp: () => this.moveTo(Math.ceil(this.look.top) - 1),
      ArrowDown: () => this.moveTo(Math.floor(this.look.top) + 1),
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
