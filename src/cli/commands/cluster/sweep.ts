/** `takeaway sweep`: extends many games to one position, on threads or workers, and summarises each. */
import { refuse } from '../../../common/errors.js';
import { formatForFile, type Format } from '../../../common/formats.js';
import { readGame, sweep, type Period } from '../../../index.js';
import { METHOD_NAMES, SERIES_NAMES, TABLE_FORMATS, type SweptGame } from '../../../rim.js';
import { defineCommand, GAMES, GAMES_FILE } from '../../command.js';
import { choice, optional, required } from '../../../words/params.js';
import { gamesGiven } from '../../games.js';
import { RUN_OPTIONS, withRunner } from '../../redis.js';
import { shownGame } from '../../shown-games.js';
import { withStore, WRITING } from '../../store.js';
import { checkForce, TABLE_OPTIONS } from '../../outputs.js';
import { watched } from '../../terminal/progress.js';
import { printDone, tableText } from '../../terminal/output.js';
import { parseNumber } from '../../../words/numbers.js';
import { grouped } from '../../../common/shown.js';
import { count, duration } from '../../../words/text.js';

/** Rows of the printed table at most; a file has all. */
const MAX_PRINTED_ROWS = 40;
const MAX_GAME_CHARACTERS = 40;

/** The method that only reads. */
const STORED = 'stored';

const OPTIONS = {
  to: required(optional('N', 'The frontier that each game should reach', parseNumber)),
  file: GAMES_FILE,
  series: choice('Default both (cold and nim)', [...SERIES_NAMES, 'both']),
  method: choice(
    'Default auto, the cheapest; stored computes nothing, and refuses games that are not stored up to N',
    [...METHOD_NAMES, STORED],
  ),
  ...TABLE_OPTIONS,
  ...RUN_OPTIONS,
};

export const command = defineCommand({
  examples: [
    ['sweep squares cubes "{1,3,4}" --to 2^20', 'three games, and what was found about each'],
    [
      'sweep --file games.txt --to 2^22 --output found.arrow',
      'the games in a file, one per line; the table as Arrow',
    ],
    ['sweep --file games.txt --to 2^22 --part 3/8 --store 3', 'every eighth game from the third on'],
    ['sweep --file games.txt --to 2^22 --redis redis://queue.example', 'by the workers of a Redis server'],
  ],
  positionals: { games: GAMES },
  options: OPTIONS,
  run: async ({ games: named, file, method, ...args }) => {
    const { output, force } = args;
    const solving = method === STORED ? { stored: true } : { method };
    // Before a store is opened, which may create it.
    const games = (await gamesGiven(named, file, args.store)).map(readGame);
    if (games.length === 0) refuse('The sweep has no games. Give some, or a file of them with --file.');
    if (output !== undefined) formatForFile<Format>(TABLE_FORMATS, output);
    checkForce(output, force);
    const startedAt = performance.now();
    const words = {
      asked: 'Stopping; games that are done are stored.',
      stopped: () => 'Run the same command again to continue.',
    };
    const swept = await watched(
      'sweep',
      args,
      ({ signal, onProgress }) =>
        // The Redis comes first, so that an error leaves no new store behind.
        withRunner(args, signal, ({ runner, words, facts }) =>
          withStore(args, WRITING, (open) =>
            sweep(open, {
              ...{ ...args, ...solving, games, signal, runner },
              onProgress: (share, game) =>
                onProgress(share, words(), { event: 'game', game, progress: share, ...facts() }),
            }),
          ),
        ),
      words,
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const found = { games: swept, output: output ?? null };
    await printDone(args, found, () => describe(swept, output, seconds));
  },
});

function cut(game: string): string {
  return game.length > MAX_GAME_CHARACTERS ? `${game.slice(0, MAX_GAME_CHARACTERS - 3)}...` : game;
}

function describe(swept: readonly SweptGame[], output: string | undefined, seconds: number): string {
  const where = output === undefined ? '' : `, in ${output}`;
  const summary = `${count(swept.length, 'game')}${where}. It took ${duration(seconds)}.\n`;
  const number = (value: number | null): string => (value === null ? '-' : grouped(value));
  const period = (found: Period | null): string => (found === null ? '-' : grouped(found.period));
  const rows = swept
    .slice(0, MAX_PRINTED_ROWS)
    .map(({ game, frontier, density, largestNimValue, nim, outcome }) => [
      cut(shownGame(game)),
      grouped(frontier),
      density === null ? '-' : density.toPrecision(4),
      number(largestNimValue),
      period(nim),
      period(outcome),
    ]);
  const head = ['game', 'stored to', 'density of cold', 'largest value', 'nim period', 'outcome period'];
  const rest = swept.length - rows.length;
  const more =
    rest === 0
      ? ''
      : `and ${count(rest, 'game')} more${output === undefined ? '; --output keeps all' : ''}\n`;
  return `${summary}${tableText({ head, rows, right: [1, 2, 3, 4, 5] })}${more}`;
}
