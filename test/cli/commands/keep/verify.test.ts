/** `takeaway verify` and `takeaway certify`: what they print, and exit code 4 for stored values that are not right. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnOfBits } from '../../../../src/columnar/layout.js';
import { createBitset } from '../../../../src/kernel/bitset.js';
import { BlockStore } from '../../../../src/store/block-store.js';
import { coldByDefinition, readGame } from '../../../../src/index.js';
import { storeForged } from '../../../support/store.js';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();

describe('verify', () => {
  it('says that all is well', async () => {
    const at = ['--store', join(folder, 'well')];
    await json(['extend', 'squares', '--to', '20_000', ...at]);
    await json(['extend', '{4,1,3}', '--to', '1e3', '--series', 'cold', ...at]);
    await json(['extend', 'odd', '--to', '200', ...at]);
    expect(await json(['verify', ...at])).toEqual({
      ok: true,
      blocks: 5,
      values: 41_400,
      sampled: expect.any(Number) as number,
      problems: [],
    });
    const { stdout, code } = await takeaway(['verify', 'squares', '--full', ...at]);
    expect(code).toBe(0);
    const [checked, looked] = stdout.split('\n');
    expect(checked).toBe('Checked 2 blocks: all is well.');
    expect(looked).toMatch(
      /^[\d_]+ of 40_000 values were checked against the definition; 'certify <game>' proves all cold positions, and with --full all nim-values\.$/,
    );
    expect((await takeaway(['verify', '--quiet', ...at])).stdout).toBe('');
    expect((await takeaway(['verify', '{1,3,4}', ...at])).stdout).toBe(
      'Checked 1 block: all is well.\nAll 1000 values were checked against the definition.\n',
    );
  });

  it('names forged values whose hashes are right, with exit code 4, and says how many values it looked at', async () => {
    const root = join(folder, 'forged');
    const cold = coldByDefinition(readGame('squares').set, 20_000).map(Number);
    // Every hundredth position claimed cold, and so the option of many.
    await storeForged(
      root,
      'squares',
      'cold',
      cold.map((value, n) => (n > 10_000 && n % 100 === 0 ? 1 : value)),
      4096,
    );
    const { stdout, code } = await takeaway(['verify', '--store', root]);
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /PROBLEM {2}squares cold \d+-\d+: position \d+ is cold, but has an option that is cold\n/,
    );
    expect(stdout).toMatch(/\n[\d_]+ of 20_000 values were checked against the definition; /);
    expect(stdout).toMatch(/\nValues that were stored wrong stay: .*\n$/);
  });
});

describe('certify', () => {
  it('proves what is stored', async () => {
    const at = ['--store', join(folder, 'right')];
    await json(['extend', 'squares', '--to', '20000', ...at]);
    const { stdout, code } = await takeaway(['certify', 'squares', '--full', ...at]);
    expect(code).toBe(0);
    expect(stdout.match(/^ok {7}/gm)).toHaveLength(5);
    expect(stdout).toMatch(
      /So these \d+ cold positions are exactly the cold ones, and every nim-value is right\.\n$/,
    );
    const certificate = await json(['certify', 'squares', ...at]);
    expect(certificate).toMatchObject({ game: 'squares', ok: true });
  });

  it('finds values that no hash and no count gives away', async () => {
    const root = join(folder, 'wrong');
    const store = await BlockStore.open(root, { readOnly: false });
    const values = columnOfBits(createBitset(100), 100);
    const counts = { coldCount: 0, coldBefore: 0, largest: 0, methods: ['none'] };
    const series = store.seriesToExtend('squares', 'squares', 'cold');
    await store.append([{ series, block: { ...counts, start: 0, stop: 100, values } }]);
    store.close();
    const { stdout, code } = await takeaway(['certify', 'squares', '--store', root]);
    expect(code).toBe(4);
    expect(stdout).toContain('But 0 is hot, and has no move to a cold position');
    expect(stdout).toMatch(/The stored values are not right\.\n$/);
  });

  it.each([
    [['certify'], 'certify needs <game>'],
    [['verify', 'squares', '--certificate'], '--certificate is gone. Write takeaway certify GAME'],
    [['verify', 'squares', '--mex'], 'Write takeaway certify GAME --full'],
  ])('%j is refused', async (args, message) => {
    const { stderr, code } = await takeaway([...args, '--store', folder]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
