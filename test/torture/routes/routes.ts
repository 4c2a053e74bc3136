/**
 * Every route of the explorer with anything for its parameters, by clients of every kind, while one asks all the time for
 * what is cheap, and must always get it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { messageOf } from '../../../src/common/errors.js';
import { extendOnce } from '../../support/store.js';
import { IS_LONG } from '../../support/seed.js';
import type { Attack, Trial } from '../attack.js';
import { askOnce, halfOpen } from './clients.js';
import { drawQuestion, type Question } from './questions.js';

const EXPLORE = join(import.meta.dirname, '../processes/explore.mjs');
/** What docs/HTTP.md lists. */
const STATUSES = [200, 202, 400, 403, 404, 405, 408, 409, 413, 414, 415, 431, 501, 503, 507];
/** Too many that take long: come again. */
const BUSY = 503;
/** Those that have no body: the server has not read the request. */
const BARE = [408, 431];
/** Requests between two looks at whether everything has come to an end. */
const ROUND = 100;
/** Clients at once in one round, and in the next, in which nobody else asks. */
const CLIENTS = [16, 1];
/** Bytes that its processes may have together. */
const MOST_BYTES = 600e6;
/** Milliseconds between two looks at their memory, and bytes of a page. */
const LOOK_MS = 20;
const PAGE = 4096;
/** What is cheap. */
const CHEAP = ['/api/game?game=squares', '/', '/api/values?game=squares&to=4096', '/api/extension'];
/** An answer that ended before its end, as is only right where it took too much memory. */
const CUT = 'cut midway';
/** Milliseconds that are counted. */
const [SECOND, TWO_SECONDS] = [1000, 2000];
/** Milliseconds after which the most patient client leaves: on a quiet machine there is none. */
const PATIENCE = 20_000;

const pause = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Census {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
  readonly cut: number;
  readonly connections: number;
  readonly longest: number;
}

/** An explorer in a process of its own. */
class Explorer {
  readonly pid: number;
  readonly ended: Promise<number | null>;
  url = '';
  stderr = '';
  readonly #child;
  readonly #lines;

  private constructor(folder: string) {
    this.#child = spawn(process.execPath, [EXPLORE, folder], { stdio: 'pipe' });
    this.pid = this.#child.pid!;
    this.#child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.on('close', resolve));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  static async start(folder: string): Promise<Explorer> {
    const explorer = new Explorer(folder);
    explorer.url = (await explorer.#line()).replace(/\/$/, '');
    return explorer;
  }

  async #line(): Promise<string> {
    const line: IteratorResult<string, unknown> = await this.#lines.next();
    if (line.done === true) throw new Error(`the explorer has ended: ${this.stderr.slice(-2000)}`);
    return line.value;
  }

