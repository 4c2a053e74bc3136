/** `rebuild`, `copy`, `import`, and what commands say of a store whose catalog is lost. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileFolder, takeaway } from '../../../support/cli.js';

const folder = fileFolder();
const store = join(folder, 'store');

it('a lost catalog is refused by every command, and rebuilt', async () => {
  await takeaway(['extend', 'squares', '--to', '3000', '--store', store, '--quiet']);
  const before = (await takeaway(['info', '--full', '--json', '--store', store])).stdout;
  rmSync(join(store, 'catalog.sqlite'));
  for (const command of [['info'], ['verify'], ['verify', '--repair'], ['extend', 'primes', '--to', '100']]) {
    const { code, stdout, stderr } = await takeaway([...command, '--store', store]);
    expect({ command, code, stdout }).toEqual({ command, code: 4, stdout: '' });
    expect(stderr).toContain(`: takeaway rebuild --store ${store}`);
  }
  const rebuilt = await takeaway(['rebuild', '--store', store]);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  expect(rebuilt.stdout).toBe('The catalog has 2 blocks of 2 series, from the block files.\n');
  const after = (await takeaway(['info', '--full', '--json', '--store', store])).stdout;
  const hashes = (text: string): string[] => text.match(/"valueHash": ?"[0-9a-f]{64}"/g) ?? [];
  expect(hashes(after)).toHaveLength(2);
  expect(hashes(after)).toEqual(hashes(before));
});

it('says what it moved to orphans/', async () => {
  const name = `${'0'.repeat(16)}-${'9'.repeat(16)}.${'a'.repeat(16)}.arrow`;
  writeFileSync(join(store, '1', name), 'not a block');
  const { code, stderr } = await takeaway(['extend', 'squares', '--to', '4000', '--store', store, '--quiet']);
  expect(code).toBe(0);
  expect(stderr).toContain(`Moved the block file 1/${name} to ${join(store, 'orphans', `1-${name}`)}`);
});

it('a rebuild that leaves blocks out ends with exit code 4 and names them', async () => {
  const [damaged, at] = [join(folder, 'damaged'), ['--store', join(folder, 'damaged'), '--quiet']];
  await takeaway(['extend', '{1,3,4}', '--to', '3000', ...at]);
  const [block] = readdirSync(join(damaged, '1')).filter((name) => name.endsWith('.arrow'));
  writeFileSync(join(damaged, '1', block), 'not a block');
  rmSync(join(damaged, 'catalog.sqlite'));
  const { code, stderr } = await takeaway(['rebuild', ...at]);
  expect([code, stderr]).toEqual([4, expect.stringContaining(block)]);
});

it('copies and imports', async () => {
  const copy = join(folder, 'copy');
  const copied = await takeaway(['copy', copy, '--store', store]);
  expect(copied.stdout).toBe(
    'Copied squares cold 0 to 4000 (1 block).\nCopied squares nim 0 to 4000 (1 block).\n',
  );
  expect((await takeaway(['copy', copy, '--store', store])).code).toBe(2);
  await takeaway(['extend', 'squares', '--to', '5000', '--series', 'cold', '--store', copy, '--quiet']);
  const taken = await takeaway(['import', copy, '--store', store, '--json']);
  expect(JSON.parse(taken.stdout)).toEqual({
    series: [{ game: 'squares', series: 'cold', from: 4000, to: 5000, blocks: 1 }],
  });
  expect((await takeaway(['import', copy, '--store', store])).stdout).toContain('everything is here already');
  expect((await takeaway(['import', join(folder, 'absent'), '--store', store])).code).toBe(2);
  expect((await takeaway(['verify', '--store', store])).code).toBe(0);
  expect(readdirSync(copy)).toContain('series');
});

it('rebuild of nothing creates nothing', async () => {
  const { code } = await takeaway(['rebuild', '--store', join(folder, 'nothing')]);
  expect(code).toBe(2);
  expect(readdirSync(folder)).not.toContain('nothing');
});
