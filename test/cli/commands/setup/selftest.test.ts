/** `takeaway selftest`: it passes here and leaves nothing behind. */
import { describe, expect, it } from 'vitest';
import { bash, json, takeaway } from '../../../support/cli.js';
import { temporaryFolder } from '../../../support/temporary.js';

describe('selftest', () => {
  it('passes, cleans up, and reports as JSON', async () => {
    const folder = temporaryFolder();
    const { stdout, code } = await takeaway(['selftest'], { env: { TMPDIR: folder } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n\d+ checks passed, 0 failed, (\d+ min )?[\d.]+ s\n$/);
    const { stdout: left } = await bash(`ls -A ${folder}`);
    expect(left).toBe('');
    const report = await json<{ ok: boolean; checks: { name: string; ok: boolean }[] }>(['selftest']);
    expect(report.ok).toBe(true);
    expect(stdout.match(/^ok /gm)).toHaveLength(report.checks.length);
  });
});
