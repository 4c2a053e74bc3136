/** Stores with compressed blocks, and with both kinds: read, checked, damaged, repaired, rebuilt and copied. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, rebuildStore, type Verification } from '../../src/index.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { integersByReaders } from '../support/readers/arrow.js';
import { drain, extendOnce, hashes } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

const GAME = '{1,3,4}';
const LENGTH = 4096;

let folder: string;
let blocks: string[];

/** Three short blocks on which nothing is saved, then two long ones that are compressed. */
const fill = builtOnce(async (whole) => {
  await extendOnce(whole, GAME, { series: 'nim', to: 256, blockLength: 64 });
  await extendOnce(whole, GAME, { series: 'nim', to: 2 * LENGTH, blockLength: LENGTH });
});
beforeEach(() => {
  folder = temporaryFolder();
  fill(folder);
  blocks = readdirSync(join(folder, '1'))
    .sort()
    .map((file) => join(folder, '1', file));
});

function rows(): { encoding: string; bytes: number; start: number }[] {
  const db = openSqlite(join(folder, 'catalog.sqlite'), { readonly: true });
  const found = db.prepare('SELECT encoding, bytes, start FROM block ORDER BY start').all();
  db.close();
  return found as { encoding: string; bytes: number; start: number }[];
}

function change(sql: string): void {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  db.pragma('ignore_check_constraints = ON');
  db.exec(sql);
  db.close();
}

async function verification(repair: boolean, full = false): Promise<Verification> {
  const store = await openStore(folder, { readOnly: !repair });
  try {
    return await store.verify({ repair, full });
  } finally {
    store.close();
  }
}

/** SHA-256 of the bytes n -> nim(n) of {1,3,4}, which repeats 0 1 0 1 2 3 2, as 16-bit integers. */
const expectedHash = createHash('sha256')
  .update(
    Buffer.from(Uint16Array.from({ length: 2 * LENGTH }, (_, n) => [0, 1, 0, 1, 2, 3, 2][n % 7]).buffer),
  )
  .digest('hex');

describe('a store with blocks of both kinds', () => {
  it('compresses those that get smaller, and gives the same values', async () => {
    expect(rows().map(({ encoding }) => encoding)).toEqual(['none', 'none', 'none', 'lz4', 'lz4']);
    for (const { bytes } of rows().slice(3)) expect(bytes).toBeLessThan(1000);
    expect(await verification(false, true)).toMatchObject({ ok: true, blocks: 5, problems: [] });
    expect((await hashes(folder, GAME)).nim).toBe(expectedHash);
    const expected = Array.from({ length: LENGTH }, (_, i) => [0, 1, 0, 1, 2, 3, 2][(LENGTH + i) % 7]);
    expect(integersByReaders(readFileSync(blocks[4]), 'nim_value')).toEqual(expected);
  });

  it('names every flipped byte and every length of a compressed block', async () => {
    const intact = readFileSync(blocks[4]);
    const store = await openStore(folder, { readOnly: true, cacheBytes: 0 });
    for (let i = 0; i < intact.length; i++) {
      const flipped = Buffer.from(intact);
      flipped[i] ^= 1 << (i % 8);
      writeFileSync(blocks[4], i % 3 === 0 ? intact.subarray(0, i) : flipped);
      await expect(store.nimValues(GAME, [LENGTH + 5])).rejects.toMatchObject({ code: 'corrupt' });
    }
    store.close();
    expect(await verification(true)).toMatchObject({
      ok: true,
      problems: [{ start: LENGTH, repaired: true }],
    });
    expect(readFileSync(blocks[4]).equals(intact)).toBe(true);
  });

  it(
    'names a hostile compressed block whose hash is in the catalog, and repairs it',
    { tags: 'slow' },
    async () => {
      const intact = readFileSync(blocks[4]);
      let last = blocks[4];
      for (let i = 168; i < 240; i++) {
        const mutant = Buffer.from(intact);
        mutant[i] ^= 0x41;
        const digest = createHash('sha256').update(mutant).digest('hex');
        const name = basename(blocks[4]).replace(/\.[0-9a-f]{16}\./, `.${digest.slice(0, 16)}.`);
        rmSync(last);
        last = join(folder, '1', name);
        writeFileSync(last, mutant);
        change(`UPDATE block SET file = '${name}', sha256 = '${digest}' WHERE start = ${LENGTH}`);
        const { ok, problems } = await verification(false);
        expect({ i, ok, start: problems[0]?.start }).toEqual({ i, ok: false, start: LENGTH });
      }
      expect(await verification(true)).toMatchObject({ ok: true });
      expect((await hashes(folder, GAME)).nim).toBe(expectedHash);
    },
  );

  it.each([
    ["encoding = 'none'", LENGTH],
    ["encoding = 'zstd'", LENGTH],
    ["encoding = 'lz4'", 0],
  ])('names a row with %s, and mends it', async (set, start) => {
    change(`UPDATE block SET ${set} WHERE start = ${start}`);
    const store = await openStore(folder, { readOnly: true });
    await expect(store.nimValues(GAME, [start + 5])).rejects.toMatchObject({ code: 'corrupt' });
    store.close();
    expect((await verification(false)).ok).toBe(false);
    expect(await verification(true)).toMatchObject({ ok: true });
    expect(await verification(false)).toMatchObject({ ok: true, blocks: 5, problems: [] });
  });

  it('is rebuilt, copied and imported whole', async () => {
    const copy = temporaryFolder();
    const store = await openStore(folder, { readOnly: true });
    await drain(store.copyTo(copy));
    store.close();
    rmSync(join(folder, 'catalog.sqlite'));
    expect(await rebuildStore(folder)).toMatchObject({ series: 1, blocks: 5, left: [] });
    expect(rows().map(({ encoding }) => encoding)).toEqual(['none', 'none', 'none', 'lz4', 'lz4']);
    for (const one of [folder, copy]) expect((await hashes(one, GAME)).nim).toBe(expectedHash);
  });
});

describe('a compressed export', () => {
  it.each(['arrow', 'arrow-stream'] as const)(
    'as %s has the values, for other readers of Arrow',
    async (format) => {
      const store = await openStore(folder, { readOnly: true });
      const parts: Uint8Array[] = [];
      const options = { series: 'nim', format, compress: true, from: 3, to: 3 + LENGTH } as const;
      for await (const part of store.export(GAME, options)) parts.push(part);
      store.close();
      const bytes = Buffer.concat(parts);
      const isStream = format === 'arrow-stream';
      const positions = Array.from({ length: LENGTH }, (_, i) => 3 + i);
      expect(integersByReaders(bytes, 'n', isStream)).toEqual(positions);
      expect(integersByReaders(bytes, 'nim_value', isStream)).toEqual(
        positions.map((n) => [0, 1, 0, 1, 2, 3, 2][n % 7]),
      );
      expect(bytes.length).toBeLessThan(0.7 * 9 * LENGTH);
    },
  );

  it('of a format without compression is refused', async () => {
    const store = await openStore(folder, { readOnly: true });
    const refused = drain(store.export(GAME, { series: 'nim', format: 'csv', compress: true }));
    await expect(refused).rejects.toMatchObject({ code: 'usage' });
    store.close();
  });
});
