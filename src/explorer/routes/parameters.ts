/** The routes of the processes, each with all the parameters that it takes. */
import { FIGURES, wordOf } from '../../rim.js';

const RANGE = ['from', 'to'];
/** Options of all analyses and figures; each takes its own. */
const OPTIONS = new Set(FIGURES.flatMap(({ options }) => options.map(({ name }) => wordOf(name))));

export const PARAMETERS = {
  '/api/games': [],
  '/api/game': ['game'],
  '/api/estimate': ['game', 'series', 'to'],
  '/api/positions': ['game', 'from', 'count'],
  '/api/why': ['game', 'position'],
  '/api/values': ['game', 'series', 'format', ...RANGE],
  '/api/export': ['game', 'series', 'format', ...RANGE],
  '/api/analysis/:name': ['game', 'with', ...RANGE, ...OPTIONS, 'pixels'],
  '/api/analysis/:name/:kind': ['game', 'with', ...RANGE, ...OPTIONS, 'format'],
  '/api/plane': ['third', 'max', 'series', 'pixels'],
  '/api/plane/figure': ['third', 'max', 'series', 'format'],
  '/api/worksheet': ['game'],
  '/api/sum': ['game', 'heaps', 'misere'],
  '/api/match/new': ['game', 'misere', 'first'],
  '/api/match': ['game', 'heaps', 'misere', 'first', 'moves', 'reply', 'hint', 'review', 'above'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
