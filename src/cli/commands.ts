/** The commands in the order of the help: a new one needs its file and a line here. A module is loaded only when it is used. */
import type { Command, CommandEntry, CommandGroup } from './command.js';

const GROUPS: Readonly<
  Record<string, Readonly<Record<string, () => Promise<{ readonly command: Command }>>>>
> = {
  Ask: {
    query: () => import('./commands/ask/query.js'),
    move: () => import('./commands/ask/move.js'),
    play: () => import('./commands/ask/play.js'),
    range: () => import('./commands/ask/range.js'),
    values: () => import('./commands/ask/values.js'),
    sql: () => import('./commands/ask/sql.js'),
    games: () => import('./commands/ask/games.js'),
    name: () => import('./commands/ask/name.js'),
    oeis: () => import('./commands/ask/oeis.js'),
  },
  Compute: {
    extend: () => import('./commands/compute/extend.js'),
    period: () => import('./commands/compute/period.js'),
    survey: () => import('./commands/compute/survey.js'),
  },
  Study: {
    compare: () => import('./commands/study/compare.js'),
    expand: () => import('./commands/study/expand.js'),
    analyze: () => import('./commands/study/analyze.js'),
    plot: () => import('./commands/study/plot.js'),
    report: () => import('./commands/study/report.js'),
    explore: () => import('./commands/study/explore.js'),
  },
  Keep: {
    info: () => import('./commands/keep/info.js'),
    export: () => import('./commands/keep/export.js'),
    verify: () => import('./commands/keep/verify.js'),
    copy: () => import('./commands/keep/copy.js'),
    import: () => import('./commands/keep/import.js'),
    rebuild: () => import('./commands/keep/rebuild.js'),
  },
  'Many machines': {
    sweep: () => import('./commands/cluster/sweep.js'),
    worker: () => import('./commands/cluster/worker.js'),
    workers: () => import('./commands/cluster/workers.js'),
    runs: () => import('./commands/cluster/runs.js'),
  },
  'This program': {
    cite: () => import('./commands/setup/cite.js'),
    selftest: () => import('./commands/setup/selftest.js'),
    completion: async () => {
      const { completionOf } = await import('./commands/setup/completion.js');
      return { command: completionOf(COMMANDS) };
    },
  },
};

export const COMMAND_GROUPS: readonly CommandGroup[] = Object.entries(GROUPS).map(([heading, modules]) => ({
  heading,
  commands: Object.entries(modules).map(([name, load]) => ({
    name,
    load: async () => (await load()).command,
  })),
}));

export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
