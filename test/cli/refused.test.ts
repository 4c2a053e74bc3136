/** A command that is refused leaves nothing behind: no store, no series, no block. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { fileFolder, json, takeaway } from '../support/cli.js';
import { drain } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const folder = fileFolder();

describe('a refused command', () => {
  it.each([
    [['extend', 'squares', '--to', '1e15', '--series', 'nim']],
    [['extend', '{1,3}', '--to', '100', '--method', 'cofinite', '--series', 'nim']],
    [['extend', '{30} seed 0,0,2,0,2', '--to', '100', '--method', 'cofinite', '--series', 'nim']],
    [['extend', 'cubes', '--to', '100', '--method', 'closed-form']],
    [['extend', '{1,3}', '--to', '100', '--method', 'period']],
    [['extend', 'squares', '--to', '100', '--threads', '0']],
    [['extend', 'squares', '--to', '100', '--method', 'sieve']],
    [['import', join(folder, 'nowhere')]],
    [['verify', '--repair']],
  ])('%j creates no store', async (args) => {
    const store = join(folder, 'refused');
    const { code, stderr } = await takeaway([...args, '--store', store]);
    expect(code === 2 || (code === 0 && args[0] === 'verify'), stderr).toBe(true);
    expect(existsSync(store)).toBe(false);
  });

  it('leaves no copy of a damaged store', async () => {
    const from = join(folder, 'damaged');
    await json(['extend', 'squares', '--to', '1000', '--store', from]);
    for (const name of readdirSync(join(from, '2'))) writeFileSync(join(from, '2', name), 'short');
    const to = join(folder, 'copy');
    expect((await takeaway(['copy', to, '--store', from])).code).toBe(4);
    expect(existsSync(to)).toBe(false);
  });

  it('stores no block of a seed first', async () => {
    const seed = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 0 : 2));
    const store = await openStore(temporaryFolder());
    for (const options of [
      { to: 1000, method: 'cofinite', series: 'nim' },
      { to: 1e16, method: 'auto', series: 'nim' },
      { to: 1000, method: 'period', series: 'nim' },
      { to: 1000, method: 'closed-form', series: 'cold' },
    ] as const) {
      const extension = drain(store.extend(`{999} seed [${seed.join()}]`, { ...options, blockLength: 64 }));
      await expect(extension, options.method).rejects.toMatchObject({ code: 'usage' });
      expect(store.info()).toEqual([]);
      expect(readdirSync(store.folder).filter((name) => /^(\d+|series)$/.test(name))).toEqual([]);
    }
    store.close();
  });
});

describe('a folder with ".." in its path', () => {
  it('means what it means to the system', async () => {
    mkdirSync(join(folder, 'there', 'deep'), { recursive: true });
    const cwd = folder;
    const missing = await takeaway(['extend', 'squares', '--to', '10', '--store', './missing/../x'], { cwd });
    expect(missing.code, missing.stderr).toBe(6);
    expect(missing.stderr).toContain('The store ./missing/../x');
    expect(missing.stderr).toContain('no such file or directory');
    expect(existsSync(join(folder, 'x'))).toBe(false);
    for (const at of ['there/../y', 'there/deep/../../y', './there/.././y', '../y', 'y/new/../../y']) {
      const inside = at.startsWith('../') ? join(folder, 'there') : folder;
      mkdirSync(join(folder, 'y', 'new'), { recursive: true });
      const { code, stderr } = await takeaway(['extend', 'squares', '--to', '10', '--store', at], {
        cwd: inside,
      });
      expect(code, stderr).toBe(0);
    }
    expect(readdirSync(join(folder, 'y'))).toContain('catalog.sqlite');
  });
});
