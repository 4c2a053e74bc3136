/** Links that people pass on: previews with a card, codes, what the system shares, and the picture alone in another page. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import decodeQR from 'qr/decode.js';
import { afterAll, describe, expect, it } from 'vitest';
import { listGames } from '../../src/index.js';
import { addressOf, inAddress, NO_BROWSER, open, TestBrowser } from './chromium.js';
import { staticEdition } from './site.js';

const SITE = 'https://example.org/games/';
const edition = staticEdition(undefined, SITE);
const browser = new TestBrowser();
afterAll(() => browser.close());

const text = (name: string): Promise<string> => readFile(join(edition.folder, name), 'utf8');

/** The contents of a page for networks, by property. */
const previewIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="og:([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );

describe('a site that knows its address', () => {
  it('has a card for the start, each story and each game with a name', async () => {
    const games = listGames([]).filter(({ game }) => !/:[A-Z]/.test(game));
    const names = games.map(({ game }) => game.replaceAll(/[^A-Za-z0-9]+/g, '-'));
    const stories = (await readdir('src/explorer/page/stories')).map((file) => `story-${file.slice(0, -3)}`);
    const pages = [...names, ...stories];
    expect((await readdir(join(edition.folder, 'share'))).sort()).toEqual(
      ['open.js', 'start.png', ...pages.flatMap((name) => [`${name}.html`, `${name}.png`])].sort(),
    );
    for (const name of [...pages, 'start']) {
      const png = await readFile(join(edition.folder, 'share', `${name}.png`));
      expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], name).toEqual([
        'PNG',
        1200,
        630,
      ]);
    }
    // They are loaded by networks, not by visitors.
    expect(await text('files.json')).not.toContain('share/');
  });

  it('describes them to networks by absolute addresses', async () => {
    expect(previewIn(await text('index.html'))).toMatchObject({
      url: SITE,
      image: `${SITE}share/start.png`,
    });
    const { title, description, image, url } = previewIn(await text('share/kth-powers-4.html'));
    expect([title, image, url]).toEqual([
      'kth-powers:4',
      `${SITE}share/kth-powers-4.png`,
      `${SITE}share/kth-powers-4.html`,
    ]);
    expect(description).toMatch(/a move takes away 1, 16, 81, .* of them\. Whoever cannot move loses\.$/);
    const story = await text('share/story-the-period-793.html');
    expect(previewIn(story)['title']).toBe('Why {13,29,42} has period 793');
    expect(story).toContain('href="../?game={13,29,42}&amp;story=the-period-793.1"');
  });
});

describe.skipIf(NO_BROWSER !== undefined)(`in a browser (${NO_BROWSER ?? 'Chromium'})`, () => {
  it('a card shows the first cold positions, and its page leads to what was shared', async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await page.goto(`${edition.url}/share/squares.png`);
    // Rows of 65 cells of 9 pixels at the right end.
    const blues: number[] = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1200, 630];
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(document.querySelector('img')!, 0, 0);
      return Array.from({ length: 65 }, (_, n) => n).filter(
        (n) => context.getImageData(1200 - 65 * 9 + 9 * n + 4, 4, 1, 1).data[0] < 100,
      );
    });
    // The browser's own page around a picture has styles that the policy refuses.
    problems.length = 0;
    expect(blues).toEqual([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62]);
    await page.goto(`${edition.url}/share/squares.html?game=squares&view=raster&width=64`);
    await page.locator('canvas.raster').waitFor();
    expect(await addressOf(page)).toBe(`${edition.url}/?game=squares&view=raster&width=64`);
    await page.goto(`${edition.url}/share/story-stripes-modulo-65.html`);
    await page.getByRole('heading', { name: 'Take a square' }).waitFor();
    expect(problems).toEqual([]);
  });

  it(
    'a link goes through the page of the card, as text, by the system and as a code',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 375, theme: 'dark' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript('navigator.share = async (shared) => void (globalThis.shared = shared)');
      await open(
        page,
        edition.url,
        { game: 'squares', view: 'raster', width: '65', theme: 'dark' },
        'canvas',
      );
      const link = `${SITE}share/squares.html?game=squares&view=raster&width=65`;
      const copy = page.getByRole('button', { name: /^Copy link/ });
      await copy.click();
      await copy.filter({ hasText: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      expect(await page.evaluate('globalThis.shared.url')).toBe(link);
      await page.getByRole('button', { name: 'QR code' }).click();
      const code = page.getByRole('img', { name: /^QR code/ });
      await code.waitFor();
      const bytes = await code.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [300, 300];
        const context = canvas.getContext('2d')!;
        context.fillStyle = 'white';
        context.fillRect(0, 0, 300, 300);
        context.drawImage(image, 0, 0, 300, 300);
        return [...context.getImageData(0, 0, 300, 300).data];
      });
      expect(decodeQR({ width: 300, height: 300, data: Uint8Array.from(bytes) })).toBe(link);
      // A game without a name has no card.
      await open(page, edition.url, { game: '{2,4,7}' }, '.strip');
      await copy.click();
      await copy.filter({ hasText: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${SITE}?game=%7B2%2C4%2C7%7D`);
      expect(problems).toEqual([]);
    },
  );

  it(
    'a frame in another page has the picture alone, with a caption that leads here',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 375, theme: 'light' });
      for (const [view, picture] of Object.entries({
        overview: '.strip',
        raster: 'canvas.raster',
        residues: 'figure .drawn svg > g',
        positions: 'td .mark.cold',
        play: '.board .takes',
      })) {
        await open(page, edition.url, { game: 'squares', view, heaps: '10', embed: '1' }, picture);
        const shown = page
          .locator('.controls, .command, .head, .tabs, .rows, .hint, .lead')
          .locator('visible=true');
        expect(await shown.count(), view).toBe(0);
        const caption = page.locator('.caption a');
        expect(await caption.textContent(), view).toMatch(/^squares: /);
        expect(await caption.getAttribute('href')).not.toContain('embed');
      }
      expect(problems).toEqual([]);
    },
  );

  it('the atlas plays over the move that all games have', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await open(page, edition.url, { view: 'plane', third: '3', max: '8' }, 'figure .drawn svg > g');
    await page.getByRole('button', { name: 'Play through move c' }).click();
    await inAddress(page, 'third=5');
    await page.locator('figure svg[aria-label*="one of them 5"]').waitFor();
    await page.getByRole('button', { name: 'Pause move c' }).click();
    await page.getByRole('button', { name: 'Play through move c' }).waitFor();
    expect(problems).toEqual([]);
  });
});
