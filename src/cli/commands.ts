/** The commands in the order of the help: a new one needs its file and an entry here. A module is loaded only when it is used. */
import type { Command, CommandEntry } from './command.js';

/** A command of its signature (the name and its arguments), a summary, and the module that has it. */
function entry(
  signature: string,
  summary: string,
  load: () => Promise<{ readonly command: Command }>,
): CommandEntry {
  return { name: signature.split(' ')[0], signature, summary, load: async () => (await load()).command };
}

export const COMMANDS: readonly CommandEntry[] = [
  entry(
    'extend <game>',
    'Compute and store a game up to a position',
    () => import('./commands/compute/extend.js'),
  ),
  entry(
    'query <game> <positions..>',
    'Hot or cold, nim-value and winning moves of positions',
    () => import('./commands/ask/query.js'),
  ),
  entry(
    'move <game> <heaps..>',
    'Who wins a sum of heaps, and every winning move',
    () => import('./commands/ask/move.js'),
  ),
  entry('play <game> [heaps..]', 'Play against the computer', () => import('./commands/ask/play.js')),
  entry('range <game>', 'Print the values of a range of positions', () => import('./commands/ask/range.js')),
  entry(
    'values <game>',
    'Print values on one line: preperiod and period, or a stretch',
    () => import('./commands/ask/values.js'),
  ),
  entry(
    'export <game>',
    'Write a series as Parquet, Arrow, CSV, .npy and more, or an OEIS b-file',
    () => import('./commands/keep/export.js'),
  ),
  entry(
    'sql <words..>',
    'Ask in SQL about the store and the values of games',
    () => import('./commands/ask/sql.js'),
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
    'Write all that is known of a game as one HTML page',
    () => import('./commands/study/report.js'),
  ),
  entry(
    'explore [game]',
    'See games in a browser: positions, rasters, analyses, play',
    () => import('./commands/study/explore.js'),
  ),
  entry('info [game]', 'Show what is stored', () => import('./commands/keep/info.js')),
  entry(
    'period <game>',
    'Find and prove the period of a finite or cofinite set',
    () => import('./commands/compute/period.js'),
  ),
  entry('survey', 'Find the periods of all small finite sets', () => import('./commands/compute/survey.js')),
  entry(
    'sweep [games..]',
    'Extend many games, and tell what was found of each',
    () => import('./commands/cluster/sweep.js'),
  ),
  entry(
    'worker',
    'Compute for commands on other machines, over a Redis',
    () => import('./commands/cluster/worker.js'),
  ),
  entry(
    'workers',
    'List the workers of a Redis, and what they do',
    () => import('./commands/cluster/workers.js'),
  ),
  entry('verify [game]', 'Check what is stored, and repair it', () => import('./commands/keep/verify.js')),
  entry(
    'copy <folder>',
    'Make a copy of the store, also beside a running writer',
    () => import('./commands/keep/copy.js'),
  ),
  entry('import <folder>', 'Take over what another store has', () => import('./commands/keep/import.js')),
  entry(
    'rebuild [games..]',
    'Make the catalog of a store again from its block files',
    () => import('./commands/keep/rebuild.js'),
  ),
  entry(
    'games',
    'List the games with a name, and what is stored of them',
    () => import('./commands/ask/games.js'),
  ),
  entry(
    'oeis <game>',
    'OEIS numbers of a game, and drafts of entries for what has none',
    () => import('./commands/ask/oeis.js'),
  ),
  entry(
    'cite [game]',
    'How to cite this program, and what is known of a game',
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
];
