/**
 * The commands in the order of the help: a new one needs its file and a line here, its name and arguments as yargs writes them
 * (`<must>`, `[may]`, `..` for several), with what it does. A module is loaded only when its command is used.
 */
import { listed, type CommandBody, type CommandEntry, type CommandGroup } from './command.js';

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
      'Give a game a name in this store, or list, change and remove names',
      () => import('./commands/ask/name.js'),
    ],
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
    'survey [words..]': [
      'Find the periods of all small finite sets, or of a form or a list of sets',
      () => import('./commands/compute/survey.js'),
    ],
  },
  Study: {
    'compare [games..]': [
      'Whether games are equal, shifted or scaled, and which of many are equal',
      () => import('./commands/study/compare.js'),
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
    'explore [game]': [
      'See games in a browser: positions, rasters, analyses, play',
      () => import('./commands/study/explore.js'),
    ],
  },
  Keep: {
    'info [game]': ['Show what is stored', () => import('./commands/keep/info.js')],
    'export <game>': [
      'Write a series as Parquet, Arrow, CSV, .npy, an OEIS b-file or another format',
      () => import('./commands/keep/export.js'),
    ],
    'verify [game]': ['Check what is stored, and repair it', () => import('./commands/keep/verify.js')],
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
    workers: [
      'List the workers of a Redis server and what they are doing',
      () => import('./commands/cluster/workers.js'),
    ],
    runs: [
      'List the runs in a Redis server and how far they have come, or remove one',
      () => import('./commands/cluster/runs.js'),
    ],
  },
  'This program': {
    'cite [game]': [
      'How to cite this program and what is known about a game',
      () => import('./commands/setup/cite.js'),
    ],
    selftest: ['Check this installation against known answers', () => import('./commands/setup/selftest.js')],
    'completion [shell]': [
      'Print a completion script for bash, zsh, fish or PowerShell',
      async () => {
        const { completionOf } = await import('./commands/setup/completion.js');
        return { command: completionOf(COMMANDS) };
      },
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
