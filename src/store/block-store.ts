/**
 * The store: catalog, lock and block files as one, with the commit protocol that its promises rest on
 * (docs/RELIABILITY.md).
 */
import { sha256 } from '../common/sha256.js';
import { join } from 'node:path';
import type { ColumnValues, SeriesName } from '../columnar/layout.js';
import { KeptAggregates } from './aggregates.js';
import { BlockReader } from './block-reader.js';
import { BlockWriter, type BlockOfSeries } from './block-writer.js';
import { requireSound } from './catalog/relations.js';
import { openCatalog, refuseLost, setCatalogAside } from './catalog/catalog-file.js';
import { admitStore } from './catalog/admission.js';
import { Catalog } from './catalog/catalog.js';
import { type Addition, type BlockRecord, type StoredSeries } from './records.js';
import { openForWriting, type Database } from './catalog/database.js';
import { makeDurableDirectory, syncDirectories } from './files/durable.js';
import { nodeFileSystem, type FileSystem } from './files/file-system.js';
import { confined } from './files/confined.js';
import {
  AGGREGATES_FILE,
  CATALOG_FILE,
  COMPANIONS,
  LOCK_FILE,
  NAMES_FILE,
  REBUILT_FILE,
} from './files/names.js';
import { encodeNames, type NamedGame } from './own-names.js';
import { PlannedSeries } from './planned-series.js';
import { SEARCH, STATES, type SearchRecord, type StatesRecord } from './period-files.js';
import { SealedFiles } from './sealed-files.js';
import { byPosition, Leftovers, type BlockFile } from './files/leftovers.js';
import { isLocked, takeWriterLock, type WriterLock } from './catalog/lock.js';
import { asIoError, plainPath, requireFolder, requirePlace } from './store-folder.js';

/** Values of recently used blocks kept in memory unless told otherwise: all cold positions below 2^31. */
const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;

/**
 * Series whose descriptions are compared with the catalog when a store is opened, and to which blocks were added last, whose
 * folders a writer lists then, at most: some milliseconds, however many series there are. The others are looked at when they are
 * first used.
 */
const COMPARED_AT_OPENING = 16;
const LISTED_AT_OPENING = 64;

export interface BlockStoreOptions {
  /** Open for reading only: no lock is taken, and no block, row or name is changed (`OpenStoreOptions.readOnly`). */
  readonly readOnly: boolean;
  /** Open for writing with a new, empty catalog, which `install` puts in the place of the old one. */
  readonly isRebuilding?: boolean;
  readonly fileSystem?: FileSystem;
  readonly cacheBytes?: number | undefined;
}

/** What is added to a series at once, as the solver side says it. */
export type NewAddition = Omit<Addition, 'definition' | 'block'> & BlockOfSeries;

/** An open store. Close it when done. */
export class BlockStore extends BlockReader {
  readonly hasFiles = true;
  readonly isReadOnly: boolean;
  /** What analyses have computed from blocks; also a store opened for reading keeps more where it can. */
  readonly aggregates: KeptAggregates;
  /** Files that no row names; for the holder of the writer lock. */
  readonly leftovers: Leftovers;
  /** States of games whose periods are too long to store. */
  readonly states: SealedFiles<StatesRecord>;
  readonly searches: SealedFiles<SearchRecord>;
  readonly #writer: BlockWriter;
  readonly #planned: PlannedSeries;
  readonly #lock: WriterLock | undefined;
  /** Series whose folders were listed: whatever comes into them afterwards is this writer's. */
  readonly #listed = new Set<number>();
  /** In a rebuild, folders with names that are not durable yet. */
  #unsynced: Set<string> | undefined;

