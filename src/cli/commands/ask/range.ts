/** `takeaway range`: values as lines. Separate from export, whose formats are fixed by others. */
import { SERIES, SERIES_NAMES } from '../../../index.js';
import { choice, defineCommand, GAME, optional, required } from '../../command.js';
import { parseNumber } from '../../words/numbers.js';
import { writeData } from '../../terminal/output.js';
import { defaultSeries, reading, sayOrigin } from '../../store.js';

export const rangeCommand = defineCommand({
  examples: [
    ['range squares --from 0 --to 20', 'lines of position and nim-value'],
    ['range squares --to 1e6 --series cold --json', 'one JSON object a line'],
  ],
  positionals: { game: GAME },
  options: {
    from: optional('N', 'The first position; default 0', parseNumber),
    to: required('N', 'The position to stop before', parseNumber),
    series: choice('Default nim where it is known, else cold', SERIES_NAMES),
  },
  run: ({ game, from, to, series: named, store: folder, json, quiet }) =>
    reading(folder, async (store) => {
      const series = named ?? defaultSeries(store, game);
      const { key, isBits } = SERIES[series];
      const lineOf = (n: number, value: number | boolean): string =>
        json ? `{"n":${n},"${key}":${value}}\n` : `${n} ${value}\n`;
      const range = { from, to };
      if (!quiet) sayOrigin(store, game, series, range);
      for await (const run of store.values(game, { series, ...range })) {
        let lines = '';
        run.values.forEach((value, i) => {
          lines += lineOf(run.start + i, isBits ? value === 1 : value);
        });
        await writeData(lines);
      }
    }),
});
