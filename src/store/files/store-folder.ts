/**
 * The folder of a store: the names in it, how a file is written so that it is complete and durable, and how one is read so that
 * damage is named and never returned. A file whose values a stored block has may go; nothing else is ever unlinked, but moved to
 * `orphans/`.
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

/** Bytes of a block file at most, and of its values: what Node reads and hashes in one piece. */
export const MAX_BLOCK_BYTES = 2 ** 31 - 1;
/** Bytes that a block file has beside its values, at most. */
const MAX_OVERHEAD_BYTES = 1 << 14;

/** Series without a row that are looked at, at most: a store may be full of names. */
const MAX_UNKNOWN_SERIES = 1000;

/**
 * Files that are written before they are synced, at most, and their bytes. The system makes durable together what is synced at
 * the same time: a sweep of short series waits a quarter of the time.
 */
const SYNCED_TOGETHER = 64;
const SYNCED_BYTES = 2 ** 26;

/** `<start>-<stop>.<first 16 of sha256>.arrow`; positions have at most 16 digits. */
export function blockFileName(range: Range, digest: string): string {
  return `${digitsOf(range.start)}-${digitsOf(range.stop)}.${digest.slice(0, 16)}.arrow`;
}

const BLOCK_NAME = /^(\d{16})-(\d{16})\.([0-9a-f]{16})\.arrow$/;

/** A block file as its name says. */
export interface BlockFile extends Range {
  readonly seriesId: number;
  readonly file: string;
}

/** A block file that is what its name says, with what a row has of it. */
export interface UnknownBlock
  extends
    BlockFile,
    Pick<BlockRecord, 'bytes' | 'sha256' | 'valuesSha256' | 'encoding' | 'valuesOffset' | 'width'> {
  readonly label: BlockLabel;
  readonly values: ColumnValues;
}

/** A file to be written into a folder of a store. */
export interface NewFile {
  readonly folder: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file under tmp/ that is written and not synced. */
interface Unsynced {
  /** Until it is closed, which may be done once: its number may be that of another file by then. */
  file?: WritableFile | undefined;
  readonly part: string;
  readonly path: string;
}

/** Increasing by series and position; the longer of two that begin alike first, as the other may be one that was folded into it. */
export function byPosition(a: BlockFile, b: BlockFile): number {
  return a.seriesId - b.seriesId || a.start - b.start || b.stop - a.stop;
}

/** Whether a block of a range can have a file of this size, compressed or not. */
function isPlausible({ start, stop }: Range, { kind, size }: Entry): boolean {
  // The narrowest values, compressed as far as it goes, and the widest.
  const least = byteLength(1, stop - start) / MAX_LZ4_RATIO;
  const most = Math.min(byteLength(32, stop - start) + MAX_OVERHEAD_BYTES, MAX_BLOCK_BYTES);
  return kind === 'file' && Number.isSafeInteger(stop) && start < stop && least <= size && size <= most;
}

export class StoreFolder {
  /** Confined to the folder (`confined`). */
  readonly fs: FileSystem;
  readonly root: string;
  /** Names under tmp/ that nobody else takes. */
  readonly #nonce = randomBytes(8).toString('hex');
  #begun = 0;

  constructor(fs: FileSystem, root: string) {
    this.fs = fs;
    this.root = root;
  }

  /** The folder of a series: its number, so that no user text becomes a path. */
  ofSeries(seriesId: number): string {
    return join(this.root, String(seriesId));
  }

  path({ seriesId, file }: Pick<BlockFile, 'seriesId' | 'file'>): string {
    return join(this.ofSeries(seriesId), file);
  }

