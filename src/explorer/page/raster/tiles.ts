/**
 * Some rows of the raster as pictures with a pixel for a cell, or for several where these are small, drawn once and kept: a frame
 * only puts them in place. What is cold in rows is counted by tile too, so that any number of rows in sight is counted exactly.
 */
import type { Palette } from './colours.js';
import type { ValueSource } from './values.js';

/** Cells of a tile, about: half a megabyte as a picture. */
const CELLS = 2 ** 17;
const MOST_TILES = 96;
/** So often cells that are no ground are drawn over themselves where they share a pixel: one of sixteen then has a third of it. */
const TIMES = 5;

/** How many cells of some rows are cold, in all and in each column. */
interface Tally {
  readonly cold: number;
  readonly columns: Uint32Array;
}

/** What a frame has of some rows. */
interface Shown {
  /** Its pixels are `each` by `each` cells; undefined while there is none. */
  readonly canvas: HTMLCanvasElement | undefined;
  readonly each: number;
  /** Whether the values are there, and a later frame will have the picture that was asked for. */
  readonly isLate: boolean;
}

interface Tile {
  /** By how many cells across and down a pixel has. */
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

  /** Before a frame: what it does not show need not be fetched. */
  begin(): void {
    this.#source.forgetWanted();
  }

  /**
   * The picture of rows [index * rows, (index + 1) * rows), `each` by `each` cells a pixel. While it is not there, since values are
   * on their way or the frame has no time left to draw, one with another number of cells a pixel, or none.
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
    // The latest used stands last.
    this.#tiles.delete(index);
    this.#tiles.set(index, tile);
    if (this.#tiles.size > MOST_TILES) this.#tiles.delete(this.#tiles.keys().next().value!);
    return { canvas: tile.pictures.get(each), each, isLate: false };
  }

  /** How many positions of rows [top, bottom) are cold; undefined while values are on their way. */
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

  /** The positions of rows [top, bottom); undefined where there are none, or values are on their way. */
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
    // Few among many of the ground would hardly show: without it they are drawn over themselves.
    words.forEach((word, i) => (words[i] = word === ground ? 0 : word));
    whole.getContext('2d')!.putImageData(image, 0, 0);
    const others = smaller(whole, each);
    for (let i = 0; i < TIMES; i++) small.getContext('2d')!.drawImage(others, 0, 0);
    return small;
  }
}

/** A picture with a pixel for `each` by `each`, their mean. */
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
