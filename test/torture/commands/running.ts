/** Runs a command as an attack does: its memory is watched, signals are sent to it, and who reads its output may leave. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { MAIN } from '../../support/cli.js';
import type { Drawn } from './words.js';

const WATCHED = pathToFileURL(join(import.meta.dirname, '../processes/watched.mjs')).href;

/** A program that computes for longer is asked to stop: its work may be as long as it likes. */
const LONG_MS = 10_000;
/** A program that does not end then hangs, on a busy machine too. */
const PATIENCE_MS = 120_000;
/** Bytes of output after which its reader leaves; and of a file, after which the program is asked to stop. */
const MOST_READ = 2 ** 23;
const MOST_IN_FILES = 2 ** 26;
/** A program that takes so much memory is ended before it harms this machine. */
const MOST_KIB = 2 ** 21;
const LOOK_EVERY_MS = 50;

/** What is done to a program while it runs. */
export interface Disturbance {
  /** Sent once it hears signals, after so many milliseconds. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly after: number };
  /** Its reader leaves after so many bytes. */
  readonly readAtMost?: number;
}

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Whether its output was read to the end. */
  readonly isWhole: boolean;
  /** Seconds from the first signal that it was sent to its end; undefined where it was sent none. */
  readonly stoppedIn: number | undefined;
  /** MiB that it took at most; undefined where it was ended before it could say. */
  readonly memory: number | undefined;
  /** Why it was ended; undefined where it ended by itself or by a signal that it may heed. */
  readonly givenUp: string | undefined;
}

/** Runs a command to its end. */
export async function runDisturbed(
  { words, input }: Drawn,
  { signal, readAtMost = MOST_READ }: Disturbance,
  folder: string,
): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', WATCHED, MAIN, ...words], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const { stdin, stdout, stderr } = child;
  const said = child.stdio[3] as Readable;
  const [chunks, timers]: [Buffer[], NodeJS.Timeout[]] = [[], []];
  let [messages, reports, read, isWhole] = ['', '', 0, true];
  let askedAt: number | undefined;
  let givenUp: string | undefined;
  const ask = (name: NodeJS.Signals): void => {
    askedAt ??= performance.now();
    child.kill(name);
  };
  const giveUp = (why: string): void => {
    givenUp ??= why;
    child.kill('SIGKILL');
  };
  // Who does not read its input need not.
  stdin.on('error', () => undefined).end(input);
  stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    read += chunk.length;
    if (read < readAtMost) return;
    isWhole = false;
    stdout.destroy();
  });
  stderr.setEncoding('utf8').on('data', (text: string) => (messages += text));
  said.setEncoding('utf8').on('data', (text: string) => {
    reports += text;
    if (signal === undefined || reports !== 'up\n') return;
    timers.push(setTimeout(() => ask(signal.name), signal.after));
  });
  const looks = setInterval(() => {
    const now = performance.now();
    if (askedAt === undefined && (now - startedAt > LONG_MS || bytesIn(folder) > MOST_IN_FILES))
      ask('SIGINT');
    if (askedAt !== undefined && now - askedAt > PATIENCE_MS) giveUp('it does not stop');
    const taken = kibOf(child.pid);
    if (taken > MOST_KIB) giveUp(`it takes ${Math.round(taken / 1024)} MiB`);
  }, LOOK_EVERY_MS);
  try {
    await closed;
  } finally {
    clearInterval(looks);
    timers.forEach(clearTimeout);
  }
  const endedAt = performance.now();
  const kib = /memory (\d+)/.exec(reports)?.[1];
  return {
    code: child.exitCode,
    signal: child.signalCode,
    stdout: Buffer.concat(chunks).toString(),
    stderr: messages,
    seconds: (endedAt - startedAt) / 1000,
    isWhole,
    stoppedIn: askedAt === undefined ? undefined : (endedAt - askedAt) / 1000,
    memory: kib === undefined ? undefined : Number(kib) / 1024,
    givenUp,
  };
}

/** Bytes of the files in a folder, without those in folders in it. */
function bytesIn(folder: string): number {
  let bytes = 0;
  // A file may get another name meanwhile.
  for (const name of readdirSync(folder))
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** What a process has taken in memory now; 0 where this system does not say. */
function kibOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
