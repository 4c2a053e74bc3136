/** `takeaway export`: a series as a file in a format that others read, to a new file or to stdout. */
import { readGame, type ExportFormat, type Store } from '../../../index.js';
import {
  EXPORT_FORMATS,
  isOeisNumber,
  numberedGame,
  oeisEntryOf,
  POSITION_TYPES,
  SEQUENCE_FORMATS,
  SERIES_NAMES,
  type ExportFolderOptions,
} from '../../../rim.js';
import { failure, refuse } from '../../../common/errors.js';
import { formatOfFile, type Format } from '../../../common/formats.js';
import { type Common, defineCommand, FROM, GAME, MISERE, TO } from '../../command.js';
import { choice, flag, optional } from '../../../words/params.js';
import { endingsOf, formatOf, namesOf, OUTPUT_OPTIONS, STDOUT, writeOut } from '../../outputs.js';
import { parseNumber } from '../../../words/numbers.js';
import { answering, sayOrigin, USUAL_SERIES, usualSeries, withStore } from '../../store.js';
import { DATA_FORMAT, isSequence, SEQUENCE_OPTIONS, sequenceOptions } from './sequence.js';
import { shownGame } from '../../shown-games.js';

const INSTEAD = '--format jsonl writes an object a line.';

/** Default format of the files of a folder. */
const FOLDER_FORMAT = 'parquet';

export const command = defineCommand({
  examples: [
    ['export squares --series nim --output squares.parquet', 'a Parquet file'],
    ['export squares --series cold --format bfile > b030193.txt', 'the cold positions, as in the OEIS'],
    ['export squares --sequence records --terms 46 --format oeis', 'terms for an OEIS entry'],
    ['export A030193 --terms 100', 'the b-file of a sequence, by its OEIS number'],
    ['export squares --sequence cold -o cold.npy', 'the cold positions as a NumPy array'],
    ['export squares --format csv --from 1e6 --to 2e6 | gzip > part.csv.gz', 'a range as CSV'],
    ['export squares --part-length 2^24 -o squares-nim', 'a folder of Parquet files, read as one table'],
  ],
  positionals: { game: GAME },
  options: {
    series: choice(USUAL_SERIES, SERIES_NAMES),
    format: choice(`Default by the ending of the output (${endingsOf(EXPORT_FORMATS).join(', ')})`, [
      ...namesOf(EXPORT_FORMATS),
      DATA_FORMAT,
    ] as const),
    from: FROM,
    to: TO,
    compress: flag('Compress the values in an Arrow file or stream (LZ4)'),
    ...OUTPUT_OPTIONS,
    misere: MISERE,
    positions: choice('The type of the positions; default int64', POSITION_TYPES),
    'part-length': optional(
      'N',
      'Write a folder of files of N positions each, which is read as one table',
      parseNumber,
    ),
    ...SEQUENCE_OPTIONS,
  },
  run: (given) =>
    withStore(given, answering(given), async (store) => {
      const args = { ...given, ...meantByNumber(given) };
      const { game, output = STDOUT, from, to, quiet, force, 'part-length': partLength } = args;
      const isFolder = partLength !== undefined;
      if (isSequence({ ...args, output })) {
        if (args.misere) refuse('A sequence has no misere play. Leave --misere out, or export a range.');
        return exportSequence(store, { ...args, output });
      }
      // Data of an entry are a sequence.
      const named = args.format === DATA_FORMAT ? undefined : args.format;
      const chosen = isFolder ? folderFormat(named, output) : formatOf(EXPORT_FORMATS, named, output);
      if (isFolder && output === STDOUT) throw needs('--part-length', '--output DIR');
      // In columns, the sequence of cold positions is a column of them.
      const sparse = args.sequence === 'cold';
      const options: ExportFolderOptions = {
        series: args.series ?? (sparse ? 'cold' : usualSeries(game, quiet)),
        format: chosen.name,
        from,
        to,
        misere: args.misere,
        compress: args.compress,
        sparse,
        positions: args.positions,
        force,
        partLength,
      };
      if (!quiet) sayOrigin(store, game, options.series, options);
      await writeOut(
        `${shownGame(game)} export`,
        {
          ...{ output, of: { series: options.series }, format: chosen, insteadOfReport: INSTEAD },
          folder: isFolder
            ? (watch) => store.exportToFolder(game, output, { ...options, ...watch })
            : undefined,
        },
        args,
        (watch) => store.export(game, { ...options, ...watch }),
      );
    }),
});

/**
 * Returns the options that an A-number in place of a game stands for: its sequence, with the first term and the offset of its
 * entry; or its series in a format of ranges.
 */
function meantByNumber(given: Numbered): Pick<Partial<Args>, 'sequence' | 'series' | 'from' | 'offset'> {
  const { game, sequence, series, format, from, offset, output = STDOUT } = given;
  const kind = isOeisNumber(game) ? numberedGame(game)?.kind : undefined;
  if (kind === undefined || kind === 'set' || sequence !== undefined || series !== undefined) return {};
  const isText =
    format === 'bfile' || format === DATA_FORMAT || (format === undefined && /^-$|\.txt$/.test(output));
  const named = SERIES_NAMES.find((name) => name === kind);
  if (!isText && named !== undefined) return { series: named };
  const entry = from === undefined ? oeisEntryOf(readGame(game), kind) : null;
  if (entry === null) return { sequence: kind };
  // Data have no indices.
  return {
    sequence: kind,
    from: entry.first,
    offset: offset ?? (format === DATA_FORMAT ? undefined : entry.offset),
  };
}

type Args = Parameters<typeof isSequence>[0] &
  Common & { readonly force: boolean; readonly 'part-length': number | undefined };

type Numbered = Pick<Args, 'game' | 'sequence' | 'series' | 'format' | 'from' | 'offset'> & {
  readonly output: string | undefined;
};

async function exportSequence(store: Store, args: Args): Promise<void> {
  const { game, output } = args;
  const options = sequenceOptions(args, () => usualSeries(game, args.quiet));
  const { sequence, format: named } = options;
  if (args['part-length'] !== undefined)
    throw needs('--part-length', 'a format whose files are read as one table');
  const format = formatOf(SEQUENCE_FORMATS, named, output);
  const facts = { output, of: { sequence }, format, insteadOfReport: INSTEAD };
  await writeOut(`${shownGame(game)} export`, facts, args, (watch) =>
    store.sequenceText(game, { ...options, ...watch }),
  );
}

/** Returns the format of a folder's files: the given one, the one of the folder's ending, or Parquet. */
function folderFormat(given: ExportFormat | undefined, output: string): Format<ExportFormat> {
  return formatOf(
    EXPORT_FORMATS,
    given ?? formatOfFile(EXPORT_FORMATS, output)?.name ?? FOLDER_FORMAT,
    output,
  );
}

function needs(option: string, other: string): Error {
  return failure('usage', '{option} needs {other}. Give it too.', { option, other });
}
