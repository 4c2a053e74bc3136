/** Creates folders whose names survive a power failure. */
import { dirname, resolve } from 'node:path';
import { inFlight } from '../../common/ahead.js';
import type { FileSystem } from './file-system.js';

/** Concurrent syncs: each blocks a thread of the pool. */
const SYNCED_AT_ONCE = 4;

/**
 * Creates folders with their missing parents and makes every new name durable, syncing each parent once. Returns the new folders,
 * parents first.
 */
export async function makeDurableDirectory(fs: FileSystem, ...paths: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  const parents = new Set<string>();
  try {
    for (const path of paths) {
      // One folder at a time: Node's recursive mkdir does not end if a parent refuses, as in /proc.
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
    // Also on failure: nobody syncs the others later.
    await syncDirectories(fs, parents);
  }
}

/** Makes the names in several folders durable. */
export function syncDirectories(fs: FileSystem, folders: Iterable<string>): Promise<void> {
  return inFlight(
    folders,
    () => SYNCED_AT_ONCE,
    (folder) => fs.syncDirectory(folder),
  );
}
