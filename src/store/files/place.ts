/** Checks of the folder of a store, and errors if the system refuses it. */
import { dirname, join, resolve, sep } from 'node:path';
import { fail } from '../../common/errors.js';
import { reasonOf } from '../../common/system-errors.js';
import { isSystemError, kindWord, type FileSystem } from './file-system.js';
import { CATALOG_FILE } from './names.js';
import { refuseStoreFiles } from './new-file.js';

/**
 * Returns a path that means the same to the system and to `node:path`, which drops `missing/..` and `link/..`: resolves it up to
 * its last `..`. Raises as the system does if that part does not exist.
 */
export async function plainPath(fs: FileSystem, path: string): Promise<string> {
  const parts = path.split(sep === '/' ? '/' : /[\\/]/);
  const last = parts.lastIndexOf('..');
  // Only names before a `..` matter.
  if (!parts.slice(0, Math.max(0, last)).some((part) => part !== '..' && part !== '.' && part !== ''))
    return path;
  const above = await fs.realPath(parts.slice(0, last + 1).join(sep));
  return join(above, ...parts.slice(last + 1));
}

/** Raises `io` if a store's path is not a folder. A missing one can be made. */
export async function requireFolder(fs: FileSystem, root: string): Promise<void> {
  const { kind } = await asIoError(root, () => fs.look(root, 'followed'));
  if (kind === 'file' || kind === 'other') {
    fail(
      'io',
      'The store {store} must be a folder, not {found}.',
      { store: root, found: kindWord({ kind }) },
      { remedy: { do: 'choose-store' } },
    );
  }
}

/**
 * Raises before a store is made in a new place: `usage` for a place among the files of another store, and `io` for a dangling link.
 */
export async function requirePlace(fs: FileSystem, root: string): Promise<void> {
  if (fs.look(join(root, CATALOG_FILE)).kind !== 'missing') return;
  let place = root;
  while (fs.look(place, 'followed').kind === 'missing') {
    if (fs.look(place).kind === 'link') {
      fail(
        'io',
        'The store {store} cannot be made: the link {link} leads to nothing. Make the folder that the link names, or remove the link.',
        { store: root, link: place },
      );
    }
    if (fs.look(dirname(place), 'followed').kind !== 'missing') break;
    place = dirname(place);
  }
  await asIoError(root, () => refuseStoreFiles(fs, resolve(place), 'store'));
}

/** Runs an action on a store. Converts system errors into `io` errors that name the store. */
export async function asIoError<Result>(
  root: string,
  action: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    fail(
      'io',
      'The store {store} cannot be used: {reason}. Check its permissions, and that the folder above it exists.',
      { store: root, reason: reasonOf(error) },
      { remedy: { do: 'choose-store' }, cause: error },
    );
  }
}
