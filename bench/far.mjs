// What cold positions of squares cost far up: `node bench/far.mjs 36 27` solves the first 2^27 of those above 2^36 on one thread, by the
// build in ./dist, or by that of a folder named third, in an epoch that doubles the range. The known positions are real below 2^32, which
// takes half a minute and 2 GB to begin with; above it, copies of those from 2^31 on are moved by multiples of the moduli and thinned as
// squares thin out, so that nobody waits a day. Prints nanoseconds of the processor a position, and by kernel as estimated and as the clock
// says; the hash tells whether two builds agree. Synthetic positions close more than real ones: few are cold, so few probes fail.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const [log2 = '36', length = '27', root = HERE] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(root, 'dist', path)).href);

const { CATALOGUE } = await load('game/sets/catalogue.js');
const { cachedSet, lowerBound } = await load('game/sets/subtraction-set.js');
const { onesOf } = await load('kernel/bitset.js');
const { createKernelContext } = await load('kernel/context.js');
const { cutAtMultiples } = await load('common/range.js');
const { solveByResidueClasses } = await load('solver/residue-classes/residue-classes.js');
const { KnownPositions } = await load('solver/residue-classes/known-positions.js');
const { beginEpoch, planEpoch } = await load('solver/residue-classes/epoch.js');
const { chunkSolver, NearStage } = await load('solver/residue-classes/chunk-solver.js');
const { FAR_WORK } = await load('solver/residue-classes/far/job.js');
const { ThreadedFarStage } = await load('solver/residue-classes/far/stage.js');
const { WorkerPool } = await load('solver/threads/pool.js');

/** Real positions lie below REAL; those from COPIED on are copied again and again, STEP further up each time. */
const REAL = 2 ** 32;
const COPIED = 2 ** 31;
const MODULI = 2 ** 4 * 3 * 5 ** 3 * 7 * 13;
const STEP = Math.floor(COPIED / MODULI) * MODULI;
/** Of n positions near n, squares leave about n ** POWER cold (docs/FINDINGS.md): copies near n keep this power of n / 2^31.5. */
const THINNING = -0.304;

const set = cachedSet(CATALOGUE.find(({ name }) => name === 'squares').set);
const breathe = () => Promise.resolve();
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** All cold positions below REAL. */
async function realPositions() {
  const bits = new Uint8Array(REAL / 8);
  const readLower = ({ start, stop }) => Promise.resolve(bits.slice(start / 8, Math.ceil(stop / 8)));
  const task = { set, range: { start: 0, stop: REAL }, pieceLength: 2 ** 24, breathe, readLower };
  const found = [];
  for await (const { start, stop, values } of solveByResidueClasses(task, { threads: 1 })) {
    bits.set(values.subarray(0, (stop - start) / 8), start / 8);
    found.push(onesOf(values, stop - start, start));
  }
  return Float64Array.from(found.flatMap((some) => Array.from(some)));
}

/** A number in [0, 1) that depends on both. */
function mixed(i, salt) {
  let h = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(salt, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** The cold bits of a range of positions that are taken to be known. */
function known(real, { start, stop }) {
  const bits = new Uint8Array(Math.ceil((stop - start) / 8));
  for (let n = start; n < stop;) {
    const copy = n < REAL ? 0 : Math.floor((n - COPIED) / STEP);
    const end = Math.min(stop, n < REAL ? REAL : COPIED + (copy + 1) * STEP);
    const share = n < REAL ? 1 : (n / 2 ** 31.5) ** THINNING;
    for (let i = lowerBound(real, n - copy * STEP); i < real.length; i++) {
      const position = real[i] + copy * STEP;
      if (position >= end) break;
      if (share === 1 || mixed(i, copy) < share)
        bits[Math.floor((position - start) / 8)] |= 1 << ((position - start) % 8);
    }
    n = end;
  }
  return bits;
}

const first = 2 ** Number(log2);
const stop = 2 * first;
const real = await realPositions();
const context = createKernelContext();
const source = {
  range: { start: first, stop },
  readLower: (range) => Promise.resolve(known(real, range)),
  readableBelow: () => first,
  breathe,
};
const positions = new KnownPositions(context, source, 0);
const subtrahends = set.between(1, stop);
const request = { start: first, stop, threads: 1, options: {}, subtrahends, before: undefined };
const planned = (await planEpoch(positions, request)).finish();
const epoch = await beginEpoch(context, positions, planned);
const far = new ThreadedFarStage(context, new WorkerPool(context, FAR_WORK), epoch, breathe);
const near = new NearStage(context, epoch, breathe);
near.ahead.finish();
const solve = chunkSolver(epoch, positions, far, near);

const begun = seconds();
const hash = createHash('sha256');
let cold = 0;
for (const chunk of cutAtMultiples({ start: first, stop: first + 2 ** Number(length) }, epoch.shape.chunk)) {
  const { space, first: origin } = await solve({ chunk, closed: undefined });
  const found = onesOf(space.u8, chunk.stop - origin, origin).filter((n) => n >= chunk.start);
  hash.update(found);
  cold += found.length;
}
const each = (all) => ((all * 1e9) / 2 ** Number(length)).toFixed(2);
console.log(
  `above 2^${log2}: modulus ${planned.plan.modulus}, chunks of ${planned.shape.chunk}, ${cold} cold ${hash.digest('hex').slice(0, 16)}`,
);
console.log(
  `${each(seconds() - begun)} ns of the processor a position, ${(context.memory.buffer.byteLength / 2 ** 30).toFixed(2)} GiB of kernel memory`,
);
for (const [kernel, estimate] of Object.entries(planned.estimates)) {
  const estimated = ((estimate.seconds * 1e9) / first).toFixed(2);
  console.log(`  ${kernel}: ${estimated} ns estimated, ${each(epoch.seconds[kernel])} measured`);
}
