/** G8, G9: versions, migrations, pragmas, foreign files, and stores that cannot be written to. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore, rebuildStore } from '../../src/index.js';
import { APPLICATION_ID, openForReading, openForWriting } from '../../src/store/catalog/database.js';
import { knownMigrations } from '../../src/store/catalog/schema.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { digestsIn, type Digested } from '../support/digests.js';
import { drain, extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

async function filledFolder(): Promise<string> {
  const folder = temporaryFolder();
  await extendOnce(folder, 'squares', { to: 2000 });
  return folder;
}

/** A copy of a store of an older version. */
function fixture(version: string): string {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, `../fixtures/store-v${version}`), folder, { recursive: true });
  return folder;
}

function digests(folder: string): Digested[] {
  const db = openSqlite(join(folder, 'catalog.sqlite'), { readonly: true });
  try {
    return digestsIn(db);
  } finally {
    db.close();
  }
}

describe('the catalog', () => {
  it('carries our application id and the number of migrations as its version', async () => {
    const db = openSqlite(join(await filledFolder(), 'catalog.sqlite'), { readonly: true });
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('user_version', { simple: true })).toBe(knownMigrations().length);
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete');
    db.close();
  });

  it('sets the pragmas that durability rests on, on every open', async () => {
    const db = openForWriting(join(await filledFolder(), 'catalog.sqlite'));
    expect(db.pragma('synchronous', { simple: true })).toBe(3);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('trusted_schema', { simple: true })).toBe(0);
    db.close();
  });

  it('of a newer version is refused untouched, by readers and writers', async () => {
    const folder = await filledFolder();
    const path = join(folder, 'catalog.sqlite');
    const db = openSqlite(path);
    db.pragma(`user_version = ${knownMigrations().length + 1}`);
    db.close();
    const before = readFileSync(path);
    for (const readOnly of [true, false]) {
      await expect(openStore(folder, { readOnly })).rejects.toMatchObject({ code: 'incompatible' });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('of an older version is copied, then migrated in one transaction', async () => {
    const folder = await filledFolder();
    const path = join(folder, 'catalog.sqlite');
    const known = knownMigrations();
    const next = (sql: string) => [...known, sql];
    const good = next('CREATE TABLE extra (x); INSERT INTO extra VALUES (7);');
    expect(() => openForReading(path, good)).toThrow('Open the store for writing once');
    expect(() => openForWriting(path, next('CREATE TABLE extra (x); SELECT nonsense;'))).toThrow('nonsense');
    expect((await hashes(folder, 'squares')).cold).toBeDefined();

    const db = openForWriting(path, good);
    expect(db.prepare('SELECT x FROM extra').pluck().get()).toBe(7);
    expect(db.pragma('user_version', { simple: true })).toBe(known.length + 1);
    db.close();
    const backup = openForReading(`${path}.v${known.length}.backup`);
    expect(backup.prepare('SELECT count(*) FROM block').pluck().get()).toBe(2);
    backup.close();
  });

  it.each([
    ['1', 4],
    ['2', 4],
    ['3', 6],
    ['4', 6],
  ])('of version %s from a fixture is read, written to, and rebuilt', async (version, blocks) => {
    const folder = fixture(version);
    await expect(openStore(folder, { readOnly: true })).rejects.toMatchObject({
      code: 'incompatible',
      remedy: { do: 'migrate' },
    });
    const store = await openStore(folder);
    expect(await store.verify({ full: true })).toMatchObject({ ok: true, blocks, problems: [] });
    expect(readdirSync(join(folder, 'series'))).toHaveLength(blocks);
    expect(await store.nimValues('{1,3,4}', [0, 1, 2, 3, 4, 5, 6])).toEqual(
      Uint32Array.of(0, 1, 0, 1, 2, 3, 2),
    );
    // Periods came with version 2; a game of version 1 gets its own when it is extended.
    if (version === '1') await drain(store.extend('{1,3,4}', { to: 501 }));
    expect(store.recordedPeriods('{1,3,4}')).toMatchObject({ nim: { preperiod: 0, period: 7, saltus: 0 } });
    await drain(store.extend('squares', { to: 3000 }));
    // That of remoteness came with version 5.
    if (version === '4') {
      await drain(store.extend('{1,3,4}', { series: 'remoteness', to: 501 }));
      expect(store.recordedPeriods('{1,3,4}').remoteness).toMatchObject({ period: 7, saltus: 4 });
    }
    expect((await store.verify()).ok).toBe(true);
    const before = store.info().map(({ game, series }) => [game, Object.keys(series)]);
    const hash = await store.valueHash('squares', 'nim');
    store.close();
    rmSync(join(folder, 'catalog.sqlite'));
    expect(await rebuildStore(folder)).toMatchObject({ series: blocks, blocks, left: [] });
    const again = await openStore(folder, { readOnly: true });
    expect(again.info().map(({ game, series }) => [game, Object.keys(series)])).toEqual(before);
    expect(await again.valueHash('squares', 'nim')).toBe(hash);
    expect(again.recordedPeriods('{1,3,4}').nim?.period).toBe(7);
    again.close();
  });

  it.each(['1', '2', '3', '3-blocks', '4'])(
    'of version %s gets digests, which its rows keep',
    async (version) => {
      const folder = fixture(version);
      const rowsOf = (path: string): unknown[] => {
        const db = openSqlite(path, { readonly: true });
        const columns =
          'series_id, start, stop, file, bytes, sha256, cold_count, cold_before, largest, method';
        const rows = db.prepare(`SELECT ${columns} FROM block ORDER BY id`).raw().all();
        db.close();
        return rows;
      };
      const before = rowsOf(join(folder, 'catalog.sqlite'));
      (await openStore(folder)).close();
      expect(rowsOf(join(folder, 'catalog.sqlite'))).toEqual(before);
      expect(rowsOf(join(folder, `catalog.sqlite.v${version[0]}.backup`))).toEqual(before);
      expect(digests(folder).length).toBeGreaterThan(before.length);
      for (const { found, expected } of digests(folder)) expect(found).toBe(expected);
      await extendOnce(folder, 'squares', { to: 5000, blockLength: 1024 });
      await extendOnce(folder, '{1,3,4}', { to: 9000, blockLength: 4096 });
      for (const { found, expected } of digests(folder)) expect(found).toBe(expected);
      const store = await openStore(folder, { readOnly: true });
      expect(await store.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
      store.close();
      await rebuildStore(folder);
      for (const { found, expected } of digests(folder)) expect(found).toBe(expected);
    },
  );

  it('of the first version that had digests is as docs/FORMAT.md says, in a value worked out by hand', async () => {
    const row = digests(await filledFolder()).find(({ table }) => table === 'game');
    // printf '["game","squares","squares"]' | sha256sum
    expect(row).toMatchObject({ found: '0757a6af5d128281', expected: '0757a6af5d128281' });
  });

  it('of an older version with a row that no column may hold is refused, and made again', async () => {
    const folder = fixture('3-blocks');
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec("UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '      ') WHERE name = 'block'");
    db.close();
    const loose = openSqlite(join(folder, 'catalog.sqlite'));
    loose.exec("UPDATE block SET method = x'00' WHERE start = 1024");
    loose.unsafeMode();
    loose.pragma('writable_schema = ON');
    loose.exec("UPDATE sqlite_schema SET sql = replace(sql, ')       ', ') STRICT') WHERE name = 'block'");
    loose.close();
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'corrupt', remedy: { do: 'rebuild' } });
    expect(await rebuildStore(folder)).toMatchObject({ series: 6, blocks: 13, left: [] });
    for (const { found, expected } of digests(folder)) expect(found).toBe(expected);
  });

  it('of another application is refused', async () => {
    const folder = temporaryFolder();
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec('CREATE TABLE other (x)');
    db.close();
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'incompatible' });
  });

  it('that is no SQLite file is named as damaged', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'catalog.sqlite'),
      'this is not a database, but it is long enough to look at '.repeat(20),
    );
    for (const readOnly of [true, false]) {
      await expect(openStore(folder, { readOnly })).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it.each([
    ['a column is renamed', "replace(sql, 'frontier', 'front1er')", "name = 'series'"],
    [
      'a constraint is another one',
      "replace(sql, 'cold_count BETWEEN 0', 'cold_count BETWEEN 9')",
      "name = 'block'",
    ],
    ['a comment is changed', "replace(sql, 'text that', 'test that')", "name = 'game'"],
    ['a column of periods is renamed', "replace(sql, 'needed', 'nefded')", "name = 'period'"],
  ])('in which %s is refused by readers and writers, and made again', async (_, change, where) => {
    const folder = await filledFolder();
    const before = await hashes(folder, 'squares');
    const path = join(folder, 'catalog.sqlite');
    const damaged = openSqlite(path);
    damaged.unsafeMode();
    damaged.pragma('writable_schema = ON');
    const set = damaged.prepare(
      `UPDATE sqlite_schema SET sql = ${change} WHERE ${where} AND sql <> ${change}`,
    );
    const { changes } = set.run();
    damaged.close();
    if (changes === 0) throw new Error('nothing was changed');
    const bytes = readFileSync(path);
    for (const readOnly of [true, false]) {
      await expect(openStore(folder, { readOnly })).rejects.toMatchObject({
        code: 'corrupt',
        remedy: { do: 'rebuild' },
      });
    }
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 2, left: [] });
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('of a lower version than its tables is refused, and made again', async () => {
    const folder = await filledFolder();
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.pragma('user_version = 2');
    db.close();
    for (const readOnly of [true, false]) {
      await expect(openStore(folder, { readOnly })).rejects.toMatchObject({ code: 'corrupt' });
    }
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 2 });
  });

  it('that somebody gave an index and statistics is read and written', async () => {
    const folder = await filledFolder();
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec('CREATE INDEX own ON block (largest); ANALYZE;');
    db.close();
    await extendOnce(folder, 'squares', { to: 3000 });
    const store = await openStore(folder, { readOnly: true });
    expect((await store.verify()).ok).toBe(true);
    store.close();
  });

  it('whose frontier is not where its blocks end is not extended', async () => {
    const folder = await filledFolder();
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.prepare('UPDATE series SET frontier = 1999').run();
    db.close();
    await expect(extendOnce(folder, 'squares', { to: 3000 })).rejects.toMatchObject({ code: 'corrupt' });
    const store = await openStore(folder, { readOnly: true });
    const told = (await store.verify()).problems.map(({ problem }) => problem).join();
    expect(told).toContain('frontier of squares cold is 1999, but its last block ends at 2000');
    store.close();
  });
});

