/** SIGKILL at moments that the seed chooses: of writers of the library and of the command line, again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';
import { announcedIn, expectEnded, expectUnharmed, goalOf, type Announced } from './afterwards.js';
import type { Attack } from './attack.js';

const EXTEND = join(import.meta.dirname, '../support/processes/extend-process.mjs');
const TO = 60_000;
const BLOCK_LENGTH = 4096;
/** Milliseconds: most writers have begun after the first, and are done after the second. */
const EARLIEST = 60;
const LATEST = 450;

/** Runs a writer and kills it after some time; what it announced, and whether it was killed. */
async function killAfter(
  args: readonly string[],
  milliseconds: number,
): Promise<{ announced: Announced; isKilled: boolean }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await once(child, 'close');
  clearTimeout(timer);
  const isKilled = child.signalCode === 'SIGKILL';
  // 2: everything up to that end, and more, is stored already.
  if (!isKilled) expectEnded({ code: child.exitCode, signal: child.signalCode, stderr }, [0, 2]);
  return { announced: announcedIn(`${stdout}\n${stderr}`), isKilled };
}

export const kills: Attack = {
  name: 'random kills of writers',
  promises: ['G2', 'G5'],
  unit: 'writers, killed at a random moment',
  short: 5,
  whole: 150,
  run: async (trial) => {
    const goal = await goalOf(temporaryFolder(), 'squares', TO, BLOCK_LENGTH);
    let folder = join(temporaryFolder(), 'store');
    for (const run of trial.inTime(Array(trial.size).keys())) {
      await trial.attempt(`writer ${run}`, async (spare) => {
        const isLibrary = trial.below(2) === 0;
        const args = isLibrary
          ? [EXTEND, folder, String(TO), String(BLOCK_LENGTH)]
          : [
              MAIN,
              'extend',
              'squares',
              '--to',
              String(1000 + trial.below(TO - 1000)),
              '--progress',
              'json',
              '--store',
              folder,
            ];
        const { announced, isKilled } = await killAfter(args, EARLIEST + trial.below(LATEST - EARLIEST));
        trial.count(isKilled ? 'killed' : 'ended before');
        if (!existsSync(folder)) return;
        // What is there now is extended in a copy: the next writer finds it as the kill left it.
        const copy = join(spare, 'store');
        cpSync(folder, copy, { recursive: true });
        await expectUnharmed(copy, goal, announced);
        if (!isKilled) folder = join(temporaryFolder(), 'store');
      });
    }
  },
};
