/** `takeaway compare`: games side by side, many in groups of equal values, or each with itself in the sink convention. */
import { refuse } from '../../../common/errors.js';
import { grouped, shortened } from '../../../common/shown.js';
import { compareGames, groupGames, testDuality, type Period } from '../../../index.js';
import {
  COMPARED_SERIES,
  describePeriod,
  setsOfPattern,
  setText,
  USUAL_POSITIONS,
  type Comparison,
  type Duality,
  type GroupedGames,
} from '../../../rim.js';
import {
  asText,
  choice,
  defineCommand,
  flag,
  GAMES,
  GAMES_FILE,
  missingOption,
  optional,
} from '../../command.js';
import { gamesGiven } from '../../games.js';
import { shownGame } from '../../shown-games.js';
import { answering, withStore } from '../../store.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { linesText, print, tableText } from '../../terminal/output.js';
import { parseNumber } from '../../../words/numbers.js';
import { count } from '../../../words/text.js';

/** Characters of a game in a column. */
const LONGEST_GAME = 40;

export const command = defineCommand({
  examples: [
    ['compare "{1,3,4}" "{1,3,4,10}"', 'equal from 0 on, proven by the periods'],
    ['compare squares primes', 'where they first differ'],
    [
      'compare "{1,3,4}" "{2,6,8}" "{3,4,6}"',
      'the first with each other one; {2,6,8} is {1,3,4} scaled by 2',
    ],
    ['compare --group --file games.txt', 'which games in a file have the same nim-values'],
    ['compare --dual --pattern "{a, b, a+b}" --max 60', 'a conjecture about the sink convention, set by set'],
    ['compare --group --series cold - < games.txt', 'games from a pipe, grouped by their outcomes'],
  ],
  positionals: { games: GAMES },
  options: {
    file: GAMES_FILE,
    pattern: optional('FORM', 'Also all sets of a form, such as "{a, b, a+b}"', asText),
    max: optional('N', 'The largest element that a set of the form may have', parseNumber),
    group: flag('Partition the games by their values'),
    dual: flag('Test whether the sink convention gives the nim-values of each set backwards'),
    series: choice('Default nim, or cold where a game has no nim-values', COMPARED_SERIES),
    to: optional(
      'N',
      `Compare positions below N where no period is known; default ${grouped(USUAL_POSITIONS)}`,
      parseNumber,
    ),
  },
  run: async ({ games: words, file, pattern, max, group, dual, series, to, ...args }) => {
    const games = [...(await gamesGiven(words, file, args.store)), ...(await gamesOfForm(pattern, max))];
    if (dual && (group || (series ?? 'nim') !== 'nim' || to !== undefined))
      refuse(
        '--dual proves its answer for nim-values of all positions. Leave --group, --series cold and --to out.',
      );
    // A line for each of many games would bury what is found.
    const quiet = args.quiet || games.length > 2;
    await withStore(args, answering({ quiet }), async (store) => {
      const show = async <Found>(
        find: (watch: Watch) => Promise<Found>,
        text: (found: Found) => string,
      ): Promise<void> => {
        const found = await watched('compare', args, find);
        await print(args, found, () => text(found));
      };
      if (dual) return show((watch) => testDuality(store, games, watch), describeDualities);
      const options = { series, to };
      if (group) return show((watch) => groupGames(store, games, { ...options, ...watch }), describeGroups);
      return show(
        ({ signal }) => compareGames(store, games, { ...options, signal }),
        (found) => linesText(found.flatMap(describe)),
      );
    });
  },
});

async function gamesOfForm(pattern: string | undefined, max: number | undefined): Promise<string[]> {
  if (pattern === undefined && max === undefined) return [];
  if (pattern === undefined) throw missingOption('--pattern', 'FORM');
  if (max === undefined) throw missingOption('--max', 'N');
  return (await setsOfPattern(pattern, max)).map((set) => setText(set));
}

function shownShort(game: string, most?: number): string {
  return shortened(shownGame(game), most);
}

/** What a value is called. */
const VALUE = { nim: 'nim-value', cold: 'outcome' } as const;

