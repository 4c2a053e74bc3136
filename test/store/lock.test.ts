/** A lock file that is damaged: no command can mend it, so the message says what a person can do. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore, rebuildStore } from '../../src/index.js';
import { extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

it('a damaged lock stops writers, with advice that helps, and no reader', async () => {
  const folder = temporaryFolder();
  await extendOnce(folder, 'squares', { to: 1000 });
  const before = await hashes(folder, 'squares');
  const lock = join(folder, 'lock.sqlite');
  writeFileSync(lock, 'no database, but long enough to be looked at '.repeat(30));
  for (const write of [() => openStore(folder), () => rebuildStore(folder)]) {
    const error: unknown = await write().catch((raised: unknown) => raised);
    expect(error).toMatchObject({
      code: 'corrupt',
      facts: { path: lock },
      remedy: undefined,
    });
    expect(String(error)).toContain('Remove it once no process writes');
  }
  expect(await hashes(folder, 'squares')).toEqual(before);
  rmSync(lock);
  await extendOnce(folder, 'squares', { to: 2000 });
});

it('a lock that cannot be opened is named as the lock, and not as the catalog', async () => {
  const folder = temporaryFolder();
  const lock = join(folder, 'lock.sqlite');
  mkdirSync(lock);
  await expect(openStore(folder)).rejects.toMatchObject({
    code: 'corrupt',
    facts: { file: 'lock', path: lock },
  });
});
