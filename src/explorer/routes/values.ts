/** `/api/values` and `/api/export`: values in bulk, without positions for programs and the page, or as a file to keep. */
import { refuse } from '../../common/errors.js';
import { formatNamed } from '../../common/formats.js';
import { checkRange } from '../../common/range.js';
import { EXPORT_FORMATS, SERIES_NAMES } from '../../rim.js';
import { fileWords } from '../../words/text.js';
import { named, required, usually, type Values } from '../../words/params.js';
import { given } from '../http/request.js';
import {
  bytesAnswer,
  formatIn,
  GAME,
  NUMBER,
  disposition,
  gathered,
  streamOf,
  typeOf,
  type AddRoute,
} from './context.js';

/** Values of one answer: 128 KiB of bits, 4 MiB at most. */
const MAX_VALUES = 2 ** 20;
/** Positions of an export: a CSV file of some 300 MB. */
const MAX_EXPORTED = 2 ** 24;

const VALUES = {
  ...{ game: GAME, series: given(named(SERIES_NAMES)) },
  ...{ from: usually(0, NUMBER), to: required(NUMBER) },
};

export function valueRoutes(add: AddRoute): void {
  add('values', async ({ read, open, signal }) => {
    const wanted = read({
      ...VALUES,
      format: usually('arrow-stream', given(named(['arrow-stream', 'npy']))),
    });
    const { format, series = 'cold' } = wanted;
    const { from, to } = checked(wanted, MAX_VALUES);
    const { game, store } = await open(wanted.game, [series]);
    const options = { series, format, positions: 'none', from, to, signal } as const;
    const bytes = await gathered(store.export(game, options));
    const answer = bytesAnswer(bytes, typeOf(format === 'npy' ? '.npy' : '.arrows'));
    // A value never changes, whatever is stored later.
    answer.headers.set('cache-control', 'private, max-age=3600');
    return answer;
  });

  add('export', async ({ read, open, signal }) => {
    const wanted = read({ ...VALUES, format: formatIn(EXPORT_FORMATS) });
    const { series = 'nim' } = wanted;
    const format = formatNamed(EXPORT_FORMATS, wanted.format);
    const { from, to } = checked(wanted, MAX_EXPORTED);
    const { game, store } = await open(wanted.game, [series]);
    const chunks = store.export(game, { series, format: format.name, from, to, signal });
    // Before the answer begins, so that errors have a status of their own.
    const first = await chunks.next();
    const [ending] = format.endings;
    const file = `${fileWords(game.key)}-${series}-${from}-${to}${ending}`;
    return new Response(streamOf(all(first, chunks)), {
      headers: { 'content-type': typeOf(ending), 'content-disposition': disposition(file) },
    });
  });
}

/** What was taken first, and the rest. */
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

function checked({ from, to }: Values<typeof VALUES>, most: number): { from: number; to: number } {
  checkRange({ start: from, stop: to });
  if (to - from <= most) return { from, to };
  refuse('The range has {count} positions. Ask for at most {most} at a time.', { count: to - from, most });
}
