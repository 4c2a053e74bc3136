/** `takeaway move`: sums of heaps. Separate from query, which answers for one heap and never stores anything. */
import { TakeawayError } from '../../../common/errors.js';
import { shortened } from '../../../common/shortened.js';
import {
  canHavePeriod,
  estimateNimSeconds,
  readGame,
  type Game,
  type HeapMove,
  type Store,
  type SumAnswer,
} from '../../../index.js';
import { defineCommand, flag, GAME, repeated, type Values } from '../../command.js';
import { interruptible } from '../../terminal/interruption.js';
import { parseNumber } from '../../words/numbers.js';
import { say, writeData, writeJson } from '../../terminal/output.js';
import { frontiersOf, reading, writing } from '../../store.js';
import { errorText } from '../../words/remedies.js';
import { count, duration, grouped } from '../../words/text.js';

/** Nim-values that are missing are computed and stored without being asked for, up to about this long. */
const MOST_SECONDS = 10;
/** Values that are looked at for a period without being asked to. */
const PERIOD_LIMIT = 2 ** 20;
/** Winning moves that are shown; --json has them all. */
const SHOWN_MOVES = 20;

const POSITIONALS = { game: GAME, heaps: repeated('Heap sizes, such as 35, 2^20 or 1e6', parseNumber) };
const OPTIONS = { misere: flag('Misere play: who makes the last move loses') };

type Args = Values<typeof POSITIONALS> &
  Values<typeof OPTIONS> & { readonly store: string | undefined; readonly quiet: boolean };

export const moveCommand = defineCommand({
  examples: [
    ['move squares 7 15 30', 'who wins three heaps, and how'],
    ['move squares 7 15 30 --misere', 'when the last move loses'],
    ['move "{1,3,4}" 1e6 999_999 --json', 'for machines'],
  ],
  positionals: POSITIONALS,
  options: OPTIONS,
  run: async (args) => {
    const answer = await solve(args);
    if (args.json) await writeJson(answer);
    else await writeData(describe(answer, args));
  },
});

/** The answer from the store, which is extended when that takes only seconds. */
async function solve(args: Args): Promise<SumAnswer> {
  const { heaps, misere, store: folder } = args;
  const game = readGame(args.game);
  try {
    return await reading(folder, (store) => store.solveSum(game, heaps, { misere }));
  } catch (error) {
    if (!(error instanceof TakeawayError) || error.code !== 'not-stored') throw error;
    return extendAndSolve(game, args, error);
  }
}

/** Stores what is missing first; raises `missing` where that takes long or the store cannot be written. */
async function extendAndSolve(game: Game, args: Args, missing: TakeawayError): Promise<SumAnswer> {
  const { heaps, misere, store: folder, quiet } = args;
  const to = Math.max(...heaps) + 1;
  const from = await reading(folder, (store) => Promise.resolve(frontiersOf(store, game).nim));
  const seconds = estimateNimSeconds(game, from, to);
  // A period, where one can be proven, answers for any heap.
  const wantsPeriod = seconds > MOST_SECONDS;
  if (wantsPeriod && !canHavePeriod(game)) throw missing;
  const time = seconds < 1 ? '' : `, which takes about ${duration(seconds)}`;
  const work = wantsPeriod
    ? `Looking for the period of ${shortened(args.game)} first.`
    : `Storing the nim-values of ${shortened(args.game)} to ${grouped(to)} first${time}.`;
  const words = {
    asked: 'Stopping; what is solved is being stored.',
    stopped: () => 'Run the same command again to continue.',
  };
  try {
    return await writing(folder, async (store) => {
      if (!quiet) say(work);
      await interruptible(words, async (signal) => {
        if (wantsPeriod) await store.periods(game, { limit: PERIOD_LIMIT, signal });
        else await extend(store, game, to, signal);
      });
      return store.solveSum(game, heaps, { misere });
    });
  } catch (error) {
    if (!(error instanceof TakeawayError) || !['locked', 'io'].includes(error.code)) throw error;
    if (!quiet) say(`It cannot be stored now. ${errorText(error, folder)}`);
    throw missing;
  }
}

async function extend(store: Store, game: Game, to: number, signal: AbortSignal): Promise<void> {
  const blocks = store.extend(game, { to, series: 'nim', signal });
  while ((await blocks.next()).done !== true);
}

function describe({ nimSum, winner, moves, moreMoves }: SumAnswer, { heaps, misere }: Args): string {
  const head = `${misere ? 'Misere play. ' : ''}Nim-sum ${nimSum}: the ${winner} player wins`;
  if (winner === 'previous') return `${head}; no move helps.\n`;
  if (moves.length === 0 && moreMoves !== undefined)
    return `${head}, but by none of the smallest moves, and there are too many to look through them all.\n`;
  if (moves.length === 0 && !misere) return `${head}, but by moves inside the seed, which are not known.\n`;
  if (moves.length === 0) return `${head}: no move is left, and who made the last one loses.\n`;
  const shown = moves.slice(0, SHOWN_MOVES).map((move) => `  ${describeMove(move, heaps)}\n`);
  const more = moves.length - shown.length;
  return `${head} by ${count(moves.length, 'move')}:\n${shown.join('')}${more > 0 ? `  and ${moreMoves === undefined ? '' : 'at least '}${grouped(more)} more\n` : ''}`;
}

/** `take 4 from heap 2, which has 30 and keeps 26`. */
function describeMove({ heap, take }: HeapMove, heaps: readonly number[]): string {
  const size = heaps[heap - 1];
  return `take ${grouped(take)} from heap ${heap}, which has ${grouped(size)} and keeps ${grouped(size - take)}`;
}
