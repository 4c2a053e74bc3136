/**
 * The store: catalog, lock and block files as one, with the commit protocol that its promises rest on
 * (docs/RELIABILITY.md). Separate from the engine, which decides what to store; nothing here knows games.
 */
import { join } from 'node:path';
import { TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import type { Range } from '../common/range.js';
import type { BlockLabel } from '../columnar/block-label.js';
import type { DecodedBlock } from '../columnar/block-file.js';
import type { ColumnValues, SeriesName } from '../columnar/layout.js';
import { KeptAggregates } from './aggregates.js';
import { BlockCache } from './block-cache.js';
import { BlockFiles, blockFileName, sha256 } from './files/block-files.js';
import { BlockIndex } from './catalog/block-index.js';
import { requireSound, rowProblem, unsound } from './catalog/block-rows.js';
import {
  CATALOG_FILE,
  openCatalog,
  REBUILT_FILE,
  refuseForeign,
  refuseLost,
  setCatalogAside,
} from './catalog/catalog-file.js';
import { Catalog } from './catalog/catalog.js';
import type {
  BlockRecord,
  GameSnapshot,
  PeriodRecord,
  SeriesSnapshot,
  StoredGame,
  StoredSeries,
} from './records.js';
import { databaseError, openForWriting, withRollBack, type Database } from './catalog/database.js';
import {
  makeDurableDirectory,
  nodeFileSystem,
  plainPath,
  type FileKind,
  type FileSystem,
} from './files/file-system.js';
import { Leftovers, type BlockFile } from './files/leftovers.js';
import { isLocked, storeRemoved, takeWriterLock, type WriterLock } from './catalog/lock.js';
import { encodeSeriesFile, SERIES_FOLDER, seriesFileName } from './files/series-files.js';

const AGGREGATES_FILE = 'aggregates.sqlite';
const LOCK_FILE = 'lock.sqlite';

/** Values of recently used blocks kept in memory unless told otherwise: all cold positions below 2^31. */
export const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;

export interface BlockStoreOptions {
  /** Open for reading only: no lock is taken and nothing is changed. */
  readonly readOnly: boolean;
  /** Open for writing with a new, empty catalog, which `install` puts in the place of the old one. */
  readonly isRebuilding?: boolean;
  readonly fileSystem?: FileSystem;
  readonly cacheBytes?: number | undefined;
}

/** What the solver side says of a block to be stored. */
export interface NewBlock extends Range {
  readonly values: ColumnValues;
  readonly coldCount: number;
  readonly coldBefore: number;
  readonly largest: number;
  readonly methods: readonly string[];
}

/** How the values of a block lie in its file. */
type Packing = Pick<BlockRecord, 'width' | 'encoding' | 'valuesOffset'>;

/** An open store. Close it when done. */
export class BlockStore {
  readonly root: string;
  readonly isReadOnly: boolean;
  /** What analyses have computed from blocks; also a store opened for reading keeps more where it can. */
  readonly aggregates: KeptAggregates;
  /** Files that no row names; for the holder of the writer lock. */
  readonly leftovers: Leftovers;
  #catalog: Catalog;
  #catalogPath: string;
  #isClosed = false;
  #isRelated = false;
  readonly #files: BlockFiles;
  readonly #fs: FileSystem;
  /** Series whose file is known to be there. */
  readonly #described = new Set<number>();
  /** The greatest number of a folder that was there when the store was opened: a new series gets a greater one. */
  #highestFolder = 0;
  readonly #cache: BlockCache;
  /** Blocks that are being read, so that nobody reads one a second time meanwhile. */
  readonly #reading = new Map<string, Promise<ColumnValues>>();
  readonly #looked = new Map<number, StoredSeries>();
  /** The index of each series, by its number. */
  readonly #indexes = new Map<number, BlockIndex>();
  readonly #lock: WriterLock | undefined;

  private constructor(
    root: string,
    catalogPath: string,
    db: Database,
    fs: FileSystem,
    cacheBytes: number,
    lock?: WriterLock,
  ) {
    this.root = root;
    this.isReadOnly = lock === undefined;
    this.#catalogPath = catalogPath;
    this.#catalog = new Catalog(db);
    this.#fs = fs;
    this.#files = new BlockFiles(fs, root);
    this.leftovers = new Leftovers(fs, root);
    this.#cache = new BlockCache(cacheBytes);
    this.#lock = lock;
    this.aggregates = new KeptAggregates(join(root, AGGREGATES_FILE), () => {
      return new Set(this.snapshot().flatMap(({ blocks }) => blocks.map(({ valuesSha256 }) => valuesSha256)));
    });
  }

  /**
   * Opens the store in a folder. For writing: creates it when missing, takes the writer lock,
   * migrates, and removes unfinished files of crashed writers. For reading: a folder without a store reads as empty.
   * Raises `corrupt` where block files lie beside a catalog that is missing, empty or of another store.
   */
  static async open(folder: string, options: BlockStoreOptions): Promise<BlockStore> {
    const fs = options.fileSystem ?? nodeFileSystem;
    const root = await asIoError(folder, () => plainPath(fs, folder));
    const cacheBytes = options.cacheBytes ?? DEFAULT_CACHE_BYTES;
    const path = join(root, CATALOG_FILE);
    const leftovers = new Leftovers(fs, root);
    await checkRoot(fs, root);
    if (options.readOnly) {
      const db = await asIoError(root, () => openCatalog(path, fs, leftovers, 'reading'));
      const store = new BlockStore(root, path, db, fs, cacheBytes);
      return store.#checked(() => refuseForeign(path, store.series(), leftovers));
    }
    await asIoError(root, () => makeDurableDirectory(fs, root));
    const lock = takeWriterLock(join(root, LOCK_FILE), root);
    let db: Database | undefined;
    try {
      const isNew = options.isRebuilding ?? false;
      const usedPath = isNew ? join(root, REBUILT_FILE) : path;
      // What a rebuild that was killed had begun; its journal would be taken back into the new file.
      if (isNew) for (const file of [`${usedPath}-journal`, usedPath]) await fs.remove(file);
      db = isNew
        ? openForWriting(usedPath)
        : await asIoError(root, () => openCatalog(path, fs, leftovers, 'writing'));
      const store = new BlockStore(root, usedPath, db, fs, cacheBytes, lock);
      if (!isNew) {
        if (store.series().length === 0) await refuseLost(path, 'empty', leftovers);
        await refuseForeign(path, store.series(), leftovers);
      }
      await asIoError(root, () => store.#recover());
      return store;
    } catch (error) {
      db?.close();
      lock.release();
      throw error;
    }
  }

  async #checked(check: () => Promise<void>): Promise<this> {
    try {
      await check();
      return this;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  games(): StoredGame[] {
    return this.#read((catalog) => catalog.games());
  }

  series(gameKey?: string): StoredSeries[] {
    return this.#read((catalog) => catalog.series(gameKey));
  }

  /** The series and the recorded periods of a game, at one moment. */
  game(gameKey: string): GameSnapshot {
    this.requireRelated();
    const snapshot = this.#read((catalog) => catalog.game(gameKey));
    this.#noteLooked(snapshot.series);
    return snapshot;
  }

  /**
   * Raises `corrupt` where a row of the catalog belongs to one that is missing: then it cannot be told what else is.
   * Looks once.
   */
  requireRelated(): void {
    if (!this.#isRelated) this.#read((catalog) => catalog.requireRelated());
    this.#isRelated = true;
  }

  /** The series that were asked for so far, by number, as they were then. */
  get looked(): ReadonlyMap<number, StoredSeries> {
    return this.#looked;
  }

  #noteLooked(all: readonly StoredSeries[]): void {
    for (const { id, gameKey, name, frontier } of all) this.#looked.set(id, { id, gameKey, name, frontier });
  }

  /** The series of a game alone. */
  seriesOf(gameKey: string): StoredSeries[] {
    const series = this.#read((catalog) => catalog.soundSeries(gameKey));
    this.#noteLooked(series);
    return series;
  }

  /** Every stored series with all its blocks, of one game or of all, at one moment: the rows unchecked. */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    const snapshot = this.#read((catalog) => catalog.snapshot(gameKey));
    this.#noteLooked(snapshot);
    return snapshot;
  }

  /** The blocks of a series by position. Raises `corrupt` for what cannot be, and where there is none. */
  index(seriesId: number): BlockIndex {
    let index = this.#indexes.get(seriesId);
    if (index === undefined) {
      index = new BlockIndex(
        (range, limit) => this.#read((catalog) => catalog.blocks(seriesId, range, limit)),
        (position) => this.#read((catalog) => catalog.gapAt(seriesId, position)),
      );
      this.#indexes.set(seriesId, index);
    }
    return index;
  }

  /** Raises `corrupt` unless all blocks of a series are what they must be. Cost: its rows. */
  checkSeries(series: StoredSeries): void {
    requireSound(this.#read((catalog) => catalog.seriesSnapshot(series.id)));
  }

  /** The series, created with its game when new; then in the folder `id` where that is given, else in a new one. */
  ensureSeries(gameKey: string, definition: string, name: SeriesName, id?: number): StoredSeries {
    this.#requireWriter();
    return this.#read((catalog) =>
      catalog.ensureSeries(gameKey, definition, name, id ?? this.#highestFolder + 1),
    );
  }

  /** The proven periods of a game. */
  periods(gameKey: string): PeriodRecord[] {
    return this.#read((catalog) => catalog.periods(gameKey));
  }

  /** The rows of the periods of a game as they stand, unchecked. */
  periodRows(gameKey: string): PeriodRecord[] {
    return this.#read((catalog) => catalog.periodRows(gameKey));
  }

  /** Removes the row of a period, whatever stands in it. */
  removePeriod(gameKey: string, quantity: string): void {
    this.#requireWriter();
    this.#commit((catalog) => catalog.removePeriod(gameKey, quantity));
  }

  /** Writes the counts of cold positions below the blocks of a series anew, from the counts in them. */
  recountColdBefore(seriesId: number): void {
    this.#requireWriter();
    this.#commit((catalog) => catalog.recountColdBefore(seriesId));
    this.#indexes.delete(seriesId);
  }

  /** Records a proven period of a stored game. */
  putPeriod(gameKey: string, record: PeriodRecord): void {
    this.#requireWriter();
    this.#read((catalog) => catalog.putPeriod(gameKey, record));
  }

  /**
   * The values of a block, from a checked file. `keep` puts them into the cache. A block that was folded into
   * a larger one since the caller's snapshot is read from that one.
   */
  async values(block: BlockRecord, keep = true): Promise<ColumnValues> {
    const key = `${block.seriesId}/${block.file}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    let values = this.#reading.get(key);
    if (values === undefined) {
      values = this.#readValues(block, keep).finally(() => this.#reading.delete(key));
      this.#reading.set(key, values);
    }
    return values;
  }

  async #readValues(block: BlockRecord, keep: boolean): Promise<ColumnValues> {
    const file = await this.#files.read(block);
    if (file === undefined) return this.#valuesOfSuccessor(block, keep);
    const values = this.#files.valuesIn(file, block);
    if (keep) this.#cache.set(`${block.seriesId}/${block.file}`, values);
    return values;
  }

  async #valuesOfSuccessor(block: BlockRecord, keep: boolean): Promise<ColumnValues> {
    if ((await this.#fs.kind(this.root)) === 'missing') throw storeRemoved(this.root);
    const successor = this.#read((catalog) => catalog.blocks(block.seriesId, block, 1)).at(0);
    if (successor?.start !== block.start || successor.file === block.file || successor.stop < block.stop) {
      throw this.#files.damaged(block, 'a file', 'none');
    }
    this.index(block.seriesId).add(successor);
    const values = await this.values(successor, keep);
    const length = block.stop - block.start;
    const bytes = values.bytes.slice(0, Math.ceil((length * values.width) / 8));
    if (values.width === 1 && length % 8 !== 0) bytes[bytes.length - 1] &= (1 << (length % 8)) - 1;
    return { width: values.width, length, bytes };
  }

  /**
   * Stores a block above the frontier and returns its record once it is durable. With `replaces`, the last
   * block of the series is folded into it: the new block starts where that one did.
   */
  async append(series: StoredSeries, block: NewBlock, replaces?: BlockRecord): Promise<BlockRecord> {
    this.#requireWriter();
    // Before folders are made in a place where the store is no more.
    this.#lock?.check();
    const record = await this.#writeFile(series, block).catch((error: unknown) => {
      // Another writer removes what this one had begun: then the lock is the reason, and not the disk.
      this.#lock?.check();
      throw error;
    });
    this.#commit((catalog) => catalog.append(record, replaces));
    this.index(series.id).add(record);
    if (replaces !== undefined) await this.#files.remove(replaces).catch(() => undefined);
    return record;
  }

  /** As `append`, for a block whose file is there already. The file that it replaces may be missing. */
  async adopt(record: BlockRecord, replaces?: BlockRecord): Promise<void> {
    this.#requireWriter();
    const series = this.series().find(({ id }) => id === record.seriesId);
    if (series !== undefined) await this.#describe(series);
    await asIoError(this.root, () => this.leftovers.syncFolder(record.seriesId));
    this.#commit((catalog) => catalog.append(record, replaces));
    this.index(record.seriesId).add(record);
    if (replaces !== undefined) await this.#files.remove(replaces).catch(() => undefined);
  }

  /** The block files that no row names, at one moment; increasing by series and position. */
  async unknownFiles(): Promise<BlockFile[]> {
    const files = await this.leftovers.blockFiles();
    const known = new Set<string>();
    for (const { id, blocks } of this.snapshot()) {
      for (const { file } of blocks) known.add(`${id}/${file}`);
    }
    return files.filter(({ seriesId, name }) => !known.has(`${seriesId}/${name}`));
  }

  /**
   * How far the block files of a series reach that go on from its frontier; undefined where there are none. A catalog
   * that is older than its files, as one put back from a copy, does not know them. Cost: looks at the last block and its
   * folder; where something happened to that after the block was written, its names are listed.
   */
  async reachOfFiles({ id, gameKey, name, frontier }: StoredSeries): Promise<number | undefined> {
    if (frontier > 0 && (await this.#isLatest(this.index(id).at(frontier - 1)))) return undefined;
    const files = await this.leftovers.blockFilesOf(id);
    const beyond = files.filter(({ start, stop }) => start <= frontier && frontier < stop);
    if (beyond.length === 0) return undefined;
    // A writer has taken over what there was when it began; between its files and its commits it is ahead of the catalog.
    if (isLocked(join(this.root, LOCK_FILE))) return undefined;
    const reach = Math.max(...files.map(({ stop }) => stop));
    const now = this.seriesOf(gameKey).find((series) => series.name === name);
    return now !== undefined && now.frontier >= reach ? undefined : reach;
  }

  /** Whether nothing happened to the names in a block's folder since the block got its own. */
  async #isLatest(block: BlockRecord): Promise<boolean> {
    try {
      const folder = await this.#fs.times(this.#files.folder(block.seriesId));
      const file = await this.#fs.times(this.#files.path(block));
      // A rename changes both at one moment, and the first thing after it the folder alone.
      return folder.modified === file.changed;
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) return false;
      throw error;
    }
  }

  /** Puts the new catalog of a store that is being rebuilt in the place of the old one; returns where that is now. */
  async install(): Promise<string | undefined> {
    this.#requireWriter();
    this.#catalog.close();
    const path = join(this.root, CATALOG_FILE);
    const old = await asIoError(this.root, () => setCatalogAside(this.#fs, this.root, path));
    await asIoError(this.root, async () => {
      await this.#fs.rename(this.#catalogPath, path);
      await this.#fs.syncDirectory(this.root);
    });
    this.#catalogPath = path;
    this.#catalog = new Catalog(openForWriting(path));
    return old;
  }

  /**
   * Writes a damaged or missing block again, file and row, from its values; `old` has its right counts. Refuses values
   * that do not have the stored hash, unless the block's intact file has them: then the hash in the row is wrong.
   */
  async repair(series: StoredSeries, old: BlockRecord, values: ColumnValues): Promise<BlockRecord> {
    this.#requireWriter();
    const found = sha256(values.bytes);
    if (found !== old.valuesSha256 && found !== (await this.#hashInFile(old))) {
      throw this.#files.damaged(old, `values with SHA-256 ${old.valuesSha256} on repair`, found);
    }
    await this.#clearWay(old);
    const record = await this.#writeFile(series, { ...old, values });
    this.#commit((catalog) => catalog.replace(old, record));
    this.#cache.delete(`${old.seriesId}/${old.file}`);
    this.index(series.id).add(record);
    return record;
  }

  /** Checks a block's row, and its file against the row and against its own label; returns its values. Raises `corrupt`. */
  async check(series: StoredSeries, block: BlockRecord): Promise<ColumnValues> {
    const problem = rowProblem(series, block);
    if (problem !== undefined) throw unsound(problem);
    const file = await this.#files.read(block);
    if (file === undefined) return this.#valuesOfSuccessor(block, false);
    const { label, values, encoding, valuesOffset } = await this.#decode(file, block);
    const says = (label: BlockLabel, { width, encoding, valuesOffset }: Packing): string =>
      `${label.game} ${label.series} ${label.start}-${label.stop}, ${width} bits ${encoding} at ${valuesOffset}`;
    const { start, stop } = block;
    const expected = says({ game: series.gameKey, series: series.name, start, stop }, block);
    const found = says(label, { width: values.width, encoding, valuesOffset });
    if (found !== expected) throw this.#files.damaged(block, expected, found);
    const digest = sha256(values.bytes);
    if (digest !== block.valuesSha256) {
      throw this.#files.damaged(block, `values with SHA-256 ${block.valuesSha256}`, digest);
    }
    return values;
  }

  /** The SHA-256 of the values in a block's file; undefined where the file is not what its row says. */
  async #hashInFile(block: BlockRecord): Promise<string | undefined> {
    try {
      const file = await this.#files.read(block);
      return file === undefined ? undefined : sha256(this.#files.valuesIn(file, block).bytes);
    } catch {
      return undefined;
    }
  }

  /** What a block file says of itself, however hostile its bytes are. */
  async #decode(file: Uint8Array, block: BlockRecord): Promise<DecodedBlock> {
    const { decodeBlock } = await blockFile();
    try {
      return decodeBlock(file);
    } catch (error) {
      throw this.#files.damaged(block, 'a block file as it is written', reasonOf(error));
    }
  }

  /** What the catalog's own checks find wrong. */
  catalogProblems(): string[] {
    return this.#read((catalog) => catalog.problems());
  }

  close(): void {
    this.#isClosed = true;
    this.aggregates.close();
    this.#catalog.close();
    this.#lock?.release();
  }

  async #writeFile(series: StoredSeries, block: NewBlock): Promise<BlockRecord> {
    const { start, stop, values, coldCount, coldBefore, largest, methods } = block;
    const label = { game: series.gameKey, series: series.name, start, stop };
    const { encodeBlock } = await blockFile();
    const { file, encoding, valuesOffset } = encodeBlock(label, values);
    const digest = sha256(file);
    const name = blockFileName(block, digest);
    await this.#describe(series);
    await this.#files.write(this.#files.folder(series.id), name, file);
    return {
      seriesId: series.id,
      start,
      stop,
      file: name,
      bytes: file.length,
      sha256: digest,
      valuesSha256: sha256(values.bytes),
      encoding,
      valuesOffset,
      width: values.width,
      coldCount,
      coldBefore,
      largest,
      methods,
    };
  }

  /** Writes the file that says what the blocks of a series are of, unless it is there and right. */
  async #describe({ id, gameKey, name }: StoredSeries): Promise<void> {
    if (this.#described.has(id)) return;
    const folder = join(this.root, SERIES_FOLDER);
    const file = await this.leftovers.seriesFile(id);
    const definition = this.games().find(({ key }) => key === gameKey)?.definition ?? gameKey;
    if (file?.game !== gameKey || file.series !== name || file.definition !== definition) {
      const bytes = encodeSeriesFile({ game: gameKey, definition, series: name });
      await this.#files.write(folder, seriesFileName(id), bytes);
    }
    this.#described.add(id);
  }

  /** Moves what lies where a block is to be written, and is no file, out of the way. */
  async #clearWay(block: BlockRecord): Promise<void> {
    const kindOf = (path: string): Promise<FileKind> => this.#fs.kind(path).catch(() => 'other' as const);
    const folder = await kindOf(this.#files.folder(block.seriesId));
    if (folder === 'file' || folder === 'other') await this.leftovers.setAside(String(block.seriesId));
    const file = await kindOf(this.#files.path(block));
    if (file === 'directory' || file === 'other') {
      await this.leftovers.setAside(join(String(block.seriesId), block.file));
    }
  }

  /**
   * Runs the committing transaction. When it errs, whether it took effect, and for how long, is unknown: the catalog
   * is opened again, the error is raised, and nothing is announced or removed. The next writer finds what is there.
   */
  #commit(transaction: (catalog: Catalog) => void): void {
    this.#lock?.check();
    try {
      transaction(this.#catalog);
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      this.#catalog.close();
      this.#catalog = new Catalog(openForWriting(this.#catalogPath));
      throw databaseError(error, this.#catalogPath);
    }
  }

  async #recover(): Promise<void> {
    await this.leftovers.removeUnfinished();
    await this.#files.checkWritable();
    this.#highestFolder = Math.max(0, ...(await this.leftovers.blockFiles()).map(({ seriesId }) => seriesId));
    // A store of version 2 has no such files.
    for (const { blocks, ...series } of this.snapshot()) if (blocks.length > 0) await this.#describe(series);
  }

  #read<Result>(query: (catalog: Catalog) => Result): Result {
    if (this.#isClosed) {
      throw new TakeawayError('usage', {
        subject: `The store ${this.root}`,
        expected: 'an open store',
        found: 'a closed one',
      });
    }
    const path = this.#catalogPath;
    try {
      return withRollBack(path, () => query(this.#catalog));
    } catch (error) {
      throw databaseError(error, path);
    }
  }

  #requireWriter(): void {
    if (this.isReadOnly) {
      throw new TakeawayError('usage', {
        subject: `The store ${this.root}`,
        expected: 'a store opened for writing',
        found: 'one opened with readOnly',
      });
    }
  }
}

/** Loads the Arrow code only where a block is encoded or decoded: it costs a point query more than the answer. */
function blockFile(): Promise<typeof import('../columnar/block-file.js')> {
  return import('../columnar/block-file.js');
}

async function checkRoot(fs: FileSystem, root: string): Promise<void> {
  const kind = await asIoError(root, () => fs.kind(root));
  if (kind === 'file' || kind === 'other') {
    throw new TakeawayError('io', {
      subject: `The store ${root}`,
      expected: 'a folder',
      found: kind === 'file' ? 'a file' : 'neither a folder nor a file',
      remedy: { do: 'choose-store' },
    });
  }
}

async function asIoError<Result>(root: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new TakeawayError('io', {
      subject: `The store ${root}`,
      expected: 'a readable and writable folder',
      found: reasonOf(error),
      help: 'Check that its parent folder exists and its permissions.',
      remedy: { do: 'choose-store' },
      cause: error,
    });
  }
}
