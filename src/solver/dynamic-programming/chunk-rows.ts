/**
 * The chunks of dynamic programming: the sets of values that each position's options have, filled ahead by all
 * threads and finished in order by one.
 */
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { LANES, MexJob, MOST_SHARE, STAGED_BYTES, TABLE_BYTES } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import { lengthOf, type Range } from '../../common/range.js';
import { layOutByLength, MOST_BEFORE, SHARES, type Subtrahends } from '../chunks/layout.js';
import type { WorkerPool } from '../threads/pool.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import type { ValueWindow } from '../chunks/value-window.js';

/** Widths are multiples of this. */
const WIDTH_STEP = 128;
/** Bytes of a share's rows at most: with what is staged, half the L2 cache of common processors. */
const SHARE_BYTES = 2 ** 18;

/** Space for the rows of two chunks, for one width and size of values. */
interface Layout {
  readonly width: number;
  readonly valueBits: number;
  /** Positions that a thread takes at a time. */
  readonly share: number;
  readonly rows: readonly [Space, Space];
}

/** The rows of a chunk, and where they lie. */
interface ChunkInRows {
  readonly chunk: Range;
  readonly layout: Layout;
  readonly rows: Space;
}

/** Decides chunk after chunk. */
export class ChunkRows {
  readonly #context: KernelContext;
  readonly #pool: WorkerPool<BeginJob, void>;
  readonly window: ValueWindow;
  readonly #chunkLength: number;
  readonly #short: Subtrahends;
  readonly #long: Subtrahends;
  /** The MexJob of the chunk that is decided, and of that which is filled meanwhile. */
  readonly #deciding: Space;
  readonly #filling: Space;
  readonly #counter: Space;
  readonly #scratch: Space;
  /** Where layouts begin, each in the place of the one before. */
  readonly #end: number;
  #layout: Layout;
  /** How far above the largest value a row reaches; doubled whenever that was not enough. */
  #margin = WIDTH_STEP;
  /** The chunk that follows, its rows filled by long subtrahends. */
  #ahead: ChunkInRows | undefined;

  /** Lays out behind the window. `subtrahends` are those below the end of all that will be decided. */
  constructor(
    context: KernelContext,
    pool: WorkerPool<BeginJob, void>,
    arena: Arena,
    window: ValueWindow,
    subtrahends: Float64Array,
    chunkLength: number,
  ) {
    this.#context = context;
    this.#pool = pool;
    this.window = window;
    this.#chunkLength = chunkLength;
    const { short, long } = layOutByLength(arena, subtrahends, chunkLength, pool.threads);
    this.#short = short;
    this.#long = long;
    this.#deciding = arena.take(bytesOf(MexJob));
    this.#filling = arena.take(bytesOf(MexJob));
    this.#counter = arena.take(4);
    this.#scratch = arena.take(pool.threads * (STAGED_BYTES + TABLE_BYTES));
    this.#end = arena.next;
    this.#layout = this.#layOut(this.#neededWidth(0));
  }

  /**
   * Decides a chunk, or its beginning where wider rows or values are needed to go on, and appends the values to
   * the window. `next` is the chunk that follows, to be filled meanwhile; empty when none does. Returns one
   * past the last position decided.
   */
  async decide(chunk: Range, next: Range): Promise<number> {
    const window = this.window;
    // Where the window slides, what was filled ahead would be decided by other values.
    if (window.reserve(2 * this.#chunkLength)) this.#ahead = undefined;
    const current = this.#filledAhead(chunk) ?? (await this.#fill(chunk));
    const following = this.#besides(current, next);
    let decided = 0;
    const decide = (): void => {
      this.#write(this.#deciding, current, this.#short);
      decided = this.#context.kernels.decideNim(this.#deciding.address);
    };
    if (following === undefined) decide();
    else await this.#pool.run(this.#jobFor(following), decide);
    window.extend(decided);
    this.#ahead = following;
    if (decided < lengthOf(chunk)) this.#makeRoom();
    return chunk.start + decided;
  }

  /** The rows of a chunk that were filled ahead, if they were and are wide enough still. */
  #filledAhead({ start }: Range): ChunkInRows | undefined {
    const ahead = this.#ahead;
    return ahead?.chunk.start === start && ahead.layout.width > this.window.largest ? ahead : undefined;
  }

  /** Fills a chunk's rows, which are wide enough for the values so far, by long subtrahends. */
  async #fill(chunk: Range): Promise<ChunkInRows> {
    const width = this.#neededWidth(this.#layout.width);
    if (width !== this.#layout.width || this.window.valueBits !== this.#layout.valueBits) {
      this.#layout = this.#layOut(width);
    }
    const filled = { chunk, layout: this.#layout, rows: this.#layout.rows[0] };
    await this.#pool.run(this.#jobFor(filled));
    return filled;
  }

  /** Rows for the next chunk, to be filled while `current` is decided: by other threads, at the same width. */
  #besides({ layout, rows }: ChunkInRows, next: Range): ChunkInRows | undefined {
    if (lengthOf(next) === 0 || this.#pool.threads === 1) return undefined;
    if (this.#neededWidth(layout.width) !== layout.width) return undefined;
    return { chunk: next, layout, rows: layout.rows[rows === layout.rows[0] ? 1 : 0] };
  }

  /** Goes over to wider rows, or to more bits a value where these are the bound. */
  #makeRoom(): void {
    this.#ahead = undefined;
    if (this.#layout.width >= 2 ** this.window.valueBits) this.window.widen();
    else this.#margin *= 2;
  }

  #neededWidth(least: number): number {
    const wished = Math.ceil((this.window.largest + 1 + this.#margin) / WIDTH_STEP) * WIDTH_STEP;
    return Math.max(least, Math.min(wished, Math.max(WIDTH_STEP, 2 ** this.window.valueBits)));
  }

  #layOut(width: number): Layout {
    const arena = new Arena(this.#context.memory, this.#end);
    const rowBytes = (Math.ceil(this.#chunkLength / LANES) * LANES * width) / 8;
    const { valueBits } = this.window;
    const fitting = valueBits === 8 ? TABLE_BYTES / width : (8 * SHARE_BYTES) / width;
    const most = Math.min(MOST_SHARE, fitting, this.#chunkLength / (SHARES * this.#pool.threads));
    const share = Math.max(1, Math.floor(most / LANES)) * LANES;
    return { width, valueBits, share, rows: [arena.take(rowBytes), arena.take(rowBytes)] };
  }

  /** The job of filling a chunk's rows. */
  #jobFor(filled: ChunkInRows): BeginJob {
    this.#write(this.#filling, filled, this.#long);
    const shares = Math.ceil(lengthOf(filled.chunk) / filled.layout.share);
    return beginJob('nim', this.#filling, shares, this.#counter);
  }

  #write(job: Space, { chunk, layout, rows }: ChunkInRows, subtrahends: Subtrahends): void {
    const { valueBits, address, base } = this.window;
    writeStruct(job, MexJob, {
      valueBits,
      values: address,
      origin: chunk.start - base,
      before: Math.min(base, MOST_BEFORE),
      lanes: lengthOf(chunk),
      ...subtrahends,
      width: layout.width,
      rows: rows.address,
      share: layout.share,
      scratch: this.#scratch.address,
    });
  }
}
