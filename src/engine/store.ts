/**
 * The library's face: an open store, with everything the command line does as a method; those that read are in
 * `reading/readable-store.ts`.
 */
import { platform } from '../platform/platform.js';
import type { Game } from '../game/game.js';
import { quantitiesOf } from '../game/periods.js';
import { BlockStore } from '../store/block-store.js';
import type { FileSystem } from '../store/files/file-system.js';
import { checkThreads } from '../common/threads.js';
import { adoptFiles, type FoundFile } from './keeping/adopt.js';
import { proveAdopted } from './keeping/prove-periods.js';
import { filesBeyond, type BeyondCatalog } from './keeping/beyond-catalog.js';
import {
  asSource,
  checkEmpty,
  checkedOffers,
  openSource,
  takeOver,
  type ImportOptions,
} from './keeping/import.js';
import { Computing } from './reading/computing.js';
import { extendAsAsked, type OtherHands } from './extending/as-asked.js';
import type { CommittedBlock } from './extending/extend.js';
import { storeChecked, type CheckedSeries } from './extending/sweep.js';
import { checkExtension, ruleFor, type ExtensionRequest } from './extending/request.js';
import {
  checkLimit,
  type ExtendOptions,
  type OpenStoreOptions,
  type PeriodOptions,
  type Surroundings,
} from './series/options.js';
import { findPeriods, findPeriodsInMemory, type GamePeriods } from './extending/periods.js';
import type { Verification, VerifyOptions } from './verifying/problems.js';
import { verifyStore } from './verifying/verify.js';
import { OneExtension } from './one-extension.js';
import { ExportingStore } from './exporting-store.js';
import { Reader } from './reading/reader.js';
import { takeView } from './views/game-views.js';

/** Opens the store in a folder: `openStore`. */
export async function openStoreIn(
  { fileSystem, random }: Surroundings,
  folder: string,
  { readOnly = false, cacheBytes, compute, onFile }: OpenStoreOptions,
): Promise<Store> {
  const blocks = await BlockStore.open(folder, { readOnly, fileSystem, cacheBytes });
  const reader = new Reader(blocks, (path) => fileSystem.readText(path), new Computing(compute), onFile);
  const store = (found?: readonly FoundFile[]): Store =>
    new Store(reader, blocks, { fileSystem, random }, found);
  if (readOnly) return store();
  try {
    const found = await adoptFiles(blocks, random);
    await proveAdopted(blocks, found);
    return store(found);
  } catch (error) {
    blocks.close();
    throw error;
  }
}

/**
 * An open store. A game is text as on the command line (`squares`, `{1,3,4}`, `file:PATH`), or what `readGame`,
 * `finiteGame` or `cofiniteGame` made of it.
 */
export class Store extends ExportingStore {
  /** Block files that no row of the catalog named when the store was opened for writing, and what became of them. */
  readonly found: readonly FoundFile[];
  readonly #reader: Reader;
  readonly #blocks: BlockStore;
  readonly #fileSystem: FileSystem;
  readonly #random: () => number;
  readonly #extension: OneExtension;

  /** Use `openStore`. */
  constructor(
    reader: Reader,
    blocks: BlockStore,
    { fileSystem, random }: Surroundings,
    found: readonly FoundFile[] = [],
  ) {
    super(reader, fileSystem);
    this.#reader = reader;
    this.#blocks = blocks;
    this.#fileSystem = fileSystem;
    this.#random = random;
    this.found = found;
    this.#extension = new OneExtension(this.folder);
  }

  /** Where samples are taken from: numbers 0 <= r < 1. */
  get random(): () => number {
    return this.#random;
  }