function describe(comparison: Comparison): string[] {
  const { first, second, series, isEqual, compared, difference, periods, scale, shift, mirror } = comparison;
  const pair = `${shownShort(first)} and ${shownShort(second)}`;
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
  const proof =
    periods.first === null || periods.second === null ? ', as far as they were compared' : ', proven';
  if (scale !== null) {
    const [long, short] = scale.stretched === 'first' ? [first, second] : [second, first];
    lines.push(
      `  ${shownShort(long)} is ${shownShort(short)} scaled by ${scale.by}: v(n) = w(floor(n/${scale.by}))${proof}`,
    );
  }
  if (shift !== null) lines.push(`  equal up to a shift: ${describeShift(shift, first, second)}, proven`);
  if (mirror !== null && shift === null)
    lines.push(
      `  ${shownShort(second)} is ${shownShort(first)} backwards: ${describeMirror(mirror)}, proven`,
    );
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
  return `${shownShort(late)} has at n what ${shownShort(early)} has at n + ${grouped(Math.abs(by))}, for n >= ${grouped(start)}`;
}

/** Sets of a kind, and values that are exchanged, that are shown. */
const TOLD = 10;

/** In words of w(m), the later, and v(n), the former. */
function describeMirror({ sum, exchange }: NonNullable<Comparison['mirror']>): string {
  const values = exchange.slice(0, TOLD).map(([from, to]) => `${grouped(from)} -> ${grouped(to)}`);
  const rest = exchange.length - values.length;
  if (rest > 0) values.push(`${grouped(rest)} more`);
  const exchanged = values.length === 0 ? '' : ` with ${values.join(', ')}`;
  return `w(m) = v(n)${exchanged} where n + m is ${grouped(sum)} modulo the period`;
}

function describeDualities(found: readonly Duality[]): string {
  const kinds = [
    ['additive, {a, b, a + b}', found.filter(({ isAdditive }) => isAdditive)],
    ['others', found.filter(({ isAdditive }) => !isAdditive)],
  ] as const;
  const rows = kinds.map(([kind, sets]) => {
    const those = [true, false, null].map((is) => grouped(sets.filter(({ isDual }) => isDual === is).length));
    return [kind, grouped(sets.length), ...those];
  });
  const head = linesText([
    'Nim-values v(n) of each set, and w(m) in the sink convention.',
    'Dual: of {a, b, a + b}, w(m) = v(n) with 0 and 2 exchanged where n + m is -b modulo the period; of others, any such mirror.',
    'Proven set by set, by the periods.',
  ]);
  const table = tableText({
    head: ['sets', 'all', 'dual', 'not dual', 'no period'],
    rows,
    right: [1, 2, 3, 4],
  });
  const [additive, others] = kinds.map(([, sets]) => sets);
  const told = [
    ...someOf(
      'Additive but not dual',
      additive.filter(({ isDual }) => isDual === false),
    ),
    ...someOf(
      'Not additive but dual',
      others.filter(({ isDual }) => isDual === true),
    ),
  ];
  return `${head}${table}${linesText(told)}`;
}

/** Some of the sets in words, and how many more there are. */
function someOf(words: string, sets: readonly Duality[]): string[] {
  if (sets.length === 0) return [];
  const told = sets.slice(0, TOLD).map(({ game, mirror }) => {
    return `  ${shownShort(game, LONGEST_GAME)}${mirror === null ? '' : `: ${describeMirror(mirror)}`}`;
  });
  const more = sets.length - told.length;
  return [`${words}:`, ...told, ...(more === 0 ? [] : [`  and ${grouped(more)} more`])];
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
    group.games.map((game) => shownShort(game, LONGEST_GAME)).join(' '),
  ]);
  return `${head}${tableText({ head: ['games', 'period', 'begins', 'equal games'], rows, right: [0] })}`;
}

function periodWords(period: Period | null): string {
  if (period === null) return 'none known';
  const { preperiod, saltus } = period;
  const after = preperiod === 0 ? '' : ` from ${grouped(preperiod)}`;
  return `${grouped(period.period)}${after}${saltus === 0 ? '' : `, saltus ${saltus}`}`;
}
