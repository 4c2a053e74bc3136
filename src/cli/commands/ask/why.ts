/** `takeaway why`: explains a position by its moves. */
import { readGame, type Why } from '../../../index.js';
import { parsePosition } from '../../../words/numbers.js';
import { mexWords, reasonOf } from '../../../words/reasons.js';
import { grouped } from '../../../common/shown.js';
import { argument, defineCommand, GAME } from '../../command.js';
import { answering, sayReading, withStore } from '../../store.js';
import { onData } from '../../terminal/color.js';
import { print, tableText } from '../../terminal/output.js';

export const command = defineCommand({
  examples: [
    ['why squares 34', 'why 34 is cold'],
    ['why "{1,3,4}" 1e12', 'a position far up, by the period'],
    ['why squares 35 --json', 'the same for machines'],
  ],
  positionals: {
    game: GAME,
    position: argument('A heap size, such as 35, 2^20 or 1e6', parsePosition),
  },
  options: {},
  run: ({ game, position, ...args }) =>
    withStore(args, answering(args), async (store) => {
      sayReading(game, args);
      const found =
        typeof position === 'number' ? await store.why(game, position) : await store.why(game, position);
      const why = found as Why<number | bigint>;
      await print(args, { game: readGame(game).key, ...why }, () => describe(why));
    }),
});

function describe(why: Why<number | bigint>): string {
  const { position, cold, nimValue, declared, moves, moveCount, reached } = why;
  const outcome = cold ? onData('cold', 'cold') : onData('hot', 'hot');
  const lines = [`${position} is ${outcome}. ${reasonOf(why, grouped)}`];
  if (nimValue !== null && declared === null)
    lines.push(
      reached === null
        ? `Its nim-value is ${nimValue}.`
        : `Its nim-value is the least number that no move leads to: ${mexWords(reached, nimValue, grouped)}.`,
    );
  const rows = moves.map(({ take, to, cold: isCold, nimValue: value }) => [
    `take ${take}`,
    `leaves ${to}`,
    isCold ? onData('cold', 'cold') : onData('hot', 'hot'),
    value === null ? '' : `nim-value ${value}`,
  ]);
  const more = moveCount === null ? null : BigInt(moveCount) - BigInt(moves.length);
  const listed = rows.length === 0 ? '' : tableText({ rows });
  const rest = more === null ? 'and more\n' : more > 0n ? `and ${grouped(more)} more\n` : '';
  return `${lines.join('\n')}\n${listed}${rest}`;
}
