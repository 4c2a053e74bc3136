/** Sentences that explain the outcome and the nim-value of a position. */

/** A part of `Why` in engine/reading/why.ts. */
interface Known<N> {
  readonly cold: boolean;
  readonly declared: 'hot' | 'value' | null;
  readonly moveCount: N | null;
  readonly winningCount: N | null;
}

/** Formats a number: pages and terminals group digits differently. */
type Written<N> = (number: N) => string;

/** Returns one or two sentences that derive the outcome from the moves. */
export function reasonOf<N extends number | bigint>(answer: Known<N>, grouped: Written<N>): string {
  const { cold, declared, winningCount } = answer;
  // Only compared with 0 and 1, so rounding does not matter.
  const moveCount = answer.moveCount === null ? null : Number(answer.moveCount);
  const moves =
    answer.moveCount === null
      ? 'more moves than can be listed'
      : `${grouped(answer.moveCount)} move${moveCount === 1 ? '' : 's'}`;
  const about = moveCount === null ? moves : `about ${moves}`;
  if (declared === 'hot') return 'It is declared hot: the player to move wins here, whatever the moves.';
  if (declared === 'value')
    return 'Its value is given in advance, with the game. The mex rule holds from later positions on.';
  if (moveCount === 0) return 'No move is left, so the player to move loses.';
  if (cold)
    return `${moveCount === 1 ? 'The only move leads' : `${winningCount === null ? `There are ${about}. Each of them` : `Each of the ${moves}`} leads`} to a hot position, from which the other player wins. So the player to move loses.`;
  if (winningCount === null)
    return `There are ${about}${moveCount === null ? '' : ', too many to look through'}. At least one leads to a cold position, so the player to move wins.`;
  const verb = Number(winningCount) === 1 ? 'leads' : 'lead';
  return `${grouped(winningCount)} of ${moves} ${verb} to a cold position, from which the other player loses. So the player to move wins.`;
}

/** Longer lists are cut to their first three numbers and the last. */
const MAX_WRITTEN = 12;

/** Returns `mex {0, 1, 3} = 2`. */
export function mexWords<N extends number | bigint>(
  reached: readonly N[],
  value: N,
  grouped: Written<N>,
): string {
  const words = [reached.filter((n) => n < value), reached.filter((n) => n > value)].flatMap((numbers) => {
    const written = numbers.map(grouped);
    return written.length > MAX_WRITTEN ? [...written.slice(0, 3), '…', ...written.slice(-1)] : written;
  });
  return `mex {${words.join(', ')}} = ${grouped(value)}`;
}
