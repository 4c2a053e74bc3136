/**
 * The library's entry point: an open store, with a method for everything that the command line does. Those that read are in
 * `reading/readable-store.ts`.
 */
import { formatForFile } from '../common/formats.js';
import { checkThreads } from '../common/threads.js';
import { platform } from '../platform/platform.js';
import { BlockStore } from '../store/block-store.js';
import { writeOutput } from '../store/files/new-file.js';
import type { NamedGame } from '../store/own-names.js';
import { writeFolder, type WrittenFolder } from '../store/files/new-folder.js';
import { EXPORT_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { extendGame, type CommittedBlock } from './extending/extend.js';
import { findPeriods, findPeriodsInMemory, provingSeries, type GamePeriods } from './extending/periods.js';
import { checkExtension, type ExtensionRequest } from './extending/request.js';
import { ruleFor } from './extending/rule-parts.js';
import { storeChecked, type CheckedSeries } from './extending/sweep.js';
import { adoptFiles, type FoundFile } from './keeping/adopt.js';
import { filesBeyond, type BeyondCatalog } from './keeping/beyond-catalog.js';
import { copyStore, importInto } from './keeping/import.js';
import { proveAdopted } from './keeping/prove-periods.js';
import type { PartsSource } from './extending/parts.js';
import { OneExtension } from './one-extension.js';
import { Computing } from './reading/computing.js';
import {
  exportOf,
  isPartName,
  partsOf,
  type ExportFileOptions,
  type ExportFolderOptions,
} from './reading/exports.js';
import { ReadableStore } from './reading/readable-store.js';
import { Reader } from './reading/reader.js';
import { SEQUENCE_FORMATS } from './reading/sequences.js';
import {
  checkLimit,
  type ExtendOptions,
  type GameOrText,
  type OpenStoreOptions,
  type PeriodOptions,
  type ReadingOptions,
  type SequenceTextOptions,
  type Environment,
} from './series/options.js';
import { quantitiesAsked } from './series/declared.js';
import { currentView } from './views/game-views.js';
import type { Verification, VerifyOptions } from './verifying/problems.js';
import { verifyStore } from './verifying/verify.js';

/** Opens the store in a folder: see `openStore`. */
export async function openStoreIn(
  environment: Environment,
  folder: string,
  { readOnly = false, cacheBytes, compute = {}, onFile }: OpenStoreOptions,
): Promise<Store> {
  const { fileSystem } = environment;
  const blocks = await BlockStore.open(folder, { readOnly, fileSystem, cacheBytes });
  const reader = new Reader(blocks, (path) => fileSystem.readText(path), new Computing(compute), onFile);
  try {
    const store = new Store(reader, blocks, environment);
    if (!readOnly) await store.adopt('opening');
    return store;
  } catch (error) {
    blocks.close();
    throw error;
  }
}

/**
 * An open store. A game is text as on the command line (`squares`, `{1,3,4}`, `file:PATH`), or a result of `readGame`, `finiteGame`
 * or `cofiniteGame`.
 */
export class Store extends ReadableStore {
  /**
   * Block files that had no row in the catalog, and their outcomes: from opening the store for writing, and from each extension,
   * search for periods and verification since.
   */
  readonly found: FoundFile[] = [];
  readonly #reader: Reader;
  readonly #blocks: BlockStore;
  readonly #environment: Environment;
  readonly #extension: OneExtension;

  /** Use `openStore`. */
  constructor(reader: Reader, blocks: BlockStore, environment: Environment) {
    super(reader);
    this.#reader = reader;
    this.#blocks = blocks;
    this.#environment = environment;
    this.#extension = new OneExtension(this.folder);
  }

  /** @internal Adopts block files of some series that have no row (`BlockStore.unknownFiles`). */
  async adopt(of: Parameters<BlockStore['unknownFiles']>[0]): Promise<void> {
    const found = await adoptFiles(this.#blocks, this.random, of);
    await proveAdopted(this.#blocks, found);
    this.found.push(...found);
  }

  /** Replaces the names of games. Raises a usage error unless the store is open for writing. */
  writeNames(names: ReadonlyMap<string, NamedGame>): Promise<void> {
    return this.#blocks.writeNames(names);
  }

  /** Random numbers 0 <= r < 1 for samples. */
  get random(): () => number {
    return this.#environment.random;
  }

  /**
   * Moves the frontier of a game's series to `to`. Yields each block once it is durable; leaving the iteration stops the work.
   * Skips series that reach it; with `both`, extends the one of the two that the game has. `parts` solves values instead of a
   * method.
   */
  extend(
    game: GameOrText,
    options: ExtendOptions,
    parts?: PartsSource,
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    return this.#extension.iterate(() => {
      const parsed = this.#reader.game(game);
      const how = { ...options, parts, random: this.random };
      const series = checkExtension(parsed, options);
      return this.#onAllOf(parsed.key, () => extendGame(this.#blocks, parsed, series, how));
    });
  }

  /** Extends a game after adopting all its block files. */
  async *#onAllOf<Item>(
    gameKey: string,
    extend: () => AsyncGenerator<Item, void, undefined>,
  ): AsyncGenerator<Item, void, undefined> {
    if (!this.#blocks.isReadOnly) await this.adopt({ gameKey });
    yield* extend();
  }

  /**
   * Stores series that were solved elsewhere and passed `checkSolved`, of which nothing is stored, with the periods that they
   * prove, in one commit.
   */
  keep(checked: readonly CheckedSeries[]): Promise<void> {
    return this.#extension.run(async () => {
      await storeChecked(this.#blocks, checked);
    });
  }

  /** @internal Runs several readings on one snapshot of the catalog. */
  inReadTransaction<Result>(read: () => Result): Result {
    return this.#blocks.catalog.inReadTransaction(read);
  }

  /** Raises the usage errors of `extend` before anything is stored, also on a store opened for reading. */
  checkExtension(game: GameOrText, request: ExtensionRequest): void {
    const parsed = this.#reader.game(game);
    const { method = 'auto', to } = request;
    for (const name of checkExtension(parsed, request)) ruleFor(this.#blocks, parsed, name, { method, to });
  }

  /**
   * Returns the minimal periods of a game's nim-values and outcomes, or of one series: recorded ones, or those that its first
   * values prove, twice as many each time up to `limit`. A store opened for writing stores the values and periods, and the progress
   * of an unfinished search by states, which the next one continues; a store opened for reading computes in memory.
   */
  async periods(game: GameOrText, options: PeriodOptions = {}): Promise<GamePeriods> {
    const { threads = platform.threads, series, ...watch } = options;
    const solver = { threads: checkThreads(threads) };
    const parsed = this.#reader.game(game);
    const quantities = quantitiesAsked(parsed, series);
    const limit = checkLimit(parsed, options.limit, quantities);
    const how = { ...watch, quantities, limit, solver, random: this.random };
    const store = this.#blocks;
    return this.#extension.run(async () => {
      if (!store.isReadOnly) {
        await this.adopt({ gameKey: parsed.key });
        return findPeriods(store, parsed, { ...how, searches: store.searches });
      }
      const stored = currentView(store, parsed.key, provingSeries(quantities));
      return findPeriodsInMemory(parsed, store.catalog.periods(parsed.key), stored, how);
    });
  }

  /**
   * Returns block files that the catalog does not know, of the first 64 series that were read and of series without a row: the
   * catalog was restored from an older copy, or a writer was stopped. A store opened for writing has none, as it adopts them.
   */
  beyondCatalog(): Promise<BeyondCatalog[]> {
    return filesBeyond(this.#blocks);
  }

  /** Checks the stored data of one game or of all. With `repair` computes damaged blocks again. */
  async verify(
    options: Partial<Omit<VerifyOptions, 'gameKey' | 'random'>> & {
      readonly game?: GameOrText | undefined;
    } = {},
  ): Promise<Verification> {
    const { game, full = false, repair = false, threads = platform.threads, ...rest } = options;
    const gameKey = game === undefined ? undefined : this.#reader.game(game).key;
    const common = { full, repair, threads: checkThreads(threads), random: this.random, ...rest };
    if (!this.#blocks.isReadOnly) await this.adopt(gameKey === undefined ? 'all' : { gameKey });
    return verifyStore(this.#blocks, { ...common, gameKey });
  }

  /**
   * Imports the series of another store. Yields each block once it is durable. Raises `corrupt` with the first position where the
   * two stores differ, before anything is changed.
   */
  importFrom(folder: string, options: ReadingOptions = {}): AsyncGenerator<CommittedBlock, void, undefined> {
    return this.#extension.iterate(() => importInto(this.#blocks, folder, this.#environment, options));
  }

  /**
   * Copies the store to a new or empty folder, up to its present frontiers, even during writes. Checks every block and yields each
   * once it is durable in the copy.
   */
  copyTo(folder: string, options: ReadingOptions = {}): AsyncGenerator<CommittedBlock, void, undefined> {
    return copyStore(this.#blocks, folder, this.#environment, options);
  }

  /**
   * Exports into a new file, or replaces one with `force`. Returns the number of bytes. The file appears once it is complete: a
   * failed export leaves no file, and an old one unchanged.
   */
  async exportToFile(game: GameOrText, path: string, options: ExportFileOptions): Promise<number> {
    formatForFile<TableFileFormat>(EXPORT_FORMATS, path, options.format);
    return writeOutput(path, this.export(game, options), options, this.#environment.fileSystem);
  }

  /**
   * Exports into a new folder of files, or replaces one with `force`. All files have the same columns of the same types, so that
   * tools read the folder as one table; names are ranges. The folder appears once it is complete. Formats: `arrow` and `parquet`.
   */
  async exportToFolder(
    game: GameOrText,
    folder: string,
    options: ExportFolderOptions,
  ): Promise<WrittenFolder> {
    formatForFile<TableFileFormat>(EXPORT_FORMATS, folder, options.format);
    const files = partsOf(await exportOf(this.#reader, game, options), options);
    const place = { isOurs: isPartName, force: options.force ?? false };
    return writeFolder(this.#environment.fileSystem, folder, place, files);
  }

  /**
   * Writes a sequence into a new file, or replaces one with `force`. Returns the number of bytes. Leaves no file behind on failure.
   */
  async sequenceToFile(game: GameOrText, path: string, options: SequenceTextOptions): Promise<number> {
    formatForFile(SEQUENCE_FORMATS, path, options.format ?? 'bfile');
    return writeOutput(path, this.sequenceText(game, options), options, this.#environment.fileSystem);
  }

  /** Closes the catalog and releases the writer lock. The store cannot be used afterwards. */
  close(): void {
    this.#reader.close();
    this.#blocks.close();
  }

  /** Closes the store at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }
}
