/** How callers open and rebuild stores: with the files of this machine, and with chance. Only tests hand in others. */
import { nodeFileSystem } from '../store/files/file-system.js';
import { rebuildStoreIn, type Rebuilt, type RebuildOptions } from './keeping/rebuild.js';
import type { OpenStoreOptions, Environment } from './series/options.js';
import { openStoreIn, type Store } from './store.js';

const MACHINE: Environment = { fileSystem: nodeFileSystem, random: Math.random };

/**
 * Opens the store in a folder; for writing it is created when missing. Raises `locked` when another process
 * writes to it, `incompatible` when a newer version wrote it, `corrupt` when block files lie beside a catalog that
 * cannot be theirs, `io` when the folder cannot be used. Opened for writing, it takes over block files without a row
 * (`Store.found`) of series without blocks and of the 64 latest blocks; those of another series when its game is extended, and
 * `verify` with `repair` all of them.
 *
 * Values that are asked for and not stored are computed in memory, as on the command line, if the cost model estimates about ten
 * seconds or less; longer work is refused as `not-stored`. The option `compute` sets another bound, watches the work, or
 * forbids it: `compute: false`. The other options are `readOnly`, `cacheBytes` and `onFile`.
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
 * Makes the catalog of the store in a folder again. The old one, if there is one, is kept aside, and stays where it is
 * until the new one is whole. Cost: reading every block. Raises `usage` where there are no block files.
 */
export function rebuildStore(folder: string, options: RebuildOptions = {}): Promise<Rebuilt> {
  return rebuildStoreIn(MACHINE, folder, options);
}
