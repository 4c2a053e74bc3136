// node bench/scaling-simulation.mjs [FILE]: how a cold extension of squares scales from 1 to 256 workers, by an event simulation
// of the pipeline in src/cluster/coordinator/far-stage.ts with the recorded times of bench/scaling-times.json (or FILE).
// Seconds of one thread; a worker is one thread, and the coordinator another. The far stage follows a power of n through the two
// nearest records, sorting is linear in n, and what is done once for each chunk or close to it costs the least that was
// recorded. Prints tables for docs/SCALING.md.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/print.mjs';

const path = process.argv[2] ?? fileURLToPath(new URL('scaling-times.json', import.meta.url));
const times = JSON.parse(readFileSync(path, 'utf8'));
const WORKERS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const ENDS = [32, 34, 36, 40];
/** Bytes a second of the network, of each machine: 1 Gbit/s. */
const BANDWIDTH = 125e6;

/** What `of` gives at n, by the power of n through the two nearest records. */
function at(n, of) {
  const { at: all } = times;
  if (all.length === 1) return of(all[0]);
  let i = all.findIndex(({ start }) => start >= n);
  i = i === -1 ? all.length - 1 : Math.max(1, i);
  const [a, b] = [all[i - 1], all[i]];
  const [x, y] = [of(a), of(b)];
  if (x <= 0 || y <= 0) return y;
  return x * (y / x) ** (Math.log(n / a.start) / Math.log(b.start / a.start));
}

/** What does not depend on n: the least of all records, as other work on the machine only adds to it. */
const least = (of) => Math.min(...times.at.map(of));

/** What marking from the latest chunks costs, by how many they are; never less for more. */
const INCREMENTS = times.at
  .at(-1)
  .increments.map(({ chunks }) => {
    const all = times.at.flatMap((record) => record.increments.filter((one) => one.chunks === chunks));
    return { chunks, seconds: Math.min(...all.map((one) => one.seconds)) };
  })
  .map((one, i, all) => ({
    ...one,
    seconds: Math.max(...all.slice(0, i + 1).map((other) => other.seconds)),
  }));

/** The far stage of the chunk that begins at n from the `chunks` chunks below it, at most the whole. */
function increment(n, chunks) {
  if (chunks <= 0) return 0;
  const increments = INCREMENTS;
  let i = increments.findIndex((one) => one.chunks >= chunks);
  i = i === -1 ? increments.length - 1 : i;
  const seconds = (index) => increments[index].seconds;
  const far = at(n, ({ farSeconds }) => farSeconds);
  if (i === 0) return Math.min(far, seconds(0));
  const [a, b] = [increments[i - 1].chunks, increments[i].chunks];
  const slope = (seconds(i) - seconds(i - 1)) / (b - a);
  return Math.min(far, seconds(i) + slope * (chunks - b));
}

/** Seconds from 2^29 to `end` with `count` workers: in all, and of the coordinator's own work. */
function simulate(end, count) {
  const last = times.at.at(-1);
  let now = 0;
  let own = 0;
  let ahead = 2;
  for (let start = 2 ** 29; start < end; start *= 2) {
    const stop = Math.min(2 * start, end);
    const { chunk } = times.at.at(-1);
    const chunks = Math.ceil((stop - start) / chunk);
    // Everybody plans and sorts what is known for the epoch, workers while the coordinator does.
    now += (last.beginSeconds * start) / last.start;
    const freeAt = new Float64Array(count).fill(now);
    const decidedAt = [now];
    // When jobs were begun, at the pace of the coordinator.
    const askedAt = [];
    for (let i = 0; i < chunks; i++) {
      const n = start + i * chunk;
      const asked = askedAt[i] ?? decidedAt[i];
      let worker = 0;
      for (let w = 1; w < count; w++) if (freeAt[w] < freeAt[worker]) worker = w;
      const begun = Math.max(freeAt[worker], asked) + times.jobSeconds / 2;
      const knownAt = (time) => {
        let decided = Math.min(i, decidedAt.length - 1);
        while (decided > 0 && decidedAt[decided] > time) decided--;
        return decided;
      };
      let known = knownAt(begun);
      let done = begun + at(n, ({ farSeconds }) => farSeconds);
      for (let later = knownAt(done); later > known; later = knownAt(done)) {
        done += increment(n, i - known) - increment(n, i - later);
        known = later;
      }
      freeAt[worker] = done + least(({ packSeconds }) => packSeconds);
      const arrived = freeAt[worker] + least(({ resultBytes }) => resultBytes) / BANDWIDTH;
      ahead = Math.max(2, Math.min(count + 2, ahead + (arrived <= decidedAt[i] ? -1 / 8 : 1)));
      for (let next = i + 1; next < i + Math.floor(ahead); next++) askedAt[next] ??= decidedAt[i];
      const rest = increment(n, i - known);
      const parts = ({ unpackSeconds, nearSeconds, addSeconds, publishSeconds, newsBytes }) =>
        unpackSeconds + nearSeconds + addSeconds + publishSeconds + (count * newsBytes) / BANDWIDTH;
      const sequential = rest + least(parts) + times.jobSeconds / 2 + chunk * times.storeSecondsPerPosition;
      decidedAt.push(Math.max(decidedAt[i], arrived) + sequential);
      own += sequential;
    }
    now = decidedAt[chunks];
  }
  return { seconds: now, own };
}

console.log(`${times.machine}; load ${times.load.join(' to ')}; ${path.split('/').at(-1)}\n`);
for (const exponent of ENDS) {
  const one = simulate(2 ** exponent, 1).seconds;
  const rows = WORKERS.map((count) => {
    const { seconds, own } = simulate(2 ** exponent, count);
    const share = `${((100 * own) / seconds).toFixed(0)} %`;
    return [String(count), `${seconds.toFixed(0)} s`, (one / seconds).toFixed(2), share];
  });
  console.log(`squares, cold, 2^29 to 2^${exponent}`);
  printTable(['workers', 'time', 'times one', 'coordinator busy'], rows);
}
