/** Reports on paper: printed by a browser, on so many pages. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStore, report, worksheet } from '../../src/index.js';
import { NO_BROWSER, TestBrowser } from '../explorer/chromium.js';
import { temporaryFolder } from '../support/temporary.js';

const browser = new TestBrowser();
afterAll(() => browser.close());

it.skipIf(NO_BROWSER !== undefined).each([
  ['squares', false, 8],
  ['{2,4,7}', false, 3],
  ['{2,4,7}', true, 2],
])('%s (a worksheet: %s) prints on %i pages of A4', async (game, isWorksheet, most) => {
  const folder = temporaryFolder();
  const store = await openStore(join(folder, 'store'));
  for await (const block of store.extend(game, { to: 2 ** 20 })) expect(block.stop).toBeGreaterThan(0);
  const html = isWorksheet
    ? await worksheet(store, game)
    : await report(store, game, { date: new Date(0), versions: {} });
  store.close();
  writeFileSync(join(folder, 'page.html'), html);
  const { page } = await browser.page({ width: 1280, theme: 'light' });
  await page.goto(`file://${join(folder, 'page.html')}`);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.length).toBeLessThanOrEqual(most);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  // Nothing is cut off between the margins of the paper, 182 mm apart.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 688, height: 1000 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(688);
});
