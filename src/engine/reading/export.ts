/**
 * Exports: from a range of a series to the bytes of a format, and into a file that did not exist before.
 * Separate from the formats, which know neither stores nor files.
 */
import { TakeawayError, usageError } from '../../common/errors.js';
import { oneOf } from '../../common/one-of.js';
import { reasonOf } from '../../common/system-errors.js';
import { SERIES } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import { toCsv, toPositionsBFile, toValuesBFile } from '../../export/text.js';
import { isErrno, writeFully, type FileSystem } from '../../store/file-system.js';
import { POSITION_COLUMN, resolveColumns, scanBatches, scanRows } from './scan.js';
import type { ReadableSeries } from '../views/stored.js';

export const EXPORT_FORMATS = ['arrow', 'arrow-stream', 'csv', 'bfile'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Returns the format of that name; raises a usage error for any other. */
export function checkFormat(format: string): ExportFormat {
  return oneOf(format, EXPORT_FORMATS, 'The format');
}

/** The bytes of an export of a range that the view has. Memory: one block and one batch. */
export async function* exportBytes(
  view: ReadableSeries,
  range: Range,
  format: ExportFormat,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { column, isBits } = SERIES[view.series];
  switch (format) {
    case 'csv':
      yield* toCsv(scanRows(view, range), column);
      return;
    case 'bfile':
      if (isBits) yield* toPositionsBFile(scanRows(view, range), await view.coldBefore(range.start));
      else yield* toValuesBFile(scanRows(view, range));
      return;
    default: {
      const { toArrow } = await import('../../export/arrow.js');
      const columns = resolveColumns([POSITION_COLUMN, column], () => view);
      const { schema, batches } = await scanBatches(columns, range);
      yield* toArrow(batches, schema, format);
    }
  }
}

/** Writes bytes into a new file and syncs it; removes it again when that fails. Returns the bytes written. */
export async function writeNewFile(
  fs: FileSystem,
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const file = await fs.create(path).catch((error: unknown) => {
    if (isErrno(error, 'EEXIST')) {
      throw usageError({
        subject: `The output ${path}`,
        expected: 'a file that does not exist yet',
        found: 'one that does',
        help: 'Choose another name, or remove it first.',
      });
    }
    throw outputError(path, error);
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

function outputError(path: string, error: unknown): TakeawayError {
  return new TakeawayError('io', {
    subject: `The output ${path}`,
    expected: 'a file that can be written',
    found: reasonOf(error),
    help: 'Check the folder, its permissions and the free space.',
    cause: error,
  });
}
