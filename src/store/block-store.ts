/**
 * The store: catalog, lock and block files as one, with the commit protocol that its promises rest on
 * (docs/RELIABILITY.md). Separate from the engine, which decides what to store; nothing here knows games.
 */
import { join } from 'node:path';
import { TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import type { Range } from '../common/range.js';
import type { ColumnValues, SeriesName } from '../columnar/layout.js';
import { KeptAggregates } from './aggregates.js';
import { BlockCache } from './block-cache.js';
import { BlockFiles, blockFileName, sha256 } from './block-files.js';
import { BlockIndex } from './block-index.js';
import { requireSound, rowProblem, unsound } from './block-rows.js';
import {
  Catalog,
  type BlockRecord,
  type GameSnapshot,
  type PeriodRecord,
  type SeriesSnapshot,
  type StoredGame,
  type StoredSeries,
} from './catalog.js';
import {
  databaseError,
  openEmpty,
  openForReading,
  openForWriting,
  withRollBack,
  type Database,
} from './database.js';
import { makeDurableDirectory, nodeFileSystem, type FileSystem } from './file-system.js';
import { takeWriterLock, type WriterLock } from './lock.js';

const AGGREGATES_FILE = 'aggregates.sqlite';
const CATALOG_FILE = 'catalog.sqlite';
const LOCK_FILE = 'lock.sqlite';

/** Values of recently used blocks kept in memory unless told otherwise: all cold positions below 2^31. */
export const DEFAULT_CACHE_BYTES = 256 * 2 ** 20;

export interface BlockStoreOptions {
  /** Open for reading only: no lock is taken and nothing is changed. */
  readonly readOnly: boolean;
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

/** An open store. Close it when done. */
export class BlockStore {
  readonly root: string;
  readonly isReadOnly: boolean;
  /** What analyses have computed from blocks; also a store opened for reading keeps more where it can. */
  readonly aggregates: KeptAggregates;
  #catalog: Catalog;
  #isClosed = false;
  readonly #files: BlockFiles;
  readonly #cache: BlockCache;
  /** Blocks that are being read, so that nobody reads one a second time meanwhile. */
  readonly #reading = new Map<string, Promise<ColumnValues>>();
  /** The index of each series, by its number. */
  readonly #indexes = new Map<number, BlockIndex>();
  readonly #lock: WriterLock | undefined;

  private constructor(root: string, db: Database, fs: FileSystem, cacheBytes: number, lock?: WriterLock) {
    this.root = root;
    this.isReadOnly = lock === undefined;
    this.#catalog = new Catalog(db);
    this.#files = new BlockFiles(fs, root);
    this.#cache = new BlockCache(cacheBytes);
    this.#lock = lock;
    this.aggregates = new KeptAggregates(join(root, AGGREGATES_FILE), () => {
      return new Set(this.snapshot().flatMap(({ blocks }) => blocks.map(({ valuesSha256 }) => valuesSha256)));
    });
  }

  /**
   * Opens the store in the folder `root`. For writing: creates it when missing, takes the writer lock,
   * migrates, and removes what crashed writers left. For reading: a folder without a store reads as empty.
   */
  static async open(root: string, options: BlockStoreOptions): Promise<BlockStore> {
    const fs = options.fileSystem ?? nodeFileSystem;
    const cacheBytes = options.cacheBytes ?? DEFAULT_CACHE_BYTES;
    const catalogPath = join(root, CATALOG_FILE);
    await checkRoot(fs, root);
    if (options.readOnly) {
      const exists = (await asIoError(root, () => fs.kind(catalogPath))) !== 'missing';
      return new BlockStore(root, exists ? openForReading(catalogPath) : openEmpty(), fs, cacheBytes);
    }
    await asIoError(root, () => makeDurableDirectory(fs, root));
    const lock = takeWriterLock(join(root, LOCK_FILE), root);
    let db: Database | undefined;
    try {
      db = openForWriting(catalogPath);
      const store = new BlockStore(root, db, fs, cacheBytes, lock);
      await asIoError(root, () => store.#recover());
      return store;
    } catch (error) {
      db?.close();
      lock.release();
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
    return this.#read((catalog) => catalog.game(gameKey));
  }

  /** Every stored series with all its blocks, of one game or of all, at one moment: the rows unchecked. */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    return this.#read((catalog) => catalog.snapshot(gameKey));
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

  ensureSeries(gameKey: string, definition: string, name: SeriesName): StoredSeries {
    this.#requireWriter();
    return this.#read((catalog) => catalog.ensureSeries(gameKey, definition, name));
  }

  /** The proven periods of a game. */
  periods(gameKey: string): PeriodRecord[] {
    return this.#read((catalog) => catalog.periods(gameKey));
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
    const read = await this.#files.read(block);
    if (read === undefined) return this.#valuesOfSuccessor(block, keep);
    const { values } = read;
    if (keep) this.#cache.set(`${block.seriesId}/${block.file}`, values);
    return values;
  }

  async #valuesOfSuccessor(block: BlockRecord, keep: boolean): Promise<ColumnValues> {
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
    const record = await this.#writeFile(series, block);
    this.#commit(record, (catalog) => catalog.append(record, replaces));
    this.index(series.id).add(record);
    if (replaces !== undefined) await this.#files.remove(replaces).catch(() => undefined);
    return record;
  }

  /**
   * Writes a damaged or missing block again from recomputed values. Refuses values that do not have the stored
   * hash, unless the block itself is named unusable by `verify`.
   */
  async repair(series: StoredSeries, old: BlockRecord, values: ColumnValues): Promise<BlockRecord> {
    this.#requireWriter();
    const found = sha256(values.bytes);
    if (values.width !== old.width || found !== old.valuesSha256) {
      throw this.#files.damaged(old, `values with SHA-256 ${old.valuesSha256} on repair`, found);
    }
    const record = await this.#writeFile(series, { ...old, values });
    if (record.file !== old.file) this.#commit(record, (catalog) => catalog.replace(old, record));
    this.index(series.id).add(record);
    return record;
  }

  /** Checks a block's row, and its file against the row and against its own label; returns its values. Raises `corrupt`. */
  async check(series: StoredSeries, block: BlockRecord): Promise<ColumnValues> {
    const problem = rowProblem(series, block);
    if (problem !== undefined) throw unsound(problem);
    const read = await this.#files.read(block);
    if (read === undefined) return this.#valuesOfSuccessor(block, false);
    const { file, values } = read;
    const digest = sha256(values.bytes);
    if (digest !== block.valuesSha256) {
      throw this.#files.damaged(block, `values with SHA-256 ${block.valuesSha256}`, digest);
    }
    const { decodeBlock } = await blockFile();
    const decoded = decodeBlock(file);
    const { label } = decoded;
    if (
      label.game !== series.gameKey ||
      label.series !== series.name ||
      label.start !== block.start ||
      label.stop !== block.stop ||
      decoded.values.width !== values.width ||
      sha256(decoded.values.bytes) !== digest
    ) {
      const found = `${label.game} ${label.series} ${label.start}-${label.stop}`;
      throw this.#files.damaged(
        block,
        `${series.gameKey} ${series.name} ${block.start}-${block.stop}`,
        found,
      );
    }
    return values;
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
    const { file, valuesOffset } = encodeBlock(label, values);
    const digest = sha256(file);
    const name = blockFileName(block, digest);
    await this.#files.write(series.id, name, file);
    return {
      seriesId: series.id,
      start,
      stop,
      file: name,
      bytes: file.length,
      sha256: digest,
      valuesSha256: sha256(values.bytes),
      valuesOffset,
      width: values.width,
      coldCount,
      coldBefore,
      largest,
      methods,
    };
  }

  /** Runs the committing transaction. When it errs, whether it took effect is unknown: reopen and look. */
  #commit(record: BlockRecord, transaction: (catalog: Catalog) => void): void {
    try {
      transaction(this.#catalog);
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      this.#catalog.close();
      this.#catalog = new Catalog(openForWriting(join(this.root, CATALOG_FILE)));
      if (!this.#catalog.has(record)) throw databaseError(error, join(this.root, CATALOG_FILE));
    }
  }

  async #recover(): Promise<void> {
    const known = new Set<string>();
    for (const { id, blocks } of this.snapshot()) {
      for (const { file } of blocks) known.add(`${id}/${file}`);
    }
    await this.#files.removeOrphans((seriesId, name) => known.has(`${seriesId}/${name}`));
    await this.#files.checkWritable();
  }

  #read<Result>(query: (catalog: Catalog) => Result): Result {
    if (this.#isClosed) {
      throw new TakeawayError('usage', {
        subject: `The store ${this.root}`,
        expected: 'an open store',
        found: 'a closed one',
      });
    }
    const path = join(this.root, CATALOG_FILE);
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
