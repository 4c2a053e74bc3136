/** Writing an output of many files: a folder, which like a file gets its name once it is whole. */
import { join } from 'node:path';
import { refuse } from '../../common/errors.js';
import { isErrno, type FileSystem } from './file-system.js';
import { kindOf, outputError, outputExists, writeAll, writeAside } from './new-file.js';

/** A file of a folder, in the order in which they are written. */
export interface FolderFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface WrittenFolder {
  readonly files: number;
  readonly bytes: number;
}

/** Writes files into a folder that must not exist yet. Nothing is left on failure. */
export async function writeNewFolder(
  fs: FileSystem,
  path: string,
  files: Iterable<FolderFile>,
): Promise<WrittenFolder> {
  const folder = withoutSlash(path);
  const requireNew = async (): Promise<void> => {
    if ((await kindOf(fs, folder)) !== 'missing') throw outputExists(folder);
  };
  await requireNew();
  return writeFolder(fs, folder, files, async (aside) => {
    await requireNew();
    await fs.rename(aside, folder);
  });
}

/**
 * As `writeNewFolder`, in the place of a folder that may exist, all of whose files `isOurs` must know by their names.
 * It is moved to a name that ends in `.old` before the new one takes its place, and removed then: where the process
 * is killed between these two steps, that is where it is.
 */
export async function replaceFolder(
  fs: FileSystem,
  path: string,
  isOurs: (name: string) => boolean,
  files: Iterable<FolderFile>,
): Promise<WrittenFolder> {
  const folder = withoutSlash(path);
  if ((await kindOf(fs, folder)) === 'missing') return writeNewFolder(fs, folder, files);
  await refuseOthers(fs, folder, isOurs);
  return writeFolder(fs, folder, files, async (aside) => {
    await refuseOthers(fs, folder, isOurs);
    const old = await freeName(fs, folder);
    await fs.rename(folder, old);
    try {
      await fs.rename(aside, folder);
    } catch (error) {
      await fs.rename(old, folder);
      throw error;
    }
    await removeFolder(fs, old);
  });
}

function writeFolder(
  fs: FileSystem,
  folder: string,
  files: Iterable<FolderFile>,
  place: (aside: string) => Promise<void>,
): Promise<WrittenFolder> {
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
    place,
    remove: (aside) => removeFolder(fs, aside),
  });
}

/** Creates a folder; an error where there is one. */
async function makeFolder(fs: FileSystem, path: string): Promise<void> {
  if (!(await fs.makeDirectory(path))) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
}

async function freeName(fs: FileSystem, folder: string): Promise<string> {
  for (let i = 1; ; i++) {
    const name = `${folder}${i === 1 ? '' : `.${i}`}.old`;
    if ((await fs.kind(name)) === 'missing') return name;
  }
}

/** Removes a folder of files, and nothing that a link leads to. */
async function removeFolder(fs: FileSystem, folder: string): Promise<void> {
  if (fs.look(folder).kind !== 'directory') return;
  for (const name of await fs.list(folder)) await fs.remove(join(folder, name));
  await fs.removeDirectory(folder);
}

/** Raises a usage error unless a folder has no files but those of an earlier output. */
async function refuseOthers(
  fs: FileSystem,
  folder: string,
  isOurs: (name: string) => boolean,
): Promise<void> {
  const subject = `The output ${folder}`;
  if (fs.look(folder).kind === 'link') {
    const found = 'a link to another place, of which nothing is removed';
    refuse(subject, 'a folder, or nothing', found, { help: 'Choose another name, or the folder itself.' });
  }
  let other: string | undefined;
  try {
    other = (await fs.list(folder)).find((name) => !isOurs(name));
  } catch (error) {
    if (!isErrno(error, 'ENOTDIR')) throw outputError(folder, error);
    refuse(subject, 'a folder, or nothing', 'a file', { help: 'Choose another name.' });
  }
  if (other === undefined) return;
  const expected = 'a folder with the files of an export alone, as it will be removed';
  refuse(subject, expected, `also ${other}`, { help: 'Choose another name.' });
}

/** A folder is the same with and without a slash at its end; a name beside it is made of the one without. */
function withoutSlash(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, '');
}
