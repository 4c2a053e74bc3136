/** The store in a folder of this machine. Its state is told by its catalog's file: each commit changes it, whoever commits. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../index.js';
import { NO_CATALOG, type CatalogVersion, type StoreSource } from './source.js';

/** Memory of one process for block values between requests. */
const CACHE_BYTES = 24 * 2 ** 20;
/** What a request may compute of values that are not stored, in seconds by the cost model. */
const MOST_SECONDS = 2;

/** The store in a folder, as it was given, for reading. */
export function storeIn(folder: string): StoreSource {
  return {
    folder,
    version: () => catalogVersion(folder),
    open: () =>
      openStore(folder, { readOnly: true, cacheBytes: CACHE_BYTES, compute: { seconds: MOST_SECONDS } }),
  };
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
