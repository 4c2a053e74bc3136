/** The chunks of remoteness: the least ranks of each position's options, begun ahead by all threads, finished in order by one. */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { RankJob } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { lengthOf, type Range } from '../../common/range.js';
import { beginJob, type BeginJob } from '../chunks/begin.js';
import type { Begun, Chunks } from '../chunks/chunks.js';
import { ValueWindow, type Coding } from '../chunks/value-window.js';
import { layOutByLength, SHARES, type Subtrahends } from '../chunks/layout.js';

/** Ranks (kernel/kernels.ts) in place of remoteness; `worst` is the rank of 1. */
const RANKS: Coding = {
  encode: (value, worst) => (value % 2 === 0 ? value / 2 : worst - (value - 1) / 2),
  decode: (rank, worst) => (rank <= worst / 2 ? 2 * rank : 2 * (worst - rank) + 1),
};
const RANK_BITS = [8, 16, 32];

export class RankChunks implements Chunks<Begun> {
  readonly window: ValueWindow;
  readonly #context: KernelContext;
  /** Positions of a thread's share. */
  readonly #share: number;
  readonly #smallest: number;
  readonly #short: Subtrahends;
  readonly #long: Subtrahends;
  /** The RankJobs of the chunk being decided and of the one being begun. */
  readonly #deciding: Space;
  readonly #beginning: Space;
  readonly #counter: Space;

  /** Lays out for the positions of `range`, whose options lie at most `reach` below them. */
  constructor(
    context: KernelContext,
    threads: number,
    arena: Arena,
    set: SubtractionSet,
    range: Range,
    reach: number,
    chunkLength: number,
  ) {
    this.#context = context;
    this.#share = Math.ceil(chunkLength / (SHARES * threads));
    this.#smallest = Math.min(set.smallest, 2 ** 32 - 1);
    const { short, long } = layOutByLength(arena, set.between(1, range.stop), chunkLength, threads);
    this.#short = short;
    this.#long = long;
    this.#deciding = arena.take(structBytes(RankJob));
    this.#beginning = arena.take(structBytes(RankJob));
    this.#counter = arena.take(4);
    this.window = new ValueWindow(context.kernels, arena, reach, range, chunkLength, RANK_BITS, RANKS);
  }

  begin(chunk: Range): { begun: Begun; job: BeginJob } {
    this.#write(this.#beginning, chunk, this.#long);
    const shares = Math.ceil(lengthOf(chunk) / this.#share);
    return { begun: { chunk }, job: beginJob('rankFar', this.#beginning, shares, this.#counter) };
  }

  decide({ chunk }: Begun): number {
    this.#write(this.#deciding, chunk, this.#short);
    return this.#context.kernels.decideRemoteness(this.#deciding.address);
  }

  makeRoom(): void {
    this.window.widen();
  }

  #write(job: Space, chunk: Range, subtrahends: Subtrahends): void {
    const { valueBits, address, base } = this.window;
    writeStruct(job, RankJob, {
      bytes: valueBits / 8,
      ranks: address,
      origin: chunk.start - base,
      lanes: lengthOf(chunk),
      ...subtrahends,
      smallest: this.#smallest,
      share: this.#share,
    });
  }
}
