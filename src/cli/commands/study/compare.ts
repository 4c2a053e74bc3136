/** `takeaway compare`: games side by side, or many in groups of equal values. */
import { shortened } from '../../../common/shown.js';
import { compareGames, groupGames, type Period } from '../../../index.js';
import {
  COMPARED_SERIES,
  describePeriod,
  USUAL_POSITIONS,
  type Comparison,
  type GroupedGames,
} from '../../../rim.js';
import { choice, defineCommand, flag, GAMES, GAMES_FILE, optional } from '../../command.js';
import { gamesGiven } from '../../games.js';
import { answering } from '../../store.js';
import { watched } from '../../terminal/progress.js';
import { linesText, print, tableText } from '../../terminal/output.js';
import { parseNumber } from '../../../words/numbers.js';
import { count, grouped } from '../../../words/text.js';

/** Characters of a game in a column. */
const LONGEST_GAME = 40;

export const command = defineCommand({
  examples: [
    ['compare "{1,3,4}" "{1,3,4,10}"', 'equal from 0 on, which the periods prove'],
    ['compare squares primes', 'where they first differ'],
    ['compare "{1,3,4}" "{2,6,8}" "{3,4,6}"', 'the first with each other; {2,6,8} is {1,3,4} scaled by 2'],
    ['compare --group --file games.txt', 'which games of a file have the same nim-values'],
    ['compare --group --series cold - < games.txt', 'the same outcomes, of games from a pipe'],
  ],
  positionals: { games: GAMES },
  options: {
    file: GAMES_FILE,
    group: flag('Partition the games by their values'),
    series: choice('Default nim, or cold where a game has no nim-values', COMPARED_SERIES),
    to: optional(
      'N',
      `Compare positions below N where no period is known; default ${grouped(USUAL_POSITIONS)}`,
      parseNumber,
    ),
  },
  run: async ({ games: words, file, group, series, to, ...args }) => {
    const games = await gamesGiven(words, file, args.store);
    // A line for each of many games would bury what is found.
    const quiet = args.quiet || games.length > 2;
    await answering({ ...args, quiet }, async (store) => {
      if (group) {
        const found = await watched('compare', args, ({ signal, onProgress }) =>
          groupGames(store, games, { series, to, signal, onProgress }),
        );
        return print(args, found, () => describeGroups(found));
      }
      const found = await watched('compare', args, ({ signal }) =>
        compareGames(store, games, { series, to, signal }),
      );
      return print(args, found, () => linesText(found.flatMap(describe)));
    });
  },
});

/** What a value is called. */
const VALUE = { nim: 'nim-value', cold: 'outcome' } as const;

function describe(comparison: Comparison): string[] {
  const { first, second, series, isEqual, compared, difference, periods, scale, shift } = comparison;
  const pair = `${shortened(first)} and ${shortened(second)}`;
  const values = `${VALUE[series]}s`;
  if (difference === null) {
    if (isEqual === null)
      return [`${pair}: equal ${values} below ${grouped(compared ?? 0)}; no period proves more`];
    const why =
      periods.first === null ? 'they are the same game' : `both have ${describePeriod(periods.first)}`;
    return [`${pair}: equal ${values} from 0 on, proven: ${why}`];
  }
  const { position } = difference;
  const [a, b] = [difference.first, difference.second].map((value) => {
    return series === 'nim' ? grouped(value) : value === 1 ? 'cold' : 'hot';
  });
  const lines = [
    `${pair}: equal ${values} below ${grouped(position)}; at ${grouped(position)}: ${a} and ${b}`,
  ];
  const proof = periods.first === null || periods.second === null ? ', as far as compared' : ', proven';
  if (scale !== null) {
    const [long, short] = scale.stretched === 'first' ? [first, second] : [second, first];
    lines.push(
      `  ${shortened(long)} is ${shortened(short)} scaled by ${scale.by}: v(n) = w(floor(n/${scale.by}))${proof}`,
    );
  }
  if (shift !== null) lines.push(`  equal up to a shift: ${describeShift(shift, first, second)}, proven`);
  return lines;
}

/** In words that have only positions from 0 on. */
function describeShift(
  { by, from }: NonNullable<Comparison['shift']>,
  first: string,
  second: string,
): string {
  const [early, late] = by >= 0 ? [first, second] : [second, first];
  const start = Math.min(from, from + by);
  return `${shortened(late)} has at n what ${shortened(early)} has at n + ${grouped(Math.abs(by))}, for n >= ${grouped(start)}`;
}

function describeGroups({ series, compared, groups }: GroupedGames): string {
  const games = groups.reduce((sum, group) => sum + group.games.length, 0);
  const unproven = groups.some(({ period }) => period === null);
  const below = unproven ? `, where no period is known below ${grouped(compared)}` : '';
  const head = `${count(games, 'game')} in ${count(groups.length, 'group')} of equal ${VALUE[series]}s${below}.\n`;
  const rows = groups.map((group) => [
    String(group.games.length),
    periodWords(group.period),
    `${group.begins.join(' ')} ...`,
    group.games.map((game) => shortened(game, LONGEST_GAME)).join(' '),
  ]);
  return `${head}${tableText({ head: ['games', 'period', 'begins', 'equal games'], rows, right: [0] })}`;
}

function periodWords(period: Period | null): string {
  if (period === null) return 'none known';
  const { preperiod, saltus } = period;
  const after = preperiod === 0 ? '' : ` from ${grouped(preperiod)}`;
  return `${grouped(period.period)}${after}${saltus === 0 ? '' : `, saltus ${saltus}`}`;
}
