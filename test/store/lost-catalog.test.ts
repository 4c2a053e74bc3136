/** A catalog that is missing, empty, foreign or older costs no block: it is refused, or the files are taken over. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeBlock } from '../../src/columnar/block-file.js';
import { sha256 } from '../../src/common/sha256.js';
import { coldByDefinition } from '../../src/game/definition.js';
import { openStore, readGame, rebuildStore } from '../../src/index.js';
import { blockFileName } from '../../src/store/files/store-folder.js';
import { columnFor, drain, extendOnce, hashes } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

const blockLength = 1024;

/** Every block file of a store with its content, by path. */
function blockFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.arrow')).sort();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

async function expectRefused(folder: string): Promise<void> {
  const before = blockFiles(folder);
  for (const readOnly of [true, false]) {
    await expect(openStore(folder, { readOnly })).rejects.toMatchObject({
      code: 'corrupt',
      remedy: { do: 'rebuild' },
    });
  }
  expect(blockFiles(folder)).toEqual(before);
}

let folder: string;
let catalog: string;

const fill = builtOnce((whole) => extendOnce(whole, 'squares', { to: 4096, blockLength }));
beforeEach(() => {
  folder = temporaryFolder();
  catalog = join(folder, 'catalog.sqlite');
  fill(folder);
});

