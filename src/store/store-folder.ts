/** The folder that a store lies in: what it must be, and what is said where the system refuses it. */
import { fail } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import type { FileSystem } from './files/file-system.js';

/** Raises `io` where something else than a folder is in the place of a store; what is missing can be made. */
export async function requireFolder(fs: FileSystem, root: string): Promise<void> {
  const kind = await asIoError(root, () => fs.kind(root));
  if (kind === 'file' || kind === 'other') {
    fail('io', `The store ${root}`, 'a folder', kind === 'file' ? 'a file' : 'neither a folder nor a file', {
      remedy: { do: 'choose-store' },
    });
  }
}

/** Runs an action on a store; what the system refuses becomes an `io` error that names the store. */
export async function asIoError<Result>(root: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    fail('io', `The store ${root}`, 'a readable and writable folder', reasonOf(error), {
      help: 'Check that its parent folder exists and its permissions.',
      remedy: { do: 'choose-store' },
      cause: error,
    });
  }
}
