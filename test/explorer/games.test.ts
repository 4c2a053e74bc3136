/** The store that a process of the explorer sees. */
import { expect, it } from 'vitest';
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
