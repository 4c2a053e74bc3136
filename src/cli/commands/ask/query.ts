/** `takeaway query`: what is known of single positions. Separate because scripts lean on its shape most. */
import type { Answer, Store } from '../../../index.js';
import { defineCommand, GAME, repeated } from '../../command.js';
import { parseNumber } from '../../words/numbers.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { reading } from '../../store.js';
import { asLines } from '../../words/text.js';

/** Where only the smallest of too many options were looked through. */
const NONE_FOUND = 'no winning move among the smallest subtrahends, and too many to look through them all';

/** Winning moves that a line shows; --json has them all. */
const SHOWN_MOVES = 10;

export const queryCommand = defineCommand({
  examples: [
    ['query squares 34 35', 'two positions of subtract-a-square'],
    ['query "{1,3,4}" 2^20 --json', 'a set of your own, for machines'],
    ['query "{13,29,42}" 1e15', 'a game with a closed form: any position below 2^53 - 1'],
  ],
  positionals: { game: GAME, positions: repeated('Heap sizes, such as 35, 2^20 or 1e6', parseNumber) },
  options: {},
  run: ({ game, positions, store: folder, json }) =>
    reading(folder, async (store) => {
      const answers = await store.query(game, positions);
      if (json) await writeJson(answers);
      else {
        const lines = answers.map((answer) => `${describeAnswer(answer)}${origin(store, game, answer)}`);
        await writeData(asLines(lines));
      }
    }),
});

/** ` (from period 5)` where an answer is not stored. */
function origin(store: Store, game: string, { nimValue, source }: Answer): string {
  if (source === 'stored') return '';
  const { rule } = store.coverage(game, nimValue === null ? 'cold' : 'nim');
  return ` (from ${source === 'closed-form' ? 'the closed form: ' : ''}${rule ?? source})`;
}

/** `35: hot, nim-value 1, winning moves 1, 25`. */
function describeAnswer({ position, hot, nimValue, remoteness, winningMoves, moreMoves }: Answer): string {
  const facts = [hot ? 'hot' : 'cold'];
  if (nimValue !== null) facts.push(`nim-value ${nimValue}`);
  if (remoteness !== undefined) facts.push(`remoteness ${remoteness}`);
  if (hot && winningMoves.length === 0) facts.push(moreMoves === undefined ? 'declared hot' : NONE_FOUND);
  else if (hot) {
    const shown = winningMoves.slice(0, SHOWN_MOVES).join(', ');
    const more = winningMoves.length - SHOWN_MOVES;
    facts.push(
      `winning move${winningMoves.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${moreMoves === undefined ? '' : 'at least '}${more} more` : ''}`,
    );
  }
  return `${position}: ${facts.join(', ')}`;
}
