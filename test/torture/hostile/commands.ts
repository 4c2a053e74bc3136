/** Every command that opens a store, run as a user would, with a watch on its time and memory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MAIN } from '../../support/cli.js';

/** A command: its words, where `$S` is the store and `$W` a folder of its own. */
export interface Command {
  readonly words: readonly string[];
  /** Whether it answers the same whatever was done to the store but for its values. */
  readonly isAnswer?: boolean;
  readonly stdin?: string;
  /** Called with the first line on stdout of a server, before it is stopped. */
  readonly talk?: (line: string) => Promise<void>;
}

const TO = ['--to', '128'];

export const COMMANDS: readonly Command[] = [
  { words: ['info', '--full'] },
  { words: ['info', 'squares', '--json'] },
  { words: ['query', 'squares', '63', '100', '--json'], isAnswer: true },
  { words: ['move', 'squares', '30', '31', '--json'], isAnswer: true },
  { words: ['values', '--format', 'lines', 'squares', ...TO], isAnswer: true },
  { words: ['values', 'squares', ...TO], isAnswer: true },
  { words: ['export', 'squares', '--series', 'nim', '--format', 'csv', ...TO], isAnswer: true },
  { words: ['export', 'squares', '--series', 'cold', ...TO, '--part-length', '100', '-o', '$W/parts'] },
  {
    words: ['sql', 'squares', 'SELECT count(*) AS n, max(nim_value) AS m FROM nim', '--to', '128', '--json'],
    isAnswer: true,
  },
  { words: ['analyze', 'squares', 'gaps', ...TO, '--json'], isAnswer: true },
  { words: ['plot', 'squares', 'density', ...TO, '-o', '$W/density.svg'] },
  { words: ['report', 'squares', '-o', '$W/report.html'] },
  { words: ['worksheet', 'squares', '-o', '$W/worksheet.html'] },
  { words: ['games'] },
  { words: ['oeis', 'squares'] },
  { words: ['play', 'squares', '5', '--random-seed', '1'], stdin: '1 1\n' },
  { words: ['verify'] },
  { words: ['verify', '--full'] },
  { words: ['certify', 'squares'] },
  { words: ['verify', '--repair'] },
  { words: ['extend', 'squares', '--to', '192'] },
  { words: ['extend', 'triangular', '--to', '100'] },
  { words: ['period', '{1,2,4}'] },
  { words: ['sweep', 'squares', '{1,3,4}', '--to', '100'] },
  { words: ['rebuild'] },
  { words: ['copy', '$W/copy'] },
  { words: ['import', '$S', '--store', '$W/target'] },
  { words: ['import', '$I'] },
  {
    words: ['explore', '--json'],
    talk: async (line) => {
      const { url } = JSON.parse(line) as { readonly url: string };
      for (const path of ['api/games', 'api/game?game=squares', 'api/positions?game=squares']) {
        const answer = await fetch(new URL(path, url));
        const text = await answer.text();
        if (text.includes('"code":"internal"')) throw new Error(`${path}: ${text}`);
      }
    },
  },
];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isHung: boolean;
  /** The most memory that was seen of it; 0 where the system does not say. */
  readonly mostBytes: number;
}

/** Milliseconds after which a run of a second counts as hung, on a machine that is busy with other things. */
const PATIENCE = 90_000;

/** Runs a command to its end, or to that of patience. */
export async function runCommand(
  { words, stdin = '', talk }: Command,
  { store, own, intact }: { readonly store: string; readonly own: string; readonly intact: string },
): Promise<Ended> {
  const told = words.map((word) => word.replace('$S', store).replace('$W', own).replace('$I', intact));
  const args = told.includes('--store') ? told : [...told, '--store', store];
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: own,
    env: { ...process.env, TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '' },
  });
  child.stdin.on('error', () => undefined).end(stdin);
  const seen = { stdout: '', stderr: '', isHung: false, mostBytes: 0 };
  const ended = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const patience = setTimeout(() => {
    seen.isHung = true;
    child.kill('SIGKILL');
  }, PATIENCE);
  const watch = setInterval(() => (seen.mostBytes = Math.max(seen.mostBytes, memoryOf(child))), 50);
  let talked: Promise<void> | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.stdout += text;
    if (talk === undefined || !seen.stdout.includes('\n')) return;
    talked ??= talk(seen.stdout.split('\n', 1)[0]).finally(() => child.kill('SIGINT'));
    talked.catch(() => undefined);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (seen.stderr += text));
  try {
    const how = await ended;
    await talked;
    return { ...seen, ...how };
  } finally {
    clearTimeout(patience);
    clearInterval(watch);
  }
}

/** The most memory that a process had so far, as Linux says it. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}
