// npm run bench [-- methods|processes]: what the methods and the command line cost on this machine.
import { benchMethods } from './methods.mjs';
import { benchProcesses } from './processes.mjs';
import { machineLine } from './support/print.mjs';

const SECTIONS = {
  methods: async () => {
    for (const game of ['squares', 'odd']) await benchMethods(game);
  },
  processes: benchProcesses,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`bench: expected some of ${Object.keys(SECTIONS).join(', ')}, found ${unknown}`);
  process.exit(2);
}
console.log(machineLine(), '\n');
for (const name of asked.length === 0 ? Object.keys(SECTIONS) : asked) await SECTIONS[name]();
