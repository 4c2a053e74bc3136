/**
 * Access to the files of one folder only. A store may come from anybody, so no link inside it is followed; only the folder itself
 * may be reached by a link. Checks every call, as an entry may have changed since the store was opened. Cost: an lstat of each
 * folder on the way, some microseconds.
 */
import { basename, relative, sep } from 'node:path';
import { fail } from '../../common/errors.js';
import { kindWord, UnexpectedFile, type Entry, type FileSystem } from './file-system.js';
import { isSeriesFolder } from './names.js';

/** Returns a file system whose paths stay inside `root`. Raises `corrupt` if something else replaces a folder. */
export function confined(fs: FileSystem, root: string): FileSystem {
  const inside = `${root}${sep}`;
  /** Returns the path relative to the root. Nearly all paths are joined to it, and need not be resolved. */
  const wayTo = (path: string): string =>
    path.startsWith(inside) && !path.includes('..') ? path.slice(inside.length) : relative(root, path);
  /** Whether the path is inside the root. Checks every folder on the way. */
  const enter = (path: string, check = requireOwnFolder): boolean => {
    const way = wayTo(path);
    if (way === '' || way === '..' || way.startsWith(`..${sep}`)) return false;
    for (let end = way.indexOf(sep); end !== -1; end = way.indexOf(sep, end + 1)) {
      const folder = inside + way.slice(0, end);
      check(folder, fs.look(folder));
    }
    return true;
  };
  const entered = (path: string): string => {
    enter(path);
    return path;
  };
  /** Also checks a folder whose names are read or synced. */
  const folder = (path: string): string => {
    if (enter(path)) requireOwnFolder(path, fs.look(path));
    return path;
  };
  /** Also checks a file to be read. The caller names it in errors. */
  const file = (path: string): string => {
    const requireWay = (_: string, entry: Entry): void => {
      if (!isFolder(entry)) throw new UnexpectedFile(`its folder is ${kindWord(entry)}`);
    };
    if (!enter(path, requireWay)) return path;
    const entry = fs.look(path);
    // For a missing file, the system raises the error.
    if (entry.kind !== 'file' && entry.kind !== 'missing')
      throw new UnexpectedFile(`it is ${kindWord(entry)}`);
    return path;
  };
  return {
    look: (path, links) => fs.look(path, enter(path) ? undefined : links),
    makeDirectory: async (path) => {
      const isNew = await fs.makeDirectory(entered(path));
      if (!isNew) folder(path);
      return isNew;
    },
    list: async (path) => fs.list(folder(path)),
    realPath: (path) => fs.realPath(path),
    create: async (path) => fs.create(entered(path)),
    open: async (path, expected) => fs.open(file(path), { ...expected, link: 'refused' }),
    readText: (path) => fs.readText(path),
    rename: async (from, to) => fs.rename(entered(from), entered(to)),
    remove: async (path) => fs.remove(entered(path)),
    removeDirectory: async (path) => fs.removeDirectory(entered(path)),
    syncDirectory: async (path) => fs.syncDirectory(folder(path)),
  };
}

/** Raises `corrupt` if something else replaces a folder of a store. A missing one can be made. */
export function requireOwnFolder(path: string, entry: Entry): void {
  if (isFolder(entry)) return;
  // `verify --repair` sets aside an entry that replaces the folder of a series.
  const remedy = isSeriesFolder(basename(path)) ? ({ do: 'verify', repair: true } as const) : undefined;
  const otherwise = 'Move it out of the store; the next writer makes the folder anew.';
  fail(
    'corrupt',
    '{path} is {found}, not a folder of the store itself.',
    { path, found: kindWord(entry) },
    { remedy, otherwise },
  );
}

function isFolder({ kind }: Entry): boolean {
  return kind === 'directory' || kind === 'missing';
}