  /** Everything in the folders of series that is named as a block file is, by folder and position. */
  async blockFiles(): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const id of await this.seriesFolders()) found.push(...(await this.blockFilesOf(id)));
    return found.sort(byPosition);
  }

  /** The numbers of which something has the name of the folder of a series. */
  async seriesFolders(): Promise<number[]> {
    return (await this.#list(this.root)).filter(isSeriesFolder).map(Number);
  }

  /** Everything in the folder of a series that is named as a block file is, in no order. */
  async blockFilesOf(seriesId: number): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const name of await this.#list(this.ofSeries(seriesId))) {
      const [match, start, stop] = BLOCK_NAME.exec(name) ?? [];
      if (match !== undefined) found.push({ seriesId, file: name, start: Number(start), stop: Number(stop) });
    }
    return found;
  }

  /** The numbers of the series that a file describes. */
  async describedSeries(): Promise<number[]> {
    const names = await this.#list(join(this.root, SERIES_FOLDER));
    return names.flatMap((name) => {
      const [id, end] = [name.slice(0, -5), name.slice(-5)];
      return end === '.json' && isSeriesFolder(id) ? [Number(id)] : [];
    });
  }

  /** Series that a file describes and that are not among those known; at most `MAX_UNKNOWN_SERIES` of them are looked at. */
  async unknownSeries(described: Iterable<number>, known: ReadonlySet<number>): Promise<StoredSeries[]> {
    const found: StoredSeries[] = [];
    const unknown = [...described].filter((id) => !known.has(id));
    for (const id of unknown.slice(0, MAX_UNKNOWN_SERIES)) {
      const file = await this.seriesFile(id);
      if (file) found.push({ id, gameKey: file.game, name: file.series, frontier: 0 });
    }
    return found;
  }

  /** The description of a series; undefined if it is missing, and null if it cannot be used. */
  async seriesFile(seriesId: number): Promise<SeriesFile | null | undefined> {
    const path = join(this.root, SERIES_FOLDER, seriesFileName(seriesId));
    try {
      const bytes = await readShort(this.fs, path, MAX_SERIES_FILE_BYTES);
      return bytes && parseSeriesFile(new TextDecoder().decode(bytes));
    } catch {
      return null;
    }
  }

  /** Whether nothing lies in the folder of a series: it was begun, and has no blocks. */
  async isEmpty(seriesId: number): Promise<boolean> {
    const folder = this.ofSeries(seriesId);
    const { kind } = this.fs.look(folder);
    return kind === 'missing' || (kind === 'directory' && (await this.#list(folder)).length === 0);
  }

  /** Whether a file has a size that a block of its name can have. */
  isPlausible(file: BlockFile): boolean {
    return isPlausible(file, this.fs.look(this.path(file)));
  }

  /** Whether nothing happened to the names in a folder since one of these files got its own. */
  isAnyLatest(folder: string, files: readonly string[]): boolean {
    try {
      const { modified } = this.fs.look(folder);
      // A rename changes both at one moment, and the first thing after it the folder alone.
      return files.some((file) => {
        const { kind, changed } = this.fs.look(join(folder, file));
        return kind !== 'missing' && changed === modified;
      });
    } catch (error) {
      // Readers name what is in the place of a folder.
      if (error instanceof TakeawayError || isSystemError(error)) return false;
      throw error;
    }
  }

  /**
   * A block's file, whose size and SHA-256 are those of the catalog. Raises `corrupt` otherwise; undefined if the file is missing
   * (it may have been folded into a larger one since).
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

  /** The values in a block's file, as `read` gives it. Raises `corrupt` also where the catalog's row says otherwise of them. */
  async values(block: BlockRecord): Promise<ColumnValues | undefined> {
    const file = await this.read(block);
    return file && valuesIn(this.path(block), file, block);
  }

  /** The values at some places of a block, as `values` gives them, without memory for all of them. */
  async valuesAt(block: BlockRecord, places: readonly number[]): Promise<number[] | undefined> {
    const file = await this.read(block);
    return file && valuesAtPlaces(this.path(block), file, block, places);
  }

  /** The error for a block that is not what the catalog says. */
  damaged(block: BlockRecord, problem: string): TakeawayError {
    return damagedBlock(this.path(block), problem);
  }

  /**
   * Reads a block file that nothing has vouched for. A text where it is not what its name says. Only a regular file
   * of a size that its range and a block can have is opened, and nothing of it is kept in memory before its bytes have
   * the hash in its name. Raises `io` where the system does not let it be read, now at least: that says nothing against
   * it.
   */
  async readUnknown(found: BlockFile): Promise<UnknownBlock | string> {
    const { start, stop } = found;
    const path = this.path(found);
    const range = `${start}-${stop}`;
    let file: Uint8Array;
    try {
      const entry = this.fs.look(path);
      if (entry.kind !== 'file') return `it is ${kindWord(entry)}`;
      if (!isPlausible(found, entry)) return `it has ${entry.size} bytes, which no block ${range} has`;
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
   * Writes files durably into folders of the store, which are made where they are missing: each into a new file under tmp/,
   * synced and closed, renamed to its name; and once all are there, each folder synced. After a failure nothing of them
   * counts; a failed sync is never tried again.
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

  /** As `writeAll`, for one file. `folder` is inside the store. */
  write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.root, folder);
    return this.writeAll(new Set([path]), [{ folder: path, name, bytes }]);
  }

  /** Creates a file. If this process may open no more, it first settles the files that are not synced yet. */
  async #create(part: string, unsynced: Unsynced[]): Promise<WritableFile> {
    try {
      return await this.fs.create(part);
    } catch (error) {
      if (!isTooManyFiles(error) || unsynced.length === 0) throw error;
      await this.#settle(unsynced);
      return this.fs.create(part);
    }
  }

  /** Syncs files and gives them their names; what is left in the list after a failure has none. */
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
   * Creates and removes a file, so that a store that cannot be written to is refused before any work; and makes
   * the names of folders durable that a killed writer may have left without.
   */
  async checkWritable(): Promise<void> {
    await makeDurableDirectory(this.fs, join(this.root, TEMPORARY_FOLDER));
    await this.fs.syncDirectory(this.root);
    const probe = join(this.root, TEMPORARY_FOLDER, `${this.#nonce}.probe`);
    await (await this.fs.create(probe)).close();
    await this.fs.remove(probe);
  }

  /** Makes the name of a block file durable that somebody else may have written. */
  syncSeries(seriesId: number): Promise<void> {
    return this.fs.syncDirectory(this.ofSeries(seriesId));
  }

  /** Removes the file of a block; a stored one has its values. */
  remove(file: Pick<BlockFile, 'seriesId' | 'file'>): Promise<void> {
    return this.fs.remove(this.path(file));
  }

  /** Removes files that a killed writer had begun: no row and no folder of a series has them. */
  async removeUnfinished(): Promise<void> {
    const temporary = join(this.root, TEMPORARY_FOLDER);
    for (const name of await this.#list(temporary)) {
      const path = join(temporary, name);
      if (/\.(part|probe)$/.test(name) && this.fs.look(path).kind === 'file') await this.fs.remove(path);
    }
  }

  /**
   * Moves something to `orphans/`, under a name that nothing has there, and returns its new path. `path` is inside
   * the store.
   */
  async setAside(path: string): Promise<string> {
    const orphans = join(this.root, ORPHANS_FOLDER);
    await makeDurableDirectory(this.fs, orphans);
    const plain = path.split('/').join('-');
    let name = plain;
    // Not by the names that are there: a store may have very many files to set aside.
    for (let i = 2; this.fs.look(join(orphans, name)).kind !== 'missing'; i++) name = `${plain}.${i}`;
    await this.fs.rename(join(this.root, path), join(orphans, name));
    await this.fs.syncDirectory(orphans);
    return join(orphans, name);
  }

  /** Moves what has the name of a file or folder of the store, and is none, to `orphans/`. `path` is inside the store. */
  async clearWay(path: string, wanted: 'file' | 'directory'): Promise<void> {
    const { kind } = this.fs.look(join(this.root, path));
    if (kind !== wanted && kind !== 'missing') await this.setAside(path);
  }

  /** The names in a folder; none if it is no folder, for which a later read raises the error. */
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
