// A writer that goes on in small steps, in which both series grow together; says on stdout what it was told.
// Arguments: folder, game, to, step, block length.
import { openStore } from '../../../dist/index.js';

const [folder, game, ...numbers] = process.argv.slice(2);
const [most, step, blockLength] = numbers.map(Number);
const store = await openStore(folder);
for (let to = step; to <= most; to += step) {
  for await (const { series, stop } of store.extend(game, { to, blockLength })) {
    process.stdout.write(`${series} ${stop}\n`);
  }
}
store.close();
