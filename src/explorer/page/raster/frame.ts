/**
 * Draws a frame of one raster or several side by side. It only places tiles, so its cost depends on the tiles in view, not on the
 * cells. Bars below the cells count the cold ones of each column.
 */
import { colour } from '../theme.js';
import type { Tiles } from './tiles.js';

/** Smallest scale with lines between cells. */
export const SCALE_WITH_LINES = 10;
/** Smallest scale with space between bars. */
const SCALE_WITH_SPACE = 3;
/** Pixels between rasters, and height of the bars. */
export const BETWEEN = 12;
export const BARS = 48;
/** Opacity of what covers the columns that are not shown. */
const VEIL = 0.85;
/** Pixels of the outline of the smallest cells. */
const MIN_OUTLINE = 7;

/** The visible part. */
export interface Look {
  /** The first visible row and column; fractional during a move. */
  top: number;
  left: number;
  /** CSS pixels per cell. */
  scale: number;
}

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An outlined position; later ones are drawn over earlier ones. */
export interface Outlined {
  readonly position: number;
  readonly kind: 'hot-move' | 'cold-move' | 'picked' | 'cursor';
}

/** Colour and line width in pixels of each outline. */
const OUTLINES: Readonly<Record<Outlined['kind'], readonly [colour: string, line: number]>> = {
  'hot-move': ['muted', 1.5],
  'cold-move': ['warm', 2],
  picked: ['warm', 3],
  cursor: ['ink', 2],
};

interface Frame {
  /** The rasters, of equal width. */
  readonly panes: readonly Tiles[];
  readonly look: Look;
  /** Size of each raster's cells. */
  readonly size: Size;
  /** Margin at each side if a raster is narrower than its place. */
  readonly margin: number;
  /** Total rows. */
  readonly rows: number;
  readonly outlined: readonly Outlined[];
  /** The column that is shown alone. */
  readonly only: number | undefined;
  /** Whether the frame may draw one more tile. */
  readonly hasTime: () => boolean;
}

/** Returns the visible rows [top, bottom), including partly visible ones. */
export function rowsInSight(
  { top, scale }: Look,
  { height }: Size,
  rows: number,
): { top: number; bottom: number } {
  return { top: Math.floor(top), bottom: Math.min(rows, Math.ceil(top + height / scale)) };
}

/** Draws a frame. Returns whether tiles with known values are left for the next frame. */
export function drawFrame(canvas: HTMLCanvasElement, frame: Frame): boolean {
  const { panes, size } = frame;
  const context = canvas.getContext('2d');
  if (context === null || panes.length === 0 || size.height <= 0) return false;
  const ratio = devicePixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colour('card');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = false;
  let isLate = false;
  for (const tiles of panes) tiles.begin();
  for (const [i, tiles] of panes.entries()) {
    context.save();
    context.translate(i * (size.width + BETWEEN), 0);
    context.beginPath();
    context.rect(0, 0, size.width, size.height);
    context.clip();
    if (drawCells(context, tiles, frame)) isLate = true;
    drawOutlines(context, tiles.width, frame);
    context.restore();
  }
  drawBars(context, frame);
  if (frame.only !== undefined) drawVeil(context, frame, frame.only);
  return isLate;
}

/** Returns the nearest edge of a device pixel, so that lines are sharp. */
function onPixel(place: number): number {
  return Math.round(place * devicePixelRatio) / devicePixelRatio;
}

/** Returns the pixels of the first visible column and row, and the number of that row. */
function originOf({ look: { top, left, scale }, margin }: Frame): { x: number; y: number; row: number } {
  const row = Math.floor(top);
  return { x: onPixel(margin - left * scale), y: onPixel((row - top) * scale), row };
}

