/** `takeaway selftest`: it passes here and leaves nothing behind, and says which checks fail. */
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SelfTestCheck } from '../../../../src/rim.js';
import { json, takeaway } from '../../../support/cli.js';
import { temporaryFolder } from '../../../support/temporary.js';

const checks = vi.hoisted(() => ({ given: undefined as readonly SelfTestCheck[] | undefined }));

vi.mock('../../../../src/rim.js', async (original) => {
  const library = await original<typeof import('../../../../src/rim.js')>();
  const selfTest: typeof library.selfTest = async function* (options) {
    yield* checks.given ?? library.selfTest(options);
  };
  return { ...library, selfTest };
});

afterEach(() => {
  checks.given = undefined;
  vi.unstubAllEnvs();
});

describe('selftest', () => {
  it('passes and cleans up', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    const report = await json<{ ok: boolean; checks: SelfTestCheck[] }>(['selftest']);
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.checks.length).toBeGreaterThan(50);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in words which checks pass and which fail', { tags: 'slow' }, async () => {
    checks.given = [
      { name: 'the first', ok: true, seconds: 1 },
      { name: 'the second', ok: false, problem: 'expected 1, found 2', seconds: 2 },
    ];
    const { stdout, code } = await takeaway(['selftest']);
    expect(stdout).toMatch(
      /^ok {6}the first\nFAILED {2}the second: expected 1, found 2\n1 check passed, 1 failed, [\d.]+ s\n$/,
    );
    expect(code).toBe(1);
    expect((await takeaway(['selftest', '--quiet'])).stdout).toBe(
      'FAILED  the second: expected 1, found 2\n',
    );
    checks.given = checks.given.slice(0, 1);
    expect((await takeaway(['selftest'])).code).toBe(0);
  });
});
