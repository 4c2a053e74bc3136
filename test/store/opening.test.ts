/** The cost of opening a store and of asking about one game does not depend on the other games in it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openStore } from '../../src/index.js';
import { inBuild } from '../../src/platform/package-root.js';
import { BlockCache } from '../../src/store/block-cache.js';
import { Catalog } from '../../src/store/catalog/catalog.js';
import { nodeFileSystem, type FileSystem } from '../../src/store/files/file-system.js';
import { drain, extendOnce, openOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const GAME = '{1,2}';

async function storeOf(games: number): Promise<string> {
  const folder = temporaryFolder();
  const store = await openStore(folder);
  await drain(store.extend(GAME, { to: 64 }));
  for (let i = 1; i < games; i++) await drain(store.extend(`{1,${i + 2}}`, { to: 64, threads: 1 }));
  store.close();
  return folder;
}

/** How often files are opened and folders listed while a store is used. */
async function touches(folder: string, readOnly: boolean): Promise<number> {
  let count = 0;
  const counted: FileSystem = {
    ...nodeFileSystem,
    open: (path, expected) => (count++, nodeFileSystem.open(path, expected)),
    list: (path) => (count++, nodeFileSystem.list(path)),
  };
  const store = await openOn(counted, folder, { readOnly });
  expect(await store.nimValues(GAME, [34])).toEqual(Uint32Array.of(1));
  if (readOnly) expect(await store.beyondCatalog()).toEqual([]);
  store.close();
  return count;
}

it('a query and a writer look at as many files among 50 games as among 40', { tags: 'slow' }, async () => {
  const [some, more] = [await storeOf(40), await storeOf(50)];
  for (const readOnly of [true, false])
    expect(await touches(more, readOnly)).toBe(await touches(some, readOnly));
});

it('a reader lists the descriptions of all series only where the catalog may lack one', async () => {
  const folder = await storeOf(3);
  const catalog = join(folder, 'catalog.sqlite');
  const older = readFileSync(catalog);
  await extendOnce(folder, 'squares', { to: 64, series: 'cold' });
  const newer = readFileSync(catalog);
  const beyond = async (): Promise<readonly [listed: boolean, series: number]> => {
    const lists = vi.fn((path: string) => nodeFileSystem.list(path));
    const store = await openOn({ ...nodeFileSystem, list: lists }, folder, { readOnly: true });
    await store.nimValues(GAME, [34]);
    const found = await store.beyondCatalog();
    store.close();
    return [lists.mock.calls.some(([path]) => path === join(folder, 'series')), found.length];
  };
  expect(await beyond()).toEqual([false, 0]);
  writeFileSync(catalog, older);
  expect(await beyond()).toEqual([true, 1]);
  writeFileSync(catalog, newer);
  expect(await beyond()).toEqual([false, 0]);
  // Blocks of older series do not hide the one that was begun last.
  for (let to = 128; to <= 1024; to *= 2) await extendOnce(folder, GAME, { to });
  expect(await beyond()).toEqual([false, 0]);
});

it('verify takes the rows of all blocks from one question, and looks at the folder of every series', async () => {
  const folder = await storeOf(40);
  const lookups = vi.spyOn(Catalog.prototype, 'blocks');
  let looks = 0;
  const counted: FileSystem = {
    ...nodeFileSystem,
    // Of a series its folder, the way to the file of its last block, and that file.
    look: (path, links) => (looks++, nodeFileSystem.look(path, links)),
  };
  const store = await openOn(counted, folder, { readOnly: true });
  expect(await store.verify()).toMatchObject({ ok: true, blocks: 80 });
  expect(lookups).not.toHaveBeenCalled();
  looks = 0;
  expect(await store.beyondCatalog()).toEqual([]);
  // And the folder of descriptions with the latest of these.
  expect(looks).toBe(3 * 80 + 3);
  store.close();
  lookups.mockRestore();
});

it('a reader that keeps nothing holds the values of no game but the last', { tags: 'slow' }, async () => {
  const folder = temporaryFolder();
  const games = Array.from({ length: 16 }, (_, i) => `{1,${i + 2}}`);
  for (const game of games) await extendOnce(folder, game, { to: 2 ** 18, series: 'nim' });
  const script = `
    import { openStore } from ${JSON.stringify(inBuild('index.js').href)};
    const store = await openStore(${JSON.stringify(folder)}, { readOnly: true, cacheBytes: 0 });
    const held = [];
    for (const game of ${JSON.stringify(games)}) {
      await store.nimValues(game, [2 ** 17]);
      await new Promise((resolve) => setTimeout(resolve, 1));
      gc();
      held.push(process.memoryUsage().arrayBuffers);
    }
    console.log(JSON.stringify(held));`;
  const printed = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script]);
  const held = JSON.parse(printed.toString()) as number[];
  // Each game has 2^18 bytes of values: what is held grows by those of fewer than four in all.
  expect(held.at(-1)! - held[0]).toBeLessThan(4 * 2 ** 18);
});

it('what is kept beside blocks is bounded with them, and goes at once', () => {
  const cache = new BlockCache(2 ** 16);
  for (let i = 0; i < 100; i++) {
    cache.put(`game ${i}`, { i }, 2 ** 12);
    cache.set(`block ${i}`, { width: 8, length: 2 ** 10, bytes: new Uint8Array(2 ** 10) });
    expect(cache.bytes).toBeLessThanOrEqual(2 ** 16);
  }
  expect(cache.get('game 99')).toEqual({ i: 99 });
  expect(cache.get('game 0')).toBeUndefined();
  cache.clear();
  expect([cache.bytes, cache.get('game 99')]).toEqual([0, undefined]);
});

it('a copy and a new store are refused in the place of files of another store', async () => {
  const folder = await storeOf(1);
  const store = await openStore(folder);
  for (const place of ['tmp', 'series', '1', 'orphans']) {
    const path = join(folder, place);
    await expect(drain(store.copyTo(join(path, place === 'tmp' ? '' : 'copy')))).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(openStore(path)).rejects.toMatchObject({ code: 'usage' });
  }
  store.close();
});

it('a new store at a link that leads nowhere is refused with the link', async () => {
  const folder = temporaryFolder();
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'missing'), link);
  await expect(openStore(link)).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('leads to nothing') as unknown,
  });
  mkdirSync(join(folder, 'missing'));
  (await openStore(link)).close();
});
