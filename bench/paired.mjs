// Whether a change made a fast solver slower: `node bench/paired.mjs OTHER cold squares 26 1 9` solves to 2^26 with
// one thread by the build in OTHER/dist and by this one, in 9 rounds that alternate. Prints processor time, its ratio.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const [other, series = 'cold', game = 'squares', log2 = '24', threads = '1', rounds = '9'] =
  process.argv.slice(2);

/** Solves in this process and prints the seconds of processor time, and the hash of the answer. */
async function solve(root) {
  const load = (path) => import(pathToFileURL(resolve(root, 'dist', path)).href);
  const { cachedSet } = await load('game/sets/subtraction-set.js');
  const { CATALOGUE } = await load('game/sets/catalogue.js');
  const { solveByDynamicProgramming } = await load('solver/dynamic-programming/dynamic-programming.js');
  const { solveByResidueClasses } = await load('solver/residue-classes/residue-classes.js');
  const task = {
    set: cachedSet(CATALOGUE.find(({ name }) => name === game).set),
    range: { start: 0, stop: 2 ** Number(log2) },
    pieceLength: 2 ** 24,
    breathe: () => Promise.resolve(),
  };
  const solver = series === 'cold' ? solveByResidueClasses : solveByDynamicProgramming;
  const hash = createHash('sha256');
  const begun = process.cpuUsage();
  for await (const { values } of solver(task, { threads: Number(threads) })) hash.update(values);
  const { user, system } = process.cpuUsage(begun);
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, hash: hash.digest('hex') }));
}

/** The same in a process of its own. */
function measure(root) {
  const args = [fileURLToPath(import.meta.url), root, series, game, log2, threads, 'one'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function compare() {
  const pairs = Array.from({ length: Number(rounds) }, (_, round) => {
    const measured = {};
    for (const root of round % 2 === 0 ? [other, HERE] : [HERE, other]) measured[root] = measure(root);
    if (measured[other].hash !== measured[HERE].hash) throw new Error('the answers differ');
    return [measured[other].seconds, measured[HERE].seconds];
  });
  const [before, after] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  const ratio = median(pairs.map(([a, b]) => b / a));
  console.log(
    `${series} ${game} 2^${log2}, ${threads} threads: ${before.toFixed(3)} s there, ${after.toFixed(3)} s here, ` +
      `ratio ${ratio.toFixed(3)} (median of ${rounds} pairs)`,
  );
}

if (rounds === 'one') await solve(other);
else compare();
