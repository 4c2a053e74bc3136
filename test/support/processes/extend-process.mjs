// Extends squares in its own process from the built package, and says on stdout what it was told.
// Arguments: folder, to, block length. Killed by the crash tests at random moments.
import { openStore } from '../../../dist/index.js';

const [folder, to, blockLength] = process.argv.slice(2);
const store = await openStore(folder);
process.stdout.write('open\n');
for await (const block of store.extend('squares', { to: Number(to), blockLength: Number(blockLength) })) {
  process.stdout.write(`${block.series} ${block.stop}\n`);
}
store.close();
process.stdout.write('done\n');
