/** Many writers of one store, and programs of three versions on one store. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownMigrations } from '../../src/store/catalog/schema.js';
import { temporaryFolder } from '../support/temporary.js';
import { expectEnded, expectUnharmed, goalOf } from './afterwards.js';
import type { Attack } from './attack.js';

const PACKAGE = join(import.meta.dirname, '../..');
const CONTEND = join(import.meta.dirname, 'processes/contend.mjs');
const STEP = 1500;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
}

/** Raises unless what was announced as new covers every position below an end exactly once. */
function expectTiling(series: string, lines: readonly string[], end: number): void {
  const parts = lines
    .map((line) => line.split(' '))
    .filter(([name]) => name === series)
    .map(([, from, to]) => [Number(from), Number(to)] as const)
    .sort((a, b) => a[0] - b[0]);
  let stop = 0;
  for (const [from, to] of parts) {
    if (from !== stop) throw new Error(`${series}: ${stop} to ${from} was announced twice or never`);
    stop = to;
  }
  if (stop !== end) throw new Error(`${series}: announced to ${stop}, not ${end}`);
}

export const racingWriters: Attack = {
  name: 'racing writers',
  promises: ['G2', 'G5'],
  unit: 'writers of one new store at once',
  short: 4,
  whole: 20,
  run: async (trial) => {
    const to = trial.size * 2 * STEP;
    const goal = await goalOf(temporaryFolder(), 'squares', to, 1024);
    for (const writers of trial.inTime([trial.size]))
      await trial.attempt(`${writers} writers`, async (parent) => {
        const folder = join(parent, 'store');
        const writers = Array.from({ length: trial.size }, () =>
          run([CONTEND, folder, String(to), String(STEP)]),
        );
        const ended = await Promise.all(writers);
        for (const writer of ended) expectEnded(writer, [0]);
        const lines = ended.flatMap(({ stdout }) => stdout.trim().split('\n'));
        for (const series of ['cold', 'nim']) expectTiling(series, lines, to);
        trial.count('times refused as locked', lines.filter((line) => line === 'locked').length);
        trial.count('blocks announced', lines.filter((line) => line.includes(' ')).length);
        await expectUnharmed(
          folder,
          goal,
          new Map([
            ['cold', to],
            ['nim', to],
          ]),
        );
      });
  },
};

/** A copy of the package that knows so many versions of the catalog more than this one. */
function packageOf(more: number): string {
  const folder = temporaryFolder();
  for (const name of ['dist', 'migrations', 'package.json']) {
    cpSync(join(PACKAGE, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
  const known = knownMigrations().length;
  for (let version = known + 1; version <= known + more; version++) {
    const file = join(folder, 'migrations', `${String(version).padStart(4, '0')}_next.sql`);
    writeFileSync(file, `ALTER TABLE block ADD COLUMN next${version} TEXT NOT NULL DEFAULT 'none';\n`);
  }
  return join(folder, 'dist/program/main.js');
}

/** Every file of a store with its bytes and the time of its last change. */
function stateOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .map((name) => {
      const path = join(folder, name);
      const stats = statSync(path);
      return stats.isFile() ? `${name} ${stats.mtimeMs} ${readFileSync(path).toString('base64')}` : name;
    })
    .join('\n');
}

export const racingVersions: Attack = {
  name: 'racing versions',
  promises: ['G8'],
  unit: 'rounds of three programs, each of a newer version than the one before, on one store of version 2',
  short: 1,
  whole: 4,
  run: async (trial) => {
    const [older, middle, newer] = [0, 1, 2].map(packageOf);
    const goal = await goalOf(temporaryFolder(), 'squares', 6000);
    for (const round of trial.inTime(Array(trial.size).keys())) {
      await trial.attempt(`round ${round}`, async (parent) => {
        const folder = join(parent, 'store');
        mkdirSync(folder);
        cpSync(join(PACKAGE, 'test/fixtures/store-v2'), folder, { recursive: true });
        const extend = (program: string, to: number): Promise<Ended> =>
          run([program, 'extend', 'squares', '--to', String(to), '--store', folder]);
        const programs = [older, middle, newer, older, middle, newer];
        await Promise.all(
          programs.map(async (program) => {
            // Until it has had its turn: 5 says that another one is at work.
            for (let code: number | null = 5; code === 5;) {
              const ended = await extend(program, 2100 + 64 * trial.below(50));
              // 2: another one went further meanwhile.
              expectEnded(ended, [0, 2, 5, 7]);
              trial.count(`exit code ${String(ended.code)}`);
              ({ code } = ended);
            }
          }),
        );
        expectEnded(await extend(newer, 6000), [0]);
        const before = stateOf(folder);
        for (const program of [older, middle]) {
          for (const words of [['extend', 'squares', '--to', '7000'], ['verify', '--repair'], ['info']]) {
            const refused = await run([program, ...words, '--store', folder]);
            expectEnded(refused, [7]);
            trial.count('refused afterwards');
          }
        }
        if (stateOf(folder) !== before) throw new Error('a refused program changed the store');
        const verified = await run([newer, 'verify', '--store', folder]);
        expectEnded(verified, [0]);
        const hashes = await run([newer, 'info', 'squares', '--full', '--json', '--store', folder]);
        for (const hash of [goal.hashes.cold, goal.hashes.nim]) {
          if (!hashes.stdout.includes(String(hash))) throw new Error(`wrong: ${hashes.stdout}`);
        }
      });
    }
  },
};
