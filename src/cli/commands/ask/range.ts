/** `takeaway range`: values as lines, or all on one line. */
import { SERIES, SERIES_NAMES } from '../../../rim.js';
import { choice, defineCommand, FROM, GAME, MISERE, required } from '../../command.js';
import { parseNumber } from '../../../words/numbers.js';
import { writeData } from '../../terminal/output.js';
import { answering, sayOrigin, sayReading, USUAL_SERIES, usualSeries, withStore } from '../../store.js';
import { checkPrinted, printList, writeJsonLists } from './list.js';

export const command = defineCommand({
  examples: [
    ['range squares --from 0 --to 20', 'lines of position and nim-value'],
    ['range squares --to 100 --format list', 'the nim-values alone, on one line'],
    ['range squares --to 1e6 --series cold --json', 'one JSON object a line'],
  ],
  positionals: { game: GAME },
  options: {
    from: FROM,
    to: required('N', 'The position to stop before', parseNumber),
    series: choice(USUAL_SERIES, SERIES_NAMES),
    misere: MISERE,
    format: choice('Default lines', ['lines', 'list'] as const),
  },
  run: ({ game, from = 0, to, series: named, misere, format, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const { json, quiet } = args;
      sayReading(game, args);
      const series = named ?? usualSeries(game, quiet);
      const reading = { series, misere };
      const { key, isBits } = SERIES[series];
      const range = { from, to };
      checkPrinted(to - from);
      if (!quiet) sayOrigin(store, game, series, range);
      if (format === 'list') {
        if (!json) await printList(store, game, reading, [range]);
        else await writeJsonLists(store, game, reading, { values: range }, { before: range });
        return;
      }
      const lineOf = (n: number, value: number | boolean): string =>
        json ? `{"n":${n},"${key}":${value}}\n` : `${n} ${value}\n`;
      for await (const run of store.values(game, { ...reading, ...range })) {
        let lines = '';
        run.values.forEach((value, i) => {
          lines += lineOf(run.start + i, isBits ? value === 1 : value);
        });
        await writeData(lines);
      }
    }),
});
