/** G2: a writer killed inside a COMMIT leaves a hot journal, which readers take back, also ones that are open. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

/** Changes more pages than the cache has, so that some reach the file before the commit; then dies. */
const DIE_IN_COMMIT = `
  const Database = require('better-sqlite3');
  const db = new Database(process.argv[1]);
  db.pragma('cache_size = 2');
  db.exec('BEGIN IMMEDIATE; CREATE TABLE half (x TEXT)');
  for (let i = 0; i < 200; i++) db.prepare('INSERT INTO half VALUES (?)').run('x'.repeat(3000));
  process.kill(process.pid, 'SIGKILL');
`;

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await extendOnce(folder, 'squares', { to: 1000 });
});

function dieInCommit(): void {
  const catalog = join(folder, 'catalog.sqlite');
  const { signal } = spawnSync(process.execPath, ['-e', DIE_IN_COMMIT, catalog]);
  expect(signal).toBe('SIGKILL');
  expect(existsSync(`${catalog}-journal`)).toBe(true);
}

it('is taken back by a reader that opens the store', async () => {
  dieInCommit();
  const reader = await openStore(folder, { readOnly: true });
  expect(await reader.verify()).toMatchObject({ ok: true, blocks: 2, problems: [] });
  reader.close();
});

it('is taken back by a reader that is open', async () => {
  const reader = await openStore(folder, { readOnly: true });
  dieInCommit();
  expect(reader.info('squares')[0].series.nim?.frontier).toBe(1000);
  reader.close();
});