/** Draws the cells of a raster. Returns whether tiles are left for the next frame. */
function drawCells(context: CanvasRenderingContext2D, tiles: Tiles, frame: Frame): boolean {
  const { rows, size } = frame;
  const { top, scale } = frame.look;
  const { x, y: first, row: firstRow } = originOf(frame);
  const last = Math.min(rows, top + size.height / scale);
  // Cells smaller than a device pixel share one.
  const each = Math.ceil(1 / (scale * devicePixelRatio));
  let isLate = false;
  context.fillStyle = colour('line');
  for (let index = Math.floor(top / tiles.rows); index * tiles.rows < last; index++) {
    const tile = tiles.picture(index, each, frame.hasTime);
    if (tile.isLate) isLate = true;
    const y = first + (index * tiles.rows - firstRow) * scale;
    const unit = tile.each * scale;
    const { canvas } = tile;
    if (canvas !== undefined) context.drawImage(canvas, x, y, canvas.width * unit, canvas.height * unit);
    // Loading cells differ from every colour of cells, and from the empty part.
    else context.fillRect(x, y, tiles.width * scale, Math.min(tiles.rows, rows - index * tiles.rows) * scale);
  }
  if (scale < SCALE_WITH_LINES) return isLate;
  context.strokeStyle = colour('card');
  context.lineWidth = 1;
  context.beginPath();
  for (let row = Math.ceil(top); row <= last; row++) {
    const y = onPixel(first + (row - firstRow) * scale) + 0.5;
    context.moveTo(Math.max(0, x), y);
    context.lineTo(Math.min(size.width, x + tiles.width * scale), y);
  }
  for (let column = 0; column <= tiles.width; column++) {
    const at = onPixel(x + column * scale) + 0.5;
    if (at < 0 || at > size.width) continue;
    context.moveTo(at, 0);
    context.lineTo(at, first + (last - firstRow) * scale);
  }
  context.stroke();
  return isLate;
}

function drawOutlines(context: CanvasRenderingContext2D, width: number, frame: Frame): void {
  const { look, size, outlined } = frame;
  const { x, y, row: firstRow } = originOf(frame);
  const side = Math.max(look.scale, MIN_OUTLINE);
  const more = (side - look.scale) / 2;
  for (const { position, kind } of outlined) {
    const [left, top] = [
      x + (position % width) * look.scale - more,
      y + (Math.floor(position / width) - firstRow) * look.scale - more,
    ];
    if (top + side < 0 || top > size.height || left + side < 0 || left > size.width) continue;
    const [name, line] = OUTLINES[kind];
    context.strokeStyle = colour(name);
    context.lineWidth = line;
    context.strokeRect(left, top, side, side);
  }
}

/** Covers cells and bars of all columns but one, of which a device pixel is left at least. */
function drawVeil(context: CanvasRenderingContext2D, frame: Frame, only: number): void {
  const { panes, look, size } = frame;
  const { x } = originOf(frame);
  const left = onPixel(x + only * look.scale);
  const right = Math.max(onPixel(x + (only + 1) * look.scale), left + 1 / devicePixelRatio);
  context.fillStyle = colour('card');
  context.globalAlpha = VEIL;
  for (let i = 0; i < panes.length; i++) {
    const place = i * (size.width + BETWEEN);
    context.fillRect(place, 0, Math.max(0, left), size.height + BARS);
    context.fillRect(place + right, 0, Math.max(0, size.width - right), size.height + BARS);
  }
  context.globalAlpha = 1;
}

/** Draws the bars, on one scale for all rasters. */
function drawBars(context: CanvasRenderingContext2D, frame: Frame): void {
  const { panes, look, size, rows } = frame;
  const { width, height } = size;
  const { scale } = look;
  const { top, bottom } = rowsInSight(look, size, rows);
  const counted = panes.map((tiles) => tiles.count(top, bottom)?.columns ?? new Uint32Array(1));
  const most = Math.max(1, ...counted.map((sums) => sums.reduce((a, b) => Math.max(a, b))));
  const { x } = originOf(frame);
  const space = scale < SCALE_WITH_SPACE ? 0 : 1;
  context.fillStyle = colour('accent');
  for (const [i, sums] of counted.entries()) {
    const place = i * (width + BETWEEN);
    for (const [column, sum] of sums.entries()) {
      // On whole device pixels, at least one: if columns share a pixel, the tallest shows. Fractional edges would comb equal
      // bars.
      const start = Math.max(0, onPixel(x + column * scale));
      const after = Math.max(onPixel(x + (column + 1) * scale), start + 1 / devicePixelRatio);
      const end = Math.min(width, after - space);
      const tall = (sum / most) * (BARS - 6);
      if (end > start && x + (column + 1) * scale > 0)
        context.fillRect(place + start, height + BARS - tall, end - start, tall);
    }
  }
}
