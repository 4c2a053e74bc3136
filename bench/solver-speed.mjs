// One fast solver on one game without a store: `node bench/solver-speed.mjs cold squares 30 2 [29]` solves to 2^30
// with two threads, and then again from 2^29 on; `nim` in place of `cold` for nim-values. Run it after a build.
// Prints wall-clock seconds, peak memory, the plan of each epoch and the hash of the packed answer.
import { createHash } from 'node:crypto';
import { cachedSet } from '../dist/game/sets/subtraction-set.js';
import { CATALOGUE } from '../dist/game/sets/catalogue.js';
import { copyBits, countOnes, createBitset, sliceBits } from '../dist/kernel/bitset.js';
import { solveByDynamicProgramming } from '../dist/solver/dynamic-programming/dynamic-programming.js';
import { solveByResidueClasses } from '../dist/solver/residue-classes/residue-classes.js';

const [series = 'cold', game = 'squares', log2 = '24', threads = '1', from = '0'] = process.argv.slice(2);
const stop = 2 ** Number(log2);
const { set } = CATALOGUE.find(({ name }) => name === game);
const cold = series === 'cold';
const answer = cold ? createBitset(stop) : new Uint16Array(stop);

function printPlan({ start, stop: end, modulus, chunk, planSeconds, kernels }) {
  const parts = kernels.map(
    ({ kernel, pairs, estimatedSeconds, measuredSeconds }) =>
      `${kernel} ${pairs} pairs ${estimatedSeconds.toFixed(3)} s estimated ${measuredSeconds.toFixed(3)} s`,
  );
  console.log(`  ${start}-${end} modulus ${modulus} chunk ${chunk} plan ${planSeconds.toFixed(3)} s`);
  console.log(`    ${parts.join(', ')}`);
}

async function run(start) {
  const task = {
    set: cachedSet(set),
    range: { start, stop },
    pieceLength: 2 ** 24,
    breathe: () => Promise.resolve(),
    readLower: (range) =>
      Promise.resolve(
        cold ? sliceBits(answer, range.start, range.stop) : answer.slice(range.start, range.stop),
      ),
  };
  const options = { threads: Number(threads), onPlan: printPlan };
  const begun = performance.now();
  for await (const piece of cold
    ? solveByResidueClasses(task, options)
    : solveByDynamicProgramming(task, options)) {
    if (cold) copyBits(piece.values, 0, answer, piece.start, piece.stop - piece.start);
    else answer.set(piece.values, piece.start);
  }
  const seconds = (performance.now() - begun) / 1000;
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${game} ${series} ${start}-${stop}: ${seconds.toFixed(3)} s, peak ${megabytes} MiB`);
}

await run(0);
if (from !== '0') await run(2 ** Number(from));
if (cold) console.log(`${countOnes(answer, 0, stop)} cold positions`);
console.log(`sha256 ${createHash('sha256').update(new Uint8Array(answer.buffer)).digest('hex')}`);
