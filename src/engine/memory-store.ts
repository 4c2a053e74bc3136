/** A store in memory, for programs without files such as a browser. */
import { noFiles, type Game } from '../game/game.js';
import { MemoryBlocks } from '../store/memory-blocks.js';
import { extendGame, type CommittedBlock } from './extending/extend.js';
import { checkExtension } from './extending/request.js';
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

  /** Creates an empty store. `name` stands for its folder; `random` returns numbers 0 <= r < 1 for samples. */
  static create(name: string, random: () => number, compute?: ComputeOptions): MemoryStore {
    const blocks = new MemoryBlocks(name);
    return new MemoryStore(new Reader(blocks, noFiles, new Computing(compute)), blocks, random);
  }

  get commits(): number {
    return this.#blocks.commits;
  }

  /** See `MemoryBlocks.contents`. */
  contents(): ReturnType<MemoryBlocks['contents']> {
    return this.#blocks.contents();
  }

  /** See `MemoryBlocks.adopt`. */
  adopt(...series: Parameters<MemoryBlocks['adopt']>): void {
    this.#blocks.adopt(...series);
  }

  /** Moves the frontiers of a game as `Store.extend` does, in memory. */
  extend(game: Game, options: ExtendOptions): AsyncGenerator<CommittedBlock, void, undefined> {
    const how = { ...options, random: this.#random };
    return this.#extension.iterate(() => extendGame(this.#blocks, game, checkExtension(game, options), how));
  }

  close(): void {
    // Memory needs no release.
  }
}
