/** The chunks of dynamic programming: sets of the options' values, filled ahead by all threads and finished by one. */
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import {
  DECIDED_BYTES,
  LANES,
  MexJob,
  MAX_SHARE_LANES,
  STAGED_BYTES,
  TABLE_BYTES,
  TABLED_WIDTH,
} from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import { lengthOf, type Range } from '../../common/range.js';
import { layOutByLength, SHARES, type Subtrahends } from '../chunks/layout.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import type { Begun, Chunks } from '../chunks/chunks.js';
import type { ValueWindow } from '../chunks/value-window.js';

/** Widths are multiples of this. */
const WIDTH_STEP = 128;
/** Maximum bits of values kept as sets (kernel/assembly/sets.ts), which are as wide as these bits need. */
const SET_BITS = 6;
/** Maximum length of a chunk whose values are not sets: a row takes up to 8 KiB a position, a set at most 8 bytes. */
export const MAX_CHUNK_POSITIONS = 2 ** 14;
/** Maximum bytes of a share's rows: with the staged values, half the L2 cache of common processors. */
const SHARE_BYTES = 2 ** 18;

/** Space for the rows of two chunks, for one width and size of values. */
interface Layout {
  readonly width: number;
  readonly valueBits: number;
  /** Positions of a thread's share. */
  readonly share: number;
  readonly rows: readonly [Space, Space];
}

export interface ChunkInRows extends Begun {
  readonly layout: Layout;
  readonly rows: Space;
}

export class ChunkRows implements Chunks<ChunkInRows> {
  readonly #context: KernelContext;
  readonly #threads: number;
  readonly window: ValueWindow;
  readonly #chunkLength: number;
  readonly #short: Subtrahends;
  readonly #long: Subtrahends;
  /** The MexJobs of the chunk being decided and of the one being filled. */
  readonly #deciding: Space;
  readonly #filling: Space;
  readonly #counter: Space;
  readonly #scratch: Space;
  readonly #decided: Space;
  /** Address of the layouts; each replaces the one before. */
  readonly #end: number;
  #layout: Layout;
  /** Distance by which a row exceeds the largest value; doubled whenever it was too small. */
  #margin = WIDTH_STEP;

  /** Lays out behind the window. `subtrahends` has all below the end of the range. */
  constructor(
    context: KernelContext,
    threads: number,
    arena: Arena,
    window: ValueWindow,
    subtrahends: Float64Array,
    chunkLength: number,
  ) {
    this.#context = context;
    this.#threads = threads;
    this.window = window;
    this.#chunkLength = chunkLength;
    const { short, long } = layOutByLength(arena, subtrahends, chunkLength, threads);
    this.#short = short;
    this.#long = long;
    this.#deciding = arena.take(structBytes(MexJob));
    this.#filling = arena.take(structBytes(MexJob));
    this.#counter = arena.take(4);
    this.#scratch = arena.take(threads * (STAGED_BYTES + TABLE_BYTES));
    this.#decided = arena.take(DECIDED_BYTES);
    this.#decided.u8.fill(0xff);
    this.#end = arena.next;
    this.#layout = this.#layOut(this.#neededWidth(0));
  }

  get longest(): number {
    return this.window.valueBits <= SET_BITS
      ? this.#chunkLength
      : Math.min(this.#chunkLength, MAX_CHUNK_POSITIONS);
  }

  /** A chunk's rows for its long subtrahends; undefined if `beside` lacks the width that they need. */
  begin(chunk: Range, beside?: ChunkInRows): { begun: ChunkInRows; job: BeginJob } | undefined {
    const width = this.#neededWidth(this.#layout.width);
    if (beside !== undefined && width !== beside.layout.width) return undefined;
    if (width !== this.#layout.width || this.window.valueBits !== this.#layout.valueBits) {
      this.#layout = this.#layOut(width);
    }
    const layout = this.#layout;
    const begun = { chunk, layout, rows: layout.rows[beside?.rows === layout.rows[0] ? 1 : 0] };
    this.#write(this.#filling, begun, this.#long, this.window.largest + 1);
    const shares = Math.ceil(lengthOf(chunk) / layout.share);
    return { begun, job: beginJob('excludeFar', this.#filling, shares, this.#counter) };
  }

  decide(begun: ChunkInRows): number {
    this.#write(this.#deciding, begun, this.#short, 2 ** this.window.valueBits);
    return this.#context.kernels.decideNim(this.#deciding.address);
  }

  /** Switches to wider rows, or to more bits per value if these are the bound. */
  makeRoom(): void {
    if (this.#layout.width >= 2 ** this.window.valueBits) this.window.widen();
    else this.#margin *= 2;
  }

  #neededWidth(least: number): number {
    if (this.window.valueBits <= SET_BITS) return 2 ** this.window.valueBits;
    const wished = Math.ceil((this.window.largest + 1 + this.#margin) / WIDTH_STEP) * WIDTH_STEP;
    return Math.max(least, Math.min(wished, Math.max(WIDTH_STEP, 2 ** this.window.valueBits)));
  }

  #layOut(width: number): Layout {
    const arena = new Arena(this.#context.memory, this.#end);
    const rowBytes = (wholeLanes(this.longest) * width) / 8;
    const { valueBits } = this.window;
    const isTabled = valueBits > SET_BITS && width <= TABLED_WIDTH;
    const fitting = isTabled ? TABLE_BYTES / width : (8 * SHARE_BYTES) / width;
    const most = Math.min(MAX_SHARE_LANES, fitting, this.#chunkLength / (SHARES * this.#threads));
    const share = Math.max(1, Math.floor(most / LANES)) * LANES;
    return { width, valueBits, share, rows: [arena.take(rowBytes), arena.take(rowBytes)] };
  }

  #write(job: Space, { chunk, layout, rows }: ChunkInRows, subtrahends: Subtrahends, bound: number): void {
    const { valueBits, address, base } = this.window;
    writeStruct(job, MexJob, {
      valueBits,
      bound,
      values: address,
      origin: chunk.start - base,
      lanes: lengthOf(chunk),
      ...subtrahends,
      width: layout.width,
      rows: rows.address,
      share: layout.share,
      scratch: this.#scratch.address,
      decided: this.#decided.address,
    });
  }
}

function wholeLanes(length: number): number {
  return Math.ceil(length / LANES) * LANES;
}
