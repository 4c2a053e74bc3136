/**
 * Tiles of the raster: some rows as a cached picture with a pixel per cell, or per square of small cells. Cold cells are counted
 * per tile too, so counts are exact for any number of visible rows.
 */
import type { Palette } from './colours.js';
import type { ValueSource } from './values.js';

/** Cells of a tile, about: half a megabyte as a picture. */
const CELLS = 2 ** 17;
const MAX_TILES = 96;
/**
 * Times that cells other than the ground are drawn over themselves if they share a pixel: one of sixteen then has a third of it.
 */
const TIMES = 5;

/** Cold cells of some rows, in total and in each column. */
interface Tally {
  readonly cold: number;
  readonly columns: Uint32Array;
}

/** A tile's picture for a frame. */
interface Shown {
  /** Its pixels are `each` by `each` cells; undefined if there is none yet. */
  readonly canvas: HTMLCanvasElement | undefined;
  readonly each: number;
  /** Whether the values are known, and a later frame will have the requested picture. */
  readonly isLate: boolean;
}

interface Tile {
  /** Pictures by the number of cells across a pixel. */
  readonly pictures: Map<number, HTMLCanvasElement>;
  tally: Tally | undefined;
}

export class Tiles {
  readonly width: number;
  readonly rows: number;
  readonly #source: ValueSource;
  readonly #palette: Palette;
  readonly #isCold: (value: number) => boolean;
  readonly #tiles = new Map<number, Tile>();

  constructor(source: ValueSource, width: number, palette: Palette, isCold: (value: number) => boolean) {
    this.#source = source;
    this.width = width;
    this.rows = Math.min(1024, Math.max(8, Math.floor(CELLS / width)));
    this.#palette = palette;
    this.#isCold = isCold;
  }

  /** Called before a frame: drops requests that it will not need. */
  begin(): void {
    this.#source.forgetWanted();
  }

  /**
   * Returns the picture of rows [index * rows, (index + 1) * rows) with `each` by `each` cells a pixel. If values are on their
   * way, or the frame has no time left to draw, returns one with another number of cells a pixel, or none.
   */
  picture(index: number, each: number, hasTime: () => boolean): Shown {
    const tile: Tile = this.#tiles.get(index) ?? { pictures: new Map(), tally: undefined };
    const range = tile.pictures.has(each)
      ? undefined
      : this.#rangeOf(index * this.rows, (index + 1) * this.rows);
    if (range !== undefined && hasTime()) tile.pictures.set(each, this.#draw(range.start, range.stop, each));
    if (!tile.pictures.has(each)) {
      const [other, canvas] = [...tile.pictures].at(-1) ?? [each, undefined];
      return { canvas, each: other, isLate: range !== undefined };
    }
    // The latest used is last.
    this.#tiles.delete(index);
    this.#tiles.set(index, tile);
    if (this.#tiles.size > MAX_TILES) this.#tiles.delete(this.#tiles.keys().next().value!);
    return { canvas: tile.pictures.get(each), each, isLate: false };
  }

  /** Counts the cold positions of rows [top, bottom); undefined while values are on their way. */
  count(top: number, bottom: number): Tally | undefined {
    const columns = new Uint32Array(this.width);
    let cold = 0;
    for (let row = top; row < bottom;) {
      const index = Math.floor(row / this.rows);
      const end = Math.min(bottom, (index + 1) * this.rows);
      const tile = end - row === this.rows ? this.#tiles.get(index) : undefined;
      const tally = tile?.tally ?? this.#tally(row, end);
      if (tally === undefined) return undefined;
      if (tile !== undefined) tile.tally = tally;
      cold += tally.cold;
      for (let column = 0; column < this.width; column++) columns[column] += tally.columns[column];
      row = end;
    }
    return { cold, columns };
  }

  /** Returns the positions of rows [top, bottom); undefined if there are none, or values are on their way. */
  #rangeOf(top: number, bottom: number): { readonly start: number; readonly stop: number } | undefined {
    const start = top * this.width;
    const stop = Math.min(this.#source.reach, bottom * this.width);
    return stop > start && this.#source.have(start, stop) ? { start, stop } : undefined;
  }

  #tally(top: number, bottom: number): Tally | undefined {
    const range = this.#rangeOf(top, bottom);
    if (range === undefined) return undefined;
    const columns = new Uint32Array(this.width);
    const isCold = this.#isCold;
    let cold = 0;
    for (const { at, values } of this.#source.parts(range.start, range.stop)) {
      for (let i = 0; i < values.length; i++) {
        if (!isCold(values[i])) continue;
        cold++;
        columns[(at + i) % this.width]++;
      }
    }
    return { cold, columns };
  }

  #draw(start: number, stop: number, each: number): HTMLCanvasElement {
    const rows = Math.ceil((stop - start) / this.width);
    const image = new ImageData(this.width, rows);
    const words = new Uint32Array(image.data.buffer);
    const { wordOf, ground } = this.#palette;
    for (const { at, values } of this.#source.parts(start, stop)) {
      for (let i = 0; i < values.length; i++) words[at - start + i] = wordOf(values[i]);
    }
    const whole = pictureOf(this.width, rows, (context) => context.putImageData(image, 0, 0));
    if (each === 1) return whole;
    const small = smaller(whole, each);
    if (ground === undefined) return small;
    // Rare cells on the ground would hardly show: without the ground they are drawn over themselves.
    words.forEach((word, i) => (words[i] = word === ground ? 0 : word));
    whole.getContext('2d')!.putImageData(image, 0, 0);
    const others = smaller(whole, each);
    for (let i = 0; i < TIMES; i++) small.getContext('2d')!.drawImage(others, 0, 0);
    return small;
  }
}

/** Scales a picture down to one pixel for the mean of `each` by `each`. */
function smaller(whole: HTMLCanvasElement, each: number): HTMLCanvasElement {
  const [width, height] = [whole.width / each, whole.height / each];
  return pictureOf(Math.ceil(width), Math.ceil(height), (context) => {
    context.imageSmoothingQuality = 'medium';
    context.drawImage(whole, 0, 0, width, height);
  });
}

function pictureOf(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  draw(canvas.getContext('2d')!);
  return canvas;
}
