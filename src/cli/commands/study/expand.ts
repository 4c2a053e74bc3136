/** `takeaway expand`: moves that can be added to a game, or left out, without changing a value. */
import { grouped, shortened } from '../../../common/shown.js';
import { expandGame } from '../../../index.js';
import { COMPARED_SERIES, describePeriod, setText, type Expansion } from '../../../rim.js';
import { defineCommand, GAME } from '../../command.js';
import { choice, optional } from '../../../words/params.js';
import { answering, withStore } from '../../store.js';
import { watched } from '../../terminal/progress.js';
import { linesText, print } from '../../terminal/output.js';
import { parseNumber } from '../../../words/numbers.js';
import { shownGame } from '../../shown-games.js';

export const command = defineCommand({
  examples: [
    ['expand "{1,3,4}"', 'the expansion set, proven by the period, and a reduced set'],
    ['expand "{2,3,7}" --max 100', 'the moves up to 100'],
    ['expand squares --series cold --max 1000', 'the moves that no position below 100,000 refutes'],
  ],
  positionals: { game: GAME },
  options: {
    max: optional('N', 'Try moves up to N; default enough to decide all others, or else 1000', parseNumber),
    series: choice('Default nim, or cold of a game that has no nim-values', COMPARED_SERIES),
  },
  run: ({ game, max, series, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const found = await watched('expand', args, ({ signal, onProgress }) =>
        expandGame(store, game, { to: max && max + 1, series, signal, onProgress }),
      );
      const { to, ...rest } = found;
      await print(args, { ...rest, max: to - 1 }, () => linesText(describe(found)));
    }),
});

function describe(found: Expansion): string[] {
  const { game, series, period, moves, added, to, compared, repeats, reduced } = found;
  const what = series === 'nim' ? 'nim-values' : 'outcomes';
  const list = (numbers: readonly number[]): string => (numbers.length === 0 ? 'none' : numbers.join(','));
  const proof =
    compared === null
      ? `proven by ${describePeriod(period!)}`
      : `not proven: no position below ${grouped(compared)} refutes them`;
  const more =
    repeats === null ? '' : `; from ${grouped(repeats.from)} on, they repeat with ${grouped(repeats.period)}`;
  return [
    `${shortened(shownGame(game))}: moves up to ${grouped(to - 1)} that leave all ${what} as they are; ${proof}${more}`,
    `  added      ${list(added)}`,
    `  expansion  ${setText(moves)}`,
    ...(reduced === null ? [] : [`  reduced    ${setText(reduced)}`]),
  ];
}
