/**
 * Runs the command line as a user would, and keeps folders for a whole test file. A command runs in this process, which
 * takes a fraction of the time, unless the test is about a process: its signals, its stdin, how Node starts it, or that nothing holds it up.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

export const MAIN = join(import.meta.dirname, '../../dist/program/main.js');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the one who runs the tests has set must not matter. */
const CLEAN = { TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '' };

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with everything on stderr so far whenever more arrives. */
  readonly onMessage?: (stderr: string, child: ChildProcess) => void;
}

/** Words that read stdin, or go on until a signal. */
const NEEDS_PROCESS = ['-', 'play', 'explore', 'worker'];

/** Whether a command runs in this process now: its streams and its exit code are those of one command. */
let isBusy = false;

/** Runs `takeaway` with the given arguments to its end. */
export function takeaway(args: readonly string[], options: Options = {}): Promise<Finished> {
  const isApart =
    isBusy ||
    options.onMessage !== undefined ||
    Object.keys(options.env ?? {}).some((name) => name.startsWith('NODE_')) ||
    args.some((word) => NEEDS_PROCESS.includes(word));
  return isApart ? takeawayProcess(args, options) : runHere(args, options);
}

/** The same in a process of its own. */
export function takeawayProcess(args: readonly string[], options: Options = {}): Promise<Finished> {
  return run(process.execPath, [MAIN, ...args], options);
}

async function runHere(args: readonly string[], { env, cwd = tmpdir() }: Options): Promise<Finished> {
  isBusy = true;
  const { runProgram } = await import('../../src/cli/main.js');
  const written = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      written[stream].push(Buffer.from(chunk));
      return true;
    }),
  );
  const before = { cwd: process.cwd(), title: process.title };
  process.chdir(cwd);
  for (const [name, value] of Object.entries({ ...CLEAN, ...env })) vi.stubEnv(name, value);
  try {
    await runProgram(args);
    return {
      code: Number(process.exitCode ?? 0),
      signal: null,
      stdout: Buffer.concat(written.stdout).toString(),
      stderr: Buffer.concat(written.stderr).toString(),
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.chdir(before.cwd);
    process.title = before.title;
    process.exitCode = undefined;
    isBusy = false;
  }
}

/** Runs a line of bash in which `$T` is takeaway. */
export function bash(line: string, options: Options = {}): Promise<Finished> {
  const env = { ...options.env, T: `${process.execPath} ${MAIN}` };
  return run('bash', ['-c', line], { ...options, env });
}

/** The JSON that a command prints, after checking that it ended well. */
export async function json<Value>(args: readonly string[], options: Options = {}): Promise<Value> {
  const { code, stdout, stderr } = await takeaway([...args, '--json'], options);
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${stderr}`);
  return JSON.parse(stdout) as Value;
}

/** A folder that lives as long as the tests of the file. */
export function fileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function run(command: string, args: readonly string[], options: Options): Promise<Finished> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? tmpdir(),
    env: { ...process.env, ...CLEAN, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onMessage?.(stderr, child);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
