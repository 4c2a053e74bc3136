/** The built page in memory, by address: nothing else of the disk can be requested. */
import { readdir, readFile } from 'node:fs/promises';
import { getMimeType } from 'hono/utils/mime';
import { fail } from '../common/errors.js';
import { inBuild } from '../platform/package-root.js';
import { reasonOf } from '../common/system-errors.js';

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether its name changes with its content. */
  readonly isImmutable: boolean;
}

/** Returns the files by address, including `/`. Raises `io` if the page was not built. */
export async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const [name, bytes] of await readBuilt('explorer/page/', 'The page of the explorer')) {
    const type = getMimeType(name);
    if (type === undefined) continue;
    const path = name === 'index.html' ? '/' : `/${name}`;
    files.set(path, { bytes, type, isImmutable: name.startsWith('assets/') });
  }
  return files;
}

/** Returns the files of a folder of the build by name. Raises `io` if it was not built. */
export async function readBuilt(part: string, what: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const folder = inBuild(part);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  try {
    for (const found of await readdir(folder, { recursive: true })) {
      const name = found.replaceAll('\\', '/');
      // Folders have no extension.
      if (name.includes('.')) files.set(name, new Uint8Array(await readFile(new URL(name, folder))));
    }
  } catch (error) {
    fail(
      'io',
      '{what} has no files in {folder}: {reason}. The package is not whole, or was not built: install it again.',
      { what, folder: folder.pathname, reason: reasonOf(error) },
      { cause: error },
    );
  }
  return files;
}
