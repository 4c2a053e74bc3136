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
import { openCatalog, refuseForeign, refuseLost, setCatalogAside } from './catalog/catalog-file.js';
import { admitStore } from './catalog/admission.js';
import { Catalog } from './catalog/catalog.js';
import { keyOfBlock, type Addition, type BlockRecord, type StoredSeries } from './records.js';
import { openForWriting, type Database } from './catalog/database.js';
import { makeDurableDirectory } from './files/durable.js';
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
import { Leftovers, type BlockFile } from './files/leftovers.js';
import { isLocked, takeWriterLock, type WriterLock } from './catalog/lock.js';
import { asIoError, plainPath, requireFolder } from './store-folder.js';

/** Values of recently used blocks kept in memory unless told otherwise: all cold positions below 2^31. */
const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;

export interface BlockStoreOptions {
  /** Open for reading only: no lock is taken and nothing is changed. */
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
    this.aggregates = new KeptAggregates(join(root, AGGREGATES_FILE), () => {
      const rows = this.catalog.snapshot().flatMap(({ blocks }) => blocks);
      return new Set(rows.map(({ valuesSha256 }) => valuesSha256));
    });
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
    if (!readOnly) await asIoError(root, () => makeDurableDirectory(fs, root));
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
      if (!isRebuilding) {
        if (!readOnly && !store.catalog.hasSeries()) await refuseLost(path, 'an empty one', leftovers);
        await refuseForeign(path, store.catalog.series(), leftovers);
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
    await asIoError(this.root, () => this.leftovers.syncFolder(block.seriesId));
    await this.#commit([{ series, definition: this.#planned.definitionOf(series.gameKey), block, replaces }]);
  }

  async #commit(additions: readonly Addition[]): Promise<void> {
    this.catalog.append(additions);
    for (const { block, replaces } of additions) {
      this.index(block.seriesId).add(block);
      if (replaces !== undefined) await this.files.remove(replaces).catch(() => undefined);
    }
  }

  /** The block files that no row names, at one moment; increasing by series and position. */
  async unknownFiles(): Promise<BlockFile[]> {
    const files = await this.leftovers.blockFiles();
    const rows = this.catalog.snapshot().flatMap(({ blocks }) => blocks);
    const known = new Set(rows.map(keyOfBlock));
    return files.filter((file) => !known.has(keyOfBlock(file)));
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
    this.aggregates.close();
    this.catalog.close();
    this.#lock?.release();
  }

  async #recover(): Promise<void> {
    await this.leftovers.removeUnfinished();
    await this.files.checkWritable();
    const stored = this.catalog.series();
    await this.#planned.recover(this.leftovers, stored);
    // A store of version 2 has no such files.
    await this.#writer.describe(stored.filter(({ frontier }) => frontier > 0));
  }
}
