/** Why a position is hot or cold and has its nim-value, in words. */
import type { WhyAnswer } from '../../contract.js';
import { count, grouped } from '../format.js';

/** The outcome from the moves, in a sentence or two. */
export function reasonOf(answer: WhyAnswer): string {
  const { cold, declared, moveCount, winningCount } = answer;
  const moves = count(moveCount, 'move');
  if (declared === 'hot') return 'It is declared hot: the player to move wins here, whatever the moves.';
  if (declared === 'value')
    return 'Its value is given in advance, with the game. The mex rule holds from later positions on.';
  if (moveCount === 0) return 'No move is left, so the player to move loses.';
  if (cold)
    return `${moveCount === 1 ? 'The only move leads' : `${winningCount === null ? `There are about ${moves}. Each of them` : `Each of the ${moves}`} leads`} to a hot position, from which the other player wins. So the player to move loses.`;
  if (winningCount === null)
    return `There are about ${moves}, too many to look through. At least one leads to a cold position, so the player to move wins.`;
  const verb = winningCount === 1 ? 'leads' : 'lead';
  return `${grouped(winningCount)} of ${moves} ${verb} to a cold position, from which the other player loses. So the player to move wins.`;
}

/** Of more numbers than this the first three are written and the last. */
const MOST_WRITTEN = 12;

/** {0, 1, 3} and the least number that it leaves out. */
export function mexWords({ reached }: Pick<WhyAnswer, 'reached'>, value: number): string {
  const all = reached ?? [];
  const words = [all.filter((n) => n < value), all.filter((n) => n > value)].flatMap((numbers) => {
    const written = numbers.map(grouped);
    return written.length > MOST_WRITTEN ? [...written.slice(0, 3), '…', ...written.slice(-1)] : written;
  });
  return `mex {${words.join(', ')}} = ${grouped(value)}`;
}
