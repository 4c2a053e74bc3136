// npm run bench -- scaling [--rounds K]: the same work by one thread here, by one remote worker and by two, each worker a process
// of one thread, over a redis-server of its own on this machine. What counts is how many processor seconds the command takes for
// each of its workers, start-up apart: it bounds how many workers a command can have, holds on any machine, and hardly depends on
// what else that does. Rounds alternate, so that this falls on all alike. Three rounds take some ten minutes on two cores of
// their own, and no new round is begun after fifteen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './support/print.mjs';
import { startRedis } from './support/redis.mjs';

const CLI = fileURLToPath(new URL('../dist/program/main.js', import.meta.url));
const TICKS_PER_SECOND = 100;
const LONGEST_MS = 15 * 60_000;

/** Runs all kinds of work in alternating rounds and prints a table of each. */
export async function benchScaling(rounds = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-scaling-'));
  const redis = await startRedis();
  const begun = performance.now();
  const kinds = kindsOfWork(folder);
  const found = kinds.map(() => [[], [], []]);
  const startUps = [];
  try {
    for (const { least } of kinds) startUps.push(await measureBy(1, redis.url, least, folder));
    for (let round = 0; round < rounds && performance.now() - begun < LONGEST_MS; round++) {
      for (const [kind, { title, work }] of kinds.entries()) {
        // Those who come first and last change places from round to round.
        for (const count of round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
          if (round > 0 && performance.now() - begun > LONGEST_MS) break;
          const measured = await measureBy(count, redis.url, work, folder);
          found[kind][count].push(measured);
          console.error(`round ${round + 1}, ${title}, ${NAMES[count]}: ${measured.clock.toFixed(1)} s`);
        }
      }
    }
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const [kind, { title, goal }] of kinds.entries()) printKind(title, goal, found[kind], startUps[kind]);
}

const NAMES = ['one thread here', 'one worker', 'two workers'];

async function measureBy(count, url, work, folder) {
  const workers = await startWorkers(url, count);
  // Removed with all others at the end: ext4 makes new files slowly for a while where many were just removed.
  const own = mkdtempSync(join(folder, 'run-'));
  try {
    return await measure(work(own, count === 0 ? ['--threads', '1'] : ['--redis', url]), workers);
  } finally {
    await Promise.all(workers.map(stopWorker));
  }
}

/** What is measured, and the least work of its kind, which is its start-up. */
function kindsOfWork(folder) {
  const surveyOf = (max, size) => ['survey', '--max', max, '--size', size];
  const survey = (words) => (own, by) => [...words, '--output', join(own, 'survey.arrow'), ...by];
  const stored = (words) => (own, by) => [...words, '--store', join(own, 'store'), ...by];
  const sweepOf = (count, elements, largest, words, goal) => {
    const wordsFor = (count) => {
      const games = join(folder, `games-${elements}-${count}.txt`);
      writeFileSync(games, sets(count, elements, largest).join('\n'));
      return ['sweep', '--file', games, ...words];
    };
    const title = `sweep ${words.join(' ')} of ${count} sets of ${elements} elements`;
    return { title, goal, work: stored(wordsFor(count)), least: stored(wordsFor(1)) };
  };
  const large = surveyOf('60', '4');
  return [
    { title: large.join(' '), goal: 0.05, work: survey(large), least: survey(surveyOf('9', '2')) },
    sweepOf(300, 24, 1000, ['--series', 'nim', '--to', '2^18'], 0.25),
    sweepOf(150, 200, 5000, ['--to', '10000'], 0.5),
  ];
}

/** Finite sets that are the same every time. */
function sets(count, elements, largest) {
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647);
  return Array.from({ length: count }, () => {
    const found = new Set();
    while (found.size < elements) found.add(1 + (next() % largest));
    return `{${[...found].sort((a, b) => a - b).join(',')}}`;
  });
}

async function startWorkers(url, count) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const env = { ...process.env, TAKEAWAY_REDIS: url };
      const child = spawn(process.execPath, [CLI, 'worker', '--threads', '1', '--json'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      if (!String(first).includes('connected')) throw new Error('a worker did not connect');
      child.stdout.resume();
      return child;
    }),
  );
}

async function stopWorker(worker) {
  if (worker.exitCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  const timer = setTimeout(() => worker.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

/** Runs a command; its time by the clock, and the CPU time of it and of the workers meanwhile. */
async function measure(words, workers) {
  const before = workers.map(({ pid }) => cpuOf(pid));
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  child.stderr.on('data', (text) => (messages = (messages + text).slice(-2000)));
  let own = 0;
  const timer = setInterval(() => (own = cpuOf(child.pid) ?? own), 20);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`takeaway ${words.join(' ')}: exit ${code}\n${messages}`);
  const taken = workers.reduce((sum, { pid }, i) => sum + (cpuOf(pid) ?? NaN) - before[i], 0);
  return { clock: (performance.now() - begun) / 1000, own, taken, load: loadavg()[0] };
}

/** The CPU seconds that a process has used, its threads included. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** A table in Markdown; ratios are medians of those of each round. */
function printKind(title, goal, [here, one, two], startUp) {
  const row = (name, runs) => {
    const of = (pick) => runs.map(pick);
    const clocks = of(({ clock }) => clock);
    const [least, middle, most] = [Math.min(...clocks), median(clocks), Math.max(...clocks)];
    const cells = [middle, least, most, median(of(({ own }) => own)), median(of(({ taken }) => taken))];
    const load = Math.max(...of((run) => run.load)).toFixed(1);
    return `| ${name} | ${cells.map((value) => `${value.toFixed(1)} s`).join(' | ')} | ${load} |`;
  };
  // The command's processor seconds for each of its workers.
  const shares = (runs, workers) => {
    const all = runs
      .map(({ own, taken }) => (own - startUp.own) / (taken - workers * startUp.taken))
      .sort((a, b) => a - b);
    return `${median(all).toFixed(3)} (${all[0].toFixed(3)} to ${all[all.length - 1].toFixed(3)})`;
  };
  const ratio = (a, b) => {
    const pairs = a.slice(0, Math.min(a.length, b.length)).map((run, i) => run.clock / b[i].clock);
    return pairs.length === 0 ? '-' : median(pairs).toFixed(2);
  };
  console.log(`### \`${title}\` (${here.length} rounds)`);
  console.log('| by | median | least | most | CPU of command | CPU of workers | load |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const [i, runs] of [here, one, two].entries()) if (runs.length > 0) console.log(row(NAMES[i], runs));
  const [byOne, byTwo] = [one, two].map((runs, i) => (runs.length === 0 ? '-' : shares(runs, i + 1)));
  console.log(`\nThe command for each second of one worker: ${byOne}; of two: ${byTwo}; goal: ${goal}.`);
  console.log(`One worker / two: ${ratio(one, two)}. One worker / one thread here: ${ratio(one, here)}.\n`);
}
