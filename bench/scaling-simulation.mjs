// node bench/scaling-simulation.mjs [FILE]: how a cold extension of squares scales from 1 to 256 workers, by an event simulation
// of what src/jobs/far/cold-chunks.ts and src/jobs/kinds/cold-chunk.ts do, with the recorded times of bench/scaling-times.json (or
// FILE). Workers have 1 to 32 threads, which share the far stages, and the command is one thread. The far stage follows a power of n through the two
// nearest records, sorting is linear in n, and what is done once for each chunk or close to it costs the least that was
// recorded. Prints tables for docs/SCALING.md.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable } from './support/print.mjs';

const path = process.argv[2] ?? fileURLToPath(new URL('scaling-times.json', import.meta.url));
const times = JSON.parse(readFileSync(path, 'utf8'));
const WORKERS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const THREADS = [1, 2, 8, 32];
const ENDS = [32, 34, 36, 40];
/** Bytes a second of the network, of each machine, at 1 Gbit/s. */
const GBIT = 125e6;

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

/** Seconds from 2^29 to `end` with `count` workers: in all, and of the command's own work. */
function simulate(end, count, threads = 1, bandwidth = GBIT) {
  const last = times.at.at(-1);
  let now = 0;
  let own = 0;
  for (let start = 2 ** 29; start < end; start *= 2) {
    const { chunk } = last;
    const chunks = Math.ceil((Math.min(2 * start, end) - start) / chunk);
    // Workers plan and sort what is known for the epoch, and the command waits for the first chunk.
    now += (last.beginSeconds * start) / last.start;
    const freeAt = new Float64Array(count).fill(now);
    // When all below chunk i is made known, and whose chunk i - 1 was: that worker knows it sooner.
    const knownAt = [now];
    const decided = [{ by: -1, at: now }];
    let ahead = 2;
    let commandFree = now;
    for (let i = 0; i < chunks; i++) {
      const n = start + i * chunk;
      const by = freeAt.indexOf(Math.min(...freeAt));
      /** When a worker knows the chunks below chunk k: its own at once, those of others when they are published. */
      const knows = (k) =>
        decided[k].by === by ? Math.max(decided[k].at, k > 0 ? knownAt[k - 1] : now) : knownAt[k];
      const asked = knownAt[Math.max(0, i + 1 - Math.floor(ahead))];
      const begun = Math.max(freeAt[by], asked) + times.jobSeconds / 2;
      let known = i;
      while (known > 0 && knows(known) > begun) known--;
      let done = begun + at(n, ({ farSeconds }) => farSeconds) / threads;
      let waited = 0;
      // Once more when all but one chunk is known, and with that.
      for (const upTo of [i - 1, i]) {
        if (upTo <= known) continue;
        waited += Math.max(0, knows(upTo) - done);
        done = Math.max(done, knows(upTo)) + (increment(n, i - known) - increment(n, i - upTo)) / threads;
        known = upTo;
      }
      const ending = ({ nearSeconds, addSeconds, packSeconds }) => nearSeconds + addSeconds + packSeconds;
      done += least(ending);
      const isEarly = waited > (done - begun) / 4;
      ahead = Math.max(2, Math.min(count + 2, ahead + (isEarly ? -1 / 8 : 1)));
      freeAt[by] = done;
      decided.push({ by, at: done });
      const bytes = least(({ resultBytes }) => resultBytes);
      const checking =
        least(({ unpackSeconds, checkSeconds }) => unpackSeconds + checkSeconds) + times.jobSeconds / 2;
      const accepted = Math.max(commandFree, knownAt[i], done + bytes / bandwidth) + checking;
      knownAt.push(accepted + (count * bytes) / bandwidth);
      const storing = chunk * times.storeSecondsPerPosition;
      commandFree = accepted + storing;
      own += checking + storing;
    }
    now = Math.max(knownAt[chunks], commandFree);
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
  printTable(['workers', 'time', 'times one', 'command busy'], rows);
}

for (const gbits of [1, 10]) {
  console.log(`squares, cold, 2^29 to 2^36, at ${gbits} Gbit/s, by threads of a worker`);
  const rows = WORKERS.map((count) => [
    String(count),
    ...THREADS.map((threads) => `${simulate(2 ** 36, count, threads, gbits * GBIT).seconds.toFixed(0)} s`),
  ]);
  printTable(['workers', ...THREADS.map((threads) => `${threads} threads`)], rows);
}
