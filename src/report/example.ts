/** The section with an example: one position, its winning moves, and why they win. */
import { withCommas } from '../words/typeset.js';
import { prose } from './parts/html.js';
import { listed, range, type Section } from './parts/section.js';

/** The example is a position below this. */
const LAST_EXAMPLE = 80;

export const exampleSection: Section = {
  id: 'example',
  heading: 'An example',
  lacks: ({ game, cold }) =>
    game.hotspots !== undefined || game.pass !== undefined
      ? 'hot positions may have no winning move'
      : cold.reach < 4
        ? 'too few positions are stored'
        : null,
  async make({ store, game, cold }) {
    const found = await store.query(game, range(Math.min(LAST_EXAMPLE, cold.reach)));
    const answers = found.map((answer) => ({ ...answer, winningMoves: answer.winningMoves ?? [] }));
    const optionsOf = (n: number): number[] => Array.from(game.set.between(1, n + 1));
    const reachedFrom = (n: number): number[] => optionsOf(n).map((taken) => n - taken);
    // A hot position of a seed may lack a winning move: the example would end there.
    const hot = answers.filter(
      ({ cold: isCold, position, winningMoves }) =>
        !isCold &&
        winningMoves.length > 0 &&
        reachedFrom(position - winningMoves[0]).every((n) => answers[n].winningMoves.length > 0),
    );
    // Prefers few winning moves among three to seven moves: neither trivial nor long.
    const cost = ({ position, winningMoves }: (typeof hot)[number]): number =>
      5 * Math.abs(optionsOf(position).length - 4) + 4 * winningMoves.length + Math.abs(position - 30) / 4;
    const chosen = [...hot].sort((a, b) => cost(a) - cost(b)).at(0);
    if (chosen === undefined) {
      return [prose('No stored position has a winning move and, after each reply, another one.')];
    }
    const { position, winningMoves: wins } = chosen;
    const moves = optionsOf(position);
    const left = position - wins[0];
    const after = reachedFrom(left);
    const answer = after.map((n) => answers[n].winningMoves[0]);
    return [
      prose(
        `There are ${withCommas(position)} counters. ${moves.length === 1 ? 'The one move is to take' : 'The moves are to take'} ${listed(moves, 'or')}, which ` +
          `${moves.length === 1 ? 'leaves' : 'leave'} ${listed(
            moves.map((move) => position - move),
            'or',
          )}. ` +
          (wins.length === 1
            ? `Only ${withCommas(left)} of these is cold, so taking ${withCommas(wins[0])} is the only move that wins.`
            : `Of these ${listed(
                wins.map((move) => position - move),
                'and',
              )} are cold, so taking ${listed(wins, 'or')} wins.`),
      ),
      prose(
        after.length === 0
          ? `From ${withCommas(left)} there is no move: the opponent has lost.`
          : `From ${withCommas(left)} the opponent can leave ${listed(after, 'or')}, and ${after.length === 1 ? 'it is' : 'all of these are'} hot: ` +
              after
                .slice(0, 6)
                .map(
                  (n, i) =>
                    `from ${withCommas(n)}, taking ${withCommas(answer[i])} leaves the cold position ${withCommas(n - answer[i])}`,
                )
                .join('; ') +
              '. So it goes on until the opponent has no move.',
      ),
    ];
  },
};
