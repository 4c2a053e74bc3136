/** G7: any flipped, cut, missing, swapped or foreign block is named and never returned as data. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, TakeawayError } from '../../src/index.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { drain, extendOnce, hashes } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

describe('a damaged block', () => {
  let folder: string;
  let blocks: string[];

  const fill = builtOnce((whole) => extendOnce(whole, 'squares', { to: 4096, blockLength: 1024 }));
  beforeEach(() => {
    folder = temporaryFolder();
    fill(folder);
    blocks = [1, 2].flatMap((series) =>
      readdirSync(join(folder, String(series))).map((file) => join(folder, String(series), file)),
    );
  });

  const verification = async (repair: boolean): Promise<{ ok: boolean; problems: number; text: string }> => {
    const store = await openStore(folder, { readOnly: !repair });
    const { ok, problems } = await store.verify({ repair });
    store.close();
    return { ok, problems: problems.length, text: problems.map(({ problem }) => problem).join('\n') };
  };

  const readAll = async (): Promise<void> => {
    const store = await openStore(folder, { readOnly: true });
    try {
      for (const series of ['cold', 'nim'] as const) {
        await drain(store.export('squares', { series, format: 'csv' }));
      }
    } finally {
      store.close();
    }
  };

  it('is named whichever byte is flipped, and is never read', async () => {
    const [path] = blocks;
    const intact = readFileSync(path);
    const store = await openStore(folder, { readOnly: true, cacheBytes: 0 });
    for (let i = 0; i < intact.length; i++) {
      const flipped = Buffer.from(intact);
      flipped[i] ^= 1 << (i % 8);
      writeFileSync(path, flipped);
      await expect(store.isCold('squares', [5])).rejects.toMatchObject({ code: 'corrupt' });
    }
    store.close();
    expect((await verification(false)).text).toContain(path);
  });

  it('is named whatever length it is cut to', async () => {
    const [path] = blocks;
    const intact = readFileSync(path);
    const store = await openStore(folder, { readOnly: true, cacheBytes: 0 });
    for (let length = 0; length < intact.length; length++) {
      writeFileSync(path, intact.subarray(0, length));
      await expect(store.isCold('squares', [5])).rejects.toMatchObject({ code: 'corrupt' });
    }
    store.close();
  });

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['foreign', (path: string) => writeFileSync(path, 'no arrow file')],
    [
      'flipped in the middle',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] ^= 4;
        writeFileSync(path, bytes);
      },
    ],
  ])('that is %s is found, and repaired to the stored hash', { tags: 'slow' }, async (_, damage) => {
    const before = await hashes(folder, 'squares');
    for (const path of blocks) {
      damage(path);
      await expect(readAll()).rejects.toMatchObject({ code: 'corrupt' });
      expect(await verification(false)).toMatchObject({ ok: false, problems: 1 });
      expect(await verification(true)).toMatchObject({ ok: true, problems: 1 });
      expect(await verification(false)).toMatchObject({ ok: true, problems: 0 });
    }
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('that was swapped with another is found', async () => {
    const [first, second] = blocks;
    const other = readFileSync(second);
    copyFileSync(first, second);
    writeFileSync(first, other);
    expect(await verification(false)).toMatchObject({ ok: false, problems: 2 });
    expect(await verification(true)).toMatchObject({ ok: true, problems: 2 });
  });

  it('does not stop the rest from being repaired when all are gone', async () => {
    const before = await hashes(folder, 'squares');
    for (const path of blocks) rmSync(path);
    expect(await verification(true)).toMatchObject({ ok: true, problems: 8 });
    expect(await hashes(folder, 'squares')).toEqual(before);
  });
});

describe.each(['game', 'series'])('the index of the table %s', (table) => {
  const stored = new Map([
    ['squares', 128],
    ['{1,3,4}', 64],
  ]);
  let folder: string;

  const fill = builtOnce(async (whole) => {
    for (const [game, to] of stored) await extendOnce(whole, game, { to });
  });
  beforeEach(() => {
    folder = temporaryFolder();
    fill(folder);
  });

  /** Where each game ends by the catalog; an error as its code. */
  const frontiers = async (): Promise<unknown[]> => {
    try {
      const store = await openStore(folder, { readOnly: true });
      try {
        return [...stored.keys()].map((game) => store.info(game)[0]?.series.cold?.frontier);
      } finally {
        store.close();
      }
    } catch (error) {
      if (error instanceof TakeawayError) return [error.code];
      throw error;
    }
  };

  it('hides no row, whichever byte of it is flipped', async () => {
    const path = join(folder, 'catalog.sqlite');
    const db = openSqlite(path, { readonly: true });
    const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?");
    const page = root.pluck().get(table) as number;
    const size = db.pragma('page_size', { simple: true }) as number;
    db.close();
    const intact = readFileSync(path);
    const codes = new Set<unknown>();
    for (let i = (page - 1) * size; i < page * size; i++) {
      // Free space is zeros.
      if (intact[i] === 0 && i % 64 > 0) continue;
      const flipped = Buffer.from(intact);
      flipped[i] ^= 1 << (i % 8);
      writeFileSync(path, flipped);
      const found = await frontiers();
      if (found.length === 1) codes.add(found[0]);
      else expect(found, `byte ${i}`).toEqual([...stored.values()]);
    }
    expect([...codes]).toEqual(['corrupt']);
  });
});
