/** Runs the built command line as a user would, and keeps folders for a whole test file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const MAIN = join(import.meta.dirname, '../../dist/program/main.js');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with everything on stderr so far whenever more arrives. */
  readonly onMessage?: (stderr: string, child: ChildProcess) => void;
}

/** Runs `takeaway` with the given arguments to its end. */
export function takeaway(args: readonly string[], options: Options = {}): Promise<Finished> {
  return run(process.execPath, [MAIN, ...args], options);
}

/** Runs a line of bash in which `$T` is takeaway. */
export function bash(line: string, options: Options = {}): Promise<Finished> {
  const env = { ...options.env, T: `${process.execPath} ${MAIN}` };
  return run('bash', ['-c', line], { ...options, env });
}

/** The JSON that a command prints, after checking that it ended well. */
export async function json<Value>(args: readonly string[]): Promise<Value> {
  const { code, stdout, stderr } = await takeaway([...args, '--json']);
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
    // What the one who runs the tests has set must not matter.
    env: { ...process.env, TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '', ...options.env },
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
