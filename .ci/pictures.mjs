// Takes the pictures of docs/explorer anew: `node .ci/pictures.mjs`, after a build, with Debian's Chromium and pngquant. With games, as in
// `node .ci/pictures.mjs FOLDER "{2,4,7}" primes`, every view of these goes to a folder, at both widths and in both themes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { startExplorer } from '../dist/explorer/server.js';
import { openStore } from '../dist/index.js';

const [target = 'docs/explorer', ...games] = process.argv.slice(2);
const LOOKS = [
  { width: 1280, theme: 'light' },
  { width: 375, theme: 'dark' },
  ...(games.length === 0
    ? []
    : [
        { width: 1280, theme: 'dark' },
        { width: 375, theme: 'light' },
      ]),
];
const VIEWS = {
  games: {},
  overview: {},
  raster: { width: '65' },
  positions: {},
  nim: {},
  remoteness: {},
  records: {},
  values: {},
  density: {},
  gaps: {},
  residues: {},
  digits: {},
  plane: {},
  play: { heaps: '7 15 30' },
  sums: { heaps: '7 15 30' },
  extend: {},
};

const out = resolve(target);
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'takeaway-pictures-'));
// The default store, so that the commands in the pictures name none.
process.chdir(folder);
const store = await openStore('./storage');
const lengths =
  games.length === 0 ? { squares: 2 ** 20 } : Object.fromEntries(games.map((game) => game.split('@')));
for (const [game, to] of Object.entries(lengths)) {
  for await (const _ of store.extend(game, { to: Number(to ?? 2 ** 20) }));
}
store.close();
const start = (canWrite) =>
  startExplorer({
    ...{ folder: './storage', givenStore: undefined, port: 0, canWrite },
    ...{ random: () => 0.5, memory: () => process.memoryUsage.rss() },
  });
const explorer = await start(false);
const writer = await start(true);
for (const { width, theme } of LOOKS) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({
    ...{ viewport: { width, height: width < 500 ? 760 : 860 }, colorScheme: theme, hasTouch: width < 500 },
  });
  for (const game of Object.keys(lengths)) {
    for (const [view, also] of Object.entries(VIEWS)) {
      const { url } = view === 'extend' ? writer : explorer;
      await page.goto(`${url}?${new URLSearchParams({ game, view, ...also })}`);
      await page.waitForSelector('#view > *');
      for (const onItsWay of ['.loading', '[aria-busy=true]'])
        await page.locator(onItsWay).first().waitFor({ state: 'detached' });
      await page.waitForTimeout(2000);
      const name = games.length === 0 ? view : `${game.replaceAll(/[^\w]+/g, '-')}-${view}`;
      const path = join(out, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: games.length > 0 });
      // 256 colours, in less than half the bytes: the package has the picture of the README.
      execFileSync('pngquant', ['--strip', '--force', '--output', path, '256', path]);
    }
  }
  await browser.close();
}
await explorer.close();
await writer.close();
rmSync(folder, { recursive: true });
