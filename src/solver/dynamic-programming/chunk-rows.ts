/**
 * The chunks of dynamic programming: the sets of values that each position's options have, filled ahead by all threads
 * and finished in order by one. Separate because the width of these sets, the size of a value and the window
 * of values all change on the way, and only this part has to know.
 */
import { Arena } from '../../kernel/arena.js';
import { LANES } from '../../kernel/kernels.js';
import { lowerBound, type SubtractionSet } from '../../game/sets/subtraction-set.js';
import { lengthOf, type Range } from '../../common/range.js';
import { runExcludeJob, type ExcludeJob } from './far-exclusion.js';
import type { ValueWindow } from './value-window.js';
import type { KernelContext } from '../../kernel/context.js';
import type { WorkerPool } from '../threads/pool.js';

/** Widths are multiples of this. */
const WIDTH_STEP = 128;
/** The address of the counter that threads share, below all other space. */
const COUNTER = 0;
/** Bytes of a thread's tables: half the L2 cache of common processors, so that values stay there beside them. */
const TABLE_BYTES = 2 ** 18;
/** Shares of a chunk for each thread at least, so that none waits long for the others. */
const SHARES = 4;
/** A position counts at most this, so that kernels can add an index; longer subtrahends are out of the window. */
const MOST_BEFORE = 2 ** 30;

/** Rows that are filled by long subtrahends. */
interface Filled {
  readonly chunk: Range;
  readonly width: number;
  readonly rows: number;
}

/** Decides chunk after chunk. */
export class ChunkRows {
  readonly #context: KernelContext;
  readonly #pool: WorkerPool;
  readonly #window: ValueWindow;
  readonly #chunkLength: number;
  readonly #subtrahends: number;
  readonly #shortCount: number;
  readonly #longCount: number;
  readonly #end: number;
  /** How far above the largest value a row reaches; doubled whenever that was not enough. */
  #margin = WIDTH_STEP;
  #width = 0;
  /** Positions that a thread takes at a time. */
  #share = 0;
  #tables = 0;
  #rows: [number, number] = [0, 0];
  #ahead: Filled | undefined;

  /** `stop` is one past the last position that will be decided. */
  constructor(
    context: KernelContext,
    pool: WorkerPool,
    window: ValueWindow,
    set: SubtractionSet,
    stop: number,
    chunkLength: number,
  ) {
    this.#context = context;
    this.#pool = pool;
    this.#window = window;
    this.#chunkLength = chunkLength;
    const subtrahends = set.between(1, stop);
    // While one chunk is decided, the next is filled: values from both are missing to its long subtrahends.
    this.#shortCount = lowerBound(subtrahends, (pool.threads === 1 ? 1 : 2) * chunkLength);
    this.#longCount = subtrahends.length - this.#shortCount;
    const arena = new Arena(context.memory, window.end);
    this.#subtrahends = arena.take(4 * subtrahends.length);
    context.views().u32.set(subtrahends, this.#subtrahends / 4);
    this.#end = arena.next;
  }

  /**
   * Decides a chunk, or its beginning where wider rows or values are needed to go on, and appends the values to
   * the window. `next` is the chunk that follows, to be filled meanwhile; empty when none does. Returns one
   * past the last position decided.
   */
  async decide(chunk: Range, next: Range): Promise<number> {
    const { kernels } = this.#context;
    const window = this.#window;
    if (window.reserve(2 * this.#chunkLength)) this.#ahead = undefined;
    let filled = this.#ahead;
    this.#ahead = undefined;
    if (filled?.chunk.start !== chunk.start || filled.width <= window.largest) {
      filled = this.#describe(chunk, 0);
      await this.#pool.run(this.#jobOf(filled));
    }
    const ahead = lengthOf(next) > 0 && this.#pool.threads > 1 && filled.width === this.#neededWidth();
    const following = ahead ? this.#describe(next, filled.rows === this.#rows[0] ? 1 : 0) : undefined;
    const job = following === undefined ? undefined : this.#jobOf(following);
    const others = job === undefined ? undefined : this.#pool.start(job);
    others?.catch(() => undefined);
    const lanes = lengthOf(chunk);
    const decided = kernels.decideNim(
      window.valueBits,
      window.address,
      chunk.start - window.base,
      lanes,
      Math.min(window.base, MOST_BEFORE),
      this.#subtrahends,
      this.#shortCount,
      this.#tables,
      filled.width,
      filled.rows,
    );
    if (job !== undefined && others !== undefined) {
      runExcludeJob(this.#context, job, 0);
      await others;
    }
    window.extend(decided);
    if (decided === lanes) this.#ahead = following;
    else this.#makeRoom(filled.width);
    return chunk.start + decided;
  }

  /** Widens what a value of at least `width`, or of more bits than the window's, has turned out too large for. */
  #makeRoom(width: number): void {
    if (width >= 2 ** this.#window.valueBits) this.#window.widen();
    else this.#margin *= 2;
  }

  #neededWidth(): number {
    const wished = Math.ceil((this.#window.largest + 1 + this.#margin) / WIDTH_STEP) * WIDTH_STEP;
    return Math.max(this.#width, Math.min(wished, Math.max(WIDTH_STEP, 2 ** this.#window.valueBits)));
  }

  /** Chooses the width and the space for a chunk's rows; a new width moves both spaces. */
  #describe(chunk: Range, space: 0 | 1): Filled {
    const width = this.#neededWidth();
    if (width !== this.#width) {
      const arena = new Arena(this.#context.memory, this.#end);
      const rowBytes = (Math.ceil(this.#chunkLength / LANES) * LANES * width) / 8;
      const most = Math.min(TABLE_BYTES / width, this.#chunkLength / (SHARES * this.#pool.threads));
      this.#share = Math.max(1, Math.floor(most / LANES)) * LANES;
      this.#tables = arena.take(this.#pool.threads * this.#share * width);
      this.#rows = [arena.take(rowBytes), arena.take(rowBytes)];
      this.#width = width;
    }
    return { chunk, width, rows: this.#rows[space] };
  }

  #jobOf({ chunk, width, rows }: Filled): ExcludeJob {
    const window = this.#window;
    this.#context.views().u32[COUNTER] = 0;
    return {
      kind: 'exclude',
      valueBits: window.valueBits,
      values: window.address,
      origin: chunk.start - window.base,
      lanes: lengthOf(chunk),
      before: Math.min(window.base, MOST_BEFORE),
      subtrahends: this.#subtrahends + 4 * this.#shortCount,
      count: this.#longCount,
      share: this.#share,
      tables: this.#tables,
      width,
      rows,
      counter: COUNTER,
    };
  }
}
