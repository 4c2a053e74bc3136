/**
 * Writes an output file (an export, a figure, a report, a survey) under a name that ends in `.part`, and renames it once it is
 * complete, so that no partial file passes for an output.
 */
import { basename, dirname, join } from 'node:path';
import { failure, refuse, TakeawayError } from '../../common/errors.js';
import { reasonOf } from '../../common/system-errors.js';
import {
  isErrno,
  kindWord,
  nodeFileSystem,
  type Entry,
  type FileSystem,
  type WritableFile,
} from './file-system.js';
import { CATALOG_FILE, isOwnName, LOCK_FILE } from './names.js';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Writes a new file, or replaces one with `force`; the old one stays until the new one is complete. Returns the number of bytes.
 * Leaves nothing on failure.
 */
export async function writeOutput(
  path: string,
  bytes: Bytes,
  { force = false }: { readonly force?: boolean | undefined } = {},
  fs = nodeFileSystem,
): Promise<number> {
  await checkOutput(path, force, fs);
  const place = async (aside: string): Promise<void> => {
    if (force) return fs.rename(aside, path);
    // Reserves the name first: renaming would replace a file that another process has created meanwhile.
    const taken = await fs.create(path).catch((error: unknown) => {
      throw isErrno(error, 'EEXIST') ? outputExists(path) : error;
    });
    try {
      await taken.close();
      await fs.rename(aside, path);
    } catch (error) {
      await fs.remove(path).catch(() => undefined);
      throw error;
    }
  };
  return writeAside(path, fileOf(fs, bytes, place));
}

/** Steps of writing an output under a temporary name. */
interface Aside<Made, Written> {
  readonly create: (name: string) => Promise<Made>;
  /** Fills and syncs the created output. */
  readonly fill: (made: Made, aside: string) => Promise<Written>;
  /** Moves it to its name. */
  readonly place: (aside: string) => Promise<void>;
  readonly remove: (aside: string) => Promise<void>;
}

/** Writes an output under a temporary name and moves it to its place. Leaves nothing on failure. */
export async function writeAside<Made, Written>(
  path: string,
  { create, fill, place, remove }: Aside<Made, Written>,
  errorOf = outputError,
): Promise<Written> {
  let aside: string | undefined;
  try {
    const part = await createBeside(path, create);
    aside = part.path;
    const written = await fill(part.made, aside);
    await place(aside);
    return written;
  } catch (error) {
    if (aside !== undefined) await remove(aside).catch(() => undefined);
    throw error instanceof TakeawayError ? error : errorOf(path, error);
  }
}

/** Returns the steps of `writeAside` for a file. */
export function fileOf(
  fs: FileSystem,
  bytes: Bytes,
  place: (aside: string) => Promise<void>,
): Aside<WritableFile, number> {
  return {
    create: (name) => fs.create(name),
    fill: (file) => writeAll(file, bytes),
    place,
    remove: (aside) => fs.remove(aside),
  };
}

/** Writes bytes into a file, syncs and closes it. Returns the number of bytes. */
export async function writeAll(file: WritableFile, bytes: Bytes): Promise<number> {
  let written = 0;
  try {
    for await (const chunk of bytes) {
      await writeFully(file, chunk);
      written += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return written;
}

/** Writes all of `bytes`, in as many calls as needed. */
export async function writeFully(file: WritableFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const written = await file.write(bytes.subarray(done));
    if (written <= 0) throw new Error(`write returned ${written} of ${bytes.length - done} bytes`);
    done += written;
  }
}

/** Creates an output under an unused name next to `path`: another process may be writing the same output. */
async function createBeside<Made>(
  path: string,
  create: (name: string) => Promise<Made>,
): Promise<{ readonly path: string; readonly made: Made }> {
  for (let i = 1; ; i++) {
    const name = `${path}${i === 1 ? '' : `.${i}`}.part`;
    try {
      return { path: name, made: await create(name) };
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}

/**
 * Raises the errors of an output before any work: `usage` if its name is taken (with `force`, by anything but a file), or lies among
 * the files of a store; `io` if its folder is missing.
 */
export async function checkOutput(path: string, force: boolean, fs = nodeFileSystem): Promise<void> {
  const kind = await kindOf(fs, path);
  if (kind === 'missing') return;
  if (!force) throw outputExists(path);
  if (kind === 'file') return;
  refuseKind(path, kind, 'file');
}

/** Raises the usage error for an output whose place has something else than `wanted`. */
export function refuseKind(path: string, kind: Entry['kind'], wanted: 'file' | 'folder'): never {
  refuse('The output {path} is {found}, not a {wanted}. Choose another name.', {
    ...{ path, found: kindWord({ kind }), wanted },
  });
}

/**
 * Returns the kind of the entry at an output's place. Raises `usage` for a place among the files of any store, and `io` for a
 * missing folder.
 */
export async function kindOf(fs: FileSystem, path: string): Promise<Entry['kind']> {
  try {
    const { kind } = fs.look(path, 'followed');
    await refuseStoreFiles(fs, path);
    return kind;
  } catch (error) {
    throw error instanceof TakeawayError ? error : outputError(path, error);
  }
}

/** Raises a usage error for a name of a store's own files, or one in its folders. */
export async function refuseStoreFiles(
  fs: FileSystem,
  path: string,
  called: 'output' | 'store' = 'output',
): Promise<void> {
  const folder = await fs.realPath(dirname(path));
  const isStore = (at: string): boolean =>
    [CATALOG_FILE, LOCK_FILE].some((name) => fs.look(join(at, name)).kind !== 'missing');
  const places = [
    [folder, basename(path)],
    [dirname(folder), basename(folder)],
  ];
  const found = places.find(([at, name]) => isOwnName(name) && isStore(at));
  if (found === undefined) return;
  refuse('The {called} {path} lies among the files of the store {store}. Choose another place.', {
    ...{ called, path, store: found[0] },
  });
}

export function outputExists(path: string): TakeawayError {
  return failure('usage', 'The output {path} exists already.', { path }, { remedy: { do: 'replace' } });
}

/** Returns the error for an output that the operating system refuses. */
export function outputError(path: string, error: unknown): TakeawayError {
  return failure(
    'io',
    isErrno(error, 'ENOENT')
      ? 'There is no folder {folder} for the output {path}. Make it first.'
      : 'The output {path} cannot be written: {reason}. Check the folder, its permissions and the free space.',
    { path, folder: dirname(path), reason: reasonOf(error) },
    { cause: error },
  );
}
