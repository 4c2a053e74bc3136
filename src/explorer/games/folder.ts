/**
 * The store in a folder. Its version comes from the file entries of its catalog, which every commit changes, and of its names.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../index.js';
import { gamesIn, ownNames } from '../../rim.js';
import { NO_CATALOG, type CatalogVersion, type StoreSource } from './source.js';

/** Cache of block values of one process. */
const CACHE_BYTES = 24 * 2 ** 20;
/** CPU time that a request may spend on values that are not stored, by the cost model. */
const MAX_SECONDS = 2;

export function storeIn(folder: string): StoreSource {
  return {
    folder,
    version: async () => {
      const { catalog, version } = await catalogVersion(folder);
      return { catalog, version: `${version}-${await namesVersion(folder)}` };
    },
    open: () =>
      openStore(folder, { readOnly: true, cacheBytes: CACHE_BYTES, compute: { seconds: MAX_SECONDS } }),
    names: () => ownNames(folder),
    meant: (text) => meantIn(folder, text),
  };
}

/** Replaces the names of games in a text by their definitions. */
export async function meantIn(folder: string, text: string): Promise<string> {
  return (await gamesIn(folder, [text]))[0];
}

async function namesVersion(folder: string): Promise<string> {
  const found = await stat(join(folder, 'names.json'), { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.ino}-${found.mtimeNs}`;
}

/**
 * Returns the state of the catalog's file. The file is never opened here: closing it would release the locks that SQLite holds on
 * it for this process. Cost: one `stat`.
 */
export async function catalogVersion(folder: string): Promise<CatalogVersion> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(join(folder, 'catalog.sqlite'), { bigint: true });
    return { catalog: `${dev}-${ino}`, version: `${ino}-${size}-${mtimeNs}` };
  } catch {
    return { catalog: NO_CATALOG, version: NO_CATALOG };
  }
}
