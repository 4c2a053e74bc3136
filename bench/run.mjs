// npm run bench [-- SECTION ...]: what the methods and the command line cost on this machine.
// npm run bench -- --baselines [--rounds K] [--cold LOG2] [--nim LOG2]: against C programs, half an hour. peers: games against C; with --all, every named game. serial: what one thread does alone. npm run bench:long: past 2^32.
import { parseArgs } from 'node:util';
import { machineLine } from './support/print.mjs';

/** A function of a section. Only what is asked for is loaded: not every Node has what all of them need. */
const sectionOf =
  (file, name) =>
  async (...words) =>
    (await import(`./${file}.mjs`))[name](...words);
const benchMethods = sectionOf('methods', 'benchMethods');

const SECTIONS = {
  methods: async () => {
    for (const game of ['squares', 'odd']) await benchMethods(game);
  },
  auto: sectionOf('auto', 'benchAuto'),
  processes: sectionOf('processes', 'benchProcesses'),
  queries: sectionOf('queries', 'benchQueries'),
  catalogs: sectionOf('catalogs', 'benchCatalogs'),
};
/** Sections that need more than this package, and are run only when they are named. */
const ASKED_FOR = {
  scaling: sectionOf('scaling', 'benchScaling'),
  cycles: sectionOf('baselines/cycles', 'benchCycles'),
  peers: sectionOf('baselines/peers', 'benchPeers'),
  serial: sectionOf('serial', 'benchSerial'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    baselines: { type: 'boolean' },
    long: { type: 'boolean' },
    all: { type: 'boolean' },
    rounds: { type: 'string', default: '3' },
    cold: { type: 'string', default: '30' },
    nim: { type: 'string', default: '24' },
    only: { type: 'string' },
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
if (values.baselines) {
  const [rounds, cold, nim] = [values.rounds, values.cold, values.nim].map(Number);
  await sectionOf('baselines/squares', 'benchBaselines')(rounds, cold, nim);
} else if (values.long) await sectionOf('long', 'benchLong')();
else
  for (const name of positionals.length === 0 ? Object.keys(SECTIONS) : positionals)
    await (SECTIONS[name] ?? ASKED_FOR[name])(Number(values.rounds), values);
