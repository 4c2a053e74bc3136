/** `takeaway range`: values as lines. Separate from export, whose formats are fixed by others. */
import { SERIES_NAMES, type SeriesName } from '../index.js';
import { choice, defineCommand, GAME, optional, required } from './command.js';
import { parseNumber } from './numbers.js';
import { writeData } from './output.js';
import { defaultSeries, reading } from './store.js';

export const rangeCommand = defineCommand({
  examples: [
    ['range squares --from 0 --to 20', 'lines of position and nim-value'],
    ['range squares --to 1e6 --series cold --json', 'one JSON object a line'],
  ],
  positionals: { game: GAME },
  options: {
    from: optional('N', 'The first position; default 0', parseNumber),
    to: required('N', 'The position to stop before', parseNumber),
    series: choice('Default nim where it is stored, else cold', SERIES_NAMES),
  },
  run: ({ game, from, to, series: named, store: folder, json }) =>
    reading(folder, async (store) => {
      const series = named ?? defaultSeries(store, game);
      const range = { to, ...(from === undefined ? {} : { from }) };
      const rowsOf = json ? jsonRows(series) : plainRows;
      const csv = store.export(game, { series, format: 'csv', ...range });
      for await (const lines of wholeLines(csv)) await writeData(rowsOf(lines));
    }),
});

const plainRows = (lines: string): string => lines.replaceAll(',', ' ');

function jsonRows(series: SeriesName): (lines: string) => string {
  const row = series === 'nim' ? '{"n":$1,"nimValue":$2}' : '{"n":$1,"cold":$2}';
  return (lines) => lines.replace(/^(\d+),(\w+)$/gm, row);
}

/** Text in pieces that end with a line, without the header line. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  let isHeader = true;
  for await (const chunk of chunks) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    yield isHeader ? text.slice(text.indexOf('\n') + 1, end) : text.slice(0, end);
    isHeader = false;
  }
}
