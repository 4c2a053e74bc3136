// Running the command line as its own process, and how long it took and how much memory it had at most.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url));

/** Runs `takeaway` with the given words; its output is read and thrown away. Peak memory needs Linux. */
export async function runCli(words) {
  return run(process.execPath, [CLI, ...words]);
}

/** Runs a program; resolves to seconds, peak RSS in MB (NaN where unknown) and the bytes it printed. */
export async function run(program, words) {
  const begun = performance.now();
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let bytes = 0;
  let messages = '';
  let peak = NaN;
  child.stdout.on('data', (data) => (bytes += data.length));
  child.stderr.on('data', (data) => (messages += data));
  const timer = setInterval(() => {
    try {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      if (kilobytes !== null) peak = Number(kilobytes[1]) / 1024;
    } catch {
      // It has ended, or this is not Linux.
    }
  }, 10);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: exit ${code}\n${messages}`);
  return { seconds: (performance.now() - begun) / 1000, peak, bytes };
}

/** Runs a program to its end: the seconds of the processor, user and system, of all its threads, and those of the clock. */
export async function timed(program, words) {
  const script = 'TIMEFORMAT="%U %S %R"; time "$0" "$@"';
  const child = spawn('bash', ['-c', script, program, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  child.stderr.on('data', (data) => (messages += data));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: exit ${code}\n${messages}`);
  const [user, system, clock] = messages.trim().split('\n').at(-1).split(' ').map(Number);
  return { processor: user + system, clock };
}
