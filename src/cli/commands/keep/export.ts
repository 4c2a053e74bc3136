/** `takeaway export`: a series as a file in a format that others read, to a new file or to stdout. */
import { usageError } from '../../../common/errors.js';
import { EXPORT_FORMATS, SERIES_NAMES, type ExportFormat } from '../../../index.js';
import { refuseTerminal } from '../../terminal/binary.js';
import { asText, choice, defineCommand, GAME, optional } from '../../command.js';
import { interruptible } from '../../terminal/interruption.js';
import { parseNumber } from '../../words/numbers.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { defaultSeries, reading, sayOrigin } from '../../store.js';
import { byteSize } from '../../words/text.js';

/** The format that each ending of an output file means. */
const FORMAT_OF_ENDING: Readonly<Record<string, ExportFormat>> = {
  '.arrow': 'arrow',
  '.arrows': 'arrow-stream',
  '.csv': 'csv',
  '.txt': 'bfile',
};

const STDOUT = '-';

export const exportCommand = defineCommand({
  examples: [
    ['export squares --series nim --output squares.arrow', 'an Arrow file'],
    ['export squares --series cold --format bfile > b030193.txt', 'the cold positions as OEIS has them'],
    ['export squares --format csv --from 1e6 --to 2e6 | gzip > part.csv.gz', 'a range as CSV'],
  ],
  positionals: { game: GAME },
  options: {
    series: choice('Default nim where it is known, else cold', SERIES_NAMES),
    format: choice('Default by the ending of the output (.arrow, .arrows, .csv, .txt)', EXPORT_FORMATS),
    from: optional('N', 'The first position; default 0', parseNumber),
    to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
    output: optional('FILE', 'A file that does not exist yet, or - for stdout, the default', asText),
  },
  run: ({ game, series: named, format: given, from, to, output = STDOUT, store: folder, json, quiet }) =>
    reading(folder, async (store) => {
      const format = given ?? formatOf(output);
      if (output === STDOUT) refuseOnStdout(format, json);
      const options = { series: named ?? defaultSeries(store, game), format, from, to };
      if (!quiet) sayOrigin(store, game, options.series, options);
      if (output === STDOUT) {
        for await (const chunk of store.export(game, options)) await writeData(chunk);
        return;
      }
      const words = {
        asked: 'Stopping; the unfinished file is being removed.',
        stopped: () => `The unfinished ${output} was removed.`,
      };
      const bytes = await interruptible(words, (signal) =>
        store.exportToFile(game, output, { ...options, signal }),
      );
      if (json) await writeJson({ output, series: options.series, format, bytes });
      else if (!quiet) say(`Wrote ${output}: ${options.series} as ${format}, ${byteSize(bytes)}.`);
    }),
});

function formatOf(output: string): ExportFormat {
  const dot = output.lastIndexOf('.');
  const format = dot === -1 ? undefined : FORMAT_OF_ENDING[output.slice(dot).toLowerCase()];
  if (format !== undefined) return format;
  throw usageError({
    subject: '--format',
    expected: `one of ${EXPORT_FORMATS.join(', ')}, or an --output that ends in .arrow, .arrows, .csv or .txt`,
    found: output === STDOUT ? 'neither' : `the output ${output}`,
  });
}

function refuseOnStdout(format: ExportFormat, json: boolean): void {
  if (json) {
    throw usageError({
      subject: '--json',
      expected: 'an --output FILE to report on',
      found: 'data going to stdout',
      help: 'Use takeaway range for rows as JSON.',
    });
  }
  if (format.startsWith('arrow')) refuseTerminal(format);
}
