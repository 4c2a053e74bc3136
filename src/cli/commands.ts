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
    name: 'values',
    signature: 'values <game>',
    summary: 'Print values on one line: preperiod and period, or a stretch',
    load: async () => (await import('./commands/ask/values.js')).valuesCommand,
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
    signature: 'plot <game> <figure>',
    summary: 'Draw a figure of a game as SVG, PNG or Vega-Lite',
    load: async () => (await import('./commands/study/plot.js')).plotCommand,
  },
  {
    name: 'report',
    signature: 'report <game>',
    summary: 'Write all that is known of a game as one HTML page',
    load: async () => (await import('./commands/study/report.js')).reportCommand,
  },
  {
    name: 'explore',
    signature: 'explore [game]',
    summary: 'See games in a browser: positions, rasters, analyses, play',
    load: async () => (await import('./commands/study/explore.js')).exploreCommand,
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
    name: 'oeis',
    signature: 'oeis <game>',
    summary: 'OEIS numbers of a game, and drafts of entries for what has none',
    load: async () => (await import('./commands/ask/oeis.js')).oeisCommand,
  },
  {
    name: 'cite',
    signature: 'cite [game]',
    summary: 'How to cite this program, and what is known of a game',
    load: async () => (await import('./commands/setup/cite.js')).citeCommand,
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
    summary: 'Print a completion script for bash, zsh, fish or PowerShell',
    load: async () => (await import('./commands/setup/completion.js')).completionOf(COMMANDS),
  },
];
