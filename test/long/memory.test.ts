/**
 * The most memory: nim-values where more than 2^31 of them are within reach, some 2 GiB, and what a process takes by its own account
 * for a question that is just cheap enough to be answered.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { finiteSet } from '../support/set-oracles.js';
import { solvePlainly } from '../../src/solver/dynamic-programming/plain.js';
import { fileFolder, MAIN } from '../support/cli.js';

/** Has a process write on standard error, as its last line, how many KiB it had at most. */
const ACCOUNT =
  'data:text/javascript,process.on("exit",()=>console.error(String(process.resourceUsage().maxRSS)))';
const KIBIBYTES = 500 * 1024;

it('a query that a set of a million numbers left out makes dear takes less than 500 MiB', async () => {
  const words = ['query', 'all-but:1..1000000', '16777216', '1000000000000', '--store', fileFolder()];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    ACCOUNT,
    MAIN,
    ...words,
  ]);
  expect(stdout).toContain('16777216: hot, winning moves 15777216, 15777217,');
  expect(stdout).toContain('999991 more (from period 1 from 1000001 on)');
  const most = Number(stderr.trim().split('\n').at(-1));
  expect(most).toBeGreaterThan(50 * 1024);
  expect(most).toBeLessThan(KIBIBYTES);
});

it('nim-values are decided by options on both sides of position 2^31', async () => {
  const start = 2 ** 31 + 2 ** 26;
  const pieceLength = 2 ** 26;
  const zeros = new Uint8Array(pieceLength);
  const task = {
    // The last one reaches below all positions, so that all are kept.
    set: finiteSet([27, 30, 2 ** 41]),
    ...{ range: { start, stop: start + 16 }, pieceLength },
    breathe: () => Promise.resolve(),
    readLower: ({ start: from, stop }: { start: number; stop: number }) =>
      Promise.resolve(zeros.subarray(0, stop - from)),
  };
  // Options with the value 0 alone.
  for await (const { values } of solvePlainly(task)) expect([...values]).toEqual(Array(16).fill(1));
});
