/** Opens and rebuilds stores with the machine's files and randomness. Tests pass others. */
import { nodeFileSystem } from '../store/files/file-system.js';
import { rebuildStoreIn, type Rebuilt, type RebuildOptions } from './keeping/rebuild.js';
import type { OpenStoreOptions, Environment } from './series/options.js';
import { openStoreIn, type Store } from './store.js';

const MACHINE: Environment = { fileSystem: nodeFileSystem, random: Math.random };

/**
 * Opens the store in a folder. For writing, creates a missing one. Raises `locked` if another process writes to it, `incompatible`
 * if a newer version wrote it, `corrupt` if the catalog cannot belong to the block files, `io` if the folder cannot be used. Opened
 * for writing, it adopts block files without a row (`Store.found`): at once those of series without blocks and of the 64 latest
 * blocks, those of another series when its game is extended, and all of them in `verify`.
 *
 * Requested values that are not stored are computed in memory, as on the command line, if the cost model estimates about ten
 * seconds or less; longer work is refused as `not-stored`. The option `compute` sets another bound, watches the work, or forbids
 * it: `compute: false`. The other options are `readOnly`, `cacheBytes` and `onFile`.
 *
 * @example
 * const store = await openStore('storage');
 * for await (const block of store.extend('squares', { to: 2 ** 20 })) console.log(block.series, block.stop);
 * console.log(await store.query('squares', [34, 35]));
 * store.close();
 */
export function openStore(folder: string, options: OpenStoreOptions = {}): Promise<Store> {
  return openStoreIn(MACHINE, folder, options);
}

/**
 * Rebuilds the catalog of the store in a folder. An old one is moved aside once the new one is complete. Cost: reading every block.
 * Raises `usage` if there are no block files.
 */
export function rebuildStore(folder: string, options: RebuildOptions = {}): Promise<Rebuilt> {
  return rebuildStoreIn(MACHINE, folder, options);
}
