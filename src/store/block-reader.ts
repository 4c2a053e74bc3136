/** Reads blocks: finds them by position and gives their values from checked files. */
import { lengthOf } from '../common/range.js';
import { sha256 } from '../common/sha256.js';
import { reasonOf } from '../common/system-errors.js';
import type { BlockLabel } from '../columnar/block-label.js';
import type { DecodedBlock } from '../columnar/block-file.js';
import { sliceColumn, valueAt, type ColumnValues } from '../columnar/layout.js';
import { join } from 'node:path';
import { BlockCache } from './block-cache.js';
import { refuseForeign } from './catalog/catalog-file.js';
import { BlockIndex } from './catalog/block-index.js';
import { blockProblem, requireIntact } from './catalog/rows.js';
import type { Catalog } from './catalog/catalog.js';
import { storeRemoved } from './catalog/lock.js';
import { BlockFiles } from './files/block-files.js';
import type { FileSystem } from './files/file-system.js';
import { CATALOG_FILE } from './files/names.js';
import { readSeriesFile, type SeriesFile } from './files/series-files.js';
import {
  keyOfBlock,
  type BlockRecord,
  type Sealed,
  type SeriesSnapshot,
  type StoredSeries,
} from './records.js';

/** How the values of a block lie in its file. */
type Packing = Pick<BlockRecord, 'width' | 'encoding' | 'valuesOffset'>;

/** Bytes of a row of a block in memory, about. */
const ROW_BYTES = 600;

function indexKey(seriesId: number): string {
  return `index ${seriesId}`;
}

/** The blocks of a store. */
export class BlockReader {
  readonly root: string;
  /** Which games, series, blocks and periods there are. */
  readonly catalog: Catalog;
  protected readonly fs: FileSystem;
  protected readonly files: BlockFiles;
  /** Everything that is kept for the next reading. */
  readonly cache: BlockCache;
  /** Series whose descriptions were compared with the catalog. */
  readonly #compared = new Set<number>();

  constructor(root: string, fs: FileSystem, catalog: Catalog, cacheBytes: number) {
    this.root = root;
    this.fs = fs;
    this.files = new BlockFiles(fs, root);
    this.catalog = catalog;
    this.cache = new BlockCache(cacheBytes);
  }

  /** The blocks of a series by position. Raises `corrupt` for what cannot be, and where there is none. */
  index(seriesId: number): BlockIndex {
    const key = indexKey(seriesId);
    const index =
      (this.cache.get(key) as BlockIndex | undefined) ??
      new BlockIndex(
        (range, limit) => this.catalog.blocks(seriesId, range, limit),
        (position) => this.catalog.gapAt(seriesId, position),
      );
    // It grows with what is asked for, so it is weighed each time.
    this.cache.put(key, index, index.rows * ROW_BYTES);
    return index;
  }

  /** Takes over the rows of a series that were read together, up to the first that is not as it was written: none is looked up again. */
  takeRows(series: SeriesSnapshot): void {
    const index = this.index(series.id);
    for (const block of series.blocks) {
      if (blockProblem(series, block) !== undefined) break;
      index.add(block);
    }
    this.cache.put(indexKey(series.id), index, index.rows * ROW_BYTES);
  }

  /** Forgets the rows of a series, which have changed. */
  protected forgetRows(seriesId: number): void {
    this.cache.delete(indexKey(seriesId));
  }

  /**
   * Keeps the values of a block that was just written: reading them from its file would only take time. They alone are kept, not
   * what they were packed as, nor the memory of the many series that they came with.
   */
  protected remember(block: BlockRecord, { width, length, bytes }: ColumnValues): void {
    const isWhole = bytes.byteLength === bytes.buffer.byteLength;
    this.cache.set(keyOfBlock(block), { width, length, bytes: isWhole ? bytes : new Uint8Array(bytes) });
  }

  /** Forgets the values of a block, and takes over its new row. */
  protected renew(old: BlockRecord, record: BlockRecord): void {
    this.cache.delete(keyOfBlock(old));
    this.index(record.seriesId).add(record);
  }

  /**
   * Raises `corrupt` when the description of a series says that its blocks are of another one than the catalog says. Returns the
   * description. Compares once.
   */
  async requireOwn(series: StoredSeries): Promise<SeriesFile | null | undefined> {
    const file = await readSeriesFile(this.fs, this.root, series.id);
    refuseForeign(join(this.root, CATALOG_FILE), series, file);
    this.#compared.add(series.id);
    return file;
  }

