/**
 * The blocks of one series, found by position. Each is looked up when it is first needed and then remembered, so that
 * what a reader pays is what it reads, however many blocks there are.
 *
 * What is remembered stays right beside a writer: values never change, and a block that has been folded into a
 * longer one, or repaired, is read from its successor (`BlockStore.values`).
 */
import { leastWhere, type Range } from '../../common/range.js';
import type { BlockRecord } from '../records.js';

/** Rows that one lookup takes at most: some milliseconds. */
const MAX_ROWS = 1024;

/**
 * Looks up the first blocks that overlap a range, increasing and each checked, at most `limit` of them. The range is
 * below the frontier.
 */
export type LookUp = (range: Range, limit: number) => BlockRecord[];

export class BlockIndex {
  readonly #lookUp: LookUp;
  readonly #gapAt: (position: number) => Error;
  /** Increasing and disjoint. */
  #known: BlockRecord[] = [];

  /** `gapAt` makes the error for a position below the frontier that no block holds. */
  constructor(lookUp: LookUp, gapAt: (position: number) => Error) {
    this.#lookUp = lookUp;
    this.#gapAt = gapAt;
  }

  /** Rows that are remembered. */
  get rows(): number {
    return this.#known.length;
  }

  /** The block that holds a position, which is below the frontier. Cost: a binary search, once an indexed lookup. */
  at(position: number): BlockRecord {
    const known = this.#knownAt(position);
    if (known !== undefined) return known;
    this.#remember(position, this.#lookUp({ start: position, stop: position + 1 }, 1));
    return this.#knownAt(position) as BlockRecord;
  }

  /** The blocks that overlap a range, which is below the frontier, increasing and without a gap. */
  over({ start, stop }: Range): BlockRecord[] {
    const blocks: BlockRecord[] = [];
    for (let position = start; position < stop;) {
      if (this.#knownAt(position) === undefined) {
        this.#remember(position, this.#lookUp({ start: position, stop }, MAX_ROWS));
      }
      const block = this.at(position);
      const below = blocks.at(-1);
      // One that was remembered has been folded into this one since.
      if (below?.start === block.start) blocks.pop();
      else if (below !== undefined && below.stop !== block.start) throw this.#gapAt(position);
      blocks.push(block);
      position = block.stop;
    }
    return blocks;
  }

  /** Takes note of a block that has been committed. */
  add(block: BlockRecord): void {
    this.#remember(block.start, [block]);
  }

  #knownAt(position: number): BlockRecord | undefined {
    const block = this.#known.at(this.#firstEndingAbove(position));
    return block !== undefined && block.start <= position && position < block.stop ? block : undefined;
  }

  /** The index of the first known block that ends above a position. */
  #firstEndingAbove(position: number): number {
    return leastWhere(0, this.#known.length, (i) => this.#known[i].stop > position);
  }

  /** Puts blocks, the first of which is to hold `position`, in the place of those known that they overlap. */
  #remember(position: number, blocks: readonly BlockRecord[]): void {
    let stop = blocks.at(0)?.start ?? Infinity;
    if (stop > position) throw this.#gapAt(position);
    for (const block of blocks) {
      if (block.start !== stop) throw this.#gapAt(Math.min(stop, block.start));
      stop = block.stop;
    }
    const from = this.#firstEndingAbove(blocks[0].start);
    let to = from;
    while (to < this.#known.length && this.#known[to].start < stop) to++;
    this.#known.splice(from, to - from, ...blocks);
  }
}
