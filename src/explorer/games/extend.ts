/** The work of an extension that a request asks for. */
import { refuse } from '../../common/errors.js';
import { oneOf } from '../../common/one-of.js';
import type { Game, SeriesName, Store } from '../../index.js';
import { checkExtension, SERIES_NAMES } from '../../rim.js';
import { parseNumber } from '../../words/numbers.js';
import type { ErrorObject, ExtensionState } from '../contract.js';
import type { ExtensionRequest, Outcome } from '../pool/talk.js';
import { answerOf } from '../http/errors.js';
import { parseGame } from './games.js';
import type { StoreSource } from './source.js';

/** A series, or outcomes and nim-values. */
export const SERIES_CHOICES = [...SERIES_NAMES, 'both'] as const;

interface Wanted {
  readonly game: Game;
  readonly series: SeriesName | 'both';
  readonly to: number;
}

async function wantedOf(sent: unknown, meant: StoreSource['meant']): Promise<Wanted> {
  const given = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  for (const name of Object.keys(given))
    if (!['game', 'series', 'to'].includes(name))
      refuse('The body has "{name}". It can have game, series and to.', { name });
  if (typeof given.game !== 'string')
    refuse('The body names no game. Give one as text: {"game":"squares","to":100}.');
  const game = parseGame(await meant(given.game));
  const series = oneOf(given.series ?? 'both', SERIES_CHOICES, 'The series');
  const text = typeof given.to === 'number' ? String(given.to) : given.to;
  const to = parseNumber(typeof text === 'string' ? text : '', 'The end of the extension');
  checkExtension(game, { series, to });
  return { game, series, to };
}

/** A store that is opened for writing once the request is checked. */
interface Extendable extends Pick<StoreSource, 'meant'> {
  readonly open: () => Promise<Pick<Store, 'extend' | 'close'>>;
}

/** Extends as requested, and reports each state. */
export async function extendFor(
  { shown, wanted }: ExtensionRequest,
  { open, meant }: Extendable,
  tell: (state: ExtensionState) => Promise<true>,
  signal: AbortSignal,
): Promise<Outcome> {
  const clock = performance.now.bind(performance);
  const startedAt = clock();
  let state: ExtensionState | undefined;
  try {
    const { game, series, to } = await wantedOf(wanted, meant);
    const store = await open();
    try {
      state = {
        ...{ game: game.key, series, to, begun: Math.round(performance.timeOrigin + startedAt) },
        ...{
          status: 'running',
          progress: 0,
          at: null,
          blocks: 0,
          seconds: 0,
          secondsLeft: null,
          error: null,
        },
      };
      await tell(state);
      let seriesStartedAt = startedAt;
      for await (const { series: at, stop, progress } of store.extend(game, { series, to, signal })) {
        if (at !== (state.at?.series ?? at)) seriesStartedAt = clock();
        const elapsed = (clock() - seriesStartedAt) / 1000;
        state = {
          ...{ ...state, progress, at: { series: at, frontier: stop }, blocks: state.blocks + 1 },
          ...{ seconds: (clock() - startedAt) / 1000 },
          secondsLeft: progress > 0 ? (elapsed * (1 - progress)) / progress : null,
        };
        await tell(state);
      }
      const seconds = (clock() - startedAt) / 1000;
      state = { ...state, ...{ status: 'done', progress: 1, secondsLeft: 0, seconds } };
    } finally {
      store.close();
    }
    return { ended: state };
  } catch (error) {
    const refused = answerOf(error, shown.givenStore);
    return state === undefined ? { refused } : { ended: endedBy(state, refused.error) };
  }
}

/** Returns the final state of an extension that ended early. */
export function endedBy(state: ExtensionState, error: ErrorObject): ExtensionState {
  const isStopped = error.code === 'interrupted';
  return {
    ...state,
    secondsLeft: null,
    status: isStopped ? 'stopped' : 'failed',
    error: isStopped ? null : error,
  };
}
