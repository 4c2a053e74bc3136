// npm run bench [-- SECTION ...]: what the methods and the command line cost on this machine.
// npm run bench -- --baselines [--rounds K]: against C programs, half an hour. npm run bench:long: past 2^32.
import { parseArgs } from 'node:util';
import { benchAuto } from './auto.mjs';
import { benchBaselines } from './baselines.mjs';
import { benchLong } from './long.mjs';
import { benchMethods } from './methods.mjs';
import { benchProcesses } from './processes.mjs';
import { benchQueries } from './queries.mjs';
import { benchScaling } from './scaling.mjs';
import { machineLine } from './support/print.mjs';

const SECTIONS = {
  methods: async () => {
    for (const game of ['squares', 'odd']) await benchMethods(game);
  },
  auto: benchAuto,
  processes: benchProcesses,
  queries: benchQueries,
  // Loads an SQLite that not every Node has.
  catalogs: async () => (await import('./catalogs.mjs')).benchCatalogs(),
};
/** Sections that need more than this package, and are run only when they are named. */
const ASKED_FOR = { scaling: benchScaling };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    baselines: { type: 'boolean' },
    long: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
  },
});
const unknown = positionals.find((name) => !(name in SECTIONS) && !(name in ASKED_FOR));
if (unknown !== undefined) {
  console.error(
    `bench: expected some of ${Object.keys({ ...SECTIONS, ...ASKED_FOR }).join(', ')}, found ${unknown}`,
  );
  process.exit(2);
}
console.log(machineLine(), '\n');
if (values.baselines) await benchBaselines(Number(values.rounds));
else if (values.long) await benchLong();
else
  for (const name of positionals.length === 0 ? Object.keys(SECTIONS) : positionals)
    await (SECTIONS[name] ?? ASKED_FOR[name])(Number(values.rounds));
