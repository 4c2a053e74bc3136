/** Values as the raster needs them: in chunks that are asked for once, kept while there is room, and forgotten in order of use. */
import type { SeriesName } from '../../contract.js';
import { getValues, isAbort, type Values } from '../api.js';

/** Positions of a chunk: 32 KiB of bits on the way. */
const CHUNK = 2 ** 18;
/** Chunks that are kept: 16 million values, 64 MB at most. */
const MOST_CHUNKS = 64;
/** Requests at once. */
const AT_ONCE = 4;

export class ValueChunks {
  readonly #game: string;
  readonly #series: SeriesName;
  /** The first position that cannot be read. */
  #reach: number;
  readonly #signal: AbortSignal;
  readonly #onChange: (error?: unknown) => void;
  readonly #chunks = new Map<number, Values>();
  readonly #asked = new Set<number>();
  #wanted: number[] = [];
  /** The largest value seen. */
  largest = 0;

  constructor(
    game: string,
    series: SeriesName,
    reach: number,
    signal: AbortSignal,
    onChange: (error?: unknown) => void,
  ) {
    this.#game = game;
    this.#series = series;
    this.#reach = reach;
    this.#signal = signal;
    this.#onChange = onChange;
  }

  /** The value of a position; undefined while it is not there. */
  at(position: number): number | undefined {
    return this.#chunks.get(Math.floor(position / CHUNK))?.[position % CHUNK];
  }

  /** The chunks of [start, stop) when all are there; else undefined, and they are asked for. */
  have(start: number, stop: number): boolean {
    let isWhole = true;
    for (let index = Math.floor(start / CHUNK); index * CHUNK < Math.min(stop, this.#reach); index++) {
      const chunk = this.#chunks.get(index);
      if (chunk === undefined) {
        isWhole = false;
        if (!this.#asked.has(index) && !this.#wanted.includes(index)) this.#wanted.push(index);
      } else {
        // The latest used stands last.
        this.#chunks.delete(index);
        this.#chunks.set(index, chunk);
      }
    }
    if (!isWhole) this.#ask();
    return isWhole;
  }

  /** The values of [start, stop), which are all there, in parts with the position of their first. */
  *parts(start: number, stop: number): Generator<{ readonly at: number; readonly values: Values }> {
    for (let at = start; at < stop;) {
      const index = Math.floor(at / CHUNK);
      const end = Math.min(stop, (index + 1) * CHUNK);
      yield { at, values: this.#chunks.get(index)!.subarray(at - index * CHUNK, end - index * CHUNK) };
      at = end;
    }
  }

  /** More can be read: what was the last chunk has more values now. */
  grow(reach: number): void {
    this.#chunks.delete(Math.floor(this.#reach / CHUNK));
    this.#reach = reach;
  }

  /** Forgets what is wanted and was not asked for yet: it has moved out of sight. */
  forgetWanted(): void {
    this.#wanted = [];
  }

  #ask(): void {
    while (this.#asked.size < AT_ONCE && this.#wanted.length > 0) void this.#load(this.#wanted.shift()!);
  }

  async #load(index: number): Promise<void> {
    this.#asked.add(index);
    const from = index * CHUNK;
    const end = (): number => Math.min(this.#reach, from + CHUNK);
    try {
      const values = await getValues(this.#game, this.#series, from, end(), this.#signal);
      for (const value of values) if (value > this.largest) this.largest = value;
      // Where more can be read since it was asked for, it is asked for again.
      if (from + values.length === end()) this.#chunks.set(index, values);
      const oldest = this.#chunks.keys().next().value;
      if (this.#chunks.size > MOST_CHUNKS && oldest !== undefined) this.#chunks.delete(oldest);
      this.#onChange();
    } catch (error) {
      if (!isAbort(error)) this.#onChange(error);
      return;
    } finally {
      this.#asked.delete(index);
    }
    this.#ask();
  }
}
