/** Folders whose names outlast a loss of power. */
import { dirname, resolve } from 'node:path';
import { inFlight } from '../../common/ahead.js';
import type { FileSystem } from './file-system.js';

/** Folders that are synced at the same time: threads that wait for the disk. */
const SYNCED_AT_ONCE = 4;

/**
 * Creates folders with their missing parents and makes every new name durable; a folder of several of them is synced once.
 * Returns the folders that it has made, parents first.
 */
export async function makeDurableDirectory(fs: FileSystem, ...paths: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  const parents = new Set<string>();
  try {
    for (const path of paths) {
      // One folder at a time: a recursive mkdir of Node's does not end where a parent refuses, as in /proc.
      const missing: string[] = [];
      for (
        let folder = resolve(path);
        fs.look(folder, 'followed').kind === 'missing';
        folder = dirname(folder)
      ) {
        missing.push(folder);
      }
      for (const folder of missing.reverse())
        if (await fs.makeDirectory(folder)) {
          made.push(folder);
          parents.add(dirname(folder));
        }
    }
    return made;
  } finally {
    // Also where one of them cannot be made: nobody syncs the others later on.
    await syncDirectories(fs, parents);
  }
}

/** Makes the names in several folders durable, some at the same time. */
export function syncDirectories(fs: FileSystem, folders: Iterable<string>): Promise<void> {
  return inFlight(
    folders,
    () => SYNCED_AT_ONCE,
    (folder) => fs.syncDirectory(folder),
  );
}
