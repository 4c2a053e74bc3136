// One of many writers of a store: takes the lock when it is free, extends squares by a step, lets go, and again until
// everything is stored. Says on stdout what it was told. Arguments: folder, to, step.
import { openStore } from '../../../dist/index.js';

const [folder, to, step] = process.argv.slice(2);
const pause = () => new Promise((resolve) => setTimeout(resolve, 1 + 10 * Math.random()));
for (let isDone = false; !isDone; await pause()) {
  let store;
  try {
    store = await openStore(folder);
  } catch (error) {
    if (error.code !== 'locked') throw error;
    process.stdout.write('locked\n');
    continue;
  }
  const frontier = store.info('squares').at(0)?.series.nim?.frontier ?? 0;
  isDone = frontier >= Number(to);
  const end = Math.min(Number(to), frontier + Number(step));
  if (!isDone) {
    for await (const { series, newFrom, stop } of store.extend('squares', { to: end, blockLength: 1024 })) {
      process.stdout.write(`${series} ${newFrom} ${stop}\n`);
    }
  }
  store.close();
}
