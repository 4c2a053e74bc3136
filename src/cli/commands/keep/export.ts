/** `takeaway export`: a series as a file in a format that others read, to a new file or to stdout. */
import {
  EXPORT_FORMATS,
  POSITION_TYPES,
  SERIES_NAMES,
  type ExportFolderOptions,
  type ExportFormat,
  type PositionType,
} from '../../../index.js';
import { usageError } from '../../../common/errors.js';
import { formatOfFile, type Format } from '../../../common/formats.js';
import { checkStdout, formatOf, formatOption, STDOUT } from '../../formats.js';
import { asText, choice, defineCommand, flag, GAME, optional } from '../../command.js';
import { interruptible } from '../../terminal/interruption.js';
import { parseNumber } from '../../words/numbers.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { defaultSeries, reading, sayOrigin } from '../../store.js';
import { byteSize } from '../../words/text.js';

const ON_STDOUT = { found: 'data going to stdout', help: 'Use takeaway range for rows as JSON.' };

/** What a folder is written as unless something else is said. */
const FOLDER_FORMAT = 'parquet';

export const exportCommand = defineCommand({
  examples: [
    ['export squares --series nim --output squares.parquet', 'a Parquet file'],
    ['export squares --series cold --format bfile > b030193.txt', 'the cold positions as OEIS has them'],
    ['export squares --sparse -o cold.npy', 'the cold positions as a NumPy array'],
    ['export squares --format csv --from 1e6 --to 2e6 | gzip > part.csv.gz', 'a range as CSV'],
    ['export squares --partition -o squares-nim', 'a folder of Parquet files that is read as one table'],
  ],
  positionals: { game: GAME },
  options: {
    series: choice('Default nim where it is known, else cold', SERIES_NAMES),
    format: formatOption(EXPORT_FORMATS),
    from: optional('N', 'The first position; default 0', parseNumber),
    to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
    compress: flag('Compress the values in an Arrow file or stream (LZ4)'),
    output: optional('FILE', 'A file that does not exist yet, or - for stdout, the default', asText),
    force: flag('Replace an output that exists, once the new one is whole'),
    sparse: flag('The cold positions themselves, in place of true or false for each position'),
    positions: choice('The type of the positions; default int64', POSITION_TYPES),
    'no-positions': flag('Values alone; same as --positions none'),
    partition: flag('Write a folder of files that is read as one table'),
    'part-length': optional('N', 'Positions of a file of --partition; default 2^24', parseNumber),
  },
  run: ({
    game,
    series: named,
    format: given,
    from,
    to,
    output = STDOUT,
    store: folder,
    json,
    quiet,
    ...args
  }) =>
    reading(folder, async (store) => {
      const { sparse, force, partition } = args;
      const chosen = partition ? folderFormat(given, output) : formatOf(EXPORT_FORMATS, given, output);
      const format = chosen.name;
      if (output === STDOUT) checkForStdout(chosen, json, args);
      if (!partition && args['part-length'] !== undefined) throw needs('--part-length', '--partition');
      const options: ExportFolderOptions = {
        series: named ?? (sparse ? 'cold' : defaultSeries(store, game)),
        format,
        from,
        to,
        compress: args.compress,
        sparse,
        positions: positionsOf(args.positions, args['no-positions']),
        force,
        partLength: args['part-length'],
      };
      const { series } = options;
      if (!quiet) sayOrigin(store, game, series, options);
      if (output === STDOUT) {
        for await (const chunk of store.export(game, options)) await writeData(chunk);
        return;
      }
      const words = {
        asked: `Stopping; the unfinished ${partition ? 'folder' : 'file'} is being removed.`,
        stopped: () => `The unfinished ${output} was removed.`,
      };
      const written = await interruptible(words, async (signal) =>
        partition
          ? store.exportToFolder(game, output, { ...options, signal })
          : { bytes: await store.exportToFile(game, output, { ...options, signal }) },
      );
      if (json) await writeJson({ output, series, format, ...written });
      else if (!quiet) {
        const files = 'files' in written ? ` in ${written.files} file${written.files === 1 ? '' : 's'}` : '';
        say(`Wrote ${output}: ${series} as ${format}${files}, ${byteSize(written.bytes)}.`);
      }
    }),
});

/** The format of a folder's files: what is given, or what the folder's name ends in, or Parquet. */
function folderFormat(given: ExportFormat | undefined, output: string): Format<ExportFormat> {
  return formatOf(
    EXPORT_FORMATS,
    given ?? formatOfFile(EXPORT_FORMATS, output)?.name ?? FOLDER_FORMAT,
    output,
  );
}

/** Raises a usage error where what is asked for cannot go to stdout. */
function checkForStdout(
  format: Format,
  json: boolean,
  { force, partition }: { readonly force: boolean; readonly partition: boolean },
): void {
  if (partition) throw needs('--partition', '--output DIR, a folder to write');
  if (force) throw needs('--force', '--output FILE, a file to replace');
  checkStdout(format, json, ON_STDOUT);
}

function positionsOf(type: PositionType | undefined, left: boolean): PositionType | undefined {
  if (!left || type === undefined || type === 'none') return left ? 'none' : type;
  throw usageError({ subject: '--no-positions', expected: 'no type of positions beside it', found: type });
}

function needs(option: string, expected: string): Error {
  return usageError({ subject: option, expected, found: 'none' });
}
