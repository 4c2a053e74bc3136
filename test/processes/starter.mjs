// Starts a process that works on, says its number, and waits.
import { AskingProcess } from '../../dist/processes/beside.js';

const work = new AskingProcess(new URL('script.mjs', import.meta.url));
const { pid } = await work.run({}, () => Promise.resolve());
void work.run({ wait: true }, () => Promise.resolve());
process.stdout.write(`${pid}\n`);
