/** `takeaway export`: a series as a file in a format that others read, to a new file or to stdout. */
import { EXPORT_FORMATS, SERIES_NAMES } from '../../../index.js';
import { checkStdout, formatOf, formatOption, STDOUT } from '../../formats.js';
import { asText, choice, defineCommand, flag, GAME, optional } from '../../command.js';
import { interruptible } from '../../terminal/interruption.js';
import { parseNumber } from '../../words/numbers.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { defaultSeries, reading, sayOrigin } from '../../store.js';
import { byteSize } from '../../words/text.js';

const ON_STDOUT = { found: 'data going to stdout', help: 'Use takeaway range for rows as JSON.' };

export const exportCommand = defineCommand({
  examples: [
    ['export squares --series nim --output squares.arrow', 'an Arrow file'],
    ['export squares --series cold --format bfile > b030193.txt', 'the cold positions as OEIS has them'],
    ['export squares --format csv --from 1e6 --to 2e6 | gzip > part.csv.gz', 'a range as CSV'],
  ],
  positionals: { game: GAME },
  options: {
    series: choice('Default nim where it is known, else cold', SERIES_NAMES),
    format: formatOption(EXPORT_FORMATS),
    from: optional('N', 'The first position; default 0', parseNumber),
    to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
    compress: flag('Compress the values in an Arrow file or stream (LZ4)'),
    output: optional('FILE', 'A file that does not exist yet, or - for stdout, the default', asText),
  },
  run: ({
    game,
    series: named,
    format: given,
    from,
    to,
    compress,
    output = STDOUT,
    store: folder,
    json,
    quiet,
  }) =>
    reading(folder, async (store) => {
      const chosen = formatOf(EXPORT_FORMATS, given, output);
      const format = chosen.name;
      if (output === STDOUT) checkStdout(chosen, json, ON_STDOUT);
      const options = { series: named ?? defaultSeries(store, game), format, from, to, compress };
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
