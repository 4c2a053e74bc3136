/**
 * Block files that no row of the catalog names: what a writer leaves that was killed before its commit, and all that
 * a lost or older catalog does not know. One whose values a stored block has may go; nothing else is ever unlinked,
 * but moved to `orphans/`.
 */
import { join } from 'node:path';
import { fail, messageOf } from '../../common/errors.js';
import { sha256 } from '../../common/sha256.js';
import { reasonOf } from '../../common/system-errors.js';
import { byteLength, type ColumnValues } from '../../columnar/layout.js';
import { MOST_RATIO } from '../../columnar/lz4-frame.js';
import type { BlockLabel } from '../../columnar/block-label.js';
import type { Range } from '../../common/range.js';
import { createHash } from 'node:crypto';
import { MOST_BLOCK_BYTES } from './block-files.js';
import { makeDurableDirectory } from './durable.js';
import { isErrno, isNoFile, kindWord, type Entry, type FileSystem } from './file-system.js';
import { isSeriesFolder, ORPHANS_FOLDER, SERIES_FOLDER, TEMPORARY_FOLDER } from './names.js';
import { readSeriesFile, seriesFileName, type SeriesFile } from './series-files.js';
import type { BlockRecord, StoredSeries } from '../records.js';

const BLOCK_NAME = /^(\d{16})-(\d{16})\.([0-9a-f]{16})\.arrow$/;
/** What a block file has beside its values, at most. */
const MOST_OVERHEAD = 1 << 14;

/** Series without a row that are looked at, at most: a store may be full of names. */
const MOST_UNKNOWN = 1000;

/** A block file as its name says. */
export interface BlockFile extends Range {
  readonly seriesId: number;
  readonly file: string;
}

/** A block file that is what its name says, with what a row has of it. */
export interface LeftoverBlock
  extends
    BlockFile,
    Pick<BlockRecord, 'bytes' | 'sha256' | 'valuesSha256' | 'encoding' | 'valuesOffset' | 'width'> {
  readonly label: BlockLabel;
  readonly values: ColumnValues;
}

/** Whether a block of a range can have a file of this size, compressed or not. */
function isPlausible({ start, stop }: Range, { kind, size }: Entry): boolean {
  // The narrowest values, compressed as far as it goes, and the widest.
  const least = byteLength(1, stop - start) / MOST_RATIO;
  const most = Math.min(byteLength(32, stop - start) + MOST_OVERHEAD, MOST_BLOCK_BYTES);
  return kind === 'file' && Number.isSafeInteger(stop) && start < stop && least <= size && size <= most;
}

/** Increasing by series and position; the longer of two that begin alike first, as the other may be one that was folded into it. */
export function byPosition(a: BlockFile, b: BlockFile): number {
  return a.seriesId - b.seriesId || a.start - b.start || b.stop - a.stop;
}

/** The files of a store of which the catalog says nothing. */
export class Leftovers {
  readonly #fs: FileSystem;
  readonly #root: string;

  constructor(fs: FileSystem, root: string) {
    this.#fs = fs;
    this.#root = root;
  }

