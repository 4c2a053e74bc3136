/** The store that a process of the explorer sees. */
import { expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { nameGame, removeName } from '../../src/rim.js';
import { extendOnce } from '../support/store.js';
import { storeIn } from '../../src/explorer/games/folder.js';
import { Games } from '../../src/explorer/games/games.js';
import { temporaryFolder } from '../support/temporary.js';

it('a store that was taken away is gone to a process too that has seen it empty alone', async () => {
  const games = new Games(storeIn(temporaryFolder()));
  expect((await games.main()).info()).toEqual([]);
  // Another process has seen what was stored since.
  games.hadCatalog = true;
  await expect(games.main()).rejects.toMatchObject({ code: 'io' });
  games.close();
});

it('first values are computed no longer than someone waits for them', async () => {
  const games = new Games(storeIn(temporaryFolder()));
  await expect(games.open('squares', undefined, AbortSignal.abort())).rejects.toMatchObject({
    code: 'interrupted',
  });
  expect((await games.open('squares')).reading('nim').frontier).toBeGreaterThan(0);
  games.close();
});

it('games have the names that were given to them, from when on until when they have them', async () => {
  const folder = temporaryFolder();
  await extendOnce(folder, '{1,3,4}', { to: 64 });
  const source = storeIn(folder);
  const games = new Games(source);
  await expect(games.open('mine')).rejects.toMatchObject({ code: 'usage' });
  const writing = await openStore(folder);
  const before = await source.version();
  await nameGame(writing, 'mine', '{1,3,4}');
  expect(await source.version()).not.toEqual(before);
  expect([...(await games.source.names()).keys()]).toEqual(['mine']);
  expect((await games.open('Mine')).game.key).toBe('{1,3,4}');
  expect((await games.open('mine | {6}')).game.key).toBe('{1,3,4,6}');
  expect((await games.open('mine hotspots {0}')).game.key).toBe('{1,3,4} hotspots {0}');
  await removeName(writing, 'mine');
  writing.close();
  await expect(games.open('mine')).rejects.toMatchObject({ code: 'usage' });
  await expect(games.open('file:x')).rejects.toMatchObject({ found: '"file:x"' });
  games.close();
});
