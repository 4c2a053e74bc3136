/** The store: catalog, lock and block files, with the commit protocol that its promises rest on (docs/RELIABILITY.md). */
import { join } from 'node:path';
import { lengthOf, type Range } from '../common/range.js';
import { sha256 } from '../common/sha256.js';
import { sliceColumn, valueAt, type ColumnValues, type SeriesName } from '../columnar/layout.js';
import { KeptAggregates } from './aggregates.js';
import { BlockCache } from './block-cache.js';
import { admitStore } from './catalog/admission.js';
import { BlockIndex } from './catalog/block-index.js';
import {
  openCatalog,
  openRebuilt,
  refuseForeign,
  refuseLost,
  setCatalogAside,
} from './catalog/catalog-file.js';
import { Catalog } from './catalog/catalog.js';
import { CatalogConnection } from './catalog/connection.js';
import type { Database } from './catalog/database.js';
import { isLocked, readerLock, storeRemoved, takeWriterLock, type WriterLock } from './catalog/lock.js';
import { requireSound } from './catalog/relations.js';
import { blockProblem, requireIntact } from './catalog/rows.js';
import type { Encodable, Encoded } from './encoding.js';
import { checkedValues } from './files/checked-file.js';
import { confined } from './files/confined.js';
import { makeDurableDirectory, syncDirectories } from './files/durable.js';
import { nodeFileSystem, type FileSystem } from './files/file-system.js';
import { AGGREGATES_FILE, CATALOG_FILE, NAMES_FILE, REBUILT_FILE, SERIES_FOLDER } from './files/names.js';
import { asIoError, plainPath, requireFolder, requirePlace } from './files/place.js';
import { encodeSeriesFile, seriesFileName, type SeriesFile } from './files/series-files.js';
import {
  blockFileName,
  byPosition,
  StoreFolder,
  type BlockFile,
  type NewFile,
} from './files/store-folder.js';
import { encodeNames, type NamedGame } from './own-names.js';
import { SEARCH, STATES, type SearchRecord, type StatesRecord } from './period-files.js';
import { PlannedSeries } from './planned-series.js';
import {
  keyOfBlock,
  type Addition,
  type BlockRecord,
  type WithDigest,
  type SeriesSnapshot,
  type StoredSeries,
} from './records.js';
import { ChecksummedFiles } from './checksummed-files.js';

/** Default memory for values of recently used blocks: all cold positions below 2^31. */
const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;

/** Approximate bytes of a block's row in memory. */
const ROW_BYTES = 600;

/**
 * Maximum number of series whose descriptions are compared with the catalog when a store is opened, and of the most recently
 * extended series whose folders a writer lists then: some milliseconds in total. Others are checked at first use.
 */
const COMPARED_AT_OPENING = 16;
const LISTED_AT_OPENING = 64;

/** File access of a store, and the memory for reading it. */
export interface StoreAccess {
  readonly fileSystem?: FileSystem;
  readonly cacheBytes?: number | undefined;
}

export interface BlockStoreOptions extends StoreAccess {
  /** Open for reading only: no lock is taken, and no block, row or name is changed (`OpenStoreOptions.readOnly`). */
  readonly readOnly: boolean;
}

/** A solved block to store. */
export interface NewBlock extends Range {
  readonly values: ColumnValues;
  readonly coldCount: number;
  readonly coldBefore: number;
  readonly largest: number;
  readonly methods: readonly string[];
  /** Its file, if it is encoded already. */
  readonly encoded?: Encoded | undefined;
}

interface BlockOfSeries {
  readonly series: StoredSeries;
  readonly block: NewBlock;
}

/** An addition as the solver's side states it. */
export type NewAddition = Omit<Addition, 'definition' | 'block'> & BlockOfSeries;

/** A store being opened. `openFile` opens the catalog at `catalogPath`. */
interface Opening {
  readonly folder: StoreFolder;
  readonly lock: WriterLock;
  readonly isReadOnly: boolean;
  readonly cacheBytes: number | undefined;
  readonly catalogPath: string;
  readonly openFile: () => Promise<Database>;
}

