/** `takeaway move`: sums of heaps. */
import type { SumAnswer } from '../../../index.js';
import type { HeapMove } from '../../../rim.js';
import { defineCommand, MISERE, GAME, repeated } from '../../command.js';
import type { Values } from '../../../words/params.js';
import { parseAnyHeap } from '../../../words/numbers.js';
import { print } from '../../terminal/output.js';
import { answering, sayReading, withStore } from '../../store.js';
import { grouped } from '../../../common/shown.js';
import { count } from '../../../words/text.js';

/** Winning moves in the text at most; --json has all. */
const MAX_SHOWN_MOVES = 20;

const POSITIONALS = { game: GAME, heaps: repeated('Heap sizes, such as 35, 2^20 or 1e6', parseAnyHeap) };
const OPTIONS = { misere: MISERE };

type Args = Values<typeof POSITIONALS> & Values<typeof OPTIONS>;

export const command = defineCommand({
  examples: [
    ['move squares 7 15 30', 'who wins with three heaps, and how'],
    ['move squares 7 15 30 --misere', 'when the last move loses'],
    ['move "{1,3,4}" 1e6 999_999 --json', 'for machines'],
  ],
  positionals: POSITIONALS,
  options: OPTIONS,
  run: async (args) => {
    sayReading(args.game, args);
    const { game, heaps } = args;
    const answer = await withStore(args, answering(args), (store): Promise<AnySum> => {
      const numbers = heaps.filter((heap) => typeof heap === 'number');
      return numbers.length === heaps.length
        ? store.solveSum(game, numbers, args)
        : store.solveSum(game, heaps.map(BigInt), args);
    });
    await print(args, answer, () => describe(answer, args));
  },
});

type AnySum = SumAnswer | SumAnswer<bigint>;

function describe({ nimSum, winner, moves, moreMoves }: AnySum, { heaps, misere }: Args): string {
  const head = `${misere ? 'Misere play. ' : ''}Nim-sum ${nimSum}: the ${winner} player wins`;
  if (winner === 'previous') return `${head}; no move helps.\n`;
  if (moves.length === 0 && moreMoves !== undefined)
    return `${head}, but by none of the smallest moves, and there are too many to try them all.\n`;
  if (moves.length === 0 && !misere) return `${head}, but by moves inside the seed, which are not known.\n`;
  if (moves.length === 0) return `${head}: no move is left, and the player who made the last one loses.\n`;
  const shown = moves.slice(0, MAX_SHOWN_MOVES).map((move) => `  ${describeMove(move, heaps)}\n`);
  const more = moves.length - shown.length;
  return `${head} by ${count(moves.length, 'move')}:\n${shown.join('')}${more > 0 ? `  and ${moreMoves === undefined ? '' : 'at least '}${grouped(more)} more\n` : ''}`;
}

/** Returns `take 4 from heap 2, which has 30 and keeps 26`. */
function describeMove(
  { heap, take }: HeapMove<number | bigint>,
  heaps: readonly (number | bigint)[],
): string {
  const size = heaps[heap - 1];
  const left = BigInt(size) - BigInt(take);
  return `take ${grouped(take)} from heap ${heap}, which has ${grouped(size)} and keeps ${grouped(left < 0n ? 0n : left)}`;
}
