/**
 * A frame of the raster, or of several beside each other. It puts tiles in place, so that its cost is that of the tiles in
 * sight, not of the cells. Below the cells bars count how many of each column are cold.
 */
import { colour } from '../theme.js';
import type { Tiles } from './tiles.js';

/** Cells of this size have lines between them. */
const SCALE_WITH_LINES = 10;
/** Bars of this width have space between them. */
const SCALE_WITH_SPACE = 3;
/** Pixels between rasters, and of the bars. */
export const BETWEEN = 12;
export const BARS = 48;

/** What is looked at. */
export interface Look {
  /** The first row in sight, and the first column; not whole while it moves. */
  top: number;
  left: number;
  /** Pixels of the page for a cell. */
  scale: number;
}

/** Pixels of the page. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Frame {
  /** The rasters, of one width. */
  readonly panes: readonly Tiles[];
  readonly look: Look;
  /** Of the cells of each raster. */
  readonly size: Size;
  /** What is left at each side where a raster is narrower than its place. */
  readonly margin: number;
  /** Rows in all. */
  readonly rows: number;
  /** Whether the frame may draw one more tile. */
  readonly hasTime: () => boolean;
}

/** Rows [top, bottom) are in sight, some in part. */
export function rowsInSight(
  { top, scale }: Look,
  { height }: Size,
  rows: number,
): { top: number; bottom: number } {
  return { top: Math.floor(top), bottom: Math.min(rows, Math.ceil(top + height / scale)) };
}

/** Draws a frame. Returns whether tiles whose values are there are left for the next one. */
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
    context.restore();
  }
  drawBars(context, frame);
  return isLate;
}

/** Draws the cells of a raster. Returns whether tiles are left for the next frame. */
function drawCells(context: CanvasRenderingContext2D, tiles: Tiles, frame: Frame): boolean {
  const { margin, rows, size } = frame;
  const { top, left, scale } = frame.look;
  const x = margin - left * scale;
  const last = Math.min(rows, top + size.height / scale);
  // Of cells smaller than a pixel several share one.
  const each = Math.ceil(1 / (scale * devicePixelRatio));
  let isLate = false;
  context.fillStyle = colour('line');
  for (let index = Math.floor(top / tiles.rows); index * tiles.rows < last; index++) {
    const tile = tiles.picture(index, each, frame.hasTime);
    if (tile.isLate) isLate = true;
    const y = (index * tiles.rows - top) * scale;
    const unit = tile.each * scale;
    const { canvas } = tile;
    if (canvas !== undefined) context.drawImage(canvas, x, y, canvas.width * unit, canvas.height * unit);
    // Cells on their way look like no cells that are there, and unlike where there are none.
    else context.fillRect(x, y, tiles.width * scale, Math.min(tiles.rows, rows - index * tiles.rows) * scale);
  }
  if (scale < SCALE_WITH_LINES) return isLate;
  context.strokeStyle = colour('card');
  context.lineWidth = 1;
  context.beginPath();
  for (let row = Math.ceil(top); row <= last; row++) {
    const y = Math.round((row - top) * scale) + 0.5;
    context.moveTo(Math.max(0, x), y);
    context.lineTo(Math.min(size.width, x + tiles.width * scale), y);
  }
  for (let column = 0; column <= tiles.width; column++) {
    const at = Math.round(x + column * scale) + 0.5;
    if (at < 0 || at > size.width) continue;
    context.moveTo(at, 0);
    context.lineTo(at, (last - top) * scale);
  }
  context.stroke();
  return isLate;
}

/** The bars, on one scale for all rasters. */
function drawBars(context: CanvasRenderingContext2D, { panes, look, size, margin, rows }: Frame): void {
  const { width, height } = size;
  const { left, scale } = look;
  const { top, bottom } = rowsInSight(look, size, rows);
  const counted = panes.map((tiles) => tiles.count(top, bottom)?.columns ?? new Uint32Array(1));
  const most = Math.max(1, ...counted.map((sums) => sums.reduce((a, b) => Math.max(a, b))));
  const x = margin - left * scale;
  context.fillStyle = colour('accent');
  for (const [i, sums] of counted.entries()) {
    const place = i * (width + BETWEEN);
    for (const [column, sum] of sums.entries()) {
      const start = Math.max(0, x + column * scale);
      const end = Math.min(width, x + (column + 1) * scale - (scale < SCALE_WITH_SPACE ? 0 : 1));
      const tall = (sum / most) * (BARS - 6);
      if (end > start) context.fillRect(place + start, height + BARS - tall, end - start, tall);
    }
  }
}
