/** Running a program under strace: with a fault in chosen system calls, or to record those that change files. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

/** Why system calls cannot be injected or recorded here; undefined where they can. */
export function straceMissing(): string | undefined {
  const { status } = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=none', 'true']);
  return status === 0 ? undefined : 'strace is not installed, or may not trace here';
}

/** A system call of a program, in the order in which they ended. */
export interface SystemCall {
  readonly thread: number;
  readonly name: string;
  /** As strace writes them. */
  readonly args: string;
  /** What it returned; negative for an error. */
  readonly result: number;
  readonly isInjected: boolean;
}

/** A run under strace that ended, or was ended as it did not end by itself. */
export interface TracedRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isHung: boolean;
  readonly calls: readonly SystemCall[];
}

/** Milliseconds after which a run of a second counts as hung, on a machine that is busy with other things. */
const PATIENCE = 60_000;

/**
 * Runs `node` with arguments under strace, whose output goes through the file `log`. `trace` names the calls to note, `inject` what is done to which of them.
 * One thread does the work of Node's pool, so that the calls of a thread are the same each time.
 */
export function runTraced(
  log: string,
  args: readonly string[],
  trace: readonly string[],
  { inject, hasData = false }: { inject?: string; hasData?: boolean } = {},
): Promise<TracedRun> {
  const flags = [
    ...['-f', '-o', log, '-e', `trace=${trace.join(',')}`, '-e', 'signal=none'],
    ...(hasData ? ['-xx', '-s', '100000000'] : ['-y', '-s', '300']),
    ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
    // Strace does not deliver signals at system calls that the kernel filters for it.
    ...(inject?.includes('signal=') === true ? [] : ['--seccomp-bpf']),
  ];
  const child = spawn('strace', [...flags, process.execPath, ...args], {
    env: { ...process.env, TAKEAWAY_STORE: '', TAKEAWAY_DEBUG: '', UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    let isHung = false;
    const timer = setTimeout(() => {
      isHung = true;
      // The group of strace and all that it has started.
      process.kill(-child.pid!, 'SIGKILL');
    }, PATIENCE);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const calls = callsIn(readFileSync(log, 'latin1'));
      rmSync(log);
      resolve({ code, signal, stdout, stderr, isHung, calls });
    });
  });
}

/** The calls in a log, those that others interrupted put together again. */
export function callsIn(log: string): SystemCall[] {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of log.split('\n')) {
    const [match, thread, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (match === undefined) continue;
    const unfinished = /^(.*?) *<unfinished \.\.\.>$/.exec(rest);
    if (unfinished !== null) {
      begun.set(thread, unfinished[1]);
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed> ?(.*)$/.exec(rest);
    const text = resumed === null ? rest : (begun.get(thread) ?? '') + resumed[1];
    const call = /^(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)(.*)$/.exec(text);
    if (call === null) continue;
    const [, name, args, result, end] = call;
    const isInjected = end.includes('(INJECTED)');
    calls.push({ thread: Number(thread), name, args, result: Number(result), isInjected });
  }
  return calls;
}
