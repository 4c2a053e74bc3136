/**
 * Which state of a store one sees, by its catalog's file: each commit changes it, whoever commits. The file is never
 * opened here: to close it would end the locks that SQLite holds on it for this process.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What stands for the catalog where there is none. */
export const NO_CATALOG = 'none';

/** Which file the catalog is, and its state. */
export interface CatalogVersion {
  readonly catalog: string;
  readonly version: string;
}

/** Cost: one look at the file's entry. */
export async function catalogVersion(folder: string): Promise<CatalogVersion> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(join(folder, 'catalog.sqlite'), { bigint: true });
    return { catalog: `${dev}-${ino}`, version: `${ino}-${size}-${mtimeNs}` };
  } catch {
    return { catalog: NO_CATALOG, version: NO_CATALOG };
  }
}
