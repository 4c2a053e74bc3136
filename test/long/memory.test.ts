/** How much memory the dearest of cheap questions take: whole processes, by their own account. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
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