describe('beside block files', () => {
  it('a missing catalog is refused, and made again', async () => {
    const before = await hashes(folder, 'squares');
    rmSync(catalog);
    await expectRefused(folder);
    expect(await rebuildStore(folder)).toEqual({
      series: 2,
      blocks: 8,
      left: [],
      lostStates: [],
      oldCatalog: null,
    });
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('an empty catalog is refused, of no bytes or of no rows', async () => {
    writeFileSync(catalog, '');
    await expectRefused(folder);
    rmSync(catalog);
    const empty = temporaryFolder();
    (await openStore(empty)).close();
    cpSync(join(empty, 'catalog.sqlite'), catalog);
    await expectRefused(folder);
    expect((await rebuildStore(folder)).oldCatalog).toBe(`${catalog}.1.old`);
  });

  it('a catalog of another application is refused', async () => {
    rmSync(catalog);
    const db = openSqlite(catalog);
    db.exec('CREATE TABLE other (x)');
    db.close();
    await expectRefused(folder);
  });

  it('the catalog of another store is refused', async () => {
    const other = temporaryFolder();
    await extendOnce(other, 'cubes', { to: 2048, blockLength });
    cpSync(join(other, 'catalog.sqlite'), catalog);
    await expectRefused(folder);
    await rebuildStore(folder);
    expect((await hashes(folder, 'squares')).cold).toBeDefined();
    expect(readdirSync(folder)).toContain('catalog.sqlite.1.old');
  });

  it('a damaged catalog is refused with the command that helps', async () => {
    const bytes = readFileSync(catalog);
    writeFileSync(catalog, bytes.subarray(0, 1000));
    await expectRefused(folder);
    await rebuildStore(folder);
    expect((await hashes(folder, 'squares')).nim).toBeDefined();
  });

  it('an older catalog takes over what was stored since', async () => {
    await extendOnce(folder, 'squares', { to: 4500, blockLength });
    const old = readFileSync(catalog);
    await extendOnce(folder, 'squares', { to: 9000, blockLength });
    await extendOnce(folder, 'cubes', { to: 3000, blockLength });
    const expected = [await hashes(folder, 'squares'), await hashes(folder, 'cubes')];
    const files = blockFiles(folder);
    writeFileSync(catalog, old);
    // Another game: the writer must not need to know what it will find.
    const store = await openStore(folder);
    expect(store.found.map(({ outcome }) => outcome)).toEqual(Array(16).fill('adopted'));
    await drain(store.extend('{1,2}', { to: 100 }));
    expect(await store.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
    store.close();
    expect([await hashes(folder, 'squares'), await hashes(folder, 'cubes')]).toEqual(expected);
    for (const [name, content] of files) expect(blockFiles(folder).get(name)).toBe(content);
  });
});

describe('a file without a row', () => {
  const blocksOf = (series: number): string[] => readdirSync(join(folder, String(series))).sort();
  const found = async () => {
    const store = await openStore(folder);
    store.close();
    return store.found;
  };

  it('goes when a stored block has its values', async () => {
    const [first] = blocksOf(1);
    await extendOnce(folder, 'squares', { to: 4500, blockLength });
    const short = blocksOf(1)[4];
    const copy = readFileSync(join(folder, '1', short));
    await extendOnce(folder, 'squares', { to: 6000, blockLength });
    expect(blocksOf(1)).not.toContain(short);
    writeFileSync(join(folder, '1', short), copy);
    expect(await found()).toMatchObject([{ outcome: 'covered', start: 4096, stop: 4500 }]);
    expect(blocksOf(1)).not.toContain(short);
    expect(blocksOf(1)).toContain(first);
  });

  it('is moved to orphans/ when it is not what its name says, and nothing there is written over', async () => {
    const orphan = `${'0'.repeat(16)}-${'9'.repeat(16)}.${'a'.repeat(16)}.arrow`;
    for (const content of ['one', 'two']) {
      writeFileSync(join(folder, '1', orphan), content);
      expect(await found()).toMatchObject([{ outcome: 'set aside', file: `1/${orphan}` }]);
    }
    const kept = readdirSync(join(folder, 'orphans')).map((name) =>
      readFileSync(join(folder, 'orphans', name), 'utf8'),
    );
    expect(kept.sort()).toEqual(['one', 'two']);
  });

  it('is moved to orphans/ when it is of another series, or contradicts what is stored or defined', async () => {
    const other = temporaryFolder();
    await extendOnce(other, 'cubes', { to: 5120, blockLength });
    const [, last] = [readdirSync(join(other, '1'))[0], readdirSync(join(other, '1')).sort()[4]];
    cpSync(join(other, '1', last), join(folder, '1', last));
    expect(await found()).toMatchObject([
      { outcome: 'set aside', reason: expect.stringContaining('cubes') as string },
    ]);
    expect(readdirSync(join(folder, 'orphans'))).toEqual([`1-${last}`]);
  });

  /** Where it begins, the end in its label, the digest in its name, and a position whose value is wrong. */
  interface Forged {
    readonly start?: number;
    readonly labelled?: number;
    readonly digest?: string;
    readonly wrong?: number;
  }
  it.each<[string, Forged]>([
    ['it begins where no block may', { start: 4104 }],
    ['its label says 4096-5119, its name 4096-5120', { labelled: 5119 }],
    ['its bytes do not have the hash in its name', { digest: 'a'.repeat(64) }],
    ['it is not the longer form of the stored block 3072-4096', { start: 3072, wrong: 3100 }],
  ])('is moved to orphans/ where %s', async (reason, { start = 4096, labelled, digest, wrong }) => {
    const stop = start + Math.max(1024, 5120 - start);
    const cold = coldByDefinition(readGame('squares').set, stop).map(Number);
    if (wrong !== undefined) cold[wrong] = 1 - cold[wrong];
    const label = { game: 'squares', series: 'cold', start, stop: labelled ?? stop } as const;
    const { file } = encodeBlock(label, columnFor('cold', cold.slice(start, label.stop)));
    const name = blockFileName({ start, stop }, digest ?? sha256(file));
    writeFileSync(join(folder, '1', name), file);
    expect(await found()).toMatchObject([{ outcome: 'set aside', file: `1/${name}`, reason }]);
    expect(readdirSync(join(folder, 'orphans'))).toEqual([`1-${name}`]);
  });

  it('waits where it is for the values below it', async () => {
    const before = await hashes(folder, 'squares');
    const [, second, third] = blocksOf(2);
    const hidden = join(temporaryFolder(), second);
    renameSync(join(folder, '2', second), hidden);
    rmSync(catalog);
    const rebuilt = await rebuildStore(folder);
    expect(rebuilt.blocks).toBe(5);
    expect(rebuilt.left.map(({ outcome, start }) => [outcome, start])).toEqual([
      ['waiting', 2048],
      ['waiting', 3072],
    ]);
    expect(blocksOf(2)).toContain(third);
    await extendOnce(folder, 'squares', { to: 2048, series: 'nim', blockLength });
    expect((await found()).map(({ outcome }) => outcome)).toEqual(['adopted', 'adopted']);
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('that is a folder, or in a folder that is a file, stops nothing', async () => {
    const name = `${'0'.repeat(16)}-${'1'.repeat(16)}.${'a'.repeat(16)}.arrow`;
    mkdirSync(join(folder, '1', name));
    writeFileSync(join(folder, '77'), 'a file');
    expect(await found()).toMatchObject([{ outcome: 'set aside', reason: 'it is a folder' }]);
  });
});

describe('rebuilding', () => {
  const long = Array.from({ length: 3000 }, (_, i) => i * i + i + 1).join(',');

  it('needs nothing but files: long sets, hotspots, seeds, periods', async () => {
    const games = [`{${long}}`, 'squares hotspots {3,5}', '{1,3,4} seed [0,2]', '{1,3,4}'];
    const options = { to: 2500, blockLength };
    for (const game of games) await extendOnce(folder, game, options);
    const before = await Promise.all(games.map((game) => hashes(folder, game)));
    const reader = await openStore(folder, { readOnly: true });
    const periods = reader.recordedPeriods('{1,3,4}');
    const info = reader.info();
    reader.close();
    expect(periods.nim).not.toBeNull();
    rmSync(catalog);
    expect(await rebuildStore(folder)).toMatchObject({ series: 9, left: [], oldCatalog: null });
    expect(await Promise.all(games.map((game) => hashes(folder, game)))).toEqual(before);
    const again = await openStore(folder, { readOnly: true });
    expect(again.recordedPeriods('{1,3,4}')).toEqual(periods);
    const methodless = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'methods' ? [] : item)));
    expect(methodless(again.info())).toEqual(methodless(info));
    expect(await again.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
    again.close();
  });

  it('takes a definition that no file has from the old catalog, or from who asks', async () => {
    const game = `{${long}}`;
    await extendOnce(folder, game, { to: 2000, blockLength, series: 'nim' });
    const before = await hashes(folder, game);
    rmSync(join(folder, 'series'), { recursive: true });
    expect(await rebuildStore(folder)).toMatchObject({ series: 3, left: [] });
    expect(await hashes(folder, game)).toEqual(before);
    rmSync(join(folder, 'series'), { recursive: true });
    rmSync(catalog);
    const { series, left } = await rebuildStore(folder);
    expect(series).toBe(2);
    expect(left).toMatchObject([{ outcome: 'waiting' }, { outcome: 'waiting' }]);
    expect(await rebuildStore(folder, { games: [game] })).toMatchObject({ series: 3, left: [] });
    expect(await hashes(folder, game)).toEqual(before);
  });

  it('gives a new series a folder of its own beside one that nobody knows', async () => {
    await extendOnce(folder, `{${long}}`, { to: 2000, blockLength, series: 'nim' });
    rmSync(join(folder, 'series'), { recursive: true });
    rmSync(catalog);
    await rebuildStore(folder);
    await extendOnce(folder, 'cubes', { to: 100, series: 'nim' });
    expect(readdirSync(join(folder, '3'))).toHaveLength(2);
    expect(readdirSync(join(folder, '4'))).toHaveLength(1);
  });

  it('refuses a folder without block files, and creates nothing', async () => {
    const empty = join(temporaryFolder(), 'none');
    await expect(rebuildStore(empty)).rejects.toMatchObject({ code: 'usage' });
    expect(readdirSync(join(empty, '..'))).not.toContain(basename(empty));
  });

  it('leaves the old catalog alone while another writer is at work', async () => {
    const writer = await openStore(folder);
    await expect(rebuildStore(folder)).rejects.toMatchObject({ code: 'locked' });
    writer.close();
    expect((await hashes(folder, 'squares')).cold).toBeDefined();
  });
});
