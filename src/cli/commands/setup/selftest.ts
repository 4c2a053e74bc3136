/** `takeaway selftest`: the library's own checks on this machine, in a temporary folder. */
import { tmpdir } from 'node:os';
import { selfTest, type SelfTestCheck } from '../../../rim.js';
import { defineCommand } from '../../command.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { interruptible } from '../../terminal/interruption.js';
import { linesText, printDone, writeData } from '../../terminal/output.js';
import { count, duration } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['selftest', 'takes a few seconds and touches no store'],
    ['selftest --json', 'for machines'],
  ],
  positionals: {},
  options: {},
  run: async ({ json, quiet }) => {
    const startedAt = performance.now();
    const checks: SelfTestCheck[] = [];
    const words = {
      asked: 'Stopping after this check.',
      stopped: () => 'The temporary folder was removed.',
    };
    await interruptible(words, async (signal) => {
      for await (const check of selfTest({ temporaryFolder: tmpdir(), signal })) {
        checks.push(check);
        if (!json && !(quiet && check.ok)) await writeData(describe(check));
      }
    });
    const failed = checks.filter(({ ok }) => !ok).length;
    const seconds = (performance.now() - startedAt) / 1000;
    const passed = `${count(checks.length - failed, 'check')} passed`;
    await printDone(
      { json, quiet },
      { ok: failed === 0, checks },
      () => `${passed}, ${failed} failed, ${duration(seconds)}\n`,
    );
    if (failed > 0) process.exitCode = EXIT_CODES.internal;
  },
});

function describe({ name, ok, problem }: SelfTestCheck): string {
  return linesText([ok ? `ok      ${name}` : `FAILED  ${name}: ${problem ?? ''}`]);
}
