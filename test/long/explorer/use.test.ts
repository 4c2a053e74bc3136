/**
 * The page used again and again, with a server and without: what it takes does not grow. Two minutes for each edition, or as many
 * as TAKEAWAY_TEST_MINUTES says; an hour is `TAKEAWAY_TEST_MINUTES=30 npx vitest run --mode long test/long/explorer/use.test.ts`.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { NO_BROWSER, open, TestBrowser } from '../../explorer/chromium.js';
import { runningExplorer } from '../../explorer/running.js';
import { staticEdition } from '../../explorer/site.js';

const MINUTES = Number(process.env['TAKEAWAY_TEST_MINUTES'] ?? 2);
/** Rounds until everything has been loaded and compiled, and rounds that are measured at least. */
const [FIRST, LEAST] = [4, 6];
/** Bytes that the heap may grow by in all, and in a round on average: what the engine itself keeps varies by more in a round. */
const MOST_GROWTH = 2 ** 20;
const MOST_BYTES = 50_000;
/** Nodes of links that save a file, for ten seconds; and of whatever is just shown. */
const SOME_NODES = 100;

const browser = new TestBrowser();
afterAll(() => browser.close());

const FIGURE = 'figure .drawn svg > g';
/** The tabs by the names of their links, each with its page and a part of it that is there once it is shown. */
const TABS: readonly (readonly [page: string, name: string, shown: string])[] = [
  ['Look', 'Overview', '.strip .cold'],
  ['Look', 'Raster', 'text=columns have no cold position'],
  ['Look', 'Positions', 'tbody .mark'],
  ['Look', 'Nim-values', FIGURE],
  ['Look', 'Remoteness', FIGURE],
  ['Patterns', 'Which remainders?', `#digits ${FIGURE}`],
  ['Patterns', 'How rare?', `#gaps ${FIGURE}`],
  ['Patterns', 'How large?', `#values ${FIGURE}`],
  ['Play', 'Play', 'main[data-view=play] .heap'],
  ['Play', 'Sums', '.verdict'],
];

const button = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** What a person does in some tabs. A field that is written into by hand and then by the page costs a node: Chromium can undo that. */
const USES: Readonly<Partial<Record<string, (page: Page) => Promise<void>>>> = {
  Overview: async (page) => {
    await page.locator('.strip button').nth(40).click();
    await page.locator('.why h2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.why').waitFor({ state: 'detached' });
    await button(page, 'Watch the sieve');
    await button(page, 'Step');
    await button(page, 'Show all');
  },
  Raster: async (page) => {
    await button(page, 'Zoom in');
    await page.locator('canvas.raster').hover({ position: { x: 60, y: 60 } });
    await button(page, 'Fit');
    const saved = page.waitForEvent('download');
    await button(page, 'PNG');
    await (await saved).delete();
  },
  Positions: async (page) => {
    await button(page, 'End');
    await button(page, 'Start');
    await page.locator('tbody .mark').first().waitFor();
  },
  'Which remainders?': async (page) => {
    await page.getByRole('slider').first().focus();
    for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await page.locator(FIGURE).first().waitFor();
  },
  'How rare?': (page) => page.locator('figure .drawing').first().hover(),
};

interface Taken {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

describe.skipIf(NO_BROWSER !== undefined)(`an explorer in use (${NO_BROWSER ?? 'Chromium'})`, () => {
  const served = runningExplorer();
  const edition = staticEdition();

  it.each([
    ['with a server', served],
    ['without one', edition],
  ])(
    'takes no more %s',
    async (_, at) => {
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      const session = await page.context().newCDPSession(page);
      const measure = async (): Promise<Taken> => {
        // What is collected lets other things go.
        for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
        const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
        return { bytes: (await session.send('Runtime.getHeapUsage')).usedSize, nodes, listeners };
      };
      await open(page, at.url, { game: 'squares' }, '.strip .cold');
      const taken: Taken[] = [];
      const end = performance.now() + MINUTES * 60_000;
      while (taken.length < FIRST + LEAST || performance.now() < end) {
        for (const [menu, name, shown] of TABS) {
          await page.locator('nav.pages').getByRole('link', { name: menu, exact: true }).click();
          await page.locator('nav.tabs').getByRole('link', { name, exact: true }).click();
          await page.locator(shown).first().waitFor();
          await USES[name]?.(page);
        }
        taken.push(await measure());
      }
      const [first, last] = [taken[FIRST], taken.at(-1)!];
      const rounds = taken.length - 1 - FIRST;
      const told = `${rounds} rounds: ${JSON.stringify(first)}, then ${JSON.stringify(last)}`;
      expect(last.bytes - first.bytes, told).toBeLessThan(MOST_GROWTH + rounds * MOST_BYTES);
      expect(last.nodes - first.nodes, told).toBeLessThan(SOME_NODES);
      expect(last.listeners - first.listeners, told).toBeLessThan(SOME_NODES);
      expect(problems).toEqual([]);
    },
    (MINUTES + 10) * 60_000,
  );
});