/** An open store. Close it when done. */
export class BlockStore {
  readonly hasFiles = true;
  readonly isReadOnly: boolean;
  readonly folder: StoreFolder;
  readonly catalog: Catalog;
  /** Values of blocks, and other data of readers. */
  readonly cache: BlockCache;
  /** Results of analyses of blocks. A store opened for reading also adds to them if it can. */
  readonly aggregates: KeptAggregates;
  /** States of games whose periods are too long to store. */
  readonly states: ChecksummedFiles<StatesRecord>;
  readonly searches: ChecksummedFiles<SearchRecord>;
  readonly #connection: CatalogConnection;
  readonly #lock: WriterLock;
  readonly #planned: PlannedSeries;
  /** Series whose descriptions were compared with the catalog, and series known to have a correct description. */
  readonly #compared = new Set<number>();
  readonly #described = new Set<number>();
  /** Series whose folders were listed. Later files in them are this writer's. */
  readonly #listed = new Set<number>();
  /** In a rebuild, folders whose names are not durable yet. */
  #unsynced: Set<string> | undefined;

  private constructor(
    { folder, lock, isReadOnly, cacheBytes = DEFAULT_CACHE_BYTES }: Opening,
    connection: CatalogConnection,
  ) {
    this.isReadOnly = isReadOnly;
    this.folder = folder;
    this.catalog = new Catalog(connection);
    this.cache = new BlockCache(cacheBytes);
    this.aggregates = new KeptAggregates(join(folder.root, AGGREGATES_FILE), () =>
      this.catalog.valueHashes(),
    );
    this.states = new ChecksummedFiles(STATES, folder, lock);
    this.searches = new ChecksummedFiles(SEARCH, folder, lock);
    this.#connection = connection;
    this.#lock = lock;
    this.#planned = new PlannedSeries(folder, this.catalog);
  }

