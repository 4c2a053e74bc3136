/**
 * The folder of a store: its names, durable writes, and reads that report damage and never return it. A file whose values a stored
 * block has may be removed; anything else is only moved to `orphans/`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inFlight } from '../../common/ahead.js';
import { fail, messageOf, TakeawayError } from '../../common/errors.js';
import { digitsOf, type Range } from '../../common/range.js';
import { sha256 } from '../../common/sha256.js';
import { reasonOf, unreadable } from '../../common/system-errors.js';
import type { BlockLabel } from '../../columnar/block-label.js';
import { byteLength, type ColumnValues } from '../../columnar/layout.js';
import { MAX_LZ4_RATIO } from '../../columnar/lz4-frame.js';
import type { BlockRecord, StoredSeries } from '../records.js';
import { checkFile, damagedBlock, valuesAtPlaces, valuesIn } from './checked-file.js';
import { makeDurableDirectory, syncDirectories } from './durable.js';
import {
  isErrno,
  isNoFile,
  isSystemError,
  isTooManyFiles,
  kindWord,
  readFile,
  readPieces,
  readShort,
  type Entry,
  type FileSystem,
  type WritableFile,
} from './file-system.js';
import { isSeriesFolder, ORPHANS_FOLDER, SERIES_FOLDER, TEMPORARY_FOLDER } from './names.js';
import { writeFully } from './new-file.js';
import { MAX_SERIES_FILE_BYTES, parseSeriesFile, seriesFileName, type SeriesFile } from './series-files.js';

/** Maximum size of a block file, and of its values: Node reads and hashes as much at once. */
export const MAX_BLOCK_BYTES = 2 ** 31 - 1;
/** Maximum size of a block file besides its values. */
const MAX_OVERHEAD_BYTES = 1 << 14;

/** Maximum number of series without a row that are read: a store may be full of names. */
const MAX_UNKNOWN_SERIES = 1000;

/**
 * Maximum number of files that are written before they are synced, and of their bytes. The system makes concurrent syncs durable
 * together: a sweep of short series waits a quarter of the time.
 */
const SYNCED_TOGETHER = 64;
const SYNCED_BYTES = 2 ** 26;

/** Returns `<start>-<stop>.<first 16 of sha256>.arrow`. Positions have at most 16 digits. */
export function blockFileName(range: Range, digest: string): string {
  return `${digitsOf(range.start)}-${digitsOf(range.stop)}.${digest.slice(0, 16)}.arrow`;
}

const BLOCK_NAME = /^(\d{16})-(\d{16})\.([0-9a-f]{16})\.arrow$/;

/** A block file, read from its name. */
export interface BlockFile extends Range {
  readonly seriesId: number;
  readonly file: string;
}

/** A block file that matches its name, with data for its row. */
export interface UnknownBlock
  extends
    BlockFile,
    Pick<BlockRecord, 'bytes' | 'sha256' | 'valuesSha256' | 'encoding' | 'valuesOffset' | 'width'> {
  readonly label: BlockLabel;
  readonly values: ColumnValues;
}

export interface NewFile {
  readonly folder: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A written file under tmp/ that is not synced. */
interface Unsynced {
  /** Undefined once closed: another file may have its descriptor then. */
  file?: WritableFile | undefined;
  readonly part: string;
  readonly path: string;
}

/** Orders by series and position; of two with the same start, the longer first, as the other may have been folded into it. */
export function byPosition(a: BlockFile, b: BlockFile): number {
  return a.seriesId - b.seriesId || a.start - b.start || b.stop - a.stop;
}

/** Whether a block of a range can have a file of this size. */
function canHoldBlock({ start, stop }: Range, { kind, size }: Entry): boolean {
  // The narrowest values at maximum compression, and the widest.
  const least = byteLength(1, stop - start) / MAX_LZ4_RATIO;
  const most = Math.min(byteLength(32, stop - start) + MAX_OVERHEAD_BYTES, MAX_BLOCK_BYTES);
  return kind === 'file' && Number.isSafeInteger(stop) && start < stop && least <= size && size <= most;
}

export class StoreFolder {
  /** Confined to the folder (`confined`). */
  readonly fs: FileSystem;
  readonly root: string;
  /** Unique prefix of names under tmp/. */
  readonly #nonce = randomBytes(8).toString('hex');
  #begun = 0;

