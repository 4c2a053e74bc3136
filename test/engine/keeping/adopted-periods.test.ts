/** Files that were named and not committed, as a killed sweep leaves those of many games: their periods are not lost. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/index.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const GAMES = ['{1,3,4}', '{2,5,7}', 'all-but{2,3}', '{1,3,4} seed [2,0]'];

it('have the periods that one commit would have recorded', async () => {
  const folder = temporaryFolder();
  const catalog = join(folder, 'catalog.sqlite');
  const aside = join(temporaryFolder(), 'catalog.sqlite');
  await extendOnce(folder, 'squares', { to: 4096 });
  copyFileSync(catalog, aside);
  for (const game of GAMES) await extendOnce(folder, game, { to: 4096, series: 'nim' });
  const whole = await openStore(folder, { readOnly: true });
  const expected = GAMES.map((game) => whole.recordedPeriods(game));
  whole.close();
  for (const { nim, outcome } of expected) expect([nim, outcome]).not.toContain(null);
  rmSync(catalog);
  copyFileSync(aside, catalog);
  const store = await openStore(folder);
  expect(store.found.map(({ outcome }) => outcome)).toEqual(GAMES.map(() => 'adopted'));
  expect(GAMES.map((game) => store.recordedPeriods(game))).toEqual(expected);
  store.close();
});
