/** All access to files, behind one small interface. */
import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  read,
  readSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fail } from '../../common/errors.js';
import { breather } from '../../common/stoppable.js';

export interface WritableFile {
  /** Writes some of `bytes` and returns how many: it may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>;
  /** Makes what was written durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** An open file, parts of which are read in any order. */
export interface ReadableFile {
  readonly size: number;
  /** The bytes of [start, stop); fewer where the file has no more. */
  read(start: number, stop: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** An entry of a folder. */
export interface Entry {
  readonly kind: 'file' | 'directory' | 'link' | 'other' | 'missing';
  /** Bytes of a regular file. */
  readonly size: number;
  /** The names that the file has, in any folder; hard links are more than one. */
  readonly names: number;
  /** When the content of a file or the names in a folder changed, and when its own name or state did; nanoseconds. */
  readonly modified: bigint;
  readonly changed: bigint;
}

/** Returns the kind of an entry in words, for errors. */
export function kindWord({ kind }: Pick<Entry, 'kind'>): string {
  const other = { directory: 'a folder', other: 'a special file', missing: 'nothing' };
  return kind === 'file' || kind === 'link' ? `a ${kind}` : other[kind];
}

/** Raised for a path that is not the regular file, or not of the size, that was asked for. */
export class UnexpectedFile extends Error {}

/** What a file to be read must be. */
export interface Expected {
  /** Its bytes, where they are known. */
  readonly size?: number;
  /** Whether it may be reached by a link; by default it may. */
  readonly link?: 'followed' | 'refused';
}

/** Whether an error says that a path leads to no file that was asked for, other than that it is missing. */
export function isNoFile(error: unknown): boolean {
  const codes = ['EISDIR', 'ELOOP', 'ENOTDIR', 'ENXIO'];
  return error instanceof UnexpectedFile || codes.some((code) => isErrno(error, code));
}

/** The file operations the project uses. Paths are as the operating system takes them. */
export interface FileSystem {
  /** Returns the entry at a path, synchronously: a link itself, or its target if links are `followed`. */
  look(path: string, links?: 'followed'): Entry;
  /** Creates a folder in one that exists; false when it was there already. */
  makeDirectory(path: string): Promise<boolean>;
  /** The names in a folder, in no order. Raises `corrupt` above `MAX_NAMES`. */
  list(path: string): Promise<string[]>;
  /** The path of an existing file or folder without links and without `..`. */
  realPath(path: string): Promise<string>;
  /** Creates a file that must not exist yet (EEXIST otherwise). */
  create(path: string): Promise<WritableFile>;
  /** A regular file that is as expected. Raises `UnexpectedFile` for anything else: a pipe would be waited for. */
  open(path: string, expected?: Expected): Promise<ReadableFile>;
  /** The text of a regular file (UTF-8), in parts and at once. Raises `UnexpectedFile` for anything else. */
  readText(path: string): Iterable<string>;
  /** Moves a file, over another if there is one, at once. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; no error when it is missing. */
  remove(path: string): Promise<void>;
  removeDirectory(path: string): Promise<void>;
  /** Makes the names in a folder durable, where the system can do that. */
  syncDirectory(path: string): Promise<void>;
}

/** Bytes that are read at a time, of a text and of any other file; Node ends the process at 2^31. */
const TEXT_PART = 2 ** 16;
const PIECE = 2 ** 24;
/** Names of a folder that are listed, at most: some 100 MB. A catalog has room for a tenth of them in each folder. */
const MAX_NAMES = 2 ** 20;
/** Names that are read without looking whether to give way: some milliseconds. */
const NAMES_AT_ONCE = 2 ** 13;
/** Bytes that are read or written at once at most: as quick as handing them to another thread. */
const MAX_BYTES_AT_ONCE = 2 ** 18;

const syncFile = promisify(fsync);
const readLater = promisify(read);
const writeLater = promisify(write);

/** What is done at once, as a promise: it raises what that raises. */
function atOnce<Result>(act: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(act()));
}

function openFile(
  path: string,
  { size: expected, link = 'followed' }: Expected = {},
): { readonly file: number; readonly size: number } {
  // Opened first and looked at then, so that it is the same file; a pipe would not open without O_NONBLOCK.
  const noFollow = link === 'refused' ? constants.O_NOFOLLOW : 0;
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    requireFile(stats);
    if (expected !== undefined && size !== expected) throw new UnexpectedFile(`it has ${size} bytes`);
    return { file, size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Reads bytes of a file from `start` on into memory, at most a piece of them; how many there were. */
async function readPiece(file: number, into: Uint8Array, start: number): Promise<number> {
  const bytes = into.subarray(0, PIECE);
  const { length } = bytes;
  return length <= MAX_BYTES_AT_ONCE
    ? readSync(file, bytes, 0, length, start)
    : (await readLater(file, bytes, 0, length, start)).bytesRead;
}

function entryOf(stats: BigIntStats | undefined): Entry {
  if (stats === undefined) return { kind: 'missing', size: 0, names: 0, modified: 0n, changed: 0n };
  const { size, nlink, mtimeNs: modified, ctimeNs: changed } = stats;
  const other = stats.isSymbolicLink() ? 'link' : 'other';
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : other;
  return { kind, size: Number(size), names: Number(nlink), modified, changed };
}

/** Raises `UnexpectedFile` unless it is a regular file. */
function requireFile(stats: Pick<BigIntStats, 'isFile' | 'isDirectory'>): void {
  if (stats.isFile()) return;
  throw new UnexpectedFile(stats.isDirectory() ? 'it is a folder' : 'it is a special file');
}

/**
 * The file system of the machine. What only touches names or short files takes some microseconds at once, and ten times as much by
 * another thread, which a store of many short series would pay for some twenty times a series. Syncs, long reads and long writes
 * give way.
 */
export const nodeFileSystem: FileSystem = {
  look: (path, links) =>
    entryOf((links === 'followed' ? statSync : lstatSync)(path, { bigint: true, throwIfNoEntry: false })),
  makeDirectory: (path) =>
    atOnce(() => {
      try {
        mkdirSync(path);
        return true;
      } catch (error) {
        const isThere =
          isErrno(error, 'EEXIST') && nodeFileSystem.look(path, 'followed').kind === 'directory';
        if (isThere) return false;
        throw error;
      }
    }),
  async list(path) {
    const names: string[] = [];
    // Entries one by one as promises cost a point query a millisecond.
    const breathe = breather(undefined);
    const folder = opendirSync(path, { bufferSize: 1024 });
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (names.length === MAX_NAMES) {
          fail(
            'corrupt',
            'The folder {path} has more than {most} names. Move what does not belong there to another place.',
            { path, most: MAX_NAMES },
          );
        }
        if (names.push(entry.name) % NAMES_AT_ONCE === 0) await breathe();
      }
    } finally {
      folder.closeSync();
    }
    return names;
  },
  realPath: (path) => realpath(path),
  create: (path) =>
    atOnce(() => {
      const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
      return {
        write: async (bytes) =>
          bytes.length <= MAX_BYTES_AT_ONCE
            ? writeSync(file, bytes)
            : (await writeLater(file, bytes)).bytesWritten,
        sync: () => syncFile(file),
        close: () => atOnce(() => closeSync(file)),
      };
    }),
  open: (path, expected) =>
    atOnce(() => {
      const { file, size } = openFile(path, expected);
      return {
        size,
        async read(start, stop) {
          const bytes = new Uint8Array(Math.max(0, Math.min(stop, size) - start));
          let filled = 0;
          for (let length = -1; length !== 0 && filled < bytes.length; filled += length)
            length = await readPiece(file, bytes.subarray(filled), start + filled);
          return filled === bytes.length ? bytes : bytes.slice(0, filled);
        },
        close: () => atOnce(() => closeSync(file)),
      };
    }),
  *readText(path) {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      requireFile(fstatSync(file));
      const decoder = new TextDecoder();
      const bytes = new Uint8Array(TEXT_PART);
      for (let length = -1; length !== 0;) {
        length = readSync(file, bytes);
        yield decoder.decode(bytes.subarray(0, length), { stream: length > 0 });
      }
    } finally {
      closeSync(file);
    }
  },
  rename: (from, to) => atOnce(() => renameSync(from, to)),
  remove: (path) => atOnce(() => rmSync(path, { force: true })),
  removeDirectory: (path) => rmdir(path),
  async syncDirectory(path) {
    const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await syncFile(folder);
    } catch (error) {
      if (!cannotSyncDirectories(error)) throw error;
    } finally {
      closeSync(folder);
    }
  },
};

