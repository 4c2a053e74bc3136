/** Options of exports, and the files of a folder. */
import { checkCost, MAX_STEPS } from '../../common/cost.js';
import { refuse } from '../../common/errors.js';
import { checkInteger, cutAtMultiples, digitsOf, POSITION_LIMIT, type Range } from '../../common/range.js';
import type { SeriesName } from '../../columnar/layout.js';
import type { FolderFile } from '../../store/files/new-folder.js';
import {
  encode,
  namesWith,
  tableFormat,
  type EncodeOptions,
  type ExportFormat,
  type TableFileFormat,
} from '../../tables/formats.js';
import {
  DEFAULT_PART_LENGTH,
  type GameOrText,
  type PlayOptions,
  type PositionType,
  type WalkOptions,
} from '../series/options.js';
import type { Reader } from './reader.js';
import { exportTable, type TableOf } from './series-table.js';

/** Range, series and format of an export. */
export interface ExportOptions extends WalkOptions, EncodeOptions, PlayOptions {
  readonly series: SeriesName;
  readonly format: ExportFormat;
  /** Exports the cold positions themselves instead of a bit for each position; of the series cold only. Default false. */
  readonly sparse?: boolean | undefined;
  /**
   * The type of the positions, or `none` for values alone. Default int64, and none in formats that have one column. int32 is
   * refused above 2^31 - 1.
   */
  readonly positions?: PositionType | undefined;
}

export interface ExportFileOptions extends ExportOptions {
  /** Replaces an existing file once the new one is complete. Default false, which raises an error. */
  readonly force?: boolean | undefined;
}

export interface ExportFolderOptions extends ExportFileOptions {
  /** Positions in a file; each file starts at a multiple of it. Default 2^24. */
  readonly partLength?: number | undefined;
}

/** A checked export. */
export interface Export {
  readonly format: TableFileFormat;
  readonly range: Range;
  readonly tableOf: TableOf;
}

/** Checks an export and returns its range and table. Raises a usage error if it is impossible. */
export async function exportOf(reader: Reader, game: GameOrText, options: ExportOptions): Promise<Export> {
  const format = tableFormat(options.format, options.compress);
  const readable = await reader.readable(game, [options.series], options);
  return { format, range: readable.range, tableOf: exportTable(readable, format, options) };
}

/** Steps of a file besides its content, as its name remains on the disk. */
const STEPS_OF_FILE = 2 ** 8;

/** Names are ranges, so that their order is that of positions. */
const PART_NAME = /^\d{16}-\d{16}\.[a-z]+$/;

/**
 * Returns the files of a range, cut at the multiples of `partLength`; for an empty range one file with columns and no rows. Raises
 * a usage error for a format whose files cannot be read as one table.
 */
export function partsOf(
  { format, range, tableOf }: Export,
  options: ExportFolderOptions,
): Iterable<FolderFile> {
  const { partLength = DEFAULT_PART_LENGTH } = options;
  if (format.isPartitioned !== true)
    refuse('A folder of files cannot have the format {format}. Choose one of {choices}.', {
      ...{ format: format.name, choices: namesWith('isPartitioned') },
    });
  checkInteger(partLength, 1, POSITION_LIMIT, 'The number of positions in a file', '2^53 - 1');
  const { start, stop } = range;
  const files = Math.ceil((stop - start) / partLength);
  checkCost(
    files * STEPS_OF_FILE,
    'A folder can have at most {most} files, not {files}. Put more positions into a file.',
    { files, most: MAX_STEPS / STEPS_OF_FILE },
  );
  const parts = start === stop ? [range] : cutAtMultiples(range, partLength);
  return (function* (): Generator<FolderFile> {
    for (const part of parts) {
      const name = `${digitsOf(part.start)}-${digitsOf(part.stop)}${format.endings[0]}`;
      yield { name, bytes: encode(tableOf(part), format, options) };
    }
  })();
}

/** Whether a file name is that of an export into a folder. */
export function isPartName(name: string): boolean {
  return PART_NAME.test(name);
}
