/** Some rows of the raster as pictures with a pixel a cell, drawn once and kept: a frame only puts them in place. */
import { CHUNK, type ValueChunks } from './value-chunks.js';
import type { Palette } from './colours.js';

/** Cells of a tile, about: half a megabyte as a picture. */
const CELLS = 2 ** 17;
const MOST_TILES = 96;

export class Tiles {
  readonly width: number;
  readonly rows: number;
  readonly #chunks: ValueChunks;
  readonly #from: number;
  readonly #reach: number;
  readonly #palette: Palette;
  readonly #tiles = new Map<number, HTMLCanvasElement>();

  constructor(chunks: ValueChunks, from: number, reach: number, width: number, palette: Palette) {
    this.#chunks = chunks;
    this.#from = from;
    this.#reach = reach;
    this.width = width;
    this.rows = Math.min(1024, Math.max(8, Math.floor(CELLS / width)));
    this.#palette = palette;
  }

  /** Before a frame: what it does not show need not be fetched. */
  begin(): void {
    this.#chunks.forgetWanted();
  }

  /** The tile of rows [index * rows, (index + 1) * rows); undefined while its values are on their way. */
  tile(index: number): HTMLCanvasElement | undefined {
    const known = this.#tiles.get(index);
    if (known !== undefined) {
      this.#tiles.delete(index);
      this.#tiles.set(index, known);
      return known;
    }
    const start = this.#from + index * this.rows * this.width;
    const stop = Math.min(this.#reach, start + this.rows * this.width);
    if (stop <= start || !this.#chunks.have(start, stop)) return undefined;
    const tile = this.#draw(start, stop);
    this.#tiles.set(index, tile);
    const oldest = this.#tiles.keys().next().value;
    if (this.#tiles.size > MOST_TILES && oldest !== undefined) this.#tiles.delete(oldest);
    return tile;
  }

  #draw(start: number, stop: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = this.width;
    canvas.height = Math.ceil((stop - start) / this.width);
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(canvas.width, canvas.height);
    const words = new Uint32Array(image.data.buffer);
    const palette = this.#palette;
    for (let position = start; position < stop;) {
      const index = Math.floor(position / CHUNK);
      const chunk = this.#chunks.chunk(index);
      const end = Math.min(stop, (index + 1) * CHUNK);
      const shift = position - index * CHUNK;
      const at = position - start;
      for (let i = 0; i < end - position; i++) words[at + i] = palette(chunk[shift + i]);
      position = end;
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }
}
