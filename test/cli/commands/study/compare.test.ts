/** `takeaway compare`: games backwards, the duality of the conventions set by set, and sets of a form. */
import { describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const at = ['--store', fileFolder()];

describe('compare', () => {
  it('says that a game is another backwards', async () => {
    const { code, stdout } = await takeaway(['compare', '{2,5,7}', '{2,5,7} sink', ...at]);
    expect(code).toBe(0);
    expect(stdout).toContain('{2,5,7} sink is {2,5,7} backwards: w(m) = v(n) with 0 -> 2, 2 -> 0');
    expect(stdout).toContain('where n + m is 17 modulo the period, proven');
  });

  it('tests the duality of all sets of a form, and names those that are not as expected', async () => {
    const dual = ['compare', 'dual', '--max', '9', ...at];
    const additive = await takeaway([...dual, '--pattern', '{a, b, a+b}']);
    expect(additive.stdout).toMatch(/^additive, \{a, b, a \+ b\} +13 +13 +0 +0$/m);
    const others = await takeaway([...dual, '--pattern', '{1, a, b}']);
    expect(others.stdout).toContain('Not additive but dual:\n  {1,2,4}: w(m) = v(n) where n + m is 2 modulo');
    const found = await json([...dual, '--pattern', '{1, a, b}']);
    expect(found).toHaveLength(28);
    expect(found).toContainEqual({
      game: '{1,2,4}',
      isAdditive: false,
      isDual: true,
      mirror: { sum: 2, exchange: [] },
      periods: {
        wall: { preperiod: 0, period: 3, saltus: 0 },
        sink: { preperiod: 7, period: 3, saltus: 0 },
      },
    });
  });

  it('shows the first of many values that are exchanged', async () => {
    const { stdout } = await takeaway(['compare', 'dual', 'interval:60', ...at]);
    expect(stdout).toContain(', 10 -> 51, 50 more where n + m is 0 modulo the period');
  });

  it.each([
    [['dual', 'squares'], 'needs a finite set'],
    [['--dual', '{1,2}'], '--dual is gone. Write takeaway compare dual GAMES...'],
    [['dual', '--to', '9', '{1,2}'], 'compare dual has no option --to.'],
    [['dual', '{1,2} hotspots {5}'], 'once'],
    [['dual'], 'at least 1'],
    [['--pattern', '{a, b}'], '--max'],
    [['--max', '9', '{1,2}'], '--pattern'],
    [['--pattern', '{1, 2}', '--max', '9'], 'has no letter'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await takeaway(['compare', ...words, ...at]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
