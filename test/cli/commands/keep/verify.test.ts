/** `takeaway verify`, with `--certificate` and without: what it prints, and exit code 4 for stored values that are not right. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnOfBits } from '../../../../src/columnar/layout.js';
import { createBitset } from '../../../../src/kernel/bitset.js';
import { BlockStore } from '../../../../src/store/block-store.js';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();

describe('verify', () => {
  it('says that all is well', async () => {
    const at = ['--store', join(folder, 'well')];
    await json(['extend', 'squares', '--to', '20_000', ...at]);
    await json(['extend', '{4,1,3}', '--to', '1e3', '--series', 'cold', ...at]);
    await json(['extend', 'odd', '--to', '200', ...at]);
    expect(await json(['verify', ...at])).toMatchObject({ ok: true, blocks: 5, problems: [] });
    const { stdout, code } = await takeaway(['verify', 'squares', '--full', ...at]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Checked 2 blocks: all is well.\n' });
    expect((await takeaway(['verify', '--quiet', ...at])).stdout).toBe('');
  });
});

describe('verify --certificate', () => {
  it('proves what is stored', async () => {
    const at = ['--store', join(folder, 'right')];
    await json(['extend', 'squares', '--to', '20000', ...at]);
    const { stdout, code } = await takeaway(['verify', 'squares', '--certificate', '--mex', ...at]);
    expect(code).toBe(0);
    expect(stdout.match(/^ok {7}/gm)).toHaveLength(5);
    expect(stdout).toMatch(
      /So these \d+ cold positions are exactly the cold ones, and every nim-value is right\.\n$/,
    );
    const certificate = await json(['verify', 'squares', '--certificate', ...at]);
    expect(certificate).toMatchObject({ game: 'squares', ok: true });
  });

  it('finds values that no hash and no count gives away', async () => {
    const root = join(folder, 'wrong');
    const store = await BlockStore.open(root, { readOnly: false });
    const values = columnOfBits(createBitset(100), 100);
    const counts = { coldCount: 0, coldBefore: 0, largest: 0, methods: ['none'] };
    await store.append(store.ensureSeries('squares', 'squares', 'cold'), {
      ...counts,
      start: 0,
      stop: 100,
      values,
    });
    store.close();
    const { stdout, code } = await takeaway(['verify', 'squares', '--certificate', '--store', root]);
    expect(code).toBe(4);
    expect(stdout).toContain('But 0 is hot, and has no move to a cold position');
    expect(stdout).toMatch(/The stored values are not right\.\n$/);
  });

  it.each([
    [['verify', '--certificate'], 'expected verify <game> --certificate [--mex], found no game'],
    [['verify', 'squares', '--mex'], 'found --mex alone'],
    [['verify', 'squares', '--certificate', '--full'], 'found other checks too'],
  ])('%j is refused', async (args, message) => {
    const { stderr, code } = await takeaway([...args, '--store', folder]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
