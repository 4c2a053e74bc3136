/** `/api/plane`: the kinds of the sets of three moves that have one in common, computed here and drawn. */
import { formatNamed, type Format } from '../../common/formats.js';
import { plot, tableBytes } from '../../index.js';
import { FIGURE_FORMATS, planeStudy, plotForPage, setsWithMove, TABLE_FORMATS } from '../../rim.js';
import { commandText } from '../../words/commands.js';
import { MAX_MOVE } from '../limits.js';
import { numberFrom } from '../../words/numbers.js';
import { named, usually, type Values } from '../../words/params.js';
import { given } from '../http/request.js';
import { bytesAnswer, formatIn, gathered, NUMBER, typeOf, type AddRoute, type Call } from './context.js';

const PLANE = {
  third: usually(13, given(numberFrom(1, MAX_MOVE))),
  max: usually(60, given(numberFrom(1, MAX_MOVE))),
  series: usually('cold', given(named(['nim', 'cold']))),
};
/** Pixels across of the widest plane: it is as high as it is wide. */
const MAX_PIXELS = 760;

export function planeRoutes(add: AddRoute): void {
  add('plane', async (call) => {
    const { pixels, ...plane } = call.read({ ...PLANE, pixels: usually(MAX_PIXELS, NUMBER) });
    const { third, largest, series, result } = await planeOf(plane, call);
    const file = `plane-${third}.csv`;
    const sets = ['--pattern', `"{${third}, a, b}"`, '--max', String(largest), '--series', series];
    const survey = ['survey', ...sets, '-o', file];
    const plotted = ['plot', `survey:${file}`, 'plane', '-o', `plane-${third}.svg`];
    return {
      kinds: result.kinds,
      // Where there are no sets that was refused.
      figure: (await plotForPage([result], Math.min(pixels, MAX_PIXELS)))!,
      commands: [survey, plotted].map((words) => commandText(words, call.givenStore)),
    };
  });

  add('plane/figure', async (call) => {
    const { format, ...plane } = call.read({ ...PLANE, format: formatIn(FIGURE_FORMATS) });
    const { third, result } = await planeOf(plane, call);
    const [ending] = formatNamed<Format>(FIGURE_FORMATS, format).endings;
    return bytesAnswer(await plot(result, format), typeOf(ending), `plane-${third}${ending}`);
  });

  add('plane/table', async (call) => {
    const { format, ...plane } = call.read({ ...PLANE, format: formatIn(TABLE_FORMATS) });
    const { third, result } = await planeOf(plane, call);
    const [ending] = formatNamed<Format>(TABLE_FORMATS, format).endings;
    const bytes = await gathered(tableBytes(result, format));
    return bytesAnswer(bytes, typeOf(ending), `plane-${third}${ending}`);
  });
}

async function planeOf({ third, max, series }: Values<typeof PLANE>, { signal }: Pick<Call, 'signal'>) {
  // The one that all have is among the moves.
  const largest = Math.max(third, max);
  const result = await planeStudy.run(setsWithMove({ third, largest, series }), { third, series, signal });
  return { third, largest, series, result };
}
