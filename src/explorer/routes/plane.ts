/** `/api/plane`: the kinds of the sets of three moves that have one in common, computed here and drawn. */
import { commandText } from '../../words/commands.js';
import { planeStudy, plotForPage, setsWithMove } from '../../rim.js';
import type { PlaneAnswer } from '../contract.js';
import type { AddRoute } from './context.js';

/** Moves of the sets at most: some seconds of one processor. */
const MOST_MOVE = 128;
const USUAL = { third: 13, max: 60 };
/** Pixels across of the widest plane: it is as high as it is wide. */
const MOST_PIXELS = 760;

export function planeRoutes(add: AddRoute): void {
  add<PlaneAnswer>('/api/plane', async ({ asked, signal, givenStore }) => {
    const third = asked.count('third', USUAL.third, MOST_MOVE);
    // The one that all have is among the moves.
    const largest = Math.max(third, asked.count('max', USUAL.max, MOST_MOVE));
    const series = asked.choice('series', ['nim', 'cold'], 'cold');
    const pixels = Math.min(asked.number('pixels', MOST_PIXELS), MOST_PIXELS);
    const table = setsWithMove({ third, largest, series });
    const result = await planeStudy.run(table, { third, series, signal });
    const file = `plane-${third}.csv`;
    const sets = ['--pattern', `"{${third}, a, b}"`, '--max', String(largest), '--series', series];
    const survey = ['survey', ...sets, '-o', file];
    const plot = ['plot', `survey:${file}`, 'plane', '-o', `plane-${third}.svg`];
    return {
      kinds: result.kinds,
      // Where there are no sets that was refused.
      figure: (await plotForPage([result], pixels))!,
      commands: [survey, plot].map((words) => commandText(words, givenStore)),
    };
  });
}