  constructor(fs: FileSystem, root: string) {
    this.fs = fs;
    this.root = root;
  }

  /** Returns the folder of a series: its number, so that no user text becomes a path. */
  ofSeries(seriesId: number): string {
    return join(this.root, String(seriesId));
  }

  path({ seriesId, file }: Pick<BlockFile, 'seriesId' | 'file'>): string {
    return join(this.ofSeries(seriesId), file);
  }

  /** Returns every entry in the folders of series with the name of a block file, by series and position. */
  async blockFiles(): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const id of await this.seriesFolders()) found.push(...(await this.blockFilesOf(id)));
    return found.sort(byPosition);
  }

  /** Returns the numbers of series that have a folder. */
  async seriesFolders(): Promise<number[]> {
    return (await this.#list(this.root)).filter(isSeriesFolder).map(Number);
  }

  /** Returns every entry in the folder of a series with the name of a block file, unordered. */
  async blockFilesOf(seriesId: number): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const name of await this.#list(this.ofSeries(seriesId))) {
      const [match, start, stop] = BLOCK_NAME.exec(name) ?? [];
      if (match !== undefined) found.push({ seriesId, file: name, start: Number(start), stop: Number(stop) });
    }
    return found;
  }

  /** Returns the numbers of series with a description. */
  async describedSeries(): Promise<number[]> {
    const names = await this.#list(join(this.root, SERIES_FOLDER));
    return names.flatMap((name) => {
      const [id, end] = [name.slice(0, -5), name.slice(-5)];
      return end === '.json' && isSeriesFolder(id) ? [Number(id)] : [];
    });
  }

  /** Returns described series that are not `known`. Reads at most `MAX_UNKNOWN_SERIES` descriptions. */
  async unknownSeries(described: Iterable<number>, known: ReadonlySet<number>): Promise<StoredSeries[]> {
    const found: StoredSeries[] = [];
    const unknown = [...described].filter((id) => !known.has(id));
    for (const id of unknown.slice(0, MAX_UNKNOWN_SERIES)) {
      const file = await this.seriesFile(id);
      if (file) found.push({ id, gameKey: file.game, name: file.series, frontier: 0 });
    }
    return found;
  }

  /** Returns the description of a series: undefined if missing, null if unusable. */
  async seriesFile(seriesId: number): Promise<SeriesFile | null | undefined> {
    const path = join(this.root, SERIES_FOLDER, seriesFileName(seriesId));
    try {
      const bytes = await readShort(this.fs, path, MAX_SERIES_FILE_BYTES);
      return bytes && parseSeriesFile(new TextDecoder().decode(bytes));
    } catch {
      return null;
    }
  }

  /** Whether the folder of a series is missing or empty. */
  async isEmpty(seriesId: number): Promise<boolean> {
    const folder = this.ofSeries(seriesId);
    const { kind } = this.fs.look(folder);
    return kind === 'missing' || (kind === 'directory' && (await this.#list(folder)).length === 0);
  }

  /** Whether a file has a possible size for its name. */
  isPlausible(file: BlockFile): boolean {
    return canHoldBlock(file, this.fs.look(this.path(file)));
  }

  /** Whether the last change to the names in a folder was that one of these files got its name. */
  isAnyLatest(folder: string, files: readonly string[]): boolean {
    try {
      const { modified } = this.fs.look(folder);
      // A rename sets both times at once; a later change sets the folder's alone.
      return files.some((file) => {
        const { kind, changed } = this.fs.look(join(folder, file));
        return kind !== 'missing' && changed === modified;
      });
    } catch (error) {
      // Readers report an entry that replaces the folder.
      if (error instanceof TakeawayError || isSystemError(error)) return false;
      throw error;
    }
  }

  /**
   * Returns a block's file if its size and SHA-256 match the catalog, or undefined if it is missing, as after folding. Raises
   * `corrupt` otherwise.
   */
  async read(block: BlockRecord): Promise<Uint8Array | undefined> {
    const path = this.path(block);
    try {
      const file = await readFile(this.fs, path, { size: block.bytes });
      checkFile(path, file, block);
      return file;
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      if (isErrno(error, 'ENOENT')) return undefined;
      if (isNoFile(error))
        throw this.damaged(block, `is not a file of ${block.bytes} bytes: ${reasonOf(error)}`);
      fail(
        'io',
        'The block {path} cannot be read: {reason}.',
        { path, reason: reasonOf(error) },
        { remedy: { do: 'verify', repair: true }, cause: error },
      );
    }
  }

  /** Returns the values in a block's file. Raises `corrupt` also if they do not match the catalog's row. */
  async values(block: BlockRecord): Promise<ColumnValues | undefined> {
    const file = await this.read(block);
    return file && valuesIn(this.path(block), file, block);
  }

  /** Returns the values at some offsets of a block, as `values` does, without memory for all of them. */
  async valuesAt(block: BlockRecord, places: readonly number[]): Promise<number[] | undefined> {
    const file = await this.read(block);
    return file && valuesAtPlaces(this.path(block), file, block, places);
  }

  damaged(block: BlockRecord, problem: string): TakeawayError {
    return damagedBlock(this.path(block), problem);
  }

  /**
   * Reads a block file that no row names. Returns a reason if it does not match its name. Opens only regular files of a possible
   * size, and keeps no content in memory before the hash in the name is verified. Raises `io` if the system refuses to read it, as
   * that says nothing about its content.
   */
  async readUnknown(found: BlockFile): Promise<UnknownBlock | string> {
    const { start, stop } = found;
    const path = this.path(found);
    const range = `${start}-${stop}`;
    let file: Uint8Array;
    try {
      const entry = this.fs.look(path);
      if (entry.kind !== 'file') return `it is ${kindWord(entry)}`;
      if (!canHoldBlock(found, entry)) return `it has ${entry.size} bytes, which no block ${range} has`;
      const hash = createHash('sha256');
      for await (const piece of readPieces(this.fs, path)) hash.update(piece);
      if (BLOCK_NAME.exec(found.file)?.[3] !== hash.digest('hex').slice(0, 16))
        return 'its bytes do not have the hash in its name';
      file = await readFile(this.fs, path, { size: entry.size });
    } catch (error) {
      if (isErrno(error, 'ENOENT') || isNoFile(error)) return `it cannot be read: ${messageOf(error)}`;
      throw unreadable('io', path, error);
    }
    try {
      const digest = sha256(file);
      const { decodeBlock } = await import('../../columnar/block-file.js');
      const { label, values, encoding, valuesOffset } = decodeBlock(file);
      if (label.start !== start || label.stop !== stop) {
        return `its label says ${label.start}-${label.stop}, its name ${range}`;
      }
      const hashes = { bytes: file.length, sha256: digest, valuesSha256: sha256(values.bytes) };
      return { ...found, ...hashes, label, values, width: values.width, encoding, valuesOffset };
    } catch (error) {
      return messageOf(error);
    }
  }

  /**
   * Writes files durably into folders of the store, and creates missing folders. Each file is written under tmp/, synced, closed
   * and renamed; then each folder is synced. After a failure none of them counts; a failed sync is never retried.
   */
  async writeAll(
    folders: ReadonlySet<string>,
    files: AsyncIterable<NewFile> | Iterable<NewFile>,
  ): Promise<void> {
    let last = this.root;
    let unsyncedBytes = 0;
    const unsynced: Unsynced[] = [];
    try {
      const temporary = join(this.root, TEMPORARY_FOLDER);
      await makeDurableDirectory(this.fs, temporary, ...folders);
      for await (const { folder, name, bytes } of files) {
        last = join(folder, name);
        const part = join(temporary, `${this.#nonce}-${this.#begun++}.part`);
        const file = await this.#create(part, unsynced);
        unsynced.push({ file, part, path: join(folder, name) });
        await writeFully(file, bytes);
        unsyncedBytes += bytes.length;
        if (unsynced.length < SYNCED_TOGETHER && unsyncedBytes < SYNCED_BYTES) continue;
        await this.#settle(unsynced);
        unsyncedBytes = 0;
      }
      await this.#settle(unsynced);
      await syncDirectories(this.fs, folders);
    } catch (error) {
      for (const { file, part } of unsynced) {
        await file?.close().catch(() => undefined);
        await this.fs.remove(part).catch(() => undefined);
      }
      if (error instanceof TakeawayError) throw error;
      fail(
        'io',
        `The file {path} cannot be written: {reason}. Every block announced so far is stored. ${isTooManyFiles(error) ? 'Raise the limit of open files (ulimit -n) first.' : 'Free some space or check the disk first.'}`,
        { path: last, reason: reasonOf(error) },
        { remedy: { do: 'retry' }, cause: error },
      );
    }
  }

  /** As `writeAll`, for one file; `folder` is relative to the store. */
  write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.root, folder);
    return this.writeAll(new Set([path]), [{ folder: path, name, bytes }]);
  }

  /** Creates a file. If the process has too many open files, settles the unsynced ones first. */
  async #create(part: string, unsynced: Unsynced[]): Promise<WritableFile> {
    try {
      return await this.fs.create(part);
    } catch (error) {
      if (!isTooManyFiles(error) || unsynced.length === 0) throw error;
      await this.#settle(unsynced);
      return this.fs.create(part);
    }
  }

  /** Syncs files and renames them. After a failure, files left in the list have no name yet. */
  async #settle(unsynced: Unsynced[]): Promise<void> {
    await inFlight(
      unsynced,
      () => SYNCED_TOGETHER,
      ({ file }) => file!.sync(),
    );
    for (let first = unsynced.at(0); first !== undefined; first = unsynced.at(0)) {
      const file = first.file!;
      first.file = undefined;
      await file.close();
      await this.fs.rename(first.part, first.path);
      unsynced.shift();
    }
  }

  /**
   * Creates and removes a file, to refuse a read-only store before any work, and makes durable the names of folders that a killed
   * writer may have left.
   */
  async checkWritable(): Promise<void> {
    await makeDurableDirectory(this.fs, join(this.root, TEMPORARY_FOLDER));
    await this.fs.syncDirectory(this.root);
    const probe = join(this.root, TEMPORARY_FOLDER, `${this.#nonce}.probe`);
    await (await this.fs.create(probe)).close();
    await this.fs.remove(probe);
  }

  /** Makes a block file's name durable that another process may have written. */
  syncSeries(seriesId: number): Promise<void> {
    return this.fs.syncDirectory(this.ofSeries(seriesId));
  }

  /** Removes the file of a block whose values a stored block has. */
  remove(file: Pick<BlockFile, 'seriesId' | 'file'>): Promise<void> {
    return this.fs.remove(this.path(file));
  }

  /** Removes unfinished files of a killed writer. */
  async removeUnfinished(): Promise<void> {
    const temporary = join(this.root, TEMPORARY_FOLDER);
    for (const name of await this.#list(temporary)) {
      const path = join(temporary, name);
      if (/\.(part|probe)$/.test(name) && this.fs.look(path).kind === 'file') await this.fs.remove(path);
    }
  }

  /** Moves an entry to an unused name in `orphans/`. Returns its new path. `path` is relative to the store. */
  async setAside(path: string): Promise<string> {
    const orphans = join(this.root, ORPHANS_FOLDER);
    await makeDurableDirectory(this.fs, orphans);
    const plain = path.split('/').join('-');
    let name = plain;
    // Probes names instead of listing them: a store may have very many files to set aside.
    for (let i = 2; this.fs.look(join(orphans, name)).kind !== 'missing'; i++) name = `${plain}.${i}`;
    await this.fs.rename(join(this.root, path), join(orphans, name));
    await this.fs.syncDirectory(orphans);
    return join(orphans, name);
  }

  /** Moves an entry of another kind than `wanted` out of the way, to `orphans/`. `path` is relative to the store. */
  async clearWay(path: string, wanted: 'file' | 'directory'): Promise<void> {
    const { kind } = this.fs.look(join(this.root, path));
    if (kind !== wanted && kind !== 'missing') await this.setAside(path);
  }

  /** Returns the names in a folder, or none if it is not a folder; a later read raises the error. */
  async #list(folder: string): Promise<string[]> {
    try {
      const { kind } = this.fs.look(folder);
      return folder === this.root || kind === 'directory' ? await this.fs.list(folder) : [];
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].some((code) => isErrno(error, code))) return [];
      throw error;
    }
  }
}
