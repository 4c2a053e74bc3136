/** A store in memory, for as long as the program runs: where there are no files, as in a browser. */
import { noFiles, type Game } from '../game/game.js';
import type { ColumnValues } from '../columnar/layout.js';
import { MemoryBlocks, type ReadValues, type SeriesRows } from '../store/memory-blocks.js';
import type { BlockRecord } from '../store/records.js';
import { extendAsAsked } from './extending/request.js';
import type { CommittedBlock } from './extending/extend.js';
import { OneExtension } from './one-extension.js';
import { Computing } from './reading/computing.js';
import { ReadableStore } from './reading/readable-store.js';
import { Reader } from './reading/reader.js';
import type { ComputeOptions, ExtendOptions } from './series/options.js';

export class MemoryStore extends ReadableStore {
  readonly #blocks: MemoryBlocks;
  readonly #random: () => number;
  readonly #extension: OneExtension;

  private constructor(reader: Reader, blocks: MemoryBlocks, random: () => number) {
    super(reader);
    this.#blocks = blocks;
    this.#random = random;
    this.#extension = new OneExtension(this.folder);
  }

  /** An empty store. `name` stands for its folder; samples are taken by `random`, numbers 0 <= r < 1. */
  static create(name: string, random: () => number, compute?: ComputeOptions): MemoryStore {
    const blocks = new MemoryBlocks(name);
    return new MemoryStore(new Reader(blocks, noFiles, new Computing(compute)), blocks, random);
  }

  /** How often something was stored. */
  get commits(): number {
    return this.#blocks.commits;
  }

  /** All that is stored, without values, as plain data. */
  rows(): SeriesRows[] {
    return this.#blocks.rows();
  }

  /** The values of a block of these rows. */
  valuesOf(block: BlockRecord): Promise<ColumnValues> {
    return this.#blocks.values(block);
  }

  /** Takes over rows of a store that was; `read` gives the values of a block when they are asked for. */
  adopt(series: readonly SeriesRows[], read: ReadValues): void {
    this.#blocks.adopt(series, read);
  }

  /** Moves the frontiers of a game as `Store.extend` does, in memory. */
  extend(game: Game, options: ExtendOptions): AsyncGenerator<CommittedBlock, void, undefined> {
    const others = { random: this.#random };
    return this.#extension.iterate(() => extendAsAsked(this.#blocks, game, options, others));
  }

  close(): void {
    // What is in memory goes with it.
  }
}
