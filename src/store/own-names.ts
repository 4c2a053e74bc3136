/** The file with the names of games in a store (docs/FORMAT.md). */
import { join } from 'node:path';
import { fail, refuse } from '../common/errors.js';
import { reasonOf, unreadable } from '../common/system-errors.js';
import { confined } from './files/confined.js';
import { isErrno, isNoFile, nodeFileSystem, readShort, type FileSystem } from './files/file-system.js';
import { NAMES_FILE } from './files/names.js';
import { plainPath } from './files/place.js';

/** A named game: its key, and a definition that needs no file. */
export interface NamedGame {
  readonly key: string;
  readonly definition: string;
}

const NAME = /^[a-z][a-z0-9._-]{0,59}$/i;

/** Maximum number of names in a store. */
export const MAX_NAMES = 10_000;
/** Maximum size of the file: every command reads it. */
const MAX_FILE_BYTES = 2 ** 26;

export function isName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Returns the names in a store's folder, in alphabetical order. Raises `corrupt` for anything but a list of names, such as a link:
 * a store may come from anybody.
 */
export async function ownNames(
  folder: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<ReadonlyMap<string, NamedGame>> {
  let path = join(folder, NAMES_FILE);
  let reason = 'it does not have the names of games';
  try {
    const root = await plainPath(fileSystem, folder);
    path = join(root, NAMES_FILE);
    const bytes = await readShort(confined(fileSystem, root), path, MAX_FILE_BYTES);
    if (bytes === undefined) return new Map();
    const names = namesIn(new TextDecoder().decode(bytes));
    if (names !== undefined) return names;
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return new Map();
    if (!isNoFile(error)) throw unreadable('io', path, error);
    reason = reasonOf(error);
  }
  fail(
    'corrupt',
    'The file {path} is damaged: {reason}. Put back a copy of it; without it, only the names are lost.',
    { path, reason },
  );
}

/** Returns the names in the file's content, or undefined if it is invalid. */
export function namesIn(text: string): Map<string, NamedGame> | undefined {
  try {
    const { format, names } = JSON.parse(text) as { format: unknown; names: Record<string, NamedGame> };
    const entries = Object.entries(names);
    const isEntry = ([name, { key, definition }]: [string, NamedGame]): boolean =>
      NAME.test(name) && typeof key === 'string' && typeof definition === 'string';
    return format === 1 && entries.length <= MAX_NAMES && entries.every(isEntry)
      ? new Map(entries)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes the file. Raises a usage error if it would be too large. */
export function encodeNames(names: ReadonlyMap<string, NamedGame>): Uint8Array {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify({ format: 1, names: Object.fromEntries(sorted) }, undefined, 1)}\n`;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_FILE_BYTES)
    refuse('The names would take {bytes} bytes with their games, more than {most}. Remove some first.', {
      ...{ bytes: bytes.length, most: MAX_FILE_BYTES },
    });
  return bytes;
}
