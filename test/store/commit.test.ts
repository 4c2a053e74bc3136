/** A commit that errs announces and removes nothing, also where it took effect; a lock that is removed stops a writer. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type Database from 'better-sqlite3';
import { packBest } from '../../src/columnar/encodings.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { openStore, rebuildStore } from '../../src/index.js';
import { BlockStore, type NewAddition } from '../../src/store/block-store.js';
import type { BlockRecord } from '../../src/store/records.js';
import { fileFolder, takeawayProcess, type Finished } from '../support/cli.js';
import { columnFor, drain, extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const driver = createRequire(import.meta.url)('better-sqlite3') as {
  readonly prototype: Database.Database;
  readonly SqliteError: new (message: string, code: string) => Error;
};
const blockLength = 1024;

afterEach(() => vi.restoreAllMocks());

/** Holds the catalog as a commit does, and waits. */
const HOLD = `
  const Database = require('better-sqlite3');
  const db = new Database(process.argv[1]);
  db.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => {}, 1000);
`;
const heldFolder = fileFolder();
let holder: ChildProcess;
/** A reader of a store whose writer is stopped inside a commit: it waits its ten seconds beside the other tests. */
let reader: Promise<Finished>;
beforeAll(async () => {
  await extendOnce(heldFolder, 'squares', { to: 1500, series: 'cold', blockLength });
  holder = spawn(process.execPath, ['-e', HOLD, join(heldFolder, 'catalog.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout!, 'data');
  reader = takeawayProcess(['info', '--json', '--store', heldFolder]);
});
afterAll(() => void holder.kill('SIGKILL'));

/** Has the next transaction that changes rows fail, after it took effect or before. */
function failNextCommit(tookEffect: boolean): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
  const real = driver.prototype.transaction;
  let hasFailed = false;
  const transaction = function (
    this: Database.Database,
    action: (...given: unknown[]) => unknown,
  ): (...given: unknown[]) => unknown {
    const changes = (): number => this.prepare('SELECT total_changes()').pluck().get() as number;
    return (...given) => {
      const before = changes();
      const fail = (): void => {
        if (hasFailed || changes() === before) return;
        hasFailed = true;
        throw new driver.SqliteError('disk I/O error', 'SQLITE_IOERR_DIR_FSYNC');
      };
      const found = real.call(this, () => {
        const result = action(...given);
        if (!tookEffect) fail();
        return result;
      })();
      fail();
      return found;
    };
  };
  vi.spyOn(driver.prototype, 'transaction').mockImplementation(transaction as never);
}

describe('a sync that fails inside a commit', () => {
  it.each([true, false])(
    'is an error of the disk, whether it took effect (%s) or not',
    async (tookEffect) => {
      const folder = temporaryFolder();
      await extendOnce(folder, 'squares', { to: 1500, series: 'cold', blockLength });
      const files = readdirSync(join(folder, '1'));
      const store = await openStore(folder);
      failNextCommit(tookEffect);
      const announced: number[] = [];
      const extension = async (): Promise<void> => {
        for await (const { stop } of store.extend('squares', { to: 4096, series: 'cold', blockLength })) {
          announced.push(stop);
        }
      };
      await expect(extension()).rejects.toMatchObject({ code: 'io' });
      vi.restoreAllMocks();
      store.close();
      expect(announced).toEqual([]);
      expect(readdirSync(join(folder, '1'))).toEqual(expect.arrayContaining(files));
      await extendOnce(folder, 'squares', { to: 4096, series: 'cold', blockLength });
      const whole = temporaryFolder();
      await extendOnce(whole, 'squares', { to: 4096, series: 'cold', blockLength });
      expect(await hashes(folder, 'squares')).toEqual(await hashes(whole, 'squares'));
      expect(readdirSync(join(folder, '1'))).toHaveLength(4);
    },
  );
});

it('the one sync of a rebuild that fails is an error of the disk, and the old catalog stays', async () => {
  const folder = temporaryFolder();
  await extendOnce(folder, 'squares', { to: 1500, series: 'cold', blockLength });
  const before = await hashes(folder, 'squares');
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
  const real = driver.prototype.pragma;
  let hasFailed = false;
  vi.spyOn(driver.prototype, 'pragma').mockImplementation(function (this: Database.Database, ...given) {
    if (!given[0].startsWith('user_version = ') || hasFailed) return real.apply(this, given);
    hasFailed = true;
    throw new driver.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
  });
  await expect(rebuildStore(folder)).rejects.toMatchObject({ code: 'io' });
  expect(hasFailed).toBe(true);
  vi.restoreAllMocks();
  expect(await hashes(folder, 'squares')).toEqual(before);
  await rebuildStore(folder);
  expect(await hashes(folder, 'squares')).toEqual(before);
});

describe('blocks of several series and games', () => {
  /** A short block from position 0 on of each of many series, the first series of a game with a period. */
  function additions(store: BlockStore, games: readonly string[], length = 64): NewAddition[] {
    return games.flatMap((game) =>
      (['cold', 'nim'] as const).map((name) => {
        const series = store.seriesToExtend(game, game, name);
        const values = columnFor(name, Array<number>(length).fill(0));
        const block = {
          start: 0,
          stop: length,
          values,
          coldCount: 0,
          coldBefore: 0,
          largest: 0,
          methods: ['plain'],
        };
        const evidence = { examined: length, needed: 3, seen: 3, valuesSha256: 'f'.repeat(64) };
        const periods = {
          [name === 'nim' ? 'nim' : 'outcome']: { preperiod: 0, period: 1, saltus: 0, evidence },
        };
        return { series, block, periods };
      }),
    );
  }
  const GAMES = Array.from({ length: 20 }, (_, i) => `{1,${i + 2}}`);

  it('are one commit', async () => {
    const store = await BlockStore.open(temporaryFolder(), { readOnly: false });
    await store.append(additions(store, ['{1}']));
    const all = additions(store, GAMES);
    const commits = vi.spyOn(store.catalog, 'append');
    const records = await store.append(all);
    expect(commits).toHaveBeenCalledTimes(1);
    expect(records.map(({ seriesId }) => seriesId)).toEqual(all.map(({ series }) => series.id));
    vi.restoreAllMocks();
    expect(store.catalog.games()).toHaveLength(21);
    for (const series of store.catalog.snapshot()) {
      expect(series).toMatchObject({ frontier: 64, blocks: [{ start: 0, stop: 64 }] });
      store.checkSeries(series);
    }
    for (const game of GAMES)
      expect(Object.keys(store.catalog.periods(game)).sort()).toEqual(['nim', 'outcome']);
    store.close();
  });

  it('are read from their files, as those of one series are not by the store that wrote them', async () => {
    const folder = temporaryFolder();
    const store = await BlockStore.open(folder, { readOnly: false });
    const added = additions(store, ['{1}']).map(({ block, ...rest }) => {
      const values = { ...block.values, packed: packBest(block.values.bytes) };
      return { ...rest, block: { ...block, values } };
    });
    const records: BlockRecord[] = [];
    for (const one of added) records.push(...(await store.append([one])));
    const reader = await BlockStore.open(folder, { readOnly: true });
    for (const [i, record] of records.entries()) {
      const kept = await store.values(record);
      expect(kept.bytes).toBe(added[i].block.values.bytes);
      // The packed bytes are not kept.
      expect(kept).toEqual(await reader.values(record));
    }
    const together = additions(store, GAMES);
    for (const [i, record] of (await store.append(together)).entries()) {
      const { bytes } = await store.values(record);
      expect(bytes).toEqual(together[i].block.values.bytes);
      expect(bytes).not.toBe(together[i].block.values.bytes);
    }
    reader.close();
    store.close();
  });

  it('are not added to a game whose row changes while the store is open', async () => {
    const folder = temporaryFolder();
    const first = await BlockStore.open(folder, { readOnly: false });
    await first.append(additions(first, ['{1}']));
    first.close();
    const store = await BlockStore.open(folder, { readOnly: false });
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec("UPDATE game SET definition = '{2}'");
    db.close();
    const next = additions(store, ['{1}']).map(({ series, block }) => {
      return { series, block: { ...block, start: 64, stop: 128 } };
    });
    await expect(store.append(next)).rejects.toMatchObject({
      code: 'corrupt',
      facts: { subject: "The catalog's game {1}" },
    });
    expect(store.catalog.series('{1}').map(({ frontier }) => frontier)).toEqual([64, 64]);
    store.close();
  });

  it('are kept without what they came packed as, and without the memory of others', async () => {
    const store = await BlockStore.open(temporaryFolder(), { readOnly: false });
    const added = additions(store, ['{1}']).map(({ block, ...addition }): NewAddition => {
      const { width, length, bytes } = block.values;
      // As bytes that arrive lie in memory: a slice of a Buffer is a view of the same memory.
      const joined = Buffer.alloc(2 ** 16);
      joined.set(bytes, 100);
      const own = joined.subarray(100, 100 + bytes.length);
      const values = { width, length, bytes: own, packed: { encoding: 'none', packed: own } } as const;
      return { ...addition, block: { ...block, values } };
    });
    for (const addition of added) {
      const [record] = await store.append([addition]);
      const { width, length, bytes } = addition.block.values;
      const kept = await store.values(record);
      expect(kept).toEqual({ width, length, bytes: new Uint8Array(bytes) });
      expect(kept.bytes.buffer.byteLength).toBe(bytes.length);
    }
    store.close();
  });

  it('are all stored or none: where one does not continue its series', async () => {
    const folder = temporaryFolder();
    const store = await BlockStore.open(folder, { readOnly: false });
    await store.append(additions(store, ['{1}']));
    const all = additions(store, GAMES);
    const last = all[all.length - 1];
    const late = { ...last, block: { ...last.block, start: 128, stop: 192 } };
    await expect(store.append([...all.slice(0, -1), late])).rejects.toMatchObject({ code: 'internal' });
    expect(store.catalog.games()).toHaveLength(1);
    expect(store.catalog.periods(GAMES[0])).toEqual({});
    // Blocks of one series after another are.
    const next = { ...last, block: { ...last.block, start: 64, stop: 128 }, periods: {} };
    await store.append([...all, next]);
    expect(store.catalog.game(GAMES[19]).series.map(({ frontier }) => frontier)).toEqual([64, 128]);
    store.close();
  });

  it.each([true, false])(
    'are all stored or none: where the sync of the commit fails, which took effect: %s',
    async (tookEffect) => {
      const folder = temporaryFolder();
      const store = await BlockStore.open(folder, { readOnly: false });
      await store.append(additions(store, ['{1}']));
      const all = additions(store, GAMES);
      failNextCommit(tookEffect);
      await expect(store.append(all)).rejects.toMatchObject({ code: 'io' });
      vi.restoreAllMocks();
      store.close();
      const reader = await BlockStore.open(folder, { readOnly: true });
      expect(reader.catalog.games()).toHaveLength(tookEffect ? 21 : 1);
      reader.close();
    },
  );
});

describe('a writer', () => {
  it('whose lock is removed stores nothing more', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    const blocks = store.extend('squares', { to: 4096, series: 'cold', blockLength });
    await blocks.next();
    rmSync(join(folder, 'lock.sqlite'));
    await extendOnce(folder, 'squares', { to: 3000, series: 'cold', blockLength });
    await expect(drain(blocks)).rejects.toMatchObject({ code: 'locked' });
    store.close();
    const reader = await openStore(folder, { readOnly: true });
    expect(await reader.verify()).toMatchObject({ ok: true });
    expect(reader.info('squares')).toMatchObject([{ series: { cold: { frontier: 3000 } } }]);
    reader.close();
  });

  it('whose store is moved away says so, and announces nothing that is not there', async () => {
    const folder = join(temporaryFolder(), 'store');
    const store = await openStore(folder);
    const blocks = store.extend('squares', { to: 4096, series: 'cold', blockLength });
    await blocks.next();
    renameSync(folder, `${folder}-moved`);
    await expect(drain(blocks)).rejects.toMatchObject({ name: 'TakeawayError' });
    store.close();
    expect(await hashes(`${folder}-moved`, 'squares', 1024)).toBeDefined();
  });
});

it(
  'a writer that is stopped inside a commit is named as what a reader waits for',
  { tags: 'slow' },
  async () => {
    const { code, stderr } = await reader;
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('another process has been in the middle of a commit'),
    ]);
  },
);