  /** As `requireOwn`, of a series by its number, once. Nothing is said of a series without a row. */
  async requireOwnSeries(seriesId: number): Promise<void> {
    const series = this.#compared.has(seriesId) ? undefined : this.catalog.seriesOf(seriesId);
    if (series !== undefined) await this.requireOwn(series);
  }

  /**
   * The values of a block, from a checked file. `keep` puts them into the cache. A block that was folded into
   * a larger one since the caller's snapshot is read from that one.
   */
  values(block: BlockRecord, keep = true): Promise<ColumnValues> {
    const read = async (): Promise<ColumnValues> => {
      await this.requireOwnSeries(block.seriesId);
      return (await this.files.values(block)) ?? this.#valuesOfSuccessor(block, keep);
    };
    return this.cache.find(keyOfBlock(block), read, keep);
  }

  /**
   * The values at some places of a block, counted from its first, from a checked file unless they are in the cache; they are not put
   * there. Cost: unpacking the block, without memory for it.
   */
  async valuesAt(block: BlockRecord, places: readonly number[]): Promise<readonly number[]> {
    const kept = this.cache.get(keyOfBlock(block)) as ColumnValues | undefined;
    if (kept === undefined) {
      await this.requireOwnSeries(block.seriesId);
      const found = await this.files.valuesAt(block, places);
      if (found !== undefined) return found;
    }
    const values = kept ?? (await this.#valuesOfSuccessor(block, false));
    return places.map((place) => valueAt(values, place));
  }

  /** Checks a block's row, and its file against the row and against its own label; returns its values. Raises `corrupt`. */
  async check(series: StoredSeries, block: Sealed<BlockRecord>): Promise<ColumnValues> {
    requireIntact(blockProblem(series, block));
    await this.requireOwnSeries(series.id);
    const file = await this.files.read(block);
    return file === undefined ? this.#valuesOfSuccessor(block, false) : this.#checked(file, series, block);
  }

  /** The file of a block as it lies there, checked as `check` does. Raises `corrupt` also where the block was folded into a longer one. */
  async checkedFile(series: StoredSeries, block: Sealed<BlockRecord>): Promise<Uint8Array> {
    requireIntact(blockProblem(series, block));
    await this.requireOwnSeries(series.id);
    const file = await this.files.read(block);
    if (file === undefined) throw this.files.damaged(block, 'a file', 'none');
    await this.#checked(file, series, block);
    return file;
  }

  /** The values in the file of a block, which are held against its row and its own label. */
  async #checked(file: Uint8Array, series: StoredSeries, block: BlockRecord): Promise<ColumnValues> {
    const { label, values, encoding, valuesOffset } = await this.#decode(file, block);
    const says = (label: BlockLabel, { width, encoding, valuesOffset }: Packing): string =>
      `${label.game} ${label.series} ${label.start}-${label.stop}, ${width} bits ${encoding} at ${valuesOffset}`;
    const { start, stop } = block;
    const expected = says({ game: series.gameKey, series: series.name, start, stop }, block);
    const found = says(label, { width: values.width, encoding, valuesOffset });
    if (found !== expected) throw this.files.damaged(block, expected, found);
    const digest = sha256(values.bytes);
    if (digest !== block.valuesSha256) {
      throw this.files.damaged(block, `values with SHA-256 ${block.valuesSha256}`, digest);
    }
    return values;
  }

  /** The SHA-256 of the values in a block's file; undefined where the file is not what its row says. */
  protected async hashInFile(block: BlockRecord): Promise<string | undefined> {
    try {
      const values = await this.files.values(block);
      return values && sha256(values.bytes);
    } catch {
      return undefined;
    }
  }

  async #valuesOfSuccessor(block: BlockRecord, keep: boolean): Promise<ColumnValues> {
    if ((await this.fs.kind(this.root)) === 'missing') throw storeRemoved(this.root);
    const successor = this.catalog.blocks(block.seriesId, block, 1).at(0);
    if (successor?.start !== block.start || successor.file === block.file || successor.stop < block.stop) {
      throw this.files.damaged(block, 'a file', 'none');
    }
    this.index(block.seriesId).add(successor);
    return sliceColumn(await this.values(successor, keep), 0, lengthOf(block));
  }

  /** What a block file says of itself, however hostile its bytes are. */
  async #decode(file: Uint8Array, block: BlockRecord): Promise<DecodedBlock> {
    // Loaded only here: it costs a point query more than the answer.
    const { decodeBlock } = await import('../columnar/block-file.js');
    try {
      return decodeBlock(file);
    } catch (error) {
      throw this.files.damaged(block, 'a block file as it is written', reasonOf(error));
    }
  }
}
