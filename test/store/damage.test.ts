/** G7: any flipped, cut, missing, swapped or foreign block is named and never returned as data. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { columnOfBits } from '../../src/columnar/layout.js';
import { openStore } from '../../src/index.js';
import { BlockStore } from '../../src/store/block-store.js';
import { nodeFileSystem, type FileSystem } from '../../src/store/file-system.js';
import { drain, extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

describe('a damaged block', () => {
  let folder: string;
  let blocks: string[];

  beforeEach(async () => {
    folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 4096, blockLength: 1024 });
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
      await expect(store.isCold('squares', [5])).rejects.toMatchObject({ code: 'corrupt', exitCode: 4 });
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
  ])('that is %s is found, and repaired to the stored hash', async (_, damage) => {
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

describe('verify', () => {
  it('finds values that are wrong although every hash is right', async () => {
    const folder = temporaryFolder();
    const blocks = await BlockStore.open(folder, { readOnly: false });
    const series = blocks.ensureSeries('squares', 'squares', 'cold');
    const values = columnOfBits(new Uint8Array(128).fill(0b00100101), 1024);
    await blocks.append(series, {
      start: 0,
      stop: 1024,
      values,
      coldCount: 3 * 128,
      coldBefore: 0,
      largest: 1,
      method: 'sieve',
    });
    blocks.close();
    const store = await openStore(folder, { readOnly: true });
    const { ok, problems } = await store.verify();
    store.close();
    expect(ok).toBe(false);
    expect(problems.every(({ problem }) => problem.startsWith('position '))).toBe(true);
  });

  it('goes on when a block of its snapshot was folded into a longer one', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1500, blockLength: 1024 });
    const store = await openStore(folder, { readOnly: true, cacheBytes: 0 });
    let isExtended: Promise<unknown> | undefined;
    const slow: FileSystem = {
      ...nodeFileSystem,
      read: async (path) => {
        if (path.endsWith('.arrow'))
          isExtended ??= extendOnce(folder, 'squares', { to: 3000, blockLength: 1024 });
        await isExtended;
        return nodeFileSystem.read(path);
      },
    };
    const beside = await openStore(folder, { readOnly: true, cacheBytes: 0, fileSystem: slow });
    expect(await beside.verify({ full: true })).toEqual({ ok: true, blocks: 4, problems: [] });
    beside.close();
    store.close();
  });

  it('finds a definition that names another game', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,2}', { to: 4096, blockLength: 1024 });
    const db = new Database(join(folder, 'catalog.sqlite'));
    db.exec(`UPDATE game SET definition = '{1,3}'`);
    db.close();
    const store = await openStore(folder, { readOnly: true });
    expect(await store.verify()).toMatchObject({
      ok: false,
      problems: [{ series: 'cold' }, { series: 'nim' }],
    });
    store.close();
  });

  it('recomputes everything with full', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 10_000, blockLength: 4096 });
    const store = await openStore(folder, { readOnly: true });
    expect(await store.verify({ full: true })).toEqual({ ok: true, blocks: 6, problems: [] });
    store.close();
  });
});
