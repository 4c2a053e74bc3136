/**
 * All access to files, behind one small interface. Separate so that tests can hand in a file system that
 * fails, forgets what was not synced, or stops the process at the n-th call; and so that the calls that
 * durability depends on (sync, rename, sync of the folder) can be seen in one place.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** A file being written. */
export interface WritableFile {
  /** Writes some of `bytes` and returns how many: it may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>;
  /** Makes what was written durable. */
  sync(): Promise<void>;
  /** Ends writing; what was synced stays. */
  close(): Promise<void>;
}

/** When something changed, nanoseconds; see `FileSystem.times`. */
export interface FileTimes {
  readonly modified: bigint;
  readonly changed: bigint;
}

/** What a path leads to. */
export type FileKind = 'file' | 'directory' | 'other' | 'missing';

/** Raised for a path that is not the regular file, or not of the size, that was asked for. */
export class UnexpectedFile extends Error {}

/** System errors that say that a path leads to no file, other than that it is missing. */
export const NO_FILE = ['EISDIR', 'ELOOP', 'ENOTDIR', 'ENXIO'];

/** The file operations the project uses. Paths are as the operating system takes them. */
export interface FileSystem {
  /** What is there; `missing` where nothing is. */
  kind(path: string): Promise<FileKind>;
  /** Creates a folder in one that exists; false when it was there already. */
  makeDirectory(path: string): Promise<boolean>;
  /** The names in a folder, in no order. */
  list(path: string): Promise<string[]>;
  /** Bytes of a regular file; undefined for anything else, which reading might wait for without end. */
  fileSize(path: string): Promise<number | undefined>;
  /** When the content of a file or the names in a folder changed, and when its own name or state did; nanoseconds. */
  times(path: string): Promise<FileTimes>;
  /** The path of an existing file or folder without links and without `..`. */
  realPath(path: string): Promise<string>;
  /** Creates a file that must not exist yet (EEXIST otherwise). */
  create(path: string): Promise<WritableFile>;
  /**
   * The bytes of a regular file, with `size` one of exactly that many. Raises `UnexpectedFile` for anything else,
   * which is not read: a pipe would be waited for, and a wrong file may be larger than memory.
   */
  read(path: string, size?: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The text of a regular file (UTF-8), in parts and at once. Raises `UnexpectedFile` for anything else. */
  readText(path: string): Iterable<string>;
  /** Moves a file, over another if there is one, at once. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; no error when it is missing. */
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty. */
  removeDirectory(path: string): Promise<void>;
  /** Makes the names in a folder durable, where the system can do that. */
  syncDirectory(path: string): Promise<void>;
}

/** Bytes of a text that are read at a time. */
const TEXT_PART = 2 ** 16;

/** Raises `UnexpectedFile` unless it is a regular file. */
function requireFile(stats: Stats): void {
  if (stats.isFile()) return;
  throw new UnexpectedFile(stats.isDirectory() ? 'a folder' : 'no regular file');
}

/** The file system of the machine. */
export const nodeFileSystem: FileSystem = {
  async kind(path) {
    try {
      const stats = await stat(path);
      return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return 'missing';
      throw error;
    }
  },
  async makeDirectory(path) {
    try {
      await mkdir(path);
      return true;
    } catch (error) {
      if (isErrno(error, 'EEXIST') && (await nodeFileSystem.kind(path)) === 'directory') return false;
      throw error;
    }
  },
  list: (path) => readdir(path),
  async fileSize(path) {
    const stats = await stat(path);
    return stats.isFile() ? stats.size : undefined;
  },
  async times(path) {
    const { mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return { modified: mtimeNs, changed: ctimeNs };
  },
  realPath: (path) => realpath(path),
  async create(path) {
    const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
    return {
      write: async (bytes) => (await handle.write(bytes)).bytesWritten,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  async read(path, expected) {
    // Opened first and looked at then, so that it is the same file; a pipe would not open without O_NONBLOCK.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      const { size } = stats;
      requireFile(stats);
      if (expected !== undefined && size !== expected) throw new UnexpectedFile(`${size} bytes`);
      const bytes = new Uint8Array(size);
      let filled = 0;
      while (filled < size) {
        const { bytesRead } = await handle.read(bytes, filled, size - filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    } finally {
      await handle.close();
    }
  },
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
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { force: true }),
  removeDirectory: (path) => rmdir(path),
  async syncDirectory(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } catch (error) {
      if (!cannotSyncDirectories(error)) throw error;
    } finally {
      await handle.close();
    }
  },
};

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

/** Creates a folder with its missing parents and makes every new name durable. */
export async function makeDurableDirectory(fs: FileSystem, path: string): Promise<void> {
  // One folder at a time: a recursive mkdir of Node's does not end where a parent refuses, as in /proc.
  const missing: string[] = [];
  for (let folder = resolve(path); (await fs.kind(folder)) === 'missing'; folder = dirname(folder)) {
    missing.push(folder);
  }
  for (const folder of missing.reverse()) {
    if (await fs.makeDirectory(folder)) await fs.syncDirectory(dirname(folder));
  }
}

/**
 * A path that means the same to the system and to `node:path`, which takes `missing/..` and `link/..` for nothing: up to
 * its last `..`, with what that leads to in its place. Raises as the system does where that does not exist.
 */
export async function plainPath(fs: FileSystem, path: string): Promise<string> {
  const parts = path.split(sep === '/' ? '/' : /[\\/]/);
  const last = parts.lastIndexOf('..');
  // Only names in front of a `..` make a difference.
  if (!parts.slice(0, Math.max(0, last)).some((part) => part !== '..' && part !== '.' && part !== ''))
    return path;
  const above = await fs.realPath(parts.slice(0, last + 1).join(sep));
  return join(above, ...parts.slice(last + 1));
}

/** Whether `error` is a system error with the given code. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Writes all of `bytes`, in as many calls as it takes. */
export async function writeFully(file: WritableFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const written = await file.write(bytes.subarray(done));
    if (written <= 0) throw new Error(`write returned ${written} of ${bytes.length - done} bytes`);
    done += written;
  }
}
