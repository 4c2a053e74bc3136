/**
 * Some rows of the raster as pictures with a pixel a cell, drawn once and kept: a frame only puts them in place. What is
 * cold in rows is counted by tile too, so that any number of rows in sight is counted exactly.
 */
import type { ValueChunks } from './value-chunks.js';
import type { Palette } from './colours.js';

/** Cells of a tile, about: half a megabyte as a picture. */
const CELLS = 2 ** 17;
const MOST_TILES = 96;

/** How many cells of some rows are cold, and 1 for each column that has one. */
interface Tally {
  readonly cold: number;
  readonly columns: Uint8Array;
}

interface Tile {
  readonly picture: HTMLCanvasElement;
  tally: Tally | undefined;
}

export class Tiles {
  readonly width: number;
  readonly rows: number;
  readonly #chunks: ValueChunks;
  readonly #reach: number;
  readonly #palette: Palette;
  /** Whether a value is that of a cold position. */
  readonly #isCold: (value: number) => boolean;
  readonly #tiles = new Map<number, Tile>();

  constructor(
    chunks: ValueChunks,
    reach: number,
    width: number,
    palette: Palette,
    isCold: (value: number) => boolean,
  ) {
    this.#chunks = chunks;
    this.#reach = reach;
    this.width = width;
    this.rows = Math.min(1024, Math.max(8, Math.floor(CELLS / width)));
    this.#palette = palette;
    this.#isCold = isCold;
  }

  /** Before a frame: what it does not show need not be fetched. */
  begin(): void {
    this.#chunks.forgetWanted();
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

  /** How many positions of rows [top, bottom) are cold, and how many columns have none; undefined while values are on their way. */
  count(top: number, bottom: number): { readonly cold: number; readonly emptyColumns: number } | undefined {
    const columns = new Uint8Array(this.width);
    let cold = 0;
    for (let row = top; row < bottom;) {
      const index = Math.floor(row / this.rows);
      const end = Math.min(bottom, (index + 1) * this.rows);
      const tile = end - row === this.rows ? this.#tiles.get(index) : undefined;
      const tally = tile?.tally ?? this.#tally(row, end);
      if (tally === undefined) return undefined;
      if (tile !== undefined) tile.tally = tally;
      cold += tally.cold;
      for (let column = 0; column < this.width; column++) columns[column] |= tally.columns[column];
      row = end;
    }
    return { cold, emptyColumns: columns.reduce((count, has) => count - has, this.width) };
  }

  /** The positions of rows [top, bottom); undefined where there are none, or values are on their way. */
  #rangeOf(top: number, bottom: number): { readonly start: number; readonly stop: number } | undefined {
    const start = top * this.width;
    const stop = Math.min(this.#reach, bottom * this.width);
    return stop > start && this.#chunks.have(start, stop) ? { start, stop } : undefined;
  }

  #tally(top: number, bottom: number): Tally | undefined {
    const range = this.#rangeOf(top, bottom);
    if (range === undefined) return undefined;
    const columns = new Uint8Array(this.width);
    const isCold = this.#isCold;
    let cold = 0;
    for (const { at, values } of this.#chunks.parts(range.start, range.stop)) {
      for (let i = 0; i < values.length; i++) {
        if (!isCold(values[i])) continue;
        cold++;
        columns[(at + i) % this.width] = 1;
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
    for (const { at, values } of this.#chunks.parts(start, stop)) {
      for (let i = 0; i < values.length; i++) words[at - start + i] = palette(values[i]);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }
}
