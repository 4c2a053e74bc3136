/** A folder for a store that is thrown away. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Creates an empty folder in `parent`, with a name that no other has. */
export function createTemporaryFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, 'takeaway-'));
}

/** Removes a folder made by `createTemporaryFolder` with all that is in it. */
export function removeTemporaryFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
