/**
 * The store in a folder of this machine. Its state is told by its catalog's file: each commit changes it, whoever commits; and by
 * the file of names.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../index.js';
import { gamesIn, ownNames } from '../../rim.js';
import { NO_CATALOG, type CatalogVersion, type StoreSource } from './source.js';

/** Memory of one process for block values between requests. */
const CACHE_BYTES = 24 * 2 ** 20;
/** What a request may compute of values that are not stored, in seconds by the cost model. */
const MOST_SECONDS = 2;

/** The store in a folder, as it was given, for reading. */
export function storeIn(folder: string): StoreSource {
  return {
    folder,
    version: async () => {
      const { catalog, version } = await catalogVersion(folder);
      return { catalog, version: `${version}-${await namesVersion(folder)}` };
    },
    open: () =>
      openStore(folder, { readOnly: true, cacheBytes: CACHE_BYTES, compute: { seconds: MOST_SECONDS } }),
    names: () => ownNames(folder),
    meant: (text) => meantIn(folder, text),
  };
}

/** The text of a game with what names of the store in a folder stand for. */
export async function meantIn(folder: string, text: string): Promise<string> {
  return (await gamesIn(folder, [text]))[0];
}

/** The state of the file of names. */
async function namesVersion(folder: string): Promise<string> {
  const found = await stat(join(folder, 'names.json'), { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.ino}-${found.mtimeNs}`;
}

/**
 * The catalog's file in a folder. It is never opened here: to close it would end the locks that SQLite holds on it for this
 * process. Cost: one look at the file's entry.
 */
export async function catalogVersion(folder: string): Promise<CatalogVersion> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(join(folder, 'catalog.sqlite'), { bigint: true });
    return { catalog: `${dev}-${ino}`, version: `${ino}-${size}-${mtimeNs}` };
  } catch {
    return { catalog: NO_CATALOG, version: NO_CATALOG };
  }
}
