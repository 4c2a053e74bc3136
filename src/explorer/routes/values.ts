/** `/api/values` and `/api/export`: values in bulk, without positions, or as a file. */
import { refuse } from '../../common/errors.js';
import { formatNamed } from '../../common/formats.js';
import { checkRange } from '../../common/range.js';
import { EXPORT_FORMATS, SERIES_NAMES } from '../../rim.js';
import { fileWords } from '../../words/text.js';
import type { Params } from '../http/request.js';
import { bytesAnswer, disposition, gathered, streamOf, typeOf, type AddRoute } from './context.js';

/** Values of one answer: 128 KiB of bits, 4 MiB at most. */
const MAX_VALUES = 2 ** 20;
/** Positions of an export: a CSV file of some 300 MB. */
const MAX_EXPORTED = 2 ** 24;

export function valueRoutes(add: AddRoute): void {
  add('/api/values', async ({ params, open, signal }) => {
    const series = params.choice('series', SERIES_NAMES, 'cold');
    const { from, to } = rangeOf(params, MAX_VALUES);
    const { game, store } = await open([series]);
    const format = params.choice('format', ['arrow-stream', 'npy'], 'arrow-stream');
    const options = { series, format, positions: 'none', from, to, signal } as const;
    const bytes = await gathered(store.export(game, options));
    const answer = bytesAnswer(bytes, typeOf(format === 'npy' ? '.npy' : '.arrows'));
    // Values never change.
    answer.headers.set('cache-control', 'private, max-age=3600');
    return answer;
  });

  add('/api/export', async ({ params, open, signal }) => {
    const series = params.choice('series', SERIES_NAMES, 'nim');
    const format = formatNamed(EXPORT_FORMATS, params.text('format'));
    const { from, to } = rangeOf(params, MAX_EXPORTED);
    const { game, store } = await open([series]);
    const chunks = store.export(game, { series, format: format.name, from, to, signal });
    // Before the answer begins, so that errors have their own status.
    const first = await chunks.next();
    const [ending] = format.endings;
    const file = `${fileWords(game.key)}-${series}-${from}-${to}${ending}`;
    return new Response(streamOf(all(first, chunks)), {
      headers: { 'content-type': typeOf(ending), 'content-disposition': disposition(file) },
    });
  });
}

/** Yields an item that was taken before, and the rest. */
async function* all<Piece>(
  first: IteratorResult<Piece, void>,
  rest: AsyncGenerator<Piece, void>,
): AsyncGenerator<Piece, void> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function rangeOf(params: Params, most: number): { from: number; to: number } {
  const { start: from, stop: to } = checkRange({
    start: params.number('from', 0),
    stop: params.number('to'),
  });
  if (to - from <= most) return { from, to };
  refuse('The range has {count} positions. Ask for at most {most} at a time.', { count: to - from, most });
}
