/** Exports as bytes and as the files of a folder. Separate from the formats, each of which knows one file. */
import { checkCost, MOST_STEPS } from '../../common/cost.js';
import { throwIfAborted, usageError } from '../../common/errors.js';
import { formatNamed } from '../../common/formats.js';
import { cutAtMultiples, POSITION_LIMIT } from '../../common/range.js';
import type { FolderFile } from '../../store/files/new-folder.js';
import { EXPORT_FORMATS, exportFormat, type ExportOptions, type SeriesFormat } from './export-formats.js';
import type { ExportTable } from './export-table.js';

/** Steps that a file counts for, besides what is in it: its name stays on the disk. */
const STEPS_OF_FILE = 2 ** 8;

/** A file is named by its range, so that the order of names is that of positions. */
const PART_NAME = /^\d{16}-\d{16}\.[a-z]+$/;

/** The bytes of a table in the format of the options. */
export async function* exportBytes(
  table: ExportTable,
  { format, compress = false, signal }: Pick<ExportOptions, 'format' | 'compress' | 'signal'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of exportFormat(format, compress).bytes(table, compress)) {
    throwIfAborted(signal);
    yield chunk;
  }
}

/**
 * The files of a table that is cut at the multiples of `partLength`; one file without rows of an empty table, which has
 * its columns. Raises a usage error for a format whose files are not read as one table.
 */
export function partsOf(
  table: ExportTable,
  partLength: number,
  options: ExportOptions,
): Iterable<FolderFile> {
  const { name, endings, isPartitioned } = formatNamed<SeriesFormat>(EXPORT_FORMATS, options.format);
  if (!isPartitioned) {
    const formats: readonly SeriesFormat[] = EXPORT_FORMATS;
    const names = formats.filter((format) => format.isPartitioned).map((format) => format.name);
    throw usageError({
      subject: 'A folder of files',
      expected: `one of the formats ${names.join(', ')}`,
      found: name,
    });
  }
  if (!Number.isSafeInteger(partLength) || partLength < 1 || partLength > POSITION_LIMIT) {
    throw usageError({
      subject: 'The positions of a file',
      expected: 'an integer of at least 1',
      found: String(partLength),
    });
  }
  const { start, stop } = table.range;
  const files = Math.ceil((stop - start) / partLength);
  checkCost(files * STEPS_OF_FILE, {
    subject: 'A folder of files',
    expected: `at most ${MOST_STEPS / STEPS_OF_FILE} files`,
    found: `${files} of ${partLength} positions`,
    help: 'Put more positions into a file.',
  });
  const ranges = start === stop ? [table.range] : cutAtMultiples(table.range, partLength);
  return (function* (): Generator<FolderFile> {
    for (const range of ranges) {
      yield {
        name: partName(range.start, range.stop, endings[0]),
        bytes: exportBytes(table.part(range), options),
      };
    }
  })();
}

/** Whether a file of this name can be one of an export into a folder. */
export function isPartName(name: string): boolean {
  return PART_NAME.test(name);
}

function partName(start: number, stop: number, ending: string): string {
  const digits = (position: number): string => String(position).padStart(16, '0');
  return `${digits(start)}-${digits(stop)}${ending}`;
}
