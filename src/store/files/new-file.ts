/** Writing an output file that did not exist before: an export, a figure, a report, a survey. */
import { TakeawayError, usageError } from '../../common/errors.js';
import { reasonOf } from '../../common/system-errors.js';
import { isErrno, writeFully, type FileSystem } from './file-system.js';

/** Writes bytes into a new file and syncs it; removes it again when that fails. Returns the bytes written. */
export async function writeNewFile(
  fs: FileSystem,
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const file = await fs.create(path).catch((error: unknown) => {
    throw isErrno(error, 'EEXIST') ? outputExists(path) : outputError(path, error);
  });
  let written = 0;
  try {
    try {
      for await (const chunk of bytes) {
        await writeFully(file, chunk);
        written += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return written;
  } catch (error) {
    await fs.remove(path).catch(() => undefined);
    throw error instanceof TakeawayError ? error : outputError(path, error);
  }
}

/** The error for an output whose file exists. */
export function outputExists(path: string): TakeawayError {
  return usageError({
    subject: `The output ${path}`,
    expected: 'a file that does not exist yet',
    found: 'one that does',
    help: 'Choose another name, or remove it first.',
  });
}

function outputError(path: string, error: unknown): TakeawayError {
  return new TakeawayError('io', {
    subject: `The output ${path}`,
    expected: 'a file that can be written',
    found: reasonOf(error),
    help: 'Check the folder, its permissions and the free space.',
    cause: error,
  });
}