  private constructor(
    root: string,
    catalogPath: string,
    db: Database,
    fs: FileSystem,
    cacheBytes = DEFAULT_CACHE_BYTES,
    lock?: WriterLock,
  ) {
    super(root, fs, new Catalog(root, catalogPath, db, lock), cacheBytes);
    this.isReadOnly = lock === undefined;
    this.leftovers = new Leftovers(fs, root);
    const sealing = { fs, root, files: this.files, requireWriter: () => this.#requireWriter() };
    this.states = new SealedFiles(STATES, sealing);
    this.searches = new SealedFiles(SEARCH, sealing);
    this.#planned = new PlannedSeries(this.catalog);
    this.#writer = new BlockWriter(root, this.files, this.leftovers, this.#planned);
    this.#lock = lock;
    this.aggregates = new KeptAggregates(join(root, AGGREGATES_FILE), () => this.catalog.valueHashes());
  }

  /**
   * Opens the store in a folder. For writing: creates it when missing, takes the writer lock,
   * migrates, and removes unfinished files of crashed writers. For reading: a folder without a store reads as empty.
   * Raises `corrupt` where block files lie beside a catalog that is missing, empty or of another store.
   */
  static async open(folder: string, options: BlockStoreOptions): Promise<BlockStore> {
    const { readOnly, isRebuilding = false, fileSystem: given = nodeFileSystem } = options;
    const root = await asIoError(folder, () => plainPath(given, folder));
    const fs = confined(given, root);
    const path = join(root, CATALOG_FILE);
    const leftovers = new Leftovers(fs, root);
    await requireFolder(fs, root);
    admitStore(given, root, isRebuilding ? 'rebuilding' : 'opening');
    if (!readOnly) {
      await requirePlace(given, root);
      await asIoError(root, () => makeDurableDirectory(fs, root));
    }
    const lock = readOnly ? undefined : takeWriterLock(join(root, LOCK_FILE), root);
    let db: Database | undefined;
    try {
      const usedPath = isRebuilding ? join(root, REBUILT_FILE) : path;
      if (isRebuilding) {
        // What a rebuild that was killed had begun; its journal would be taken back into the new file.
        for (const end of [...COMPANIONS, '']) await fs.remove(`${usedPath}${end}`);
        db = openForWriting(usedPath);
      } else {
        const use = readOnly ? 'reading' : 'writing';
        db = await asIoError(root, () => openCatalog(path, fs, leftovers, use));
      }
      const store = new BlockStore(root, usedPath, db, fs, options.cacheBytes, lock);
      if (isRebuilding) {
        store.catalog.deferSync();
        store.#unsynced = new Set();
      } else {
        if (!readOnly && !store.catalog.hasSeries()) await refuseLost(path, 'an empty one', leftovers);
        for (const id of store.catalog.someSeries('lowest', COMPARED_AT_OPENING))
          await store.requireOwnSeries(id);
      }
      if (!readOnly) await asIoError(root, () => store.#recover());
      return store;
    } catch (error) {
      db?.close();
      lock?.release();
      throw error;
    }
  }

  /** Raises unless the store is open for writing, and is still there: before folders are made in its place. */
  #requireWriter(): void {
    this.catalog.requireWriter();
    this.#lock?.check();
  }

  /** Raises `corrupt` unless all blocks of a series are what they must be. Cost: its rows. */
  checkSeries(series: StoredSeries): void {
    requireSound(this.catalog.seriesSnapshot(series.id));
  }

  /**
   * A series to add blocks to: that of the catalog, or one with a number of its own, in the folder `id` where that is given,
   * which is created with its first block.
   */
  seriesToExtend(gameKey: string, definition: string, name: SeriesName, id?: number): StoredSeries {
    return this.#planned.get(gameKey, definition, name, id);
  }

  /** Writes the counts of cold positions below the blocks of a series anew, from the counts in them. */
  recountColdBefore(seriesId: number): void {
    this.catalog.recountColdBefore(seriesId);
    this.forgetRows(seriesId);
  }

  /**
   * Stores blocks above the frontiers of their series, which may be of any games, and returns their records once all are
   * durable: one commit for the blocks, their series and games where these are new, and periods. Blocks of the same series
   * come in increasing order.
   */
  async append(additions: readonly NewAddition[]): Promise<BlockRecord[]> {
    this.#requireWriter();
    const first = additions.at(0)?.series;
    for (const { series } of additions) await this.requireOwnSeries(series.id);
    // Block files beside a catalog without series are those of a lost one: the first series is there before its files.
    if (first !== undefined && !this.catalog.hasSeries()) {
      this.catalog.createSeries(first, this.#planned.definitionOf(first.gameKey));
    }
    const records = await this.#writer.writeAll(additions).catch((error: unknown) => {
      // Another writer removes what this one had begun: then the lock is the reason, and not the disk.
      this.#lock?.check();
      throw error;
    });
    await this.#commit(
      additions.map((addition, i) => ({
        ...addition,
        definition: this.#planned.definitionOf(addition.series.gameKey),
        block: records[i],
      })),
    );
    // A solver goes on from the values of one series; those of many would only take memory.
    if (additions.every(({ series }) => series.id === first?.id))
      for (const [i, record] of records.entries()) this.remember(record, additions[i].block.values);
    return records;
  }

  /** As `append`, for a block whose file is there already. The file that it replaces may be missing. */
  async adopt(series: StoredSeries, block: BlockRecord, replaces?: BlockRecord): Promise<void> {
    this.catalog.requireWriter();
    await this.#writer.describe([series]);
    // A rebuild syncs folders together, before its catalog counts.
    if (this.#unsynced !== undefined) this.#unsynced.add(this.files.folder(block.seriesId));
    else await asIoError(this.root, () => this.leftovers.syncFolder(block.seriesId));
    await this.#commit([{ series, definition: this.#planned.definitionOf(series.gameKey), block, replaces }]);
  }

  async #commit(additions: readonly Addition[]): Promise<void> {
    this.catalog.append(additions);
    for (const { block, replaces } of additions) {
      this.index(block.seriesId).add(block);
      if (replaces !== undefined) await this.files.remove(replaces).catch(() => undefined);
    }
  }

  /**
   * The block files that no row names, increasing by series and position: of `all` series; of a game; or of those series that need
   * a look when a writer opens the store, which are series without blocks in the catalog and the latest ones. Each series is
   * looked at once. Raises `corrupt` where the catalog is that of another store. Cost: listing the folders of these series.
   */
  async unknownFiles(of: 'all' | 'opening' | { readonly gameKey: string }): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const id of await this.#seriesToList(of)) {
      if (this.#listed.has(id)) continue;
      const known = this.catalog.filesOf(id);
      const files = (await this.leftovers.blockFilesOf(id)).filter(({ file }) => !known.has(file));
      if (files.length > 0) await this.requireOwnSeries(id);
      found.push(...files);
      this.#listed.add(id);
    }
    return found.sort(byPosition);
  }

  async #seriesToList(of: 'all' | 'opening' | { readonly gameKey: string }): Promise<Iterable<number>> {
    if (typeof of === 'object') return this.catalog.series(of.gameKey).map(({ id }) => id);
    const folders = await this.leftovers.seriesFolders();
    if (of === 'all') return folders;
    const filled = this.catalog.filledSeries();
    const latest = new Set(this.catalog.someSeries('latest', LISTED_AT_OPENING));
    return folders.filter((id) => !filled.has(id) || latest.has(id));
  }

  /** Writes the file that says what the blocks of a series are of, unless it is there and right. */
  async describe(series: StoredSeries): Promise<void> {
    this.#requireWriter();
    await this.#writer.describe([series]);
  }

  /** Replaces the names of games at once: a reader has the old ones or the new ones. */
  async writeNames(names: ReadonlyMap<string, NamedGame>): Promise<void> {
    this.#requireWriter();
    const bytes = encodeNames(names);
    await this.files.writeAll(new Set([this.root]), [{ folder: this.root, name: NAMES_FILE, bytes }]);
  }

  /** Whether nothing happened to the names in a block's folder since the block got its own. */
  isLatest(block: BlockRecord): Promise<boolean> {
    return this.files.isLatest(block);
  }

  /** Whether another process has the store open for writing. */
  isBeingWritten(): boolean {
    return isLocked(join(this.root, LOCK_FILE));
  }

  /** Puts the new catalog of a store that is being rebuilt in the place of the old one; returns where that is now. */
  async install(): Promise<string | undefined> {
    const path = join(this.root, CATALOG_FILE);
    let old: string | undefined;
    await asIoError(this.root, () => syncDirectories(this.fs, this.#unsynced ?? []));
    this.catalog.sync();
    await this.catalog.moveTo(path, (from) =>
      asIoError(this.root, async () => {
        old = await setCatalogAside(this.fs, this.root, path);
        await this.fs.rename(from, path);
        await this.fs.syncDirectory(this.root);
      }),
    );
    return old;
  }

  /**
   * Writes a damaged or missing block again, file and row, from its values; `old` has its right counts. Refuses values
   * that do not have the stored hash, unless the block's intact file has them: then the hash in the row is wrong.
   */
  async repair(series: StoredSeries, old: BlockRecord, values: ColumnValues): Promise<BlockRecord> {
    this.catalog.requireWriter();
    const found = sha256(values.bytes);
    if (found !== old.valuesSha256 && found !== (await this.hashInFile(old))) {
      throw this.files.damaged(old, `values with SHA-256 ${old.valuesSha256} on repair`, found);
    }
    await this.#writer.clearWay(old);
    const [record] = await this.#writer.writeAll([{ series, block: { ...old, values } }]);
    this.catalog.replace(old, record);
    this.renew(old, record);
    return record;
  }

  close(): void {
    this.cache.clear();
    this.aggregates.close();
    this.catalog.close();
    this.#lock?.release();
  }

  async #recover(): Promise<void> {
    await this.leftovers.removeUnfinished();
    await this.files.checkWritable();
    const filled = this.catalog.filledSeries();
    const described = new Set(await this.leftovers.describedSeries());
    await this.#planned.recover(this.leftovers, described, filled);
    // A store of version 2 has no such files.
    const missing = [...filled].filter((id) => !described.has(id));
    await this.#writer.describe(missing.flatMap((id) => this.catalog.seriesOf(id) ?? []));
  }
}
