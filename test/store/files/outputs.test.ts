/** Outputs: none takes the place of a store's files, and none removes what a link leads to. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/index.js';
import { writeOutput } from '../../../src/store/files/new-file.js';
import { writeFolder } from '../../../src/store/files/new-folder.js';
import { takeaway } from '../../support/cli.js';
import { watchedFileSystem } from '../../support/file-systems.js';
import { pictureOf } from '../../torture/hostile/parts.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

let top: string;
let folder: string;

beforeEach(async () => {
  top = temporaryFolder();
  folder = join(top, 'store');
  await extendOnce(folder, 'squares', { to: 300 });
});

async function run(
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return takeaway([...words, '--store', folder], { cwd: top });
}

describe('an output is synced before it has its name', () => {
  const calls: string[] = [];
  const fs = watchedFileSystem(({ operation, path }) => void calls.push(`${operation} ${basename(path)}`));
  beforeEach(() => calls.splice(0));
  const bytes = [Buffer.from('n')];

  it('where it is a file', async () => {
    await writeOutput(join(top, 'x'), bytes, {}, fs);
    expect(calls).toEqual(['create x.part', 'write x.part', 'sync x.part', 'create x', 'rename x']);
  });

  it('where it is a folder of files', async () => {
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      yield* await Promise.resolve(bytes);
    };
    const files = [{ name: 'a', bytes: stream() }];
    await writeFolder(fs, join(top, 'x'), { isOurs: () => false, force: false }, files);
    const ofFile = ['create a', 'write a', 'sync a'];
    expect(calls).toEqual(['makeDirectory x.part', ...ofFile, 'syncDirectory x.part', 'rename x']);
  });
});

describe('a folder of an export with --force', () => {
  const exporting = ['export', 'squares', '--part-length', '2^24', '--to', '300', '--force', '-o'];

  it('removes nothing of what a link in its place leads to', async () => {
    const first = await run([...exporting, 'parts']);
    expect(first.code, first.stderr).toBe(0);
    symlinkSync('parts', join(top, 'link'));
    const before = pictureOf(join(top, 'parts'));
    const { code, stderr } = await run([...exporting, 'link']);
    expect(code).toBe(2);
    expect(stderr).toContain('is a link, not a folder.');
    expect(pictureOf(join(top, 'parts'))).toBe(before);
    expect(readdirSync(top).sort()).toEqual(['link', 'parts', 'store']);
    expect((await run([...exporting, 'parts'])).code).toBe(0);
  });

  it('is said to replace only what it replaces', async () => {
    const store = await openStore(folder, { readOnly: true });
    const options = { series: 'cold', format: 'arrow' } as const;
    const parts = join(top, 'parts');
    await store.exportToFolder('squares', parts, options);
    await expect(store.exportToFolder('squares', parts, options)).rejects.toMatchObject({
      code: 'usage',
      remedy: { do: 'replace' },
    });
    await store.exportToFolder('squares', parts, { ...options, force: true });
    writeFileSync(join(parts, 'mine'), 'mine');
    const before = pictureOf(top);
    for (const force of [false, true]) {
      const refused = store.exportToFolder('squares', parts, { ...options, force });
      await expect(refused).rejects.toMatchObject({
        code: 'usage',
        facts: { other: 'mine' },
        remedy: undefined,
      });
    }
    expect(pictureOf(top)).toBe(before);
    store.close();
  });

  it.each(['store/1', 'store/tmp', 'store/series', 'store/7'])('is not %s', async (path) => {
    const before = pictureOf(folder);
    expect((await run([...exporting, path])).code).toBe(2);
    expect(pictureOf(folder)).toBe(before);
  });
});

describe('an output among the files of a store', () => {
  it.each([
    ['store/catalog.sqlite'],
    ['store/./Catalog.SQLite'],
    ['store/catalog.sqlite-journal'],
    ['store/lock.sqlite'],
    ['store/aggregates.sqlite'],
    ['store/tmp/x.part'],
    ['store/1/values.arrow'],
    ['store/series/1.json'],
    ['link/catalog.sqlite'],
    ['other/catalog.sqlite'],
  ])('%s is refused by export, sequence, sql and plot', async (path) => {
    symlinkSync('store', join(top, 'link'));
    await extendOnce(join(top, 'other'), 'squares', { to: 100 });
    // It keeps what it has computed.
    expect((await run(['plot', 'squares', 'density', '-o', 'first.svg'])).code).toBe(0);
    const before = pictureOf(top);
    for (const words of [
      ['export', 'squares', '--format', 'csv', '--force', '-o', path],
      ['export', 'squares', '--sequence', 'cold', '--format', 'bfile', '--force', '-o', path],
      ['sql', 'SELECT 1 AS one', '--format', 'csv', '--force', '-o', path],
      ['plot', 'squares', 'density', '--format', 'svg', '-o', path],
    ]) {
      const { code, stderr } = await run(words);
      const named = expect.stringMatching(/lies among the files of the store|a name that ends in/) as string;
      expect([words[0], code, stderr]).toEqual([words[0], 2, named]);
    }
    expect(pictureOf(top)).toBe(before);
  });

  it('is refused by the library too', async () => {
    const store = await openStore(folder, { readOnly: true });
    const path = join(folder, 'catalog.sqlite');
    await expect(
      store.exportToFile('squares', path, { series: 'nim', format: 'csv', force: true }),
    ).rejects.toMatchObject({
      code: 'usage',
    });
    store.close();
  });

  it('is fine beside them, and where there is no store', async () => {
    mkdirSync(join(top, 'plain'));
    for (const path of ['store/squares.csv', 'plain/1.csv', 'plain/catalog.csv']) {
      const { code, stderr } = await run(['export', 'squares', '--format', 'csv', '-o', path]);
      expect(code, stderr).toBe(0);
      expect(existsSync(join(top, path))).toBe(true);
    }
  });
});

it('an output in the place of a link leaves what that leads to', async () => {
  writeFileSync(join(top, 'mine'), 'mine');
  symlinkSync('mine', join(top, 'link.csv'));
  const { code } = await run(['export', 'squares', '--force', '-o', 'link.csv']);
  expect(code).toBe(0);
  expect(readFileSync(join(top, 'mine'), 'utf8')).toBe('mine');
});
