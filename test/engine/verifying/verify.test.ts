/** `verify`: values that no hash gives away, definitions, and blocks that are folded meanwhile. Damage: store/damage. */
import { join } from 'node:path';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import { describe, expect, it, vi } from 'vitest';
import { columnOfBits } from '../../../src/columnar/layout.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { openStore, readGame } from '../../../src/index.js';
import { BlockStore } from '../../../src/store/block-store.js';
import { nodeFileSystem, type FileSystem } from '../../../src/store/files/file-system.js';
import { reseal } from '../../support/digests.js';
import { extendOnce, openOn, storeForged } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

describe('verify', () => {
  it('finds values that are wrong although every hash is right', async () => {
    const folder = temporaryFolder();
    const blocks = await BlockStore.open(folder, { readOnly: false });
    const series = blocks.seriesToExtend('squares', 'squares', 'cold');
    const values = columnOfBits(new Uint8Array(128).fill(0b00100101), 1024);
    const counts = { coldCount: 3 * 128, coldBefore: 0, largest: 1, methods: ['sieve'] };
    await blocks.append([{ series, block: { start: 0, stop: 1024, values, ...counts } }]);
    blocks.close();
    const store = await openStore(folder, { readOnly: true });
    const { ok, problems } = await store.verify();
    store.close();
    expect(ok).toBe(false);
    expect(problems.every(({ problem }) => /^(position |\d+ more of)/.test(problem))).toBe(true);
  });

  it("finds a pairing of Ferguson's that breaks at the first position of a block", async () => {
    const nim = nimValuesByDefinition(readGame('squares').set, 2048);
    // Neither was the value below it 0, nor is it one now that belongs to the value above it.
    expect(nim.slice(1023, 1026)).toEqual([10, 2, 4]);
    const folder = temporaryFolder();
    await storeForged(folder, 'squares', 'nim', nim.with(1024, 1), 1024);
    const store = await openStore(folder, { readOnly: true });
    const { problems } = await store.verify();
    store.close();
    expect(problems.map(({ problem }) => problem)).toContain("position 1024 breaks Ferguson's pairing");
  });

  it('goes on when a block of its snapshot was folded into a longer one', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1500, blockLength: 1024 });
    const store = await openStore(folder, { readOnly: true, cacheBytes: 0 });
    let isExtended: Promise<unknown> | undefined;
    const slow: FileSystem = {
      ...nodeFileSystem,
      open: async (path, expected) => {
        if (path.endsWith('.arrow'))
          isExtended ??= extendOnce(folder, 'squares', { to: 3000, blockLength: 1024 });
        await isExtended;
        return nodeFileSystem.open(path, expected);
      },
    };
    const beside = await openOn(slow, folder, { readOnly: true, cacheBytes: 0 });
    expect(await beside.verify({ full: true })).toMatchObject({ ok: true, blocks: 4, problems: [] });
    beside.close();
    store.close();
  });

  it.each(['damage', 'a hostile hand'])('finds a definition that names another game, by %s', async (hand) => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,2}', { to: 4096, blockLength: 1024 });
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec(`UPDATE game SET definition = '{1,3}'`);
    if (hand === 'a hostile hand') reseal(db);
    db.close();
    const store = await openStore(folder, { readOnly: true });
    expect(await store.verify()).toMatchObject({
      ok: false,
      problems: [{ series: 'cold' }, { series: 'nim' }],
    });
    store.close();
  });

  it('names the row of a game without series that is not what was written', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,2}', { to: 4096, blockLength: 1024 });
    const addGame = (key: string): void => {
      const db = openSqlite(join(folder, 'catalog.sqlite'));
      db.exec(`INSERT INTO game (key, definition, digest) VALUES (${key}, '{1,3}', '')`);
      db.close();
    };
    const verified = async () => {
      const store = await openStore(folder, { readOnly: true });
      const found = await store.verify();
      store.close();
      return found;
    };
    addGame(`printf('%.*c', ${2 ** 16 + 1}, 'k')`);
    const tooLong = { problem: expect.stringContaining('without a key of 1 to 65536 bytes') as unknown };
    expect(await verified()).toMatchObject({
      ok: false,
      problems: [{ ...tooLong, remedy: { do: 'rebuild' } }],
    });
    addGame("'{1,3}'");
    const noDigest = {
      problem: expect.stringContaining('game {1,3} has the digest') as unknown,
    };
    expect(await verified()).toMatchObject({ ok: false, problems: [tooLong, noDigest] });
  });

  it('looks for a period of outcomes in cold positions where nim-values end one before', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,3,4}', { to: 1000, series: 'cold' });
    await extendOnce(folder, '{1,3,4}', { to: 999, series: 'nim' });
    const store = await openStore(folder, { readOnly: true });
    expect(store.recordedPeriods('{1,3,4}').outcome).toMatchObject({ evidence: { examined: 1000 } });
    expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
    store.close();
  });

  it('recomputes everything with full', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 10_000, blockLength: 4096 });
    const store = await openStore(folder, { readOnly: true });
    expect(await store.verify({ full: true })).toMatchObject({ ok: true, blocks: 6, problems: [] });
    store.close();
  });

  it.each([['all-but{1,2,5,20}'], ['all-but{2,3} seed [4]'], ['all-but{1,7,60} seed [7,900]']])(
    'solves all of %s again by another method, which takes no longer than the first',
    async (game) => {
      const folder = temporaryFolder();
      await extendOnce(folder, game, { series: 'nim', to: 60_000, blockLength: 16_384 });
      const store = await openStore(folder, { readOnly: true });
      expect(await store.verify({ full: true })).toMatchObject({ ok: true, blocks: 4, problems: [] });
      store.close();
    },
  );

  it('gives way again and again within one block', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,3,4}', { series: 'nim', to: 2 ** 22, blockLength: 2 ** 22 });
    const store = await openStore(folder, { readOnly: true });
    // Whoever gives way looks at the clock.
    const clock = vi.spyOn(performance, 'now');
    try {
      expect(await store.verify()).toMatchObject({ ok: true, blocks: 1 });
      expect(clock.mock.calls.length).toBeGreaterThan(16);
    } finally {
      clock.mockRestore();
      store.close();
    }
  });
});