  /**
   * Opens the store in a folder. For writing: creates a missing store, takes the writer lock, migrates, and removes unfinished
   * files of crashed writers. For reading: a folder without a store reads as empty. Raises `corrupt` if block files exist but the
   * catalog is missing, empty or of another store.
   */
  static async open(
    path: string,
    { readOnly: isReadOnly, ...access }: BlockStoreOptions,
  ): Promise<BlockStore> {
    const use = isReadOnly ? 'reading' : 'writing';
    const folder = await folderAt(path, access, use);
    const catalogPath = join(folder.root, CATALOG_FILE);
    const lock = isReadOnly ? readerLock(folder.root) : takeWriterLock(folder.root);
    const openFile = (): Promise<Database> => openCatalog(catalogPath, folder, use);
    const opening = { folder, lock, isReadOnly, cacheBytes: access.cacheBytes, catalogPath, openFile };
    return BlockStore.#begin(opening, async (store) => {
      if (!isReadOnly && !store.catalog.hasSeries()) await refuseLost(catalogPath, 'is empty', folder);
      for (const id of store.catalog.someSeries('lowest', COMPARED_AT_OPENING))
        await store.#requireOwnSeries(id);
      if (!isReadOnly) await store.#recover();
    });
  }

  /** Opens the store in a folder for writing, with a new, empty catalog. `install` replaces the old one with it. */
  static async openForRebuild(path: string, access: StoreAccess): Promise<BlockStore> {
    const folder = await folderAt(path, access, 'rebuilding');
    const catalogPath = join(folder.root, REBUILT_FILE);
    const lock = takeWriterLock(folder.root);
    const openFile = (): Promise<Database> => openRebuilt(catalogPath, folder);
    const opening = { folder, lock, isReadOnly: false, cacheBytes: access.cacheBytes, catalogPath, openFile };
    return BlockStore.#begin(opening, async (store) => {
      store.#connection.deferSync();
      store.#unsynced = new Set();
      await store.#recover();
    });
  }

  /** Opens the catalog and prepares the store. On failure, closes both and releases the lock. */
  static async #begin(opening: Opening, prepare: (store: BlockStore) => Promise<void>): Promise<BlockStore> {
    const { folder, lock, catalogPath, openFile } = opening;
    let connection: CatalogConnection | undefined;
    try {
      connection = new CatalogConnection(
        folder.root,
        catalogPath,
        await asIoError(folder.root, openFile),
        lock,
      );
      const store = new BlockStore(opening, connection);
      await asIoError(folder.root, () => prepare(store));
      return store;
    } catch (error) {
      connection?.close();
      lock.release();
      throw error;
    }
  }

  get root(): string {
    return this.folder.root;
  }

  /** Returns the blocks of a series by position. The index raises `corrupt` for invalid rows and for gaps. */
  index(seriesId: number): BlockIndex {
    const key = indexKey(seriesId);
    const index =
      (this.cache.get(key) as BlockIndex | undefined) ??
      new BlockIndex(
        (range, limit) => this.catalog.blocks(seriesId, range, limit),
        (position) => this.catalog.gapAt(seriesId, position),
      );
    this.#weigh(seriesId, index);
    return index;
  }

  /** Adds the rows of a series, read together, to its index, up to the first invalid one. None of them is looked up again. */
  addRows(series: SeriesSnapshot): void {
    const index = this.index(series.id);
    for (const block of series.blocks) {
      if (blockProblem(series, block) !== undefined) break;
      index.add(block);
    }
    this.#weigh(series.id, index);
  }

  /** Caches an index again with its present size: it grows with use. */
  #weigh(seriesId: number, index: BlockIndex): void {
    this.cache.put(indexKey(seriesId), index, index.rows * ROW_BYTES);
  }

  /** Raises `corrupt` if a series' description names another series than the catalog does. Returns the description. */
  async requireOwn(series: StoredSeries): Promise<SeriesFile | null | undefined> {
    const file = await this.folder.seriesFile(series.id);
    refuseForeign(join(this.root, CATALOG_FILE), series, file);
    this.#compared.add(series.id);
    return file;
  }

  /** Calls `requireOwn` once for each series. A series that the catalog lacks is new. */
  async #requireOwnSeries(seriesId: number): Promise<void> {
    const series = this.#compared.has(seriesId) ? undefined : this.catalog.seriesOf(seriesId);
    if (series !== undefined) await this.requireOwn(series);
  }

  /**
   * Returns the values of a block from a checked file, and caches them if `keep` is set. If the block was folded into a longer one
   * after the caller's snapshot, reads that one.
   */
  values(block: BlockRecord, keep = true): Promise<ColumnValues> {
    const read = async (): Promise<ColumnValues> => {
      await this.#requireOwnSeries(block.seriesId);
      return (await this.folder.values(block)) ?? this.#valuesOfSuccessor(block, keep);
    };
    return this.cache.getOrLoad(keyOfBlock(block), read, keep);
  }

  /**
   * Returns the values at some offsets of a block, from the cache or from a checked file, without caching them. Cost: decompressing
   * the block, without memory for it.
   */
  async valuesAt(block: BlockRecord, places: readonly number[]): Promise<readonly number[]> {
    const kept = this.cache.get(keyOfBlock(block)) as ColumnValues | undefined;
    if (kept === undefined) {
      await this.#requireOwnSeries(block.seriesId);
      const found = await this.folder.valuesAt(block, places);
      if (found !== undefined) return found;
    }
    const values = kept ?? (await this.#valuesOfSuccessor(block, false));
    return places.map((place) => valueAt(values, place));
  }

  /** Checks a block's row, and its file against the row and its own label. Returns its values. Raises `corrupt`. */
  async check(series: StoredSeries, block: WithDigest<BlockRecord>): Promise<ColumnValues> {
    const checked = await this.#checked(series, block);
    return checked?.values ?? this.#valuesOfSuccessor(block, false);
  }

  /** Returns the block's own file, checked as in `check`. Raises `corrupt` even if the block was folded into a longer one. */
  async checkedFile(series: StoredSeries, block: WithDigest<BlockRecord>): Promise<Uint8Array> {
    const checked = await this.#checked(series, block);
    if (checked === undefined) throw this.folder.damaged(block, 'is missing');
    return checked.file;
  }

  async #checked(
    series: StoredSeries,
    block: WithDigest<BlockRecord>,
  ): Promise<{ readonly file: Uint8Array; readonly values: ColumnValues } | undefined> {
    requireIntact(blockProblem(series, block));
    await this.#requireOwnSeries(series.id);
    const file = await this.folder.read(block);
    return file && { file, values: await checkedValues(this.folder.path(block), file, series, block) };
  }

  async #valuesOfSuccessor(block: BlockRecord, keep: boolean): Promise<ColumnValues> {
    const { folder, root } = this;
    if (folder.fs.look(root, 'followed').kind === 'missing') throw storeRemoved(root);
    const successor = this.catalog.blocks(block.seriesId, block, 1).at(0);
    if (successor?.start !== block.start || successor.file === block.file || successor.stop < block.stop) {
      throw folder.damaged(block, 'is missing');
    }
    this.index(block.seriesId).add(successor);
    return sliceColumn(await this.values(successor, keep), 0, lengthOf(block));
  }

  /** Raises `corrupt` unless all rows of a series are sound. Cost: reading its rows. */
  checkSeries(series: StoredSeries): void {
    requireSound(this.catalog.seriesSnapshot(series.id));
  }

  /**
   * Returns a series to add blocks to: from the catalog, or a planned one that is created with its first block. `id` gives the
   * number of a planned one.
   */
  seriesToExtend(gameKey: string, definition: string, name: SeriesName, id?: number): StoredSeries {
    return this.#planned.get(gameKey, definition, name, id);
  }

  /**
   * Stores blocks above the frontiers of their series, which may be of any games, in one commit with new series and games, and
   * periods. Returns their records once all are durable. Blocks of one series come in increasing order.
   */
  async append(additions: readonly NewAddition[]): Promise<BlockRecord[]> {
    this.#lock.check();
    const first = additions.at(0)?.series;
    for (const { series } of additions) await this.#requireOwnSeries(series.id);
    // The first series is committed before its files: block files with a catalog that lacks series mean a lost catalog.
    if (first !== undefined && !this.catalog.hasSeries()) {
      this.catalog.createSeries(first, this.#planned.definitionOf(first.gameKey));
    }
    const records = await this.#writeBlocks(additions).catch((error: unknown) => {
      // If another writer removed this one's unfinished files, the error is about the lock, not the disk.
      this.#lock.check();
      throw error;
    });
    await this.#commit(
      additions.map((addition, i) => ({
        ...addition,
        definition: this.#planned.definitionOf(addition.series.gameKey),
        block: records[i],
      })),
    );
    // A solver continues from the values of one series; those of many would only take memory.
    if (additions.every(({ series }) => series.id === first?.id))
      for (const [i, record] of records.entries()) this.#remember(record, additions[i].block.values);
    return records;
  }

  /** Caches the values of a block just written. A copy, if they share a buffer with other series. */
  #remember(block: BlockRecord, { width, length, bytes }: ColumnValues): void {
    const isWhole = bytes.byteLength === bytes.buffer.byteLength;
    this.cache.set(keyOfBlock(block), { width, length, bytes: isWhole ? bytes : new Uint8Array(bytes) });
  }

  /** As `append`, for a block whose file exists. The file that it replaces may be missing. */
  async adopt(series: StoredSeries, block: BlockRecord, replaces?: BlockRecord): Promise<void> {
    this.#lock.check();
    await this.#describeAll([series]);
    // A rebuild syncs all folders before its catalog counts.
    if (this.#unsynced !== undefined) this.#unsynced.add(this.folder.ofSeries(block.seriesId));
    else await asIoError(this.root, () => this.folder.syncSeries(block.seriesId));
    await this.#commit([{ series, definition: this.#planned.definitionOf(series.gameKey), block, replaces }]);
  }

  async #commit(additions: readonly Addition[]): Promise<void> {
    this.catalog.append(additions);
    for (const { block, replaces } of additions) {
      this.index(block.seriesId).add(block);
      if (replaces !== undefined) await this.folder.remove(replaces).catch(() => undefined);
    }
  }

  /** Writes the files of blocks durably, after the descriptions of their series. Returns their rows. */
  async #writeBlocks(blocks: readonly BlockOfSeries[]): Promise<BlockRecord[]> {
    await this.#describeAll(blocks.map(({ series }) => series));
    const folderOf = ({ series }: BlockOfSeries): string => this.folder.ofSeries(series.id);
    const records: BlockRecord[] = [];
    // Encodes each block when it is due, so that only one encoded file is in memory.
    const files = async function* (): AsyncGenerator<NewFile> {
      for (const one of blocks) {
        const { start, stop, values, coldCount, coldBefore, largest, methods, encoded } = one.block;
        const { id: seriesId, gameKey: game, name: series } = one.series;
        const label = { game, series, start, stop };
        const { file: bytes, ...facts } = encoded ?? (await encodedHere({ label, values }));
        const name = blockFileName(one.block, facts.sha256);
        yield { folder: folderOf(one), name, bytes };
        const counts = { width: values.width, coldCount, coldBefore, largest, methods };
        records.push({ seriesId, start, stop, file: name, bytes: bytes.length, ...facts, ...counts });
      }
    };
    await this.folder.writeAll(new Set(blocks.map(folderOf)), files());
    return records;
  }

  /** Writes the description of a series unless a correct one exists. */
  async describe(series: StoredSeries): Promise<void> {
    this.#lock.check();
    await this.#describeAll([series]);
  }

  async #describeAll(all: readonly StoredSeries[]): Promise<void> {
    const folder = join(this.root, SERIES_FOLDER);
    const missing = new Map<number, NewFile>();
    for (const { id, gameKey, name } of all) {
      if (this.#described.has(id) || missing.has(id)) continue;
      const file = await this.folder.seriesFile(id);
      const definition = this.#planned.definitionOf(gameKey);
      if (file?.game === gameKey && file.series === name && file.definition === definition) continue;
      const bytes = encodeSeriesFile({ game: gameKey, definition, series: name });
      await this.folder.clearWay(join(SERIES_FOLDER, seriesFileName(id)), 'file');
      missing.set(id, { folder, name: seriesFileName(id), bytes });
    }
    if (missing.size > 0) await this.folder.writeAll(new Set([folder]), missing.values());
    for (const { id } of all) this.#described.add(id);
  }

  /**
   * Returns the block files that no row names, increasing by series and position: of `all` series, of a game, or, at `opening`, of
   * the series without blocks in the catalog and the most recently extended ones. Lists each series once. Raises `corrupt` if the
   * catalog is that of another store. Cost: listing the folders of these series.
   */
  async unknownFiles(of: 'all' | 'opening' | { readonly gameKey: string }): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const id of await this.#seriesToList(of)) {
      if (this.#listed.has(id)) continue;
      const known = this.catalog.filesOf(id);
      const files = (await this.folder.blockFilesOf(id)).filter(({ file }) => !known.has(file));
      if (files.length > 0) await this.#requireOwnSeries(id);
      found.push(...files);
      this.#listed.add(id);
    }
    return found.sort(byPosition);
  }

  async #seriesToList(of: 'all' | 'opening' | { readonly gameKey: string }): Promise<Iterable<number>> {
    if (typeof of === 'object') return this.catalog.series(of.gameKey).map(({ id }) => id);
    const folders = await this.folder.seriesFolders();
    if (of === 'all') return folders;
    const filled = this.catalog.filledSeries();
    const latest = new Set(this.catalog.someSeries('latest', LISTED_AT_OPENING));
    return folders.filter((id) => !filled.has(id) || latest.has(id));
  }

  /** Replaces the names of games atomically. */
  async writeNames(names: ReadonlyMap<string, NamedGame>): Promise<void> {
    this.#lock.check();
    await this.folder.write('', NAMES_FILE, encodeNames(names));
  }

  /** Whether another process has the store open for writing. */
  isBeingWritten(): boolean {
    return isLocked(this.root);
  }

  /** Recomputes the cold counts below the blocks of a series from the counts in them. */
  recountColdBefore(seriesId: number): void {
    this.catalog.recountColdBefore(seriesId);
    this.cache.delete(indexKey(seriesId));
  }

  /**
   * Rewrites a damaged or missing block, file and row, from its values; `old` has its right counts. Refuses values without the
   * stored hash, unless the block's intact file has them: then the hash in the row is wrong.
   */
  async repair(series: StoredSeries, old: BlockRecord, values: ColumnValues): Promise<BlockRecord> {
    this.#lock.check();
    const found = sha256(values.bytes);
    if (found !== old.valuesSha256 && found !== (await this.#hashInFile(old))) {
      throw this.folder.damaged(
        old,
        `has values with the SHA-256 ${old.valuesSha256}, but repair gives ${found}`,
      );
    }
    await this.folder.clearWay(String(old.seriesId), 'directory');
    await this.folder.clearWay(join(String(old.seriesId), old.file), 'file');
    const [record] = await this.#writeBlocks([{ series, block: { ...old, values } }]);
    this.catalog.replace(old, record);
    this.cache.delete(keyOfBlock(old));
    this.index(record.seriesId).add(record);
    return record;
  }

  /** Returns the SHA-256 of the values in a block's file, or undefined if the file does not match its row. */
  async #hashInFile(block: BlockRecord): Promise<string | undefined> {
    const values = await this.folder.values(block).catch(() => undefined);
    return values && sha256(values.bytes);
  }

  /** Replaces the old catalog with that of a rebuild. Returns the old one's new path. */
  async install(): Promise<string | undefined> {
    const { fs } = this.folder;
    const path = join(this.root, CATALOG_FILE);
    let old: string | undefined;
    await asIoError(this.root, () => syncDirectories(fs, this.#unsynced ?? []));
    this.#connection.sync();
    await this.#connection.moveTo(path, (from) =>
      asIoError(this.root, async () => {
        old = await setCatalogAside(this.folder, path);
        await fs.rename(from, path);
        await fs.syncDirectory(this.root);
      }),
    );
    return old;
  }

  close(): void {
    this.cache.clear();
    this.aggregates.close();
    this.#connection.close();
    this.#lock.release();
  }

  async #recover(): Promise<void> {
    await this.folder.removeUnfinished();
    await this.folder.checkWritable();
    const filled = this.catalog.filledSeries();
    const described = new Set(await this.folder.describedSeries());
    await this.#planned.recover(described, filled);
    // A store of version 2 has no descriptions.
    const missing = [...filled].filter((id) => !described.has(id));
    await this.#describeAll(missing.flatMap((id) => this.catalog.seriesOf(id) ?? []));
  }
}

function indexKey(seriesId: number): string {
  return `index ${seriesId}`;
}

/** Encodes a block. Loads the encoder on demand: loading it costs more than a point query. */
async function encodedHere(block: Encodable): Promise<Encoded> {
  const { encode } = await import('./encoding.js');
  return encode(block);
}

/** Returns the folder of a store, and creates it for a writer. Raises if something else has its path. */
async function folderAt(
  path: string,
  { fileSystem = nodeFileSystem }: StoreAccess,
  use: 'reading' | 'writing' | 'rebuilding',
): Promise<StoreFolder> {
  const root = await asIoError(path, () => plainPath(fileSystem, path));
  const fs = confined(fileSystem, root);
  await requireFolder(fs, root);
  admitStore(fileSystem, root, use);
  if (use !== 'reading') {
    await requirePlace(fileSystem, root);
    await asIoError(root, () => makeDurableDirectory(fs, root));
  }
  return new StoreFolder(fs, root);
}
