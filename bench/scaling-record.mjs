// node bench/scaling-record.mjs [LOG2 ...] > bench/scaling-times.json: what the parts of a cold extension of squares by
// workers cost, for bench/scaling-simulation.mjs. The product's own functions are timed, one after the other in one thread, on
// epochs that begin at 2^28, 2^29 and 2^30 (or at the given powers of two). Processor time, which other work on the machine
// changes less than the clock; the load is written down with it. Takes a few minutes, and 1 GB of memory.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { machineLine } from './support/print.mjs';
import { startRedis } from './support/redis.mjs';
import { contradictionIn } from '../dist/jobs/far/claims.js';
import { packBits, unpackBits } from '../dist/jobs/kinds/sparse-bits.js';
import { redisAddress } from '../dist/cluster/connection/address.js';
import { Connection } from '../dist/cluster/connection/connection.js';
import { Run } from '../dist/cluster/coordinator/run.js';
import { SURVEY_PART } from '../dist/survey/part.js';
import { CATALOGUE } from '../dist/game/sets/catalogue.js';
import { cachedSet } from '../dist/game/sets/subtraction-set.js';
import { openStore, work } from '../dist/index.js';
import { copyBits, createBitset, getBit, sliceBits } from '../dist/kernel/bitset.js';
import { createKernelContext } from '../dist/kernel/context.js';
import { bitmapBytes, frameOf } from '../dist/solver/residue-classes/chunk-shape.js';
import { beginEpoch, planEpoch } from '../dist/solver/residue-classes/epoch.js';
import { NearStage } from '../dist/solver/residue-classes/chunk-solver.js';
import { FAR_WORK } from '../dist/solver/residue-classes/far/job.js';
import { ThreadedFarStage } from '../dist/solver/residue-classes/far/stage.js';
import { KnownPositions } from '../dist/solver/residue-classes/known-positions.js';
import { solveByResidueClasses } from '../dist/solver/residue-classes/residue-classes.js';
import { WorkerPool } from '../dist/solver/threads/pool.js';

const breathe = promisify(setImmediate);
const SET = cachedSet(CATALOGUE.find(({ name }) => name === 'squares').set);
const exponents = process.argv.slice(2).map(Number);
const STARTS = (exponents.length === 0 ? [28, 29, 30] : exponents).map((exponent) => 2 ** exponent);
/** How far behind what a worker knows may be, in chunks. */
const DISTANCES = [1, 2, 4, 8, 16];
const ROUNDS = 3;
const PIECE = 2 ** 24;
const JOBS = 200;

/** Processor seconds of this process for some work, and what it gives. */
async function timed(use) {
  const begun = process.cpuUsage();
  const value = await use();
  const { user, system } = process.cpuUsage(begun);
  return [(user + system) / 1e6, value];
}

/** The least of some rounds: what other work on the machine adds is not of the part. */
async function least(use) {
  let found = Infinity;
  for (let round = 0; round < ROUNDS; round++) found = Math.min(found, (await timed(use))[0]);
  return found;
}

async function coldBits(stop) {
  const bits = createBitset(stop);
  const readLower = (range) => Promise.resolve(sliceBits(bits, range.start, range.stop));
  const task = { set: SET, range: { start: 0, stop }, pieceLength: PIECE, breathe, readLower };
  for await (const { start, values, stop: end } of solveByResidueClasses(task))
    copyBits(values, 0, bits, start, end - start);
  return bits;
}

/** What the parts of one chunk cost at the beginning of the epoch from `start` on. */
async function recordAt(start, bits) {
  const context = createKernelContext();
  const stop = 2 * start;
  const readLower = (range) => Promise.resolve(sliceBits(bits, range.start, range.stop));
  const positions = new KnownPositions(
    context,
    { range: { start, stop }, readLower, readableBelow: () => start, breathe },
    0,
  );
  const options = { threads: 1, options: {}, subtrahends: SET.between(1, stop), before: undefined };
  const [beginSeconds, epoch] = await timed(async () => {
    const planning = await planEpoch(positions, { start, stop, ...options });
    return beginEpoch(context, positions, planning.finish());
  });
  const far = new ThreadedFarStage(context, new WorkerPool(context, FAR_WORK), epoch, breathe);
  const bytes = bitmapBytes(epoch.plan.modulus, epoch.shape);
  const [open, again] = [epoch.arena.take(bytes), epoch.arena.take(bytes)];
  const near = new NearStage(context, epoch, breathe);
  const { modulus } = epoch.plan;
  const chunk = { start, stop: start + epoch.shape.chunk };
  const { first } = frameOf(chunk, modulus);
  const left = () => sliceBits(open.u8, chunk.start - first, chunk.stop - first);
  const all = { start: 0, stop: start };
  const farSeconds = await least(() => far.markFrom(all, chunk, undefined, { space: open, first }));
  const increments = [];
  for (const chunks of DISTANCES) {
    const known = start - chunks * epoch.shape.chunk;
    if (known <= 0) continue;
    await far.markFrom({ start: 0, stop: known }, chunk, undefined, { space: open, first });
    const before = left();
    const sources = { start: known, stop: start };
    increments.push({
      chunks,
      seconds: await least(() => far.markFrom(sources, chunk, before, { space: open, first })),
    });
  }
  await far.markFrom(all, chunk, undefined, { space: open, first });
  const decide = () => {
    again.u8.set(open.u8);
    return near.decide(chunk, again);
  };
  const nearSeconds = await least(decide);
  const decided = await decide();
  const length = chunk.stop - chunk.start;
  const cold = sliceBits(decided.space.u8, chunk.start - first, chunk.stop - first);
  const [addSeconds] = await timed(() => positions.add(decided, chunk));
  const range = { start: 0, stop: length };
  const packed = packBits(cold, range);
  const packSeconds = await least(() => createHash('sha256').update(packBits(cold, range)).digest());
  const unpackSeconds = await least(() => {
    createHash('sha256').update(packed).digest();
    return unpackBits(packed, length);
  });
  const checkSeconds = await checking(bits, chunk, cold, epoch);
  return {
    start,
    ...{ modulus, chunk: epoch.shape.chunk, beginSeconds, farSeconds, increments, nearSeconds, addSeconds },
    ...{ packSeconds, resultBytes: packed.length, unpackSeconds, checkSeconds },
  };
}

