/**
 * The blocks of one series by position. Each is looked up on demand and remembered, so a reader's cost does not depend on the
 * number of blocks.
 *
 * Remembered rows stay valid under a concurrent writer: values never change, and a block that was folded into a longer one, or
 * repaired, is read from its successor (`BlockStore.values`).
 */
import { leastWhere, type Range } from '../../common/range.js';
import type { BlockRecord } from '../records.js';

/** Maximum number of rows in one lookup: some milliseconds. */
const MAX_ROWS = 1024;

/** Looks up the first blocks that overlap a range below the frontier: increasing, checked, at most `limit`. */
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

  /** Number of remembered rows. */
  get rows(): number {
    return this.#known.length;
  }

  /** Returns the block of a position below the frontier. Cost: a binary search, and an indexed lookup the first time. */
  at(position: number): BlockRecord {
    const known = this.#knownAt(position);
    if (known !== undefined) return known;
    this.#remember(position, this.#lookUp({ start: position, stop: position + 1 }, 1));
    return this.#knownAt(position) as BlockRecord;
  }

  /** Returns the blocks that overlap a range below the frontier, increasing and without gaps. */
  over({ start, stop }: Range): BlockRecord[] {
    const blocks: BlockRecord[] = [];
    for (let position = start; position < stop;) {
      if (this.#knownAt(position) === undefined) {
        this.#remember(position, this.#lookUp({ start: position, stop }, MAX_ROWS));
      }
      const block = this.at(position);
      const below = blocks.at(-1);
      // A remembered block has since been folded into this one.
      if (below?.start === block.start) blocks.pop();
      else if (below !== undefined && below.stop !== block.start) throw this.#gapAt(position);
      blocks.push(block);
      position = block.stop;
    }
    return blocks;
  }

  /** Adds a committed block. */
  add(block: BlockRecord): void {
    this.#remember(block.start, [block]);
  }

  #knownAt(position: number): BlockRecord | undefined {
    const block = this.#known.at(this.#firstEndingAbove(position));
    return block !== undefined && block.start <= position && position < block.stop ? block : undefined;
  }

  /** Returns the index of the first known block that ends above a position. */
  #firstEndingAbove(position: number): number {
    return leastWhere(0, this.#known.length, (i) => this.#known[i].stop > position);
  }

  /** Replaces the known blocks that overlap the given ones, the first of which must hold `position`. */
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
