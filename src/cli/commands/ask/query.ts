/** `takeaway query`: answers questions about single positions. */
import { hasCode, refuse, type ErrorCode, type TakeawayError } from '../../../common/errors.js';
import { readGame, type Answer, type QueryOptions, type Store } from '../../../index.js';
import { defineCommand, GAME, MISERE, repeated } from '../../command.js';
import { choice, flag, type Parse } from '../../../words/params.js';
import { onData } from '../../terminal/color.js';
import { isInputOnTerminal, numbersFromStdin, STDIN } from '../../terminal/numbers-in.js';
import { parsePosition } from '../../../words/numbers.js';
import { fitted, print, say, writeData } from '../../terminal/output.js';
import { answering, sayReading, withStore } from '../../store.js';
import { shownGame } from '../../shown-games.js';

/** Stands for winning moves if only the smallest of too many options were tried. */
const NONE_FOUND = 'no winning move among the smallest subtrahends, and too many to try them all';

/** Winning moves in a line at most; --json has all. */
const MAX_SHOWN_MOVES = 10;

const parseOrStdin: Parse<number | bigint | typeof STDIN> = (text, subject) => {
  return text === STDIN ? STDIN : parsePosition(text, subject);
};

export const command = defineCommand({
  examples: [
    ['query squares 34 35', 'two positions of subtract-a-square'],
    ['query "{1,3,4}" 2^20 --json', 'a set of your own, for machines'],
    ['query powers-of:2 1e250', 'a game with a period or a closed form: any whole number'],
    ['query squares - --no-moves < numbers.txt', 'positions from a file or a pipe, one per line'],
  ],
  positionals: {
    game: GAME,
    positions: repeated(
      'Heap sizes, such as 35, 2^20 or 1e6; - reads them from stdin, one per line',
      parseOrStdin,
    ),
  },
  options: {
    'no-moves': flag('Leave winning moves out, which is much faster for many positions'),
    misere: MISERE,
    series: choice('Also the number of moves when the winner hurries and the loser delays', ['remoteness']),
  },
  run: async ({ game, positions, 'no-moves': noMoves, misere, series, ...args }) => {
    const { json, quiet } = args;
    const { key } = readGame(game);
    const written = shownGame(game);
    if (!sayReading(game, args) && !quiet && key !== written.trim())
      say(`${written === game ? 'The game' : written} is ${key}.`);
    const numbers = positions.filter((position) => position !== STDIN);
    const isPiped = numbers.length < positions.length;
    if (isPiped && positions.length > 1) {
      refuse('With -, positions come from stdin. Give no others.');
    }
    const options = { winningMoves: !noMoves, misere, remoteness: series !== undefined };
    const how = { noMoves, misere };
    await withStore(args, answering(args), async (store) => {
      if (!isPiped) {
        const { answers, refusal } = await answersOf(store, game, numbers, options);
        if (refusal !== undefined && answers.every((answer) => answer === undefined)) throw refusal;
        const known = answers.map((answer, i) => answer ?? unknown(numbers[i]));
        await print(args, known, () => linesOf(store, game, numbers, answers, how));
        if (refusal !== undefined) throw refusal;
        return;
      }
      if (isInputOnTerminal() && !quiet) say('Positions, one per line; Ctrl-D ends.');
      let highest = -1;
      let failure: TakeawayError | undefined;
      for await (const batch of numbersFromStdin()) {
        const { answers, refusal } = await store.queryKnown(game, batch, options);
        await writeData(
          json
            ? answers.map((answer, i) => `${JSON.stringify(answer ?? unknown(batch[i]))}\n`).join('')
            : linesOf(store, game, batch, answers, how),
        );
        const top = refusal === undefined ? -1 : batch.reduce((most, position) => Math.max(most, position));
        if (top > highest) [highest, failure] = [top, refusal];
      }
      // The remedy for the highest position helps all.
      if (failure !== undefined) throw failure;
    });
  },
});

type AnyAnswer = Answer | Answer<bigint>;

/** Like `queryKnown`, for positions of any size. */
async function answersOf(
  store: Store,
  game: string,
  positions: readonly (number | bigint)[],
  options: QueryOptions,
): Promise<{ answers: readonly (AnyAnswer | undefined)[]; refusal: TakeawayError | undefined }> {
  const near = positions.filter((position) => typeof position === 'number');
  const known = await store.queryKnown(game, near, options);
  if (near.length === positions.length) return known;
  let { refusal } = known;
  const farther = positions.filter((position) => typeof position === 'bigint');
  const far = await store.query(game, farther, options).catch((error: unknown): undefined => {
    if (!hasCode(error, 'not-stored')) throw error;
    refusal ??= error;
  });
  let [i, k] = [0, 0];
  const answers = positions.map((position) =>
    typeof position === 'number' ? known.answers[i++] : far?.[k++],
  );
  return { answers, refusal };
}

/** Returns the JSON of a position that is not known. */
function unknown(position: number | bigint): {
  readonly position: number | bigint;
  readonly error: ErrorCode;
} {
  return { position, error: 'not-stored' };
}

/** Options of answers as text. */
interface TextOptions {
  readonly noMoves: boolean;
  readonly misere: boolean;
}

function linesOf(
  store: Store,
  game: string,
  positions: ArrayLike<number | bigint>,
  answers: readonly (AnyAnswer | undefined)[],
  how: TextOptions,
): string {
  const origins = new Map<string, string>();
  const originOf = ({ nimValue, source }: AnyAnswer): string => {
    const kind = `${source} ${nimValue === null}`;
    const known = origins.get(kind) ?? origin(store, game, nimValue !== null, source);
    origins.set(kind, known);
    return known;
  };
  let lines = '';
  for (const [i, answer] of answers.entries()) {
    lines +=
      answer === undefined
        ? `${positions[i]}: not known\n`
        : `${describeAnswer(answer, how)}${originOf(answer)}\n`;
  }
  return fitted(lines);
}

/** Returns ` (from period 5)` for an answer that follows from a rule. */
function origin(store: Store, game: string, isNim: boolean, source: Answer['source']): string {
  // Values computed in memory are as good as stored ones, and a line has reported them.
  if (source === 'stored' || source === 'computed') return '';
  const { rule } = store.coverage(game, isNim ? 'nim' : 'cold');
  return ` (from ${source === 'closed-form' ? 'the closed form: ' : ''}${rule ?? source})`;
}

/** Returns `35: hot, nim-value 1, winning moves 1, 25`. */
function describeAnswer(
  { position, cold, nimValue, remoteness, winningMoves, moreMoves }: AnyAnswer,
  { noMoves, misere }: TextOptions,
): string {
  let line = `${position}: ${cold ? onData('cold', 'cold') : onData('hot', 'hot')}`;
  if (nimValue !== null) line += `, nim-value ${nimValue}`;
  if (remoteness !== undefined) line += `, remoteness ${remoteness}`;
  if (cold || noMoves || winningMoves === null) return line;
  // In misere play, nobody wins by a move where none is left.
  const none = moreMoves !== undefined ? NONE_FOUND : misere ? 'no move is left' : 'declared hot';
  if (winningMoves.length === 0) return `${line}, ${none}`;
  const shown = winningMoves.slice(0, MAX_SHOWN_MOVES).join(', ');
  const more = winningMoves.length - MAX_SHOWN_MOVES;
  const atLeast = moreMoves === undefined ? '' : 'at least ';
  return `${line}, winning move${winningMoves.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${atLeast}${more} more` : ''}`;
}
