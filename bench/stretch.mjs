// What the last positions below a far bound cost: `node bench/stretch.mjs OTHER squares 26 18 2 5` solves the nim-values
// of the 2^18 positions below 2^26 with two threads, by the build in OTHER/dist and by this one, in 5 rounds that
// alternate. The values below the stretch are random up to what squares have there: the work is the same, and nobody
// waits an hour for the real ones. Prints nanoseconds of processor time an option, and their ratio.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const [other, game = 'squares', log2 = '26', length = '18', threads = '1', rounds = '5'] =
  process.argv.slice(2);
const stop = 2 ** Number(log2);
const start = stop - 2 ** Number(length);

/** Solves in this process; prints nanoseconds of processor time an option, and the hash of the answer. */
async function solve(root) {
  const load = (path) => import(pathToFileURL(resolve(root, 'dist', path)).href);
  const { cachedSet } = await load('game/sets/subtraction-set.js');
  const { CATALOGUE } = await load('game/sets/catalogue.js');
  const { solveByDynamicProgramming } = await load('solver/dynamic-programming/dynamic-programming.js');
  const set = cachedSet(CATALOGUE.find(({ name }) => name === game).set);
  const largest = Math.round(0.11 * Math.sqrt(stop));
  const lower = new Uint16Array(start);
  let state = 1;
  for (let n = 0; n < start; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    lower[n] = (state >>> 8) % largest;
  }
  const task = {
    set,
    range: { start, stop },
    pieceLength: 2 ** 15,
    breathe: () => Promise.resolve(),
    readLower: (range) => Promise.resolve(lower.subarray(range.start, range.stop)),
  };
  const hash = createHash('sha256');
  // The clock starts after the first piece, when the values below the stretch have been read.
  let begun;
  let options = 0;
  for await (const { values } of solveByDynamicProgramming(task, { threads: Number(threads) })) {
    hash.update(values);
    if (begun !== undefined) options += values.length * set.approximateCount(start);
    begun ??= process.cpuUsage();
  }
  const { user, system } = process.cpuUsage(begun);
  console.log(JSON.stringify({ cost: ((user + system) * 1000) / options, hash: hash.digest('hex') }));
}

/** The same in a process of its own. */
function measure(root) {
  const args = [fileURLToPath(import.meta.url), root, game, log2, length, threads, 'one'];
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
    return [measured[other].cost, measured[HERE].cost];
  });
  const [before, after] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  const ratio = median(pairs.map(([a, b]) => a / b));
  console.log(
    `nim ${game}, 2^${length} positions below 2^${log2}, ${threads} threads: ${before.toFixed(2)} ns an option there, ` +
      `${after.toFixed(2)} here, ${ratio.toFixed(2)} times as fast (median of ${rounds} pairs)`,
  );
}

if (rounds === 'one') await solve(other);
else compare();
