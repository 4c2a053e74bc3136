/** G8: SIGKILL at moments of a migration that the seed chooses: the catalog is of the old version or of the new one, whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openForWriting } from '../../src/store/catalog/database.js';
import { knownMigrations } from '../../src/store/catalog/schema.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { digestsIn } from '../support/digests.js';
import { drawIntegers, effort, REPLAY } from '../support/seed.js';
import { fileFolder } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const SCRIPT = join(import.meta.dirname, '../support/processes/migrate-process.mjs');
/** More rows than fit into SQLite's cache, so that changed pages are in the file before the commit. */
const ROWS = 20_000;
/** The digests at which a migration is killed, of those that it makes of all rows. */
const DIGESTS = [1, ...drawIntegers(effort(2, 6), 2, ROWS - 1), ROWS];
/** How many milliseconds after its beginning another one is killed: also while it copies, and in its commit. */
const DELAYS = drawIntegers(effort(3, 8), 0, 800);

const old = join(fileFolder(), 'catalog.sqlite');

/** Writes the catalog of a store of version 3 whose first series has very many blocks. */
function writeManyRows(path: string): void {
  cpSync(join(import.meta.dirname, '../fixtures/store-v3-blocks/catalog.sqlite'), path);
  const db = openSqlite(path);
  const columns = `bytes, sha256, values_sha256, values_offset, width, cold_count, 0, largest, method, encoding`;
  const add = db.prepare(
    `INSERT INTO block SELECT NULL, 1, @start, @start + 64, 'of ' || @start, ${columns} FROM block WHERE id = 3`,
  );
  db.pragma('ignore_check_constraints = ON');
  db.transaction(() => {
    for (let i = 0; i < ROWS; i++) add.run({ start: 4096 + 64 * i });
  })();
  db.close();
}

beforeAll(() => writeManyRows(old));

function rowsIn(path: string): unknown[] {
  const db = openSqlite(path, { readonly: true });
  const columns = 'series_id, start, stop, file, bytes, sha256, values_sha256, cold_count, method, encoding';
  const rows = db.prepare(`SELECT ${columns} FROM block ORDER BY id`).raw().all();
  db.close();
  return rows;
}

/** Migrates a copy in a process that is killed at a digest, or after a delay; returns the copy, and how the process ended. */
async function killed(digest: number, delay?: number): Promise<{ path: string; isKilled: boolean }> {
  const path = join(temporaryFolder(), 'catalog.sqlite');
  cpSync(old, path);
  const child = spawn(process.execPath, [SCRIPT, path, String(digest)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const timer = delay === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), delay);
  await ended;
  clearTimeout(timer);
  return { path, isKilled: child.signalCode === 'SIGKILL' };
}

/** The version of a catalog, from which SQLite takes back what was begun. */
function versionOf(path: string): number {
  const db = openSqlite(path);
  const version = db.pragma('user_version', { simple: true }) as number;
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
  return version;
}

function expectFinished(path: string, before: unknown[]): void {
  openForWriting(path).close();
  expect(versionOf(path)).toBe(knownMigrations().length);
  const db = openSqlite(path, { readonly: true });
  const digests = digestsIn(db);
  db.close();
  expect(digests.length).toBeGreaterThan(ROWS);
  expect(digests.filter(({ found, expected }) => found !== expected)).toEqual([]);
  expect(rowsIn(path)).toEqual(before);
}

describe('a migration that is killed', () => {
  it.each(DIGESTS)(
    'at digest %i leaves the old version, which the next writer migrates',
    { tags: 'slow' },
    async (digest) => {
      const { path, isKilled } = await killed(digest);
      expect(isKilled).toBe(true);
      expect(versionOf(path)).toBe(3);
      expectFinished(path, rowsIn(old));
    },
  );

  it('at any moment leaves one version or the other', { tags: 'slow' }, async () => {
    for (const delay of DELAYS) {
      const { path } = await killed(0, delay);
      expect([3, knownMigrations().length], REPLAY).toContain(versionOf(path));
      expectFinished(path, rowsIn(old));
    }
  });
});