  /** Everything in the folders of series that is named as a block file is, by folder and position. */
  async blockFiles(): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const id of await this.seriesFolders()) found.push(...(await this.blockFilesOf(id)));
    return found.sort(byPosition);
  }

  /** The numbers of which something has the name of the folder of a series. */
  async seriesFolders(): Promise<number[]> {
    return (await this.#list(this.#root)).filter(isSeriesFolder).map(Number);
  }

  /** Everything in the folder of a series that is named as a block file is, in no order. */
  async blockFilesOf(seriesId: number): Promise<BlockFile[]> {
    const found: BlockFile[] = [];
    for (const name of await this.#list(join(this.#root, String(seriesId)))) {
      const [match, start, stop] = BLOCK_NAME.exec(name) ?? [];
      if (match !== undefined) found.push({ seriesId, file: name, start: Number(start), stop: Number(stop) });
    }
    return found;
  }

  /** Whether a file has a size that a block of its name can have. */
  isPlausible(file: BlockFile): boolean {
    return isPlausible(file, this.#fs.look(this.#pathOf(file)));
  }

  /** Whether nothing happened to the names of the files that describe series since that of one of these got its own. */
  async isAnyLatest(seriesIds: readonly number[]): Promise<boolean> {
    const folder = join(this.#root, SERIES_FOLDER);
    try {
      const { modified } = await this.#fs.times(folder);
      for (const id of seriesIds)
        if ((await this.#fs.times(join(folder, seriesFileName(id)))).changed === modified) return true;
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error;
    }
    return false;
  }

  /** The numbers of the series that a file describes. */
  async describedSeries(): Promise<number[]> {
    const names = await this.#list(join(this.#root, SERIES_FOLDER));
    return names.flatMap((name) => {
      const [id, end] = [name.slice(0, -5), name.slice(-5)];
      return end === '.json' && isSeriesFolder(id) ? [Number(id)] : [];
    });
  }

  /** Series that a file describes and that are not among those known; at most `MOST_UNKNOWN` of them are looked at. */
  async unknownSeries(described: Iterable<number>, known: ReadonlySet<number>): Promise<StoredSeries[]> {
    const found: StoredSeries[] = [];
    const unknown = [...described].filter((id) => !known.has(id));
    for (const id of unknown.slice(0, MOST_UNKNOWN)) {
      const file = await this.seriesFile(id);
      if (file) found.push({ id, gameKey: file.game, name: file.series, frontier: 0 });
    }
    return found;
  }

  /** Whether nothing lies in the folder of a series: it was begun, and has no blocks. */
  async isEmpty(seriesId: number): Promise<boolean> {
    const folder = join(this.#root, String(seriesId));
    const { kind } = this.#fs.look(folder);
    return kind === 'missing' || (kind === 'directory' && (await this.#list(folder)).length === 0);
  }

  /** What the file of a series says; undefined where it is missing, and null where it cannot be used. */
  seriesFile(seriesId: number): Promise<SeriesFile | null | undefined> {
    return readSeriesFile(this.#fs, this.#root, seriesId);
  }

  /**
   * Reads a block file that nothing has vouched for. A text where it is not what its name says. Only a regular file
   * of a size that its range and a block can have is opened, and nothing of it is kept in memory before its bytes have
   * the hash in its name. Raises `io` where the system does not let it be read, now at least: that says nothing against
   * it.
   */
  async read(found: BlockFile): Promise<LeftoverBlock | string> {
    const { start, stop } = found;
    const path = this.#pathOf(found);
    const range = `${start}-${stop}`;
    let file: Uint8Array;
    try {
      const entry = this.#fs.look(path);
      if (entry.kind !== 'file') return `it is ${kindWord(entry)}`;
      if (!isPlausible({ start, stop }, entry))
        return `it has ${entry.size} bytes, which no block ${range} has`;
      const hash = createHash('sha256');
      for await (const piece of this.#fs.readPieces(path)) hash.update(piece);
      if (BLOCK_NAME.exec(found.file)?.[3] !== hash.digest('hex').slice(0, 16))
        return 'its bytes do not have the hash in its name';
      file = await this.#fs.read(path, { size: entry.size });
    } catch (error) {
      if (isErrno(error, 'ENOENT') || isNoFile(error)) return `it cannot be read: ${messageOf(error)}`;
      fail('io', path, 'a readable block file', reasonOf(error), { cause: error });
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

  /** Makes the name of a block file durable that somebody else may have written. */
  syncFolder(seriesId: number): Promise<void> {
    return this.#fs.syncDirectory(join(this.#root, String(seriesId)));
  }

  /** Removes a file whose values are all in a stored block. */
  async removeCovered(file: BlockFile): Promise<void> {
    await this.#fs.remove(this.#pathOf(file));
  }

  #pathOf({ seriesId, file }: BlockFile): string {
    return join(this.#root, String(seriesId), file);
  }

  /**
   * Moves something to `orphans/`, under a name that nothing has there, and returns its new path. `path` is inside
   * the store.
   */
  async setAside(path: string): Promise<string> {
    const orphans = join(this.#root, ORPHANS_FOLDER);
    await makeDurableDirectory(this.#fs, orphans);
    const plain = path.split('/').join('-');
    let name = plain;
    // Not by the names that are there: a store may have very many files to set aside.
    for (let i = 2; this.#fs.look(join(orphans, name)).kind !== 'missing'; i++) name = `${plain}.${i}`;
    await this.#fs.rename(join(this.#root, path), join(orphans, name));
    await this.#fs.syncDirectory(orphans);
    return join(orphans, name);
  }

  /** Removes files that a killed writer had begun: no row and no folder of a series has them. */
  async removeUnfinished(): Promise<void> {
    const temporary = join(this.#root, TEMPORARY_FOLDER);
    for (const name of await this.#list(temporary)) {
      const path = join(temporary, name);
      if (/\.(part|probe)$/.test(name) && this.#fs.look(path).kind === 'file') await this.#fs.remove(path);
    }
  }

  /** Moves what has the name of a file or folder of the store, and is none, to `orphans/`. `path` is inside the store. */
  async clearWay(path: string, wanted: 'file' | 'directory'): Promise<void> {
    const { kind } = this.#fs.look(join(this.#root, path));
    if (kind !== wanted && kind !== 'missing') await this.setAside(path);
  }

  /** The names in a folder; none where something else is in its place, which whoever reads there names. */
  async #list(folder: string): Promise<string[]> {
    try {
      const { kind } = this.#fs.look(folder);
      return folder === this.#root || kind === 'directory' ? await this.#fs.list(folder) : [];
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].some((code) => isErrno(error, code))) return [];
      throw error;
    }
  }
}
