/** The commands by name, each with its signature and what loads it: a module is loaded only when its command is used. */
import type { CommandEntry } from './command.js';

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'extend',
    signature: 'extend <game>',
    summary: 'Compute and store a game up to a position',
    load: async () => (await import('./commands/compute/extend.js')).extendCommand,
  },
  {
    name: 'query',
    signature: 'query <game> <positions..>',
    summary: 'Hot or cold, nim-value and winning moves of positions',
    load: async () => (await import('./commands/ask/query.js')).queryCommand,
  },
  {
    name: 'move',
    signature: 'move <game> <heaps..>',
    summary: 'Who wins a sum of heaps, and every winning move',
    load: async () => (await import('./commands/ask/move.js')).moveCommand,
  },
  {
    name: 'play',
    signature: 'play <game> [heaps..]',
    summary: 'Play against the computer',
    load: async () => (await import('./commands/ask/play.js')).playCommand,
  },
  {
    name: 'range',
    signature: 'range <game>',
    summary: 'Print the values of a range of positions',
    load: async () => (await import('./commands/ask/range.js')).rangeCommand,
  },
  {
    name: 'export',
    signature: 'export <game>',
    summary: 'Write a series as Parquet, Arrow, CSV, .npy and more, or an OEIS b-file',
    load: async () => (await import('./commands/keep/export.js')).exportCommand,
  },
  {
    name: 'sql',
    signature: 'sql <words..>',
    summary: 'Ask in SQL about the store and the values of games',
    load: async () => (await import('./commands/ask/sql.js')).sqlCommand,
  },
  {
    name: 'analyze',
    signature: 'analyze <game> <analysis>',
    summary: "The paper's experiments: records, density, digits, values, gaps, residues",
    load: async () => (await import('./commands/study/analyze.js')).analyzeCommand,
  },
  {
    name: 'plot',
    signature: 'plot <game> <analysis>',
    summary: 'Draw what an analysis finds as SVG, PNG or Vega-Lite',
    load: async () => (await import('./commands/study/plot.js')).plotCommand,
  },
  {
    name: 'report',
    signature: 'report <game>',
    summary: 'Write all that is known of a game as one HTML page',
    load: async () => (await import('./commands/study/report.js')).reportCommand,
  },
  {
    name: 'info',
    signature: 'info [game]',
    summary: 'Show what is stored',
    load: async () => (await import('./commands/keep/info.js')).infoCommand,
  },
  {
    name: 'period',
    signature: 'period <game>',
    summary: 'Find and prove the period of a finite or cofinite set',
    load: async () => (await import('./commands/compute/period.js')).periodCommand,
  },
  {
    name: 'survey',
    signature: 'survey',
    summary: 'Find the periods of all small finite sets',
    load: async () => (await import('./commands/compute/survey.js')).surveyCommand,
  },
  {
    name: 'sweep',
    signature: 'sweep [games..]',
    summary: 'Extend many games, and tell what was found of each',
    load: async () => (await import('./commands/cluster/sweep.js')).sweepCommand,
  },
  {
    name: 'worker',
    signature: 'worker',
    summary: 'Compute for commands on other machines, over a Redis',
    load: async () => (await import('./commands/cluster/worker.js')).workerCommand,
  },
  {
    name: 'workers',
    signature: 'workers',
    summary: 'List the workers of a Redis, and what they do',
    load: async () => (await import('./commands/cluster/workers.js')).workersCommand,
  },
  {
    name: 'verify',
    signature: 'verify [game]',
    summary: 'Check what is stored, and repair it',
    load: async () => (await import('./commands/keep/verify.js')).verifyCommand,
  },
  {
    name: 'copy',
    signature: 'copy <folder>',
    summary: 'Make a copy of the store, also beside a running writer',
    load: async () => (await import('./commands/keep/copy.js')).copyCommand,
  },
  {
    name: 'import',
    signature: 'import <folder>',
    summary: 'Take over what another store has',
    load: async () => (await import('./commands/keep/import.js')).importCommand,
  },
  {
    name: 'rebuild',
    signature: 'rebuild [games..]',
    summary: 'Make the catalog of a store again from its block files',
    load: async () => (await import('./commands/keep/rebuild.js')).rebuildCommand,
  },
  {
    name: 'games',
    signature: 'games',
    summary: 'List the games with a name, and what is stored of them',
    load: async () => (await import('./commands/ask/games.js')).gamesCommand,
  },
  {
    name: 'selftest',
    signature: 'selftest',
    summary: 'Check this installation against known answers',
    load: async () => (await import('./commands/setup/selftest.js')).selftestCommand,
  },
  {
    name: 'completion',
    signature: 'completion [shell]',
    summary: 'Print the completion script of bash or zsh',
    load: async () => (await import('./commands/setup/completion.js')).completionOf(COMMANDS),
  },
];
