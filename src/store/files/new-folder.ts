/** Writes an output of many files: a folder, which gets its name once it is complete. */
import { join } from 'node:path';
import { refuse } from '../../common/errors.js';
import { isErrno, type FileSystem } from './file-system.js';
import { kindOf, outputError, outputExists, refuseKind, writeAll, writeAside } from './new-file.js';

/** A file of an output folder. */
export interface FolderFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface WrittenFolder {
  readonly files: number;
  readonly bytes: number;
}

interface Place {
  /** Whether a file name is that of an earlier output. */
  readonly isOurs: (name: string) => boolean;
  /** Whether to replace a folder that has only such files. */
  readonly force: boolean;
}

/**
 * Writes files into a new folder, or replaces an earlier output with `force`. Leaves nothing on failure. The earlier output is
 * moved to a name that ends in `.old` before the new one takes its place, and then removed; a process killed between these steps
 * leaves it there.
 */
export async function writeFolder(
  fs: FileSystem,
  path: string,
  { isOurs, force }: Place,
  files: Iterable<FolderFile>,
): Promise<WrittenFolder> {
  // Without a slash at its end, so that suffixes can be appended.
  const folder = path.replace(/(?<=.)[\\/]+$/, '');
  /** Whether there is an output to replace. Raises for a place where none may be. */
  const isReplaced = async (): Promise<boolean> => {
    if ((await kindOf(fs, folder)) === 'missing') return false;
    // First, so that no error suggests replacing other files.
    await refuseOthers(fs, folder, isOurs);
    if (!force) throw outputExists(folder);
    return true;
  };
  await isReplaced();
  return writeAside(folder, {
    create: (name) => makeFolder(fs, name),
    async fill(_, aside) {
      const written = { files: 0, bytes: 0 };
      for (const { name, bytes } of files) {
        written.bytes += await writeAll(await fs.create(join(aside, name)), bytes);
        written.files++;
      }
      await fs.syncDirectory(aside);
      return written;
    },
    async place(aside) {
      const old = (await isReplaced()) ? freeName(fs, folder) : undefined;
      if (old !== undefined) await fs.rename(folder, old);
      try {
        await fs.rename(aside, folder);
      } catch (error) {
        if (old !== undefined) await fs.rename(old, folder);
        throw error;
      }
      if (old !== undefined) await removeFolder(fs, old);
    },
    remove: (aside) => removeFolder(fs, aside),
  });
}

/** Creates a folder. Raises EEXIST if it exists. */
async function makeFolder(fs: FileSystem, path: string): Promise<void> {
  if (!(await fs.makeDirectory(path))) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
}

function freeName(fs: FileSystem, folder: string): string {
  for (let i = 1; ; i++) {
    const name = `${folder}${i === 1 ? '' : `.${i}`}.old`;
    if (fs.look(name, 'followed').kind === 'missing') return name;
  }
}

/** Removes a folder of files. Follows no link. */
async function removeFolder(fs: FileSystem, folder: string): Promise<void> {
  if (fs.look(folder).kind !== 'directory') return;
  for (const name of await fs.list(folder)) await fs.remove(join(folder, name));
  await fs.removeDirectory(folder);
}

/** Raises a usage error unless a folder has only files of an earlier output. */
async function refuseOthers(
  fs: FileSystem,
  folder: string,
  isOurs: (name: string) => boolean,
): Promise<void> {
  if (fs.look(folder).kind === 'link') refuseKind(folder, 'link', 'folder');
  let other: string | undefined;
  try {
    other = (await fs.list(folder)).find((name) => !isOurs(name));
  } catch (error) {
    if (!isErrno(error, 'ENOTDIR')) throw outputError(folder, error);
    refuseKind(folder, 'file', 'folder');
  }
  if (other === undefined) return;
  refuse('The output {path} has {other} in it, which is not of an export. Choose another name.', {
    ...{ path: folder, other },
  });
}
