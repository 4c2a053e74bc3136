// npm run bench -- scaling: the same work by one thread here, by one remote worker and by two, each worker a process of one
// thread, over a redis-server of its own on this machine. Says the load of the machine and the CPU time of all processes,
// which tell more than the clock where the cores are shared. TAKEAWAY_SCALING_TO is the end of the extension.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable, seconds } from './support/print.mjs';

const CLI = fileURLToPath(new URL('../dist/program/main.js', import.meta.url));
const TICKS_PER_SECOND = 100;
const SWEPT = 1000;
const SWEPT_ELEMENTS = 24;

/** Prints a table for each kind of work. */
export async function benchScaling() {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-scaling-'));
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', words, { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  try {
    for (const { title, work } of kindsOfWork(folder)) {
      const rows = [];
      const own = await measure(work(`${title}-here`, ['--threads', '1']), []);
      rows.push(rowOf('one thread here', own, own));
      for (const count of [1, 2]) {
        const workers = await startWorkers(url, count);
        try {
          const found = await measure(work(`${title}-${count}`, ['--redis', url]), workers);
          rows.push(rowOf(`${count} remote`, found, own));
        } finally {
          for (const worker of workers) {
            const ended = once(worker, 'exit');
            worker.kill('SIGTERM');
            await ended;
          }
        }
      }
      console.log(title);
      printTable(['by', 'clock', 'times', 'CPU of command', 'CPU of workers', 'load'], rows);
    }
  } finally {
    redis.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function kindsOfWork(folder) {
  const games = join(folder, 'games.txt');
  writeFileSync(games, sets(SWEPT, SWEPT_ELEMENTS).join('\n'));
  const to = process.env.TAKEAWAY_SCALING_TO ?? '2^32';
  return [
    {
      title: 'survey --max 110 --size 3',
      work: (name, by) => [
        'survey',
        '--max',
        '110',
        '--size',
        '3',
        '--output',
        join(folder, `${name}.arrow`),
        ...by,
      ],
    },
    {
      title: `extend squares --series cold --to ${to}`,
      work: (name, by) => [
        'extend',
        'squares',
        '--series',
        'cold',
        '--to',
        to,
        '--store',
        join(folder, name),
        ...by,
      ],
    },
    {
      title: `sweep of ${SWEPT} sets of ${SWEPT_ELEMENTS} elements to 2^20`,
      work: (name, by) => ['sweep', '--file', games, '--to', '2^20', '--store', join(folder, name), ...by],
    },
  ].map(({ title, work }) => ({ title, work: (name, by) => work(name.replace(/\W+/g, '-'), by) }));
}

/** Finite sets that are the same every time. */
function sets(count, elements) {
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647);
  return Array.from({ length: count }, () => {
    const found = new Set();
    while (found.size < elements) found.add(1 + (next() % 1000));
    return `{${[...found].sort((a, b) => a - b).join(',')}}`;
  });
}

async function startWorkers(url, count) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [CLI, 'worker', '--redis', url, '--threads', '1', '--json'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(child.stdout, 'data');
      child.stdout.resume();
      return child;
    }),
  );
}

/** Runs a command; its time by the clock, and the CPU time of it and of the workers meanwhile. */
async function measure(words, workers) {
  const before = workers.map(({ pid }) => cpuOf(pid));
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  let own = 0;
  const timer = setInterval(() => (own = cpuOf(child.pid) ?? own), 50);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`takeaway ${words.join(' ')}: exit ${code}`);
  const taken = workers.reduce((sum, { pid }, i) => sum + cpuOf(pid) - before[i], 0);
  return { clock: (performance.now() - begun) / 1000, own, taken };
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

function rowOf(by, { clock, own, taken }, first) {
  const times = (first.clock / clock).toFixed(2);
  return [by, seconds(clock), times, seconds(own), seconds(taken), loadavg()[0].toFixed(1)];
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
