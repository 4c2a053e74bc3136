// node bench/scaling-simulation.mjs [FILE]: how a cold extension of squares scales from 1 to 256 workers, by an event simulation
// of the pipeline in src/cluster/coordinator/far-stage.ts with the assumed times of bench/scaling-assumptions.json (or FILE).
// Seconds of one thread; a worker is one thread. Times at other positions are extrapolated by the stated powers of n.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/print.mjs';

const times = JSON.parse(
  readFileSync(
    process.argv[2] ?? fileURLToPath(new URL('scaling-assumptions.json', import.meta.url)),
    'utf8',
  ),
);
const WORKERS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The far stage of the chunk that begins at n, from everything below it. */
const far = (n) => times.farSeconds * (n / times.assumedAt) ** times.farExponent;

/** The part of it that sources less than `distance` below the chunk have: subtrahends are the squares below that. */
const increment = (n, distance) => far(n) * Math.sqrt(Math.min(1, (distance + times.chunk) / n));

/** Seconds from 2^28 to `end` with `count` workers: in all, and of the coordinator's own work. */
function simulate(end, count) {
  let now = 0;
  let own = 0;
  for (let start = 2 ** 28; start < end; start *= 2) {
    const stop = Math.min(2 * start, end);
    const chunks = Math.ceil((stop - start) / times.chunk);
    // Everybody sorts what is known for the epoch, workers while the coordinator does.
    now += times.planSeconds + times.sortSecondsPerPosition * start;
    const freeAt = new Float64Array(count).fill(now);
    const decidedAt = [now];
    const doneAt = [];
    const knownAt = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const n = start + chunk * times.chunk;
      // A job is there once the chunk count + 1 below is asked for.
      const asked = decidedAt[Math.max(0, chunk - count - 1)];
      const worker = freeAt.indexOf(Math.min(...freeAt));
      const begun = Math.max(freeAt[worker], asked) + times.jobSeconds;
      const knownThen = decidedAt.filter((at) => at <= begun).length - 1;
      let done = begun + far(n);
      let known = Math.min(chunk, knownThen);
      const later = Math.min(chunk, decidedAt.filter((at) => at <= done).length - 1);
      if (later > known) {
        done += increment(n, (later - known) * times.chunk);
        known = later;
      }
      freeAt[worker] = done + times.packSeconds;
      doneAt[chunk] = freeAt[worker] + times.transferSeconds;
      knownAt[chunk] = known;
      const rest = increment(n, (chunk - known) * times.chunk);
      const sequential = rest + times.nearSeconds + times.storeSeconds + times.publishSeconds;
      decidedAt.push(Math.max(decidedAt[chunk], doneAt[chunk]) + sequential);
      own += sequential;
    }
    now = decidedAt[chunks];
  }
  return { seconds: now, own };
}

for (const exponent of [32, 34, 36, 40]) {
  const one = simulate(2 ** exponent, 1).seconds;
  const rows = WORKERS.map((count) => {
    const { seconds, own } = simulate(2 ** exponent, count);
    const share = `${((100 * own) / seconds).toFixed(0)} %`;
    return [String(count), `${seconds.toFixed(0)} s`, (one / seconds).toFixed(2), share];
  });
  console.log(`squares, cold, 2^28 to 2^${exponent}`);
  printTable(['workers', 'time', 'times one', 'coordinator busy'], rows);
}