/** Holding a chunk against samples as a command does: in the classes of cold positions, at random, and two cold ones. */
async function checking(bits, chunk, cold, { plan: { modulus }, subtrahends }) {
  const length = chunk.stop - chunk.start;
  const below = { start: chunk.start - PIECE, stop: chunk.start };
  const near = [
    { ...chunk, bits: cold },
    { ...below, bits: sliceBits(bits, below.start, below.stop) },
  ];
  const pieces = [];
  for (let start = 0; start < below.start; start += PIECE)
    pieces.push({ start, stop: start + PIECE, bytes: packBits(bits, { start, stop: start + PIECE }) });
  const ones = [];
  for (let i = 0; i < length && ones.length < 4096; i++) if (getBit(cold, i) === 1) ones.push(i);
  const anyOf = (count) => Math.floor(Math.random() * count);
  const found = { hot: [], cold: [] };
  for (let k = 0; k < 32; k++)
    found.hot.push((ones[anyOf(ones.length)] % modulus) + modulus * anyOf(Math.floor(length / modulus)));
  for (let k = 0; k < 16; k++) found.hot.push(anyOf(length));
  for (let k = 0; k < 2; k++) found.cold.push(ones[anyOf(ones.length)]);
  const claims = [
    ...found.hot
      .filter((i) => getBit(cold, i) === 0)
      .map((i) => ({ position: chunk.start + i, isCold: false })),
    ...found.cold.map((i) => ({ position: chunk.start + i, isCold: true })),
  ];
  return least(() => contradictionIn(claims, { near, pieces }, subtrahends, 2, Math.random));
}

/** Seconds a position for checking, encoding, hashing and committing blocks that are solved. */
async function storeSeconds(bits, folder) {
  const stop = 2 ** 28;
  const store = await openStore(join(folder, 'store'));
  const parts = async function* ({ range }) {
    for (let start = range.start; start < range.stop; start += PIECE) {
      const end = Math.min(start + PIECE, range.stop);
      const values = { width: 1, length: end - start, bytes: sliceBits(bits, start, end) };
      yield await Promise.resolve({ start, stop: end, values, methods: ['residue-classes'] });
    }
  };
  const [seconds] = await timed(async () => {
    const blocks = store.extend('squares', { to: stop, series: 'cold' }, { parts });
    while ((await blocks.next()).done !== true);
  });
  store.close();
  return seconds / stop;
}

/** Seconds of both sides together for a job that has next to nothing to do. */
async function jobSeconds(url) {
  const stop = new AbortController();
  const working = work({ redis: url, threads: 1, signal: stop.signal });
  const connection = await Connection.open(redisAddress(url));
  const run = await Run.begin(connection, { title: 'empty jobs', isWide: false });
  const part = { max: 9, size: 2, first: 0, counts: [1], seconds: 1 };
  await run.do(SURVEY_PART, part);
  const [seconds] = await timed(async () => {
    for (let job = 0; job < JOBS; job++) await run.do(SURVEY_PART, part);
  });
  await run.close();
  connection.close();
  stop.abort();
  await working;
  return seconds / JOBS;
}

const folder = mkdtempSync(join(tmpdir(), 'takeaway-record-'));
const redis = await startRedis();
try {
  const loads = [loadavg()[0]];
  const bits = await coldBits(Math.max(...STARTS));
  const at = [];
  for (const start of STARTS) at.push(await recordAt(start, bits));
  const found = {
    comment:
      'Recorded by bench/scaling-record.mjs: processor seconds of one thread for squares, cold. Record again on your machine.',
    machine: machineLine(),
    storeSecondsPerPosition: await storeSeconds(bits, folder),
    jobSeconds: await jobSeconds(redis.url),
    at,
  };
  loads.push(loadavg()[0]);
  console.log(JSON.stringify({ ...found, load: loads.map((load) => Number(load.toFixed(1))) }, null, 2));
} finally {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}
