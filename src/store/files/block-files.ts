/**
 * Block files: how one is written so that it is complete and durable, and how one is read so that damage is named and
 * never returned.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inFlight } from '../../common/ahead.js';
import { fail, TakeawayError } from '../../common/errors.js';
import { reasonOf } from '../../common/system-errors.js';
import { digitsOf, type Range } from '../../common/range.js';
import type { ColumnValues } from '../../columnar/layout.js';
import type { BlockRecord } from '../records.js';
import { checkFile, damagedBlock, valuesAtPlaces, valuesIn } from './checked-file.js';
import { makeDurableDirectory, syncDirectories } from './durable.js';
import { isErrno, isNoFile, isTooManyFiles, type FileSystem, type WritableFile } from './file-system.js';
import { TEMPORARY_FOLDER } from './names.js';
import { writeFully } from './new-file.js';

/** Bytes of a block file at most, and of its values: what Node reads and hashes in one piece. */
export const MOST_BLOCK_BYTES = 2 ** 31 - 1;

/** `<start>-<stop>.<first 16 of sha256>.arrow`; positions have at most 16 digits. */
export function blockFileName(range: Range, digest: string): string {
  return `${digitsOf(range.start)}-${digitsOf(range.stop)}.${digest.slice(0, 16)}.arrow`;
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

/**
 * Files that are written before they are synced, at most, and their bytes. The system makes durable together what is synced at
 * the same time: a sweep of short series waits a quarter of the time.
 */
const SYNCED_TOGETHER = 64;
const SYNCED_BYTES = 2 ** 26;

export class BlockFiles {
  readonly #fs: FileSystem;
  readonly #root: string;
  /** Names under tmp/ that nobody else takes. */
  readonly #nonce = randomBytes(8).toString('hex');
  #begun = 0;

  constructor(fs: FileSystem, root: string) {
    this.#fs = fs;
    this.#root = root;
  }

  /** The folder of a series: its number, so that no user text becomes a path. */
  folder(seriesId: number): string {
    return join(this.#root, String(seriesId));
  }

  path(block: BlockRecord): string {
    return join(this.folder(block.seriesId), block.file);
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
    let last = 'files';
    let unsyncedBytes = 0;
    const unsynced: Unsynced[] = [];
    try {
      const temporary = join(this.#root, TEMPORARY_FOLDER);
      await makeDurableDirectory(this.#fs, temporary, ...folders);
      for await (const { folder, name, bytes } of files) {
        last = `${name} in ${folder}`;
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
      await syncDirectories(this.#fs, folders);
    } catch (error) {
      for (const { file, part } of unsynced) {
        await file?.close().catch(() => undefined);
        await this.#fs.remove(part).catch(() => undefined);
      }
      if (error instanceof TakeawayError) throw error;
      fail('io', `Writing ${last}`, 'a durable write', reasonOf(error), {
        help: `Every block announced before is stored. ${isTooManyFiles(error) ? 'Raise the limit of open files (ulimit -n) first.' : 'Free some space or check the disk first.'}`,
        remedy: { do: 'retry' },
        cause: error,
      });
    }
  }

  /** Creates a file. If this process may open no more, it first settles the files that are not synced yet. */
  async #create(part: string, unsynced: Unsynced[]): Promise<WritableFile> {
    try {
      return await this.#fs.create(part);
    } catch (error) {
      if (!isTooManyFiles(error) || unsynced.length === 0) throw error;
      await this.#settle(unsynced);
      return this.#fs.create(part);
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
      await this.#fs.rename(first.part, first.path);
      unsynced.shift();
    }
  }

  /**
   * Creates and removes a file, so that a store that cannot be written to is refused before any work; and makes
   * the names of folders durable that a killed writer may have left without.
   */
  async checkWritable(): Promise<void> {
    await makeDurableDirectory(this.#fs, join(this.#root, TEMPORARY_FOLDER));
    await this.#fs.syncDirectory(this.#root);
    const probe = join(this.#root, TEMPORARY_FOLDER, `${this.#nonce}.probe`);
    await (await this.#fs.create(probe)).close();
    await this.#fs.remove(probe);
  }

  /**
   * A block's file, whose size and SHA-256 are those of the catalog. Raises `corrupt` otherwise, and undefined when the
   * file is missing (it may have been folded into a larger one since).
   */
  async read(block: BlockRecord): Promise<Uint8Array | undefined> {
    const path = this.path(block);
    try {
      const file = await this.#fs.read(path, { size: block.bytes });
      checkFile(path, file, block);
      return file;
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      if (isErrno(error, 'ENOENT')) return undefined;
      if (isNoFile(error)) throw this.damaged(block, `a file of ${block.bytes} bytes`, reasonOf(error));
      fail('io', path, 'a readable block file', reasonOf(error), {
        remedy: { do: 'verify', repair: true },
        cause: error,
      });
    }
  }

  /** Whether nothing happened to the names in a block's folder since the block got its own. */
  async isLatest(block: BlockRecord): Promise<boolean> {
    try {
      const folder = await this.#fs.times(this.folder(block.seriesId));
      const file = await this.#fs.times(this.path(block));
      // A rename changes both at one moment, and the first thing after it the folder alone.
      return folder.modified === file.changed;
    } catch (error) {
      // Readers name what is in the place of a folder.
      if (error instanceof TakeawayError || (error instanceof Error && 'syscall' in error)) return false;
      throw error;
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
  damaged(block: BlockRecord, expected: string, found: string): TakeawayError {
    return damagedBlock(this.path(block), expected, found);
  }

  async remove(block: BlockRecord): Promise<void> {
    await this.#fs.remove(this.path(block));
  }
}
