/** The file of the names that games have been given in a store (docs/FORMAT.md). */
import { join } from 'node:path';
import { failure } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { isErrno, isNoFile, nodeFileSystem, type FileSystem } from './files/file-system.js';
import { NAMES_FILE } from './files/names.js';
import { fileOf, writeAside } from './files/new-file.js';

/** A game with a name of its own: its key, and text that names it again without a file. */
export interface NamedGame {
  readonly key: string;
  readonly definition: string;
}

/** A letter, and then letters, digits, hyphens, dots and underscores. */
const NAME = /^[a-z][a-z0-9._-]{0,59}$/i;

export function isName(text: string): boolean {
  return NAME.test(text);
}

/** The names of the store in a folder, in alphabetical order. Raises `corrupt` for a file that is no list of names. */
export async function ownNames(
  folder: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<ReadonlyMap<string, NamedGame>> {
  const path = join(folder, NAMES_FILE);
  let text: string;
  try {
    text = new TextDecoder().decode(await fileSystem.read(path));
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return new Map();
    const found = isNoFile(error) ? 'something else' : reasonOf(error);
    throw failure('io', `The file ${path}`, 'a file of names', found, { cause: error });
  }
  const names = namesIn(text);
  if (names !== undefined) return names;
  throw failure('corrupt', `The file ${path}`, 'the names of games', 'something else', {
    help: 'Put back a copy of it. Without it, only the names are lost.',
  });
}

function namesIn(text: string): Map<string, NamedGame> | undefined {
  try {
    const { format, names } = JSON.parse(text) as { format: unknown; names: Record<string, NamedGame> };
    const entries = Object.entries(names);
    const isEntry = ([name, { key, definition }]: [string, NamedGame]): boolean =>
      NAME.test(name) && typeof key === 'string' && typeof definition === 'string';
    return format === 1 && entries.every(isEntry) ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file at once: a reader has the old names or the new ones. Only one writer of the store may do so. */
export async function writeNames(
  folder: string,
  names: ReadonlyMap<string, NamedGame>,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<void> {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify({ format: 1, names: Object.fromEntries(sorted) }, undefined, 1)}\n`;
  const path = join(folder, NAMES_FILE);
  const place = (aside: string): Promise<void> => fileSystem.rename(aside, path);
  await writeAside(path, fileOf(fileSystem, [new TextEncoder().encode(text)], place));
  await fileSystem.syncDirectory(folder);
}

/** Gives the names of one store to another one, which is new. */
export async function copyNames(from: string, to: string, fileSystem: FileSystem): Promise<void> {
  const names = await ownNames(from, fileSystem);
  if (names.size > 0) await writeNames(to, names, fileSystem);
}