/** The bytes of a regular file that is as expected; anything else is not read, as it may be larger than memory. */
export async function readFile(
  fs: FileSystem,
  path: string,
  expected?: Expected,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await fs.open(path, expected);
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

/** The bytes of a regular file; undefined if it is missing. Raises `UnexpectedFile` for one of more than `most` bytes. */
export async function readShort(fs: FileSystem, path: string, most: number): Promise<Uint8Array | undefined> {
  const { kind, size } = fs.look(path);
  if (kind === 'missing') return undefined;
  if (size > most) throw new UnexpectedFile(`it has ${size} bytes`);
  try {
    return await readFile(fs, path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The bytes of a regular file in pieces: for one that may be larger than it should be. */
export async function* readPieces(fs: FileSystem, path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await fs.open(path);
  try {
    let start = 0;
    for (let length = -1; length !== 0 && start < file.size; start += length) {
      const piece = await file.read(start, start + PIECE);
      length = piece.length;
      yield piece;
    }
  } finally {
    await file.close();
  }
}

/**
 * Whether syncing a folder failed because the system never does it, as against a disk that failed. Windows flushes no
 * handle that is open for reading, and a folder's can be no other (EPERM; the journal of NTFS has the names). POSIX
 * has EINVAL for what cannot be synced, as some network file systems say; others say ENOTSUP or ENOSYS. An EPERM there
 * is none of this.
 */
export function cannotSyncDirectories(error: unknown, platform: string = process.platform): boolean {
  const codes = platform === 'win32' ? ['EPERM'] : ['EINVAL', 'ENOTSUP', 'ENOSYS'];
  return codes.some((code) => isErrno(error, code));
}

/** Whether this process, or the system, may open no more files. */
export function isTooManyFiles(error: unknown): boolean {
  return isErrno(error, 'EMFILE') || isErrno(error, 'ENFILE');
}

/** Whether the system refused something. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
