/** `takeaway export`: a series as a file in a format that others read, to a new file or to stdout. */
import { EXPORT_FORMATS, SERIES, SERIES_NAMES, type Store } from '../../../index.js';
import { checkStdout, endingsOf, formatOf, namesOf, STDOUT } from '../../formats.js';
import { asText, choice, defineCommand, GAME, optional, withShort } from '../../command.js';
import { watched, type ProgressOptions, type Watch } from '../../terminal/progress.js';
import { parseNumber } from '../../words/numbers.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { answering, defaultSeries, sayOrigin } from '../../store.js';
import { byteSize } from '../../words/text.js';
import { DATA_FORMAT, isSequence, SEQUENCE_OPTIONS, sequenceOptions } from './sequence.js';

const ON_STDOUT = { found: 'data going to stdout', help: 'Use takeaway range for rows as JSON.' };

export const exportCommand = defineCommand({
  examples: [
    ['export squares --series nim --output squares.arrow', 'an Arrow file'],
    ['export squares --series cold --format bfile > b030193.txt', 'the cold positions as OEIS has them'],
    ['export squares --sequence records --terms 46 --format oeis', 'terms for an OEIS entry'],
    ['export squares --format csv --from 1e6 --to 2e6 | gzip > part.csv.gz', 'a range as CSV'],
  ],
  positionals: { game: GAME },
  options: {
    series: choice('Default nim where it is known, else cold', SERIES_NAMES),
    format: choice(`Default by the ending of the output (${endingsOf(EXPORT_FORMATS).join(', ')})`, [
      ...namesOf(EXPORT_FORMATS),
      DATA_FORMAT,
    ] as const),
    from: optional('N', 'The first position; default 0', parseNumber),
    to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
    output: withShort(
      'o',
      optional('FILE', 'A file that does not exist yet, or - for stdout, the default', asText),
    ),
    ...SEQUENCE_OPTIONS,
  },
  run: (args) =>
    answering(args.store, args.quiet, async (store) => {
      const { game, output = STDOUT, from, to, quiet } = args;
      if (isSequence({ ...args, output })) return exportSequence(store, { ...args, output });
      // Data of an entry are a sequence.
      const named = args.format === DATA_FORMAT ? undefined : args.format;
      const chosen = formatOf(EXPORT_FORMATS, named, output);
      if (output === STDOUT) checkStdout(chosen, args.json, ON_STDOUT);
      const options = { series: args.series ?? defaultSeries(store, game), format: chosen.name, from, to };
      if (!quiet) sayOrigin(store, game, options.series, options);
      await writeOut(
        output,
        { ...args, what: options.series, format: chosen.name },
        {
          chunks: (watch) => store.export(game, { ...options, ...watch }),
          file: (watch) => store.exportToFile(game, output, { ...options, ...watch }),
        },
      );
    }),
});

type Args = Parameters<typeof isSequence>[0] & { readonly json: boolean } & ProgressOptions;

async function exportSequence(store: Store, args: Args): Promise<void> {
  const { game, output } = args;
  const options = sequenceOptions(args, () => defaultSeries(store, game));
  const { sequence, format = 'bfile' } = options;
  if (output === STDOUT && args.json) checkStdout(EXPORT_FORMATS[0], true, ON_STDOUT);
  await writeOut(
    output,
    { ...args, what: sequence, format },
    {
      chunks: (watch) => store.sequenceText(game, { ...options, ...watch }),
      file: (watch) => store.sequenceToFile(game, output, { ...options, ...watch }),
    },
  );
}

/** The two ways to write something out. */
interface Writers {
  readonly chunks: (watch: Watch) => AsyncIterable<Uint8Array>;
  readonly file: (watch: Watch) => Promise<number>;
}

/** Writes to stdout, or to a new file and says so. */
async function writeOut(
  output: string,
  how: ProgressOptions & { game: string; what: string; format: string; json: boolean },
  { chunks, file }: Writers,
): Promise<void> {
  const { game, what, format, json, quiet } = how;
  const words = {
    asked: output === STDOUT ? 'Stopping.' : 'Stopping; the unfinished file is being removed.',
    stopped: () => (output === STDOUT ? 'The output is not whole.' : `The unfinished ${output} was removed.`),
  };
  const bytes = await watched(
    `${game} export`,
    how,
    async (watch) => {
      if (output !== STDOUT) return file(watch);
      for await (const chunk of chunks(watch)) await writeData(chunk);
      return 0;
    },
    words,
  );
  if (output === STDOUT) return;
  const key = what in SERIES ? 'series' : 'sequence';
  if (json) await writeJson({ output, [key]: what, format, bytes });
  else if (!quiet) say(`Wrote ${output}: ${what} as ${format}, ${byteSize(bytes)}.`);
}
