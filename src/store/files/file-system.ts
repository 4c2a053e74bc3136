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
  /** Writes some of `bytes` and returns how many, which may be fewer. */
  write(bytes: Uint8Array): Promise<number>;
  /** Makes the written bytes durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** An open file for random access. */
export interface ReadableFile {
  readonly size: number;
  /** Returns the bytes of [start, stop), fewer at the end of the file. */
  read(start: number, stop: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export interface Entry {
  readonly kind: 'file' | 'directory' | 'link' | 'other' | 'missing';
  readonly size: number;
  /** Number of hard links. */
  readonly names: number;
  /** mtime and ctime in nanoseconds. */
  readonly modified: bigint;
  readonly changed: bigint;
}

/** Returns the kind of an entry in words, for errors. */
export function kindWord({ kind }: Pick<Entry, 'kind'>): string {
  const other = { directory: 'a folder', other: 'a special file', missing: 'nothing' };
  return kind === 'file' || kind === 'link' ? `a ${kind}` : other[kind];
}

/** Raised if a path is not the requested regular file, or not of its size. */
export class UnexpectedFile extends Error {}

/** Requirements on a file to be read. */
export interface Expected {
  readonly size?: number;
  /** Whether a link to it is followed, by default yes. */
  readonly link?: 'followed' | 'refused';
}

/** Whether an error means that a path leads to something else than the requested file. False for a missing file. */
export function isNoFile(error: unknown): boolean {
  const codes = ['EISDIR', 'ELOOP', 'ENOTDIR', 'ENXIO'];
  return error instanceof UnexpectedFile || codes.some((code) => isErrno(error, code));
}

/** The file operations of the project, with the operating system's paths. */
export interface FileSystem {
  /** Returns the entry at a path, synchronously: a link itself, or its target if links are `followed`. */
  look(path: string, links?: 'followed'): Entry;
  /** Creates a folder in an existing one. Returns false if it existed. */
  makeDirectory(path: string): Promise<boolean>;
  /** Returns the names in a folder, unordered. Raises `corrupt` above `MAX_NAMES`. */
  list(path: string): Promise<string[]>;
  /** Returns the path of an existing file or folder without links and `..`. */
  realPath(path: string): Promise<string>;
  /** Creates a file. Raises EEXIST if it exists. */
  create(path: string): Promise<WritableFile>;
  /** Opens a regular file. Raises `UnexpectedFile` for anything else, such as a pipe, which would block. */
  open(path: string, expected?: Expected): Promise<ReadableFile>;
  /** Yields the text of a regular file (UTF-8) in parts, synchronously. Raises `UnexpectedFile` for anything else. */
  readText(path: string): Iterable<string>;
  /** Moves a file atomically, over an existing one. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file if it exists. */
  remove(path: string): Promise<void>;
  removeDirectory(path: string): Promise<void>;
  /** Makes the names in a folder durable, if the system can. */
  syncDirectory(path: string): Promise<void>;
}

/** Bytes per read, of a text and of any other file. Node ends the process at 2^31. */
const TEXT_PART = 2 ** 16;
const PIECE = 2 ** 24;
/** Maximum number of names in a listed folder: some 100 MB. */
const MAX_NAMES = 2 ** 20;
/** Names read between turns of the event loop: some milliseconds. */
const NAMES_AT_ONCE = 2 ** 13;
/** Maximum number of bytes to read or write synchronously, which is as quick as handing them to a thread. */
const MAX_BYTES_AT_ONCE = 2 ** 18;

const syncFile = promisify(fsync);
const readLater = promisify(read);
const writeLater = promisify(write);

/** Runs a synchronous action. Returns its result or error as a promise. */
function atOnce<Result>(act: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(act()));
}

function openFile(
  path: string,
  { size: expected, link = 'followed' }: Expected = {},
): { readonly file: number; readonly size: number } {
  // Opened first and checked then, so that both are of the same file. O_NONBLOCK keeps a pipe from blocking.
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

/** Reads at most `PIECE` bytes of a file from `start` on. Returns their number. */
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

function requireFile(stats: Pick<BigIntStats, 'isFile' | 'isDirectory'>): void {
  if (stats.isFile()) return;
  throw new UnexpectedFile(stats.isDirectory() ? 'it is a folder' : 'it is a special file');
}

/**
 * The machine's file system. Operations on names and short files are synchronous: they take some microseconds, and ten times as
 * much in a thread, which a store of many short series would pay some twenty times a series. Syncs, long reads and long writes
 * yield.
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
    // Asynchronous entries one by one would cost a point query a millisecond.
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

/** Returns the bytes of a regular file as expected. Reads nothing else, as it may be larger than memory. */
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

/** Returns the bytes of a regular file, or undefined if it is missing. Raises `UnexpectedFile` above `most` bytes. */
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

/** Yields the bytes of a regular file in pieces, for one that may be larger than it should be. */
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
 * Whether syncing a folder failed because the system never does it, not because of the disk. Windows cannot flush a handle open for
 * reading, as a folder's is (EPERM; the journal of NTFS has the names). POSIX has EINVAL for what cannot be synced, as some network
 * file systems report; others report ENOTSUP or ENOSYS. EPERM there is a real failure.
 */
export function cannotSyncDirectories(error: unknown, platform: string = process.platform): boolean {
  const codes = platform === 'win32' ? ['EPERM'] : ['EINVAL', 'ENOTSUP', 'ENOSYS'];
  return codes.some((code) => isErrno(error, code));
}

/** Whether this process, or the system, has too many open files. */
export function isTooManyFiles(error: unknown): boolean {
  return isErrno(error, 'EMFILE') || isErrno(error, 'ENFILE');
}

export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