  async census(): Promise<Census> {
    this.#child.stdin.write('census\n');
    return JSON.parse(await this.#line()) as Census;
  }

  async stop(): Promise<number | null> {
    this.#child.stdin.end();
    return this.ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/**
 * Asks for what is cheap, again and again, until told to stop. It has to get it; on a machine that is busy with other tests it may
 * be told to come again.
 */
async function probe(origin: string, trial: Trial, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; !isOver(); i++) {
    const path = CHEAP[i % CHEAP.length];
    const got = (await askOnce(origin, { method: 'GET', path }))!;
    if (got.status === BUSY && !IS_LONG) trial.count('probes told to come again');
    else if (got.status !== 200)
      trial.fail('the probe', `${path}: ${got.status} ${got.body.toString().slice(0, 300)}`);
    times.push(got.milliseconds);
    if (got.milliseconds > SECOND)
      process.stderr.write(`${Math.round(got.milliseconds)} ms: the probe of ${path}\n`);
    await pause(20);
  }
  return times;
}

/**
 * The most memory that the processes of the explorer had together, in bytes: what each has for itself, and once what they
 * share, which is the program.
 */
class Memory {
  most = 0;
  latest = 0;
  readonly #pid: number;
  readonly #looks: NodeJS.Timeout;

  constructor(pid: number) {
    this.#pid = pid;
    this.#looks = setInterval(() => this.look(), LOOK_MS);
  }

  look(): void {
    const sizes = [this.#pid, ...childrenOf(this.#pid)].map(sizeOf);
    const own = sizes.reduce((sum, { resident, shared }) => sum + resident - shared, 0);
    this.latest = PAGE * (own + Math.max(...sizes.map(({ shared }) => shared)));
    this.most = Math.max(this.most, this.latest);
  }

  end(): void {
    clearInterval(this.#looks);
  }
}

/** The processes below one; one that ends meanwhile is left out. */
function childrenOf(pid: number): number[] {
  const children = contentOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

/** Pages that a process has in memory, and those of them that belong to files. */
function sizeOf(pid: number): { readonly resident: number; readonly shared: number } {
  const [, resident = 0, shared = 0] = contentOf(`/proc/${pid}/statm`).split(' ').map(Number);
  return { resident, shared };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Has one client do what it does with a question, and checks what it gets. */
async function askAs(
  trial: Trial,
  origin: string,
  question: Question,
  isAlone: boolean,
  open: Socket[],
): Promise<void> {
  const { method, path } = question;
  const chance = trial.random();
  if (chance < 0.1) {
    const said = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n`;
    const isRead = trial.random() < 0.5;
    open.push(await halfOpen(origin, isRead ? `${said}\r\n` : said.slice(0, trial.below(said.length))));
    trial.count(isRead ? 'asked and did not read' : 'said half');
    return;
  }
  const isHasty = chance < 0.3;
  const got = await askOnce(origin, question, isHasty ? trial.below(400) : PATIENCE).catch(
    (error: unknown): typeof CUT => {
      // The first of these where not even its head had left.
      if (!/: (?:socket hang up|aborted)$/.test(messageOf(error))) throw error;
      trial.count(CUT);
      return CUT;
    },
  );
  if (got === CUT) return;
  if (got === undefined) {
    trial.count(isHasty ? 'left midway' : 'left after 20 seconds');
    // Sixteen that ask for what is dear wait for each other.
    if (!isHasty && isAlone && IS_LONG) throw new Error('no answer in 20 seconds');
    if (!isHasty) process.stderr.write(`no answer in 20 seconds: ${method} ${path.slice(0, 300)}\n`);
    return;
  }
  trial.count(`status ${got.status}`);
  // An answer may be longer than a string can be.
  const text = (): string =>
    `${method} ${path.slice(0, 300)}: ${got.status} ${got.body.subarray(0, 300).toString()}`;
  if (!STATUSES.includes(got.status)) throw new Error(text());
  if (got.status >= 400 && !BARE.includes(got.status) && method !== 'HEAD') {
    const { error } = JSON.parse(got.body.toString()) as { error: { code: string } };
    if (error.code === 'internal') throw new Error(text());
  }
  if (isAlone && got.milliseconds > TWO_SECONDS) {
    trial.count('alone, and later than two seconds');
    process.stderr.write(`${Math.round(got.milliseconds)} ms: ${text()}\n`);
  }
}

/** Waits until nothing is under way any more. */
async function untilQuiet(explorer: Explorer, connections: number): Promise<void> {
  for (;;) {
    const now = await explorer.census();
    if (now.working === 0 && now.waiting === 0 && now.connections <= connections) return;
    await pause(50);
  }
}

async function torture(trial: Trial, folder: string): Promise<void> {
  await extendOnce(folder, 'squares', { to: 2 ** 18, series: 'cold' });
  await extendOnce(folder, 'squares', { to: 2 ** 16, series: 'nim' });
  await extendOnce(folder, '{1,6,9}', { to: 2 ** 12 });
  const explorer = await Explorer.start(folder);
  const memory = new Memory(explorer.pid);
  let isOver = false;
  let hasStopped = false;
  void explorer.ended.then((code) => {
    if (hasStopped) return;
    isOver = true;
    trial.fail('the explorer', `ended with ${code}: ${explorer.stderr.slice(0, 2000)}`);
  });
  try {
    const { connections } = await explorer.census();
    for (const path of CHEAP) await askOnce(explorer.url, { method: 'GET', path });
    // One connection is the probe's.
    const probing = probe(explorer.url, trial, () => isOver);
    probing.catch(() => undefined);
    let left = trial.size;
    for (let round = 0; left > 0; round++) {
      const clients = CLIENTS[round % CLIENTS.length];
      const questions = trial.inTime(
        Array.from({ length: Math.min(ROUND, left) }, () => drawQuestion(trial)),
      );
      left -= ROUND;
      const open: Socket[] = [];
      const work = async (): Promise<void> => {
        for (const question of questions) {
          await trial.attempt(
            `${question.method} ${question.path.slice(0, 200)} ${question.body ?? ''}`,
            () => askAs(trial, explorer.url, question, clients === 1, open),
          );
        }
      };
      await Promise.all(Array.from({ length: clients }, work));
      for (const socket of open) socket.destroy();
      await askOnce(explorer.url, { method: 'DELETE', path: '/api/extension' });
      await untilQuiet(explorer, connections + 1);
    }
    isOver = true;
    const times = await probing;
    trial.count('probes', times.length);
    trial.count('probes later than a second', times.filter((time) => time > SECOND).length);
    trial.count('slowest probe in milliseconds', Math.round(Math.max(...times)));
    await untilQuiet(explorer, connections);
    const { processes, cut, longest } = await explorer.census();
    trial.count('longest stretch of the server in milliseconds of its processor time', Math.round(longest));
    memory.look();
    trial.count('most MiB of all processes', Math.round(memory.most / 2 ** 20));
    trial.count('MiB at the end', Math.round(memory.latest / 2 ** 20));
    trial.count('processes beside the server at the end', processes);
    const seen = trial.counts.get(CUT) ?? 0;
    if (seen > cut) trial.fail('the end', `${seen} answers were cut, and ${cut} of them for their memory`);
    if (memory.most > MOST_BYTES) trial.fail('memory', `${memory.most} bytes`);
    // By the clock, a busy machine would be to blame.
    if (longest > SECOND) trial.fail('the server', `it worked ${Math.round(longest)} ms without a pause`);
    hasStopped = true;
    const code = await explorer.stop();
    if (code !== 0) trial.fail('the end', `exit code ${code}`);
    if (explorer.stderr !== '') trial.fail('the end', explorer.stderr.slice(0, 2000));
  } finally {
    isOver = true;
    hasStopped = true;
    memory.end();
    explorer.kill();
  }
}

export const routes: Attack = {
  name: 'every route with anything',
  promises: ['G24'],
  unit: 'requests, by clients that wait, leave, say half or do not read',
  short: 80,
  whole: 20_000,
  missing: () => (process.platform === 'linux' ? undefined : 'memory is measured by /proc'),
  run: (trial) => trial.attempt('the explorer', (folder) => torture(trial, folder)),
};
