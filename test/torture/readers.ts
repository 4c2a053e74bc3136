/** Readers beside a writer: every answer is compared with the definition, and the frontier never goes back. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openStore } from '../../src/index.js';
import { announcedIn, expectEnded } from './afterwards.js';
import type { Attack } from './attack.js';

const READ = join(import.meta.dirname, 'processes/read.mjs');
const WRITE = join(import.meta.dirname, 'processes/write.mjs');
const READERS = 4;
/** A game with few options, so that the definition can follow. */
const GAME = 'fibonacci';
/** Positions that the writer writes at most, and each reader computes before it begins: many times those of a usual second. */
const MOST_A_SECOND = 2 ** 16;
const MOST = 2 ** 20;
const BLOCK_LENGTH = 256;
const FEWEST_BLOCKS = 40;

interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<unknown>;
}

function start(args: readonly string[]): Started {
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return { child, output, ended: once(child, 'close') };
}

const pause = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export const readersBesideWriter: Attack = {
  name: 'readers beside a writer',
  promises: ['G6'],
  unit: `seconds of ${READERS} readers beside a writer that is killed in the end`,
  short: 1,
  whole: 60,
  run: async (trial) => {
    for (const seconds of trial.inTime([trial.size]))
      await trial.attempt(`${READERS} readers`, async (folder) => {
        (await openStore(folder)).close();
        const most = String(Math.min(MOST, seconds * MOST_A_SECOND));
        const readers = Array.from({ length: READERS }, () => start([READ, folder, GAME, most]));
        let writer: Started | undefined;
        try {
          // The definition is followed before the writer begins.
          while (readers.some(({ child, output }) => child.exitCode === null && output.stdout === ''))
            await pause(20);
          writer = start([WRITE, folder, GAME, most, String(4 * BLOCK_LENGTH), String(BLOCK_LENGTH)]);
          await pause(1000 * seconds);
          while (
            readers.some(({ child, output }) => child.exitCode === null && !output.stdout.includes('enough'))
          )
            await pause(20);
          // On a slow machine too the frontier moves under the readers.
          while (writer.child.exitCode === null && writer.output.stdout.split('\n').length <= FEWEST_BLOCKS)
            await pause(20);
          writer.child.kill('SIGKILL');
          await writer.ended;
          for (const { child } of readers) child.stdin?.end();
          await Promise.all(readers.map(({ ended }) => ended));
        } finally {
          for (const { child } of [...readers, ...(writer === undefined ? [] : [writer])])
            child.kill('SIGKILL');
        }
        for (const { child, output } of readers) {
          expectEnded({ code: child.exitCode, signal: child.signalCode, stderr: output.stderr }, [0]);
          const last = output.stdout.trim().split('\n').at(-1) ?? '';
          const { answers, stores } = JSON.parse(last) as { answers: number; stores: number };
          trial.count('answers', answers);
          trial.count('stores opened', stores);
        }
        if (writer.output.stderr !== '') throw new Error(writer.output.stderr);
        const reader = await openStore(folder, { readOnly: true });
        const announced = announcedIn(writer.output.stdout);
        for (const series of ['cold', 'nim'] as const) {
          const frontier = reader.info(GAME).at(0)?.series[series]?.frontier ?? 0;
          if (frontier < (announced.get(series) ?? 0))
            throw new Error(`lost: ${series} is stored to ${frontier}`);
          trial.count('positions written', frontier);
        }
        reader.close();
      });
  },
};
