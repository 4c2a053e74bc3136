// A coordinator as a process of its own, for tests that kill it: extends squares by workers from early on.
// Arguments: the store, the end, how long things may take. The Redis is in TAKEAWAY_REDIS.
import { extendByWorkers, openStore } from '../../../dist/index.js';

const [folder, to, patience = '{}'] = process.argv.slice(2);
const store = await openStore(folder);
const options = {
  to: Number(to),
  series: 'cold',
  method: 'residue-classes',
  blockLength: 2 ** 17,
  farFrom: 2 ** 15,
  patience: JSON.parse(patience),
};
for await (const { stop } of extendByWorkers(store, 'squares', {
  ...options,
  redis: process.env.TAKEAWAY_REDIS,
})) {
  console.log(stop);
}
store.close();
