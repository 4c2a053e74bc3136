/** Limits of the system that a shell sets: each is named in the error, with what helps. */
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';

const MAIN = 'dist/program/main.js';

/** Runs the program under limits as `ulimit` takes them. */
function runLimited(
  limits: readonly string[],
  words: readonly string[],
  flags = '',
): Promise<{ readonly code: number | string; readonly stderr: string }> {
  const script = `${limits.map((limit) => `ulimit ${limit} && `).join('')}exec "$0" "$@"`;
  const env = { ...process.env, NODE_OPTIONS: flags };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script, process.execPath, MAIN, ...words], { env }, (error, _, stderr) => {
      resolve({ code: error?.code ?? 0, stderr });
    });
  });
}

describe.runIf(process.platform === 'linux')('a limit', () => {
  it(
    'of address space is named with its value, what is needed, and a remedy that works',
    { tags: 'slow' },
    async () => {
      const extend = ['extend', 'squares', '--to', '3000', '--threads', '1', '--store'];
      const without = await runLimited(['-v 16777216'], [...extend, temporaryFolder()]);
      expect(without.code).toBe(6);
      expect(without.stderr).toContain('(ulimit -v) is 16.0 GiB, which is too low.');
      const flag = /NODE_OPTIONS=(--[a-z-]+)/.exec(without.stderr)?.[1];
      const withFlag = await runLimited(['-v 16777216'], [...extend, temporaryFolder()], flag);
      expect(withFlag).toMatchObject({ code: 0 });
    },
  );

  it('of open files makes the batches of a sweep smaller', { tags: 'slow' }, async () => {
    const games = Array.from({ length: 155 }, (_, i) => `{1,${i + 2}}`);
    const words = ['sweep', ...games, '--to', '500', '--threads', '1', '--store', temporaryFolder()];
    expect(await runLimited(['-n 64'], words)).toMatchObject({ code: 0 });
  });
});