describe('a store', () => {
  it('that does not exist reads as empty and is not created by readers', async () => {
    const folder = join(temporaryFolder(), 'absent');
    const store = await openStore(folder, { readOnly: true, compute: false });
    expect(store.info()).toEqual([]);
    await expect(store.query('squares', [1])).rejects.toMatchObject({ code: 'not-stored' });
    store.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('whose catalog a writer has only begun reads as empty', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'catalog.sqlite'), '');
    const store = await openStore(folder, { readOnly: true });
    expect(store.info()).toEqual([]);
    store.close();
    await extendOnce(folder, 'squares', { to: 100 });
    expect((await hashes(folder, 'squares')).cold).toBeDefined();
  });

  it('whose path is a file is refused', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, '');
    for (const readOnly of [true, false]) {
      await expect(openStore(path, { readOnly })).rejects.toMatchObject({ code: 'io' });
    }
  });

  it('in a folder without write permission is fully readable', async () => {
    const folder = await filledFolder();
    const expected = await hashes(folder, 'squares');
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), name.includes('.') ? 0o444 : 0o555);
    chmodSync(folder, 0o555);
    try {
      const store = await openStore(folder, { readOnly: true });
      expect(await store.valueHash('squares', 'cold')).toBe(expected.cold);
      expect((await store.verify()).ok).toBe(true);
      await expect(store.extend('squares', { to: 3000 }).next()).rejects.toMatchObject({ code: 'usage' });
      store.close();
    } finally {
      chmodSync(folder, 0o755);
      for (const name of readdirSync(folder))
        chmodSync(join(folder, name), name.includes('.') ? 0o644 : 0o755);
    }
  });

  it('removes nothing but unfinished files when a writer opens it', async () => {
    const folder = await filledFolder();
    mkdirSync(join(folder, 'notes'), { recursive: true });
    writeFileSync(join(folder, 'notes', 'mine.txt'), 'keep');
    for (const name of ['deadbeef.part', 'deadbeef.probe']) writeFileSync(join(folder, 'tmp', name), 'gone');
    for (const name of ['mine.txt', 'part', 'x.part.txt']) writeFileSync(join(folder, 'tmp', name), 'keep');
    const orphan = `${'0'.repeat(16)}-${'9'.repeat(16)}.${'a'.repeat(16)}.arrow`;
    writeFileSync(join(folder, '1', orphan), 'keep');
    writeFileSync(join(folder, '1', 'readme.txt'), 'keep');
    (await openStore(folder)).close();
    expect(existsSync(join(folder, 'notes', 'mine.txt'))).toBe(true);
    expect(existsSync(join(folder, '1', 'readme.txt'))).toBe(true);
    expect(existsSync(join(folder, '1', orphan))).toBe(false);
    expect(readFileSync(join(folder, 'orphans', `1-${orphan}`), 'utf8')).toBe('keep');
    expect(readdirSync(join(folder, 'tmp')).sort()).toEqual(['mine.txt', 'part', 'x.part.txt']);
  });
});
