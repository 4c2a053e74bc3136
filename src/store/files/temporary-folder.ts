/** Temporary folders for stores. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates an empty folder with a unique name in `parent`. */
export function createTemporaryFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, 'takeaway-'));
}

export function removeTemporaryFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
