/** What an import needs, checked before a store is opened for writing, which creates it. */
import { join } from 'node:path';
import { usageError } from '../../common/errors.js';
import { CATALOG_FILE } from '../../store/catalog/catalog-file.js';
import { nodeFileSystem, type FileSystem } from '../../store/files/file-system.js';

/** Raises a usage error unless there is a store to import from in a folder. */
export async function checkImport(folder: string, fs: FileSystem = nodeFileSystem): Promise<void> {
  if ((await fs.kind(join(folder, CATALOG_FILE)).catch(() => 'missing')) !== 'missing') return;
  const expected = 'a store to import from';
  throw usageError({ subject: `The folder ${folder}`, expected, found: `no ${CATALOG_FILE} in it` });
}
