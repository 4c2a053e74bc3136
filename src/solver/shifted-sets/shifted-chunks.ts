/** The chunks of shifted sets: all threads find ahead the positions that reach each value; one finishes in order. */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { setBit } from '../../kernel/bitset.js';
import { ShiftJob, TILE } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import { lengthOf, type Range } from '../../common/range.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import type { Begun, Chunks } from '../chunks/chunks.js';
import type { ValueWindow } from '../chunks/value-window.js';
import { PositionsByValue } from './positions-by-value.js';
import type { SetCopies } from './set-copies.js';

/** Structures for a chunk: its ShiftJob, the ends of lists when it was begun, and its rows. */
interface Place {
  readonly job: Space;
  readonly ends: Space;
  readonly rows: Space;
}

export interface ChunkInPlace extends Begun {
  readonly place: Place;
}

/** The distinguished values, and the positions marked in advance. */
export interface ShiftedOptions {
  /** Number of values, from 0 on, by which positions are sorted. */
  readonly most: number;
  /** Whether all other positions have the value `most`; otherwise their values are too large for the method. */
  readonly isLastShared: boolean;
  /** Maximum tiles of a residue in a chunk; chunks are longer the fewer positions are sorted. */
  readonly tiles: number;
  /** The positions of a range that do not have the value 0, whatever their options. */
  readonly hot?: (range: Range) => Float64Array;
}

/**
 * Overhead of a chunk, as a number of marked tiles of each residue. Each position found marks every tile of its chunk once. A
 * sixteenth of this, and sixteen times as much, perform alike.
 */
const CHUNK_IN_TILES = 2400;

/** Returns the maximum length of a chunk that fits `tiles` tiles of each residue, wherever it begins. */
export function chunkOfTiles(modulus: number, tiles: number): number {
  return modulus * (tiles * TILE - 1) + 1;
}

export class ShiftedChunks implements Chunks<ChunkInPlace> {
  readonly window: ValueWindow;
  readonly #context: KernelContext;
  readonly #copies: SetCopies;
  readonly #options: ShiftedOptions;
  readonly #lists: PositionsByValue;
  readonly #counter: Space;
  /** One for the chunk being decided, and one for the chunk being begun. */
  readonly #places: readonly [Place, Place];
  readonly #chunkLength: number;
  readonly #rowBytes: number;
  /** Tiles of a residue in the next chunk. */
  #tiles = 1;
  /** First position of the window when the lists were made; undefined if they must be made. */
  #sortedFrom: number | undefined;

  constructor(
    context: KernelContext,
    arena: Arena,
    window: ValueWindow,
    copies: SetCopies,
    chunkLength: number,
    options: ShiftedOptions,
  ) {
    this.#context = context;
    this.window = window;
    this.#copies = copies;
    this.#options = options;
    this.#chunkLength = chunkLength;
    this.#lists = new PositionsByValue(arena, options.most, copies.modulus, window.capacity);
    this.#counter = arena.take(4);
    // Quotients of a chunk's positions, wherever it begins.
    const quotients = Math.floor((chunkLength - 2) / copies.modulus) + 2;
    this.#rowBytes = Math.ceil(quotients / TILE) * (TILE / 8);
    const place = (): Place => ({
      job: arena.take(structBytes(ShiftJob)),
      ends: arena.take(4 * this.#lists.count),
      rows: arena.take(this.#lists.count * this.#rowBytes),
    });
    this.#places = [place(), place()];
  }

  begin(chunk: Range, beside?: ChunkInPlace): { begun: ChunkInPlace; job: BeginJob } {
    const { base } = this.window;
    if (base !== this.#sortedFrom) {
      this.#lists.sort(this.window.valuesOf({ start: base, stop: chunk.start }));
      this.#sortedFrom = base;
    }
    const place = this.#places[beside?.place === this.#places[0] ? 1 : 0];
    return { begun: { chunk, place }, job: this.#jobFor(chunk, place) };
  }

  get longest(): number {
    return Math.min(this.#chunkLength, chunkOfTiles(this.#copies.modulus, this.#tiles));
  }

  decide({ chunk, place }: ChunkInPlace): number {
    this.#markHot(chunk, place.rows.u8);
    const before = this.#lists.size;
    const decided = this.#context.kernels.decideShifted(place.job.address);
    // If m positions are found per tile, a chunk of t tiles has m t of them, which mark m t^2 tiles: t^2 = CHUNK_IN_TILES / m.
    const foundInTile =
      ((this.#lists.size - before + 1) * chunkOfTiles(this.#copies.modulus, 1)) / lengthOf(chunk);
    const tiles = Math.floor(Math.sqrt(CHUNK_IN_TILES / foundInTile));
    this.#tiles = Math.max(1, Math.min(this.#options.tiles, tiles));
    return decided;
  }

  /** Has full lists made again by the next `begin`, or else widens the values. */
  makeRoom(): void {
    if (this.#lists.isFull) this.#sortedFrom = undefined;
    else this.window.widen();
  }

  /** Marks in the rows of value 0 the positions that are declared hot. */
  #markHot(chunk: Range, rows: Uint8Array): void {
    const { modulus } = this.#copies;
    const origin = chunk.start - this.window.base;
    const quotient = Math.floor(origin / modulus);
    for (const position of this.#options.hot?.(chunk) ?? []) {
      const index = position - this.window.base;
      const bit = Math.floor(index / modulus) - quotient;
      setBit(rows, 8 * this.#rowBytes * (index % modulus) + bit);
    }
  }

  /** Returns the job that marks, for each value, the positions of a chunk with an option among the positions found so far. */
  #jobFor(chunk: Range, { job, ends, rows }: Place): BeginJob {
    const { most, isLastShared } = this.#options;
    const { address, base, largest } = this.window;
    this.#lists.writeEnds(ends.u32);
    const shares = Math.min(most, largest + 1) * this.#copies.modulus;
    rows.clear(shares * this.#rowBytes);
    writeStruct(job, ShiftJob, {
      ...this.#copies,
      values: address,
      origin: chunk.start - base,
      lanes: lengthOf(chunk),
      lists: this.#lists.rows.address,
      begun: ends.address,
      most,
      isLastShared: isLastShared ? 1 : 0,
      rows: rows.address,
      rowBytes: this.#rowBytes,
    });
    return beginJob('reachFar', job, shares, this.#counter);
  }
}
