/** The commands in the order of the help: a new one needs its file and an entry here. A module is loaded only when it is used. */
import type { Command, CommandEntry, CommandGroup } from './command.js';

/** A command of its signature (the name and its arguments), a summary, and the module that has it. */
function entry(
  signature: string,
  summary: string,
  load: () => Promise<{ readonly command: Command }>,
): CommandEntry {
  return { name: signature.split(' ')[0], signature, summary, load: async () => (await load()).command };
}

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    heading: 'Ask',
    commands: [
      entry(
        'query <game> <positions..>',
        'Hot or cold, nim-value and winning moves of positions',
        () => import('./commands/ask/query.js'),
      ),
      entry(
        'move <game> <heaps..>',
        'Who wins a sum of heaps, with every winning move',
        () => import('./commands/ask/move.js'),
      ),
      entry('play <game> [heaps..]', 'Play against the computer', () => import('./commands/ask/play.js')),
      entry(
        'range <game>',
        'Print the values of a range of positions',
        () => import('./commands/ask/range.js'),
      ),
      entry(
        'values <game>',
        'Print values on one line: preperiod and period, or a range',
        () => import('./commands/ask/values.js'),
      ),
      entry(
        'sql <words..>',
        'Query the store and the values of games in SQL',
        () => import('./commands/ask/sql.js'),
      ),
      entry(
        'games',
        'List the named games and what is stored of them',
        () => import('./commands/ask/games.js'),
      ),
      entry(
        'oeis <game>',
        'OEIS numbers of a game, and drafts of entries for sequences without one',
        () => import('./commands/ask/oeis.js'),
      ),
    ],
  },
  {
    heading: 'Compute',
    commands: [
      entry(
        'extend <game>',
        'Compute and store a game up to a position',
        () => import('./commands/compute/extend.js'),
      ),
      entry(
        'period <game>',
        'Find and prove the period of a finite or cofinite set',
        () => import('./commands/compute/period.js'),
      ),
      entry(
        'survey [words..]',
        'Find the periods of all small finite sets, of a form or of a list',
        () => import('./commands/compute/survey.js'),
      ),
    ],
  },
  {
    heading: 'Study',
    commands: [
      entry(
        'compare [games..]',
        'Whether games are equal, shifted or scaled, and which of many are equal',
        () => import('./commands/study/compare.js'),
      ),
      entry(
        'expand <game>',
        'Moves that can be added to a game, or left out, without changing a value',
        () => import('./commands/study/expand.js'),
      ),
      entry(
        'analyze <game> <analysis>',
        "The paper's experiments on the values of a game",
        () => import('./commands/study/analyze.js'),
      ),
      entry(
        'plot <game> <figure>',
        'Draw a figure of a game as SVG, PNG or Vega-Lite',
        () => import('./commands/study/plot.js'),
      ),
      entry(
        'report <game>',
        'Write everything known about a game as one HTML page',
        () => import('./commands/study/report.js'),
      ),
      entry(
        'explore [game]',
        'See games in a browser: positions, rasters, analyses, play',
        () => import('./commands/study/explore.js'),
      ),
    ],
  },
  {
    heading: 'Keep',
    commands: [
      entry('info [game]', 'Show what is stored', () => import('./commands/keep/info.js')),
      entry(
        'export <game>',
        'Write a series as Parquet, Arrow, CSV, .npy, an OEIS b-file or another format',
        () => import('./commands/keep/export.js'),
      ),
      entry(
        'verify [game]',
        'Check what is stored, and repair it',
        () => import('./commands/keep/verify.js'),
      ),
      entry(
        'copy <folder>',
        'Copy the store, even while it is being extended',
        () => import('./commands/keep/copy.js'),
      ),
      entry('import <folders..>', 'Add what other stores have', () => import('./commands/keep/import.js')),
      entry(
        'rebuild [games..]',
        'Recreate the catalog of a store from its block files',
        () => import('./commands/keep/rebuild.js'),
      ),
    ],
  },
  {
    heading: 'Many machines',
    commands: [
      entry(
        'sweep [games..]',
        'Extend many games and summarise each',
        () => import('./commands/cluster/sweep.js'),
      ),
      entry(
        'worker',
        'Compute for commands on other machines, through Redis',
        () => import('./commands/cluster/worker.js'),
      ),
      entry(
        'workers',
        'List the workers of a Redis server and what they are doing',
        () => import('./commands/cluster/workers.js'),
      ),
      entry(
        'runs',
        'List the runs in a Redis server and how far they are, or remove one',
        () => import('./commands/cluster/runs.js'),
      ),
    ],
  },
  {
    heading: 'This program',
    commands: [
      entry(
        'cite [game]',
        'How to cite this program and what is known about a game',
        () => import('./commands/setup/cite.js'),
      ),
      entry(
        'selftest',
        'Check this installation against known answers',
        () => import('./commands/setup/selftest.js'),
      ),
      entry('completion [shell]', 'Print a completion script for bash, zsh, fish or PowerShell', async () => {
        const { completionOf } = await import('./commands/setup/completion.js');
        return { command: completionOf(COMMANDS) };
      }),
    ],
  },
];

export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
