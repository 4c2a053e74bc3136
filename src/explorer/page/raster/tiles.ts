/**
 * Some rows of the raster as pictures with a pixel a cell, drawn once and kept: a frame only puts them in place. What is
 * cold in rows is counted by tile too, so that any number of rows in sight is counted exactly.
 */
import type { Palette } from './colours.js';
import type { ValueSource } from './values.js';

/** Cells of a tile, about: half a megabyte as a picture. */
const CELLS = 2 ** 17;
const MOST_TILES = 96;

/** How many cells of some rows are cold, in all and in each column. */
interface Tally {
  readonly cold: number;
  readonly columns: Uint32Array;
}

interface Tile {
  readonly picture: HTMLCanvasElement;
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

  /** The picture of rows [index * rows, (index + 1) * rows); undefined while its values are on their way. */
  picture(index: number): HTMLCanvasElement | undefined {
    const known = this.#tiles.get(index);
    if (known !== undefined) {
      this.#tiles.delete(index);
      this.#tiles.set(index, known);
      return known.picture;
    }
    const range = this.#rangeOf(index * this.rows, (index + 1) * this.rows);
    if (range === undefined) return undefined;
    const picture = this.#draw(range.start, range.stop);
    this.#tiles.set(index, { picture, tally: undefined });
    const oldest = this.#tiles.keys().next().value;
    if (this.#tiles.size > MOST_TILES && oldest !== undefined) this.#tiles.delete(oldest);
    return picture;
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

  #draw(start: number, stop: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = this.width;
    canvas.height = Math.ceil((stop - start) / this.width);
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(canvas.width, canvas.height);
    const words = new Uint32Array(image.data.buffer);
    const palette = this.#palette;
    for (const { at, values } of this.#source.parts(start, stop)) {
      for (let i = 0; i < values.length; i++) words[at - start + i] = palette(values[i]);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }
}
