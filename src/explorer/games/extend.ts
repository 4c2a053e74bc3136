/** The work of an extension that was asked for by a request. */
import { refuse } from '../../common/errors.js';
import { oneOf } from '../../common/one-of.js';
import type { CommittedBlock, ExtendOptions, Game, SeriesName } from '../../index.js';
import { checkExtension } from '../../rim.js';
import { parseNumber } from '../../words/numbers.js';
import type { ExtensionNews, ExtensionRequest, Outcome } from '../crew/talk.js';
import { answerOf } from '../http/errors.js';
import { SERIES_CHOICES } from './estimate.js';
import { parseGame } from './games.js';

/** What to extend. */
interface Wanted {
  readonly game: Game;
  readonly series: SeriesName | 'both';
  readonly to: number;
}

/** Reads what was sent. */
function wantedOf(sent: unknown): Wanted {
  const given = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  for (const name of Object.keys(given)) oneOf(name, ['game', 'series', 'to'], 'The body');
  if (typeof given.game !== 'string')
    refuse('The game', 'text that names a game', JSON.stringify(given.game ?? null));
  const game = parseGame(given.game);
  const series = oneOf(given.series ?? 'both', SERIES_CHOICES, 'The series');
  const text = typeof given.to === 'number' ? String(given.to) : given.to;
  const to = parseNumber(typeof text === 'string' ? text : '', 'The end of the extension');
  checkExtension(game, { series, to });
  return { game, series, to };
}

/** A store that can be extended. */
interface ExtendableStore {
  extend(game: Game, options: ExtendOptions): AsyncIterable<CommittedBlock>;
  close(): void;
}

/** Extends as it was asked for, with news of what is stored; `open` opens the store once it is known what is wanted. */
export async function extendFor(
  { shown, wanted }: ExtensionRequest,
  open: (folder: string) => Promise<ExtendableStore>,
  ask: (news: ExtensionNews) => Promise<true>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { game, series, to } = wantedOf(wanted);
    const store = await open(shown.folder);
    try {
      await ask({ begun: { game: game.key, series, to } });
      for await (const { series: at, stop, progress } of store.extend(game, { series, to, signal }))
        await ask({ series: at, stop, progress });
    } finally {
      store.close();
    }
    return { status: 'done' };
  } catch (error) {
    const answer = answerOf(error, shown.givenStore);
    return answer.error.code === 'interrupted' ? { status: 'stopped' } : { status: 'failed', answer };
  }
}
