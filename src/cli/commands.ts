/**
 * The commands in the order of the help. A new one needs its file and a line here: its name of one word or two, its arguments
 * (`<must>`, `[may]`, `..` for several), and a summary. A module is loaded only when its command is used.
 */
import {
  COMMON_OPTIONS,
  isOption,
  listed,
  type CommandBody,
  type CommandEntry,
  type CommandGroup,
} from './command.js';

type Line = readonly [summary: string, load: () => Promise<{ readonly command: CommandBody }>];

const GROUPS: Readonly<Record<string, Readonly<Record<string, Line>>>> = {
  Ask: {
    'query <game> <positions..>': [
      'Hot or cold, nim-value and winning moves of positions',
      () => import('./commands/ask/query.js'),
    ],
    'move <game> <heaps..>': [
      'Who wins a sum of heaps, and every winning move',
      () => import('./commands/ask/move.js'),
    ],
    'play <game> [heaps..]': ['Play against the computer', () => import('./commands/ask/play.js')],
    'why <game> <position>': [
      'The moves that make a position hot or cold, and its nim-value',
      () => import('./commands/ask/why.js'),
    ],
    'values <game>': [
      'Print values: preperiod and period, or a range, on one line or one a line',
      () => import('./commands/ask/values.js'),
    ],
    'sql <words..>': [
      'Query the store and the values of games in SQL',
      () => import('./commands/ask/sql.js'),
    ],
    games: ['List the named games and what is stored of them', () => import('./commands/ask/games.js')],
    'name [name] [game]': [
      'Give a game a name in this store, or list the names',
      () => import('./commands/ask/name.js'),
    ],
    'name rename <name> <renamed>': ['Change a name', () => import('./commands/ask/name-rename.js')],
    'name remove <name>': ['Remove a name', () => import('./commands/ask/name-remove.js')],
    'oeis <game>': [
      'OEIS numbers of a game, and drafts of entries for sequences without one',
      () => import('./commands/ask/oeis.js'),
    ],
  },
  Compute: {
    'extend <game>': [
      'Compute and store a game up to a position',
      () => import('./commands/compute/extend.js'),
    ],
    'period <game>': [
      'Find and prove the period of a finite or cofinite set',
      () => import('./commands/compute/period.js'),
    ],
    'survey [sets..]': [
      'Find the periods of all small finite sets, or of a form or a list of sets',
      () => import('./commands/compute/survey.js'),
    ],
    'survey merge <files..>': [
      'Join the files of all parts of a survey',
      () => import('./commands/compute/survey-merge.js'),
    ],
  },
  Study: {
    'compare [games..]': [
      'Whether games are equal, shifted or scaled',
      () => import('./commands/study/compare.js'),
    ],
    'compare group [games..]': [
      'Games in groups of equal values',
      () => import('./commands/study/compare-group.js'),
    ],
    'compare dual [games..]': [
      'Whether the sink convention gives the values of sets backwards',
      () => import('./commands/study/compare-dual.js'),
    ],
    'expand <game>': [
      'Moves that can be added to a game, or left out, without changing a value',
      () => import('./commands/study/expand.js'),
    ],
    'analyze <game> <analysis>': [
      "The paper's experiments on the values of a game",
      () => import('./commands/study/analyze.js'),
    ],
    'plot <game> <figure>': [
      'Draw a figure of a game as SVG, PNG or Vega-Lite',
      () => import('./commands/study/plot.js'),
    ],
    'report <game>': [
      'Write everything known about a game as one HTML page',
      () => import('./commands/study/report.js'),
    ],
    'worksheet <game>': [
      'Write questions about a game for a class, with answers',
      () => import('./commands/study/worksheet.js'),
    ],
    'explore [game]': [
      'See games in a browser: positions, rasters, analyses, play',
      () => import('./commands/study/explore.js'),
    ],
    'site <folder> [game]': [
      'Write the explorer as a folder for any web server',
      () => import('./commands/study/site.js'),
    ],
  },
  Keep: {
    'info [game]': ['Show what is stored', () => import('./commands/keep/info.js')],
    'export <game>': [
      'Write a series as Parquet, Arrow, CSV, .npy, an OEIS b-file or another format',
      () => import('./commands/keep/export.js'),
    ],
    'verify [game]': ['Check what is stored, and repair it', () => import('./commands/keep/verify.js')],
    'certify <game>': [
      'Prove the stored values of a game from the definition, without a solver',
      () => import('./commands/keep/certify.js'),
    ],
    'copy <folder>': [
      'Copy the store, even while it is being extended',
      () => import('./commands/keep/copy.js'),
    ],
    'import <folders..>': ['Add what other stores have', () => import('./commands/keep/import.js')],
    'rebuild [games..]': [
      'Recreate the catalog of a store from its block files',
      () => import('./commands/keep/rebuild.js'),
    ],
  },
  'Many machines': {
    'sweep [games..]': ['Extend many games and summarise each', () => import('./commands/cluster/sweep.js')],
    worker: [
      'Compute for commands on other machines, through Redis',
      () => import('./commands/cluster/worker.js'),
    ],
    cluster: [
      'List the workers of a Redis server, and the runs that they compute for',
      () => import('./commands/cluster/cluster.js'),
    ],
    'cluster stop <run>': ['End a run and its command', () => import('./commands/cluster/stop.js')],
  },
  'This program': {
    selftest: ['Check this installation against known answers', () => import('./commands/setup/selftest.js')],
    'completion [shell]': [
      'Print a completion script for bash, zsh or fish',
      () => import('./commands/setup/completion.js'),
    ],
  },
};

export const COMMAND_GROUPS: readonly CommandGroup[] = Object.entries(GROUPS).map(([heading, lines]) => ({
  heading,
  commands: Object.entries(lines).map(([signature, [summary, load]]) =>
    listed(signature, summary, async () => (await load()).command),
  ),
}));

export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);

/** Returns the command whose name, of one word or two, stands at an index. */
export function commandAt(words: readonly string[], index: number): CommandEntry | undefined {
  const [first, second] = words.slice(index);
  const named = (wanted: string): CommandEntry | undefined => COMMANDS.find(({ name }) => name === wanted);
  return named(`${first} ${second}`) ?? named(first);
}

/** Options of every command that take a value: the word after one is no command. */
const TAKES_VALUE = Object.entries(COMMON_OPTIONS)
  .filter(([, { placeholder }]) => placeholder !== undefined)
  .map(([name]) => `--${name}`);

/**
 * Returns the index of the command, or of a word in its place. Options may stand before it. The word after an option of single
 * commands may be its value, so it counts as the command only if it names one.
 */
export function placeOfCommand(words: readonly string[], names: readonly string[]): number | undefined {
  for (let i = 0; i < words.length && words[i] !== '--'; i++) {
    const word = words[i];
    if (names.includes(word)) return i;
    if (TAKES_VALUE.includes(word)) i++;
    else if (!isOption(word) && !(i > 0 && isOption(words[i - 1]) && isOfOneCommand(words[i - 1]))) return i;
  }
  return undefined;
}

function isOfOneCommand(option: string): boolean {
  return !option.includes('=') && !Object.hasOwn(COMMON_OPTIONS, option.replace(/^--/, ''));
}
