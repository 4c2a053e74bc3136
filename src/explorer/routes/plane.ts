/** `/api/plane`: the sets of three moves that have one in common, with their kinds, computed and drawn on request. */
import { formatNamed, type Format } from '../../common/formats.js';
import { plot } from '../../index.js';
import { FIGURE_FORMATS, planeStudy, plotForPage, setsWithMove } from '../../rim.js';
import { commandText } from '../../words/commands.js';
import type { PlaneAnswer } from '../contract.js';
import { bytesAnswer, typeOf, type AddRoute, type Call } from './context.js';

/** Largest move of the sets: some seconds of CPU time. */
const MAX_MOVE = 128;
const USUAL = { third: 13, max: 60 };
/** Width and height of the largest plane. */
const MAX_PIXELS = 760;

export function planeRoutes(add: AddRoute): void {
  add<PlaneAnswer>('/api/plane', async (call) => {
    const { params, givenStore } = call;
    const pixels = Math.min(params.number('pixels', MAX_PIXELS), MAX_PIXELS);
    const { third, largest, series, result } = await planeOf(call);
    const file = `plane-${third}.csv`;
    const sets = ['--pattern', `"{${third}, a, b}"`, '--max', String(largest), '--series', series];
    const survey = ['survey', ...sets, '-o', file];
    const plotted = ['plot', `survey:${file}`, 'plane', '-o', `plane-${third}.svg`];
    return {
      kinds: result.kinds,
      // An empty plane was refused before.
      figure: (await plotForPage([result], pixels))!,
      commands: [survey, plotted].map((words) => commandText(words, givenStore)),
    };
  });

  add('/api/plane/figure', async (call) => {
    const names = FIGURE_FORMATS.map(({ name }) => name);
    const format = call.params.choice('format', names);
    const { third, result } = await planeOf(call);
    const [ending] = formatNamed<Format>(FIGURE_FORMATS, format).endings;
    return bytesAnswer(await plot(result, format), typeOf(ending), `plane-${third}${ending}`);
  });
}

async function planeOf({ params, signal }: Call) {
  const third = params.count('third', USUAL.third, MAX_MOVE);
  // The common move is among the moves.
  const largest = Math.max(third, params.count('max', USUAL.max, MAX_MOVE));
  const series = params.choice('series', ['nim', 'cold'], 'cold');
  const result = await planeStudy.run(setsWithMove({ third, largest, series }), { third, series, signal });
  return { third, largest, series, result };
}