  /**
   * Moves the frontier of a game's series to `to`. Yields each block once it is durable; stopping the
   * iteration stops the work. Series that are there or further on already are left as they are; with `both`, a game
   * that has one of the two is extended in that one. `others` compute in place of threads of
   * this machine.
   */
  async *extend(
    game: string | Game,
    options: ExtendOptions,
    others: OtherHands = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    const extension = extendAsAsked(this.#blocks, this.#reader.game(game), options, {
      ...others,
      random: this.#random,
    });
    this.#extension.begin();
    try {
      yield* extension;
    } finally {
      this.#extension.end();
    }
  }

  /**
   * Stores series that others have solved and `checkSolved` has checked, of which nothing is stored yet, with the periods that
   * they prove: all in one commit.
   */
  async keep(checked: readonly CheckedSeries[]): Promise<void> {
    this.#extension.begin();
    try {
      await storeChecked(this.#blocks, checked);
    } finally {
      this.#extension.end();
    }
  }

  /** Raises the usage error that `extend` would, before anything is stored; also of a store opened for reading. */
  checkExtension(game: string | Game, request: ExtensionRequest): void {
    const parsed = this.#reader.game(game);
    const { method = 'auto', to } = request;
    for (const name of checkExtension(parsed, request)) ruleFor(this.#blocks, parsed, name, { method, to });
  }

  /**
   * The minimal periods of a game's nim-values and outcomes: recorded ones, else found and proven by its first
   * values, of which twice as many are looked at each time up to `limit`. A store opened for writing is extended by
   * them and keeps the periods, and a search by states that is stopped or comes to its limit, from where the next one goes
   * on; one opened for reading computes in memory.
   */
  async periods(game: string | Game, options: PeriodOptions = {}): Promise<GamePeriods> {
    const { threads = platform.threads, ...watch } = options;
    const solver = { threads: checkThreads(threads) };
    const parsed = this.#reader.game(game);
    const limit = checkLimit(parsed, options.limit);
    this.#extension.begin();
    try {
      const store = this.#blocks;
      const how = { ...watch, limit, solver, random: this.#random };
      const stored = takeView(
        store,
        parsed.key,
        quantitiesOf(parsed).includes('nim') ? 'nim' : 'cold',
        'pass',
      );
      return await (store.isReadOnly
        ? findPeriodsInMemory(parsed, store.catalog.periods(parsed.key), stored, how)
        : findPeriods(store, parsed, stored.frontier, { ...how, searches: store.searches }));
    } finally {
      this.#extension.end();
    }
  }

  /**
   * Block files that the catalog does not know, of the series that were read so far, and of series without a row: the
   * catalog is older than they are, or a writer was stopped. A store opened for writing has none: it takes them over.
   */
  beyondCatalog(): Promise<BeyondCatalog[]> {
    return filesBeyond(this.#blocks);
  }

  /** Checks what is stored, of one game or of all, and with `repair` computes damaged blocks again. */
  async verify(
    options: Partial<Omit<VerifyOptions, 'gameKey' | 'random'>> & {
      readonly game?: string | Game | undefined;
    } = {},
  ): Promise<Verification> {
    const { game, full = false, repair = false, threads = platform.threads, ...rest } = options;
    const common = { full, repair, threads: checkThreads(threads), random: this.#random, ...rest };
    return verifyStore(
      this.#blocks,
      game === undefined ? common : { ...common, gameKey: this.#reader.game(game).key },
    );
  }

  /**
   * Takes over what another store has of games that agree with what is here; yields each block once it is durable.
   * Raises `corrupt`, naming the first position, where the two differ; nothing is changed then.
   */
  async *importFrom(
    folder: string,
    options: ImportOptions = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    this.#extension.begin();
    let other: BlockStore | undefined;
    try {
      other = await openSource(folder, this.#fileSystem);
      const source = other;
      const offers = await asSource(folder, () => checkedOffers(source, options));
      yield* takeOver(this.#blocks, source, offers, this.#random, options);
    } finally {
      this.#extension.end();
      other?.close();
    }
  }

  /**
   * Makes a copy of the store in a new or empty folder, also beside a writer: each series as far as it goes at this
   * moment. Every block is checked on the way; yields each once it is durable in the copy.
   */
  async *copyTo(
    folder: string,
    options: ImportOptions = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    await checkEmpty(this.#fileSystem, folder);
    // Before there is a copy: one that is refused leaves nothing behind.
    const offers = await checkedOffers(this.#blocks, options);
    const copy = await BlockStore.open(folder, { readOnly: false, fileSystem: this.#fileSystem });
    try {
      yield* takeOver(copy, this.#blocks, offers, this.#random, options);
    } finally {
      copy.close();
    }
  }

  /** Closes the catalog and frees the writer lock. The store cannot be used afterwards. */
  close(): void {
    this.#blocks.close();
  }

  /** Closes the store at the end of the block of an `await using` declaration. */
  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }
}
