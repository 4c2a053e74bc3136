/** A process of the explorer that answers: the store that it sees, and what it keeps. */
import { expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { nameGame, removeName } from '../../src/rim.js';
import { extendOnce } from '../support/store.js';
import { storeIn } from '../../src/explorer/games/folder.js';
import { Games } from '../../src/explorer/games/games.js';
import { ANALYSIS_VIEWS } from '../../src/explorer/analysis-views.js';
import { startAnswering } from '../../src/explorer/server.js';
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
  await expect(games.open('file:x')).rejects.toMatchObject({ facts: { text: 'file:x' } });
  games.close();
});

it(
  'a process that has made a figure makes the next, with what it has loaded for the first',
  { tags: 'slow' },
  async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 17 });
    const shown = { folder, givenStore: undefined, canWrite: false };
    const process = startAnswering();
    for (const { name } of [...ANALYSIS_VIEWS, ...ANALYSIS_VIEWS]) {
      const url = `http://127.0.0.1/api/analysis/${name}?game=squares&pixels=969`;
      const { whole, hasGrown } = await process.run({ shown, url, hadCatalog: true, seed: 1 }, () =>
        Promise.resolve(true),
      );
      expect([name, whole?.status, hasGrown]).toEqual([name, 200, false]);
    }
    await process.end();
  },
);
