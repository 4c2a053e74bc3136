/**
 * The chunks of remoteness: the least ranks of each position's options, found ahead by all threads for long
 * subtrahends and finished in order by one.
 */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { RankJob } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { lengthOf, type Range } from '../../common/range.js';
import { layOutByLength, MOST_BEFORE, SHARES, type Subtrahends } from '../chunks/layout.js';
import type { WorkerPool } from '../threads/pool.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import { RankWindow } from './rank-window.js';

/** Decides chunk after chunk. */
export class RankChunks {
  readonly window: RankWindow;
  readonly #context: KernelContext;
  readonly #pool: WorkerPool<BeginJob, void>;
  readonly #chunkLength: number;
  readonly #smallest: number;
  readonly #short: Subtrahends;
  readonly #long: Subtrahends;
  /** The RankJob of the chunk that is decided, and of that which is begun meanwhile. */
  readonly #deciding: Space;
  readonly #beginning: Space;
  readonly #counter: Space;
  /** The chunk that has been begun by long subtrahends. */
  #begun: Range | undefined;

  /** For the positions of `range`, whose options lie at most `reach` below them. Takes all of the arena. */
  constructor(
    context: KernelContext,
    pool: WorkerPool<BeginJob, void>,
    arena: Arena,
    set: SubtractionSet,
    range: Range,
    reach: number,
    chunkLength: number,
  ) {
    this.#context = context;
    this.#pool = pool;
    this.#chunkLength = chunkLength;
    this.#smallest = Math.min(set.smallest, 2 ** 32 - 1);
    const { short, long } = layOutByLength(arena, set.between(1, range.stop), chunkLength, pool.threads);
    this.#short = short;
    this.#long = long;
    this.#deciding = arena.take(bytesOf(RankJob));
    this.#beginning = arena.take(bytesOf(RankJob));
    this.#counter = arena.take(4);
    this.window = new RankWindow(context.memory, arena.next, reach, range, chunkLength);
  }

  /**
   * Decides a chunk, or its beginning where wider ranks are needed to go on, and appends it to the window. `next` is the
   * chunk that follows, to be begun meanwhile; empty when none does. Returns one past the last position decided.
   */
  async decide(chunk: Range, next: Range): Promise<number> {
    // Where the window slides, what was begun does not.
    if (this.window.reserve(2 * this.#chunkLength)) this.#begun = undefined;
    if (this.#begun?.start !== chunk.start) await this.#pool.run(this.#jobFor(chunk));
    let decided = 0;
    const decide = (): void => {
      this.#write(this.#deciding, chunk, this.#short);
      decided = this.#context.kernels.decideRemoteness(this.#deciding.address);
    };
    this.#begun = this.#pool.threads === 1 || lengthOf(next) === 0 ? undefined : next;
    if (this.#begun === undefined) decide();
    else await this.#pool.run(this.#jobFor(this.#begun), decide);
    this.window.extend(decided);
    if (decided < lengthOf(chunk)) {
      this.#begun = undefined;
      this.window.widen();
    }
    return chunk.start + decided;
  }

  /** Positions that a thread takes at a time. */
  get #share(): number {
    return Math.ceil(this.#chunkLength / (SHARES * this.#pool.threads));
  }

  /** The job of beginning a chunk. */
  #jobFor(chunk: Range): BeginJob {
    this.#write(this.#beginning, chunk, this.#long);
    return beginJob('remoteness', this.#beginning, Math.ceil(lengthOf(chunk) / this.#share), this.#counter);
  }

  #write(job: Space, chunk: Range, subtrahends: Subtrahends): void {
    const { bytes, address, base } = this.window;
    writeStruct(job, RankJob, {
      bytes,
      ranks: address,
      origin: chunk.start - base,
      before: Math.min(base, MOST_BEFORE),
      lanes: lengthOf(chunk),
      ...subtrahends,
      smallest: this.#smallest,
      share: this.#share,
    });
  }
}
