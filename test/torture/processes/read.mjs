// A reader beside a writer: asks a store for nim-values and cold positions until stdin ends, and compares each with the
// definition. Says on stdout when there were a hundred answers, and in the end how many, or the first wrong one. Arguments:
// folder, game, most positions.
import { openStore, readGame } from '../../../dist/index.js';

const [folder, game, most] = process.argv.slice(2);
const count = Number(most);
const subtrahends = Array.from(readGame(game).set.between(1, count));

// The mex rule, position by position.
const nim = new Uint16Array(count);
for (let n = 0; n < count; n++) {
  const options = new Set();
  for (const s of subtrahends) {
    if (s > n) break;
    options.add(nim[n - s]);
  }
  while (options.has(nim[n])) nim[n]++;
}

let [isOver, isEnough] = [false, false];
process.stdin.resume().on('end', () => (isOver = true));
process.stdout.write('ready\n');
let [answers, stores, seen] = [0, 0, 0];
while (!isOver) {
  const store = await openStore(folder, { readOnly: true });
  stores++;
  // A store that stays open for a while, and then a fresh one: nothing may be answered from memory alone.
  for (let round = 0; round < 1 + 20 * Math.random() && !isOver; round++) {
    const frontier = Math.min(count, store.coverage(game, 'nim').frontier);
    if (frontier < seen) throw new Error(`the frontier went back from ${seen} to ${frontier}`);
    seen = frontier;
    const positions = Array.from({ length: Math.min(frontier, 64) }, (_, i) =>
      i === 0 ? frontier - 1 : Math.floor(frontier * Math.random()),
    );
    const values = await store.nimValues(game, positions);
    positions.forEach((n, i) => {
      if (values[i] !== nim[n]) throw new Error(`position ${n}: nim-value ${values[i]}, not ${nim[n]}`);
    });
    answers += positions.length;
    for (const { position, cold, nimValue } of await store.query(game, positions.slice(0, 4))) {
      if (nimValue !== nim[position] || cold !== (nim[position] === 0))
        throw new Error(`query ${position}: wrong`);
      answers++;
    }
    if (!isEnough && answers >= 100) process.stdout.write('enough\n');
    isEnough ||= answers >= 100;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  store.close();
}
process.stdout.write(`${JSON.stringify({ answers, stores, seen })}\n`);
