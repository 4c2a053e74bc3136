/** Looking around: scrolling goes where the hand goes, a cursor goes from cell to cell, and each gesture can be undone. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { inAddress, NO_BROWSER, open, TestBrowser, valueOf } from './chromium.js';
import { runningExplorer } from './running.js';

const browser = new TestBrowser();
afterAll(() => browser.close());
const explorer = runningExplorer();
const suite = NO_BROWSER === undefined ? describe : describe.skip;
const wide = async (): Promise<Page> => (await browser.page({ width: 1280, theme: 'light' })).page;
const SHOWN = 'text=Rows in sight';
const CANVAS = 'canvas.raster';

/** The colours of a line of pixels of the raster, as numbers. A copy is read, as reading the shown one often slows it. */
const pixelsOf = (page: Page, x: number, y: number, width: number, height: number): Promise<number[]> =>
  page.evaluate(`(() => {
    const drawn = document.querySelector('canvas.raster');
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [drawn.width, drawn.height];
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(drawn, 0, 0);
    return [...new Uint32Array(context.getImageData(${x}, ${y}, ${width}, ${height}).data.buffer)];
  })()`);
const sizeOf = (page: Page): Promise<{ width: number; height: number }> =>
  page.locator(CANVAS).evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));

/** A page whose timers and frames go on when the test says so. */
async function stopped(parameters: Readonly<Record<string, string>>, shown: string): Promise<Page> {
  const page = await wide();
  await page.clock.install();
  await open(page, explorer.url, parameters, shown);
  await page.clock.runFor(2000);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return page;
}

suite('scrolling', () => {
  it('of the raster goes on where the address follows late', { tags: 'slow' }, async () => {
    const page = await stopped({ view: 'raster', game: 'squares', width: '65', n: '6500' }, SHOWN);
    await page.locator(CANVAS).focus();
    await page.keyboard.press('Shift+ArrowDown');
    // The address is written and nothing is drawn yet; then all is.
    await page.clock.runFor(251);
    await page.keyboard.press('Shift+ArrowDown');
    await page.clock.runFor(2000);
    expect(await valueOf(page, 'n')).toBe(String(6500 + 2 * 65));
  });

  it('of the table goes on where the address follows late', { tags: 'slow' }, async () => {
    const page = await stopped({ view: 'positions', game: 'squares', n: '5000' }, 'td .mark');
    const down = (): Promise<unknown> =>
      page.locator('.scroller').evaluate(async (scroller) => {
        const scrolled = new Promise((resolve) =>
          scroller.addEventListener('scroll', resolve, { once: true }),
        );
        scroller.scrollTop += 34;
        await scrolled;
      });
    await down();
    await page.clock.runFor(250);
    await down();
    await page.clock.runFor(2000);
    expect(await valueOf(page, 'n')).toBe('5002');
  });
});

suite('the raster', () => {
  it('has colours for values however large they are', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    const far = { game: 'all-but:2,3', view: 'raster', by: 'nim', n: '8500000000' };
    await open(page, explorer.url, far, 'text=of them are cold');
    const { width } = await sizeOf(page);
    await expect
      .poll(async () => new Set(await pixelsOf(page, width / 2 - 30, 0, 60, 300)).size)
      .toBeGreaterThan(10);
    expect(await page.locator('.legend li').count()).toBeGreaterThan(4);
    expect(problems).toEqual([]);
  });

  it('has bars of whole pixels, however wide it is', { tags: 'slow' }, async () => {
    const page = await wide();
    // Each column is all cold or all hot.
    const rows = { game: '{1,3}', view: 'raster', width: '794', scale: '1.26' };
    await open(page, explorer.url, rows, SHOWN);
    const { width, height } = await sizeOf(page);
    const [ground] = await pixelsOf(page, 1, height - 1, 1, 1);
    const [bar] = (await pixelsOf(page, 0, height - 20, width, 1)).filter((pixel) => pixel !== ground);
    // No pixel is a mixture of bar and ground.
    expect(new Set(await pixelsOf(page, 0, height - 20, width, 1))).toEqual(new Set([bar, ground]));
  });

  it('fills cells between lines, at any scale', { tags: 'slow' }, async () => {
    const page = await wide();
    for (const scale of ['10.4', '13.7', '21.5']) {
      const view = { game: 'squares', view: 'raster', width: '20', scale };
      await open(page, explorer.url, view, 'text=of them are cold');
      // A row through the middle of the cells: hot, cold and the lines between, and each stretch of a colour is a whole cell.
      const { width } = await sizeOf(page);
      const row = await pixelsOf(page, 0, 5, width, 1);
      const lengths: number[] = [];
      row.forEach((pixel, i) => {
        if (pixel === row[i - 1]) lengths[lengths.length - 1]++;
        else lengths.push(1);
      });
      // The margins at both ends and the lines, of one pixel, apart.
      expect(new Set(lengths.slice(1, -1).filter((length) => length > 1)).size, scale).toBe(1);
    }
  });

  it('has a cursor for the keyboard, which is told and asks why', { tags: 'slow' }, async () => {
    const page = await wide();
    const view = { game: 'squares', view: 'raster', width: '65', n: '650', scale: '40' };
    await open(page, explorer.url, view, SHOWN);
    await page.locator(CANVAS).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('n = 650 · ').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.getByText('n = 716 · ').waitFor();
    expect(await valueOf(page, 'width')).toBe('65');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Why is 716 / }).waitFor();
    await page.keyboard.press('Escape');
    // Sideways out of sight: the picture follows.
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
    await page.getByText('n = 746 · ').waitFor();
    await page.keyboard.press(']');
    await page.getByRole('application', { name: 'in rows of 66' }).waitFor();
  });

  it('outlines the cell that is asked about and where its moves lead', { tags: 'slow' }, async () => {
    const page = await wide();
    const view = { game: '{1,3,4}', view: 'raster', width: '20', scale: '20' };
    const colours = async (): Promise<Set<number>> => {
      const { width } = await sizeOf(page);
      return new Set(await pixelsOf(page, 0, 0, width, 100));
    };
    await open(page, explorer.url, view, 'text=of them are cold');
    const before = await colours();
    await open(page, explorer.url, { ...view, why: '25' }, '.why .chips');
    // The warm line of the cell and of the move to a cold position, and the muted one of the others.
    await expect
      .poll(async () => [...(await colours())].filter((pixel) => !before.has(pixel)).length)
      .toBeGreaterThan(1);
    // The panel stands beside the picture.
    const [panel, picture] = await Promise.all(
      ['.why', CANVAS].map((each) => page.locator(each).boundingBox()),
    );
    expect(panel!.x).toBeGreaterThanOrEqual(picture!.x + picture!.width);
  });
});

suite('a column of the raster', () => {
  it('is shown alone where its bar is clicked, and by a key', { tags: 'slow' }, async () => {
    const page = await wide();
    const view = { game: '{1,3,4}', view: 'raster', width: '7', scale: '20' };
    await open(page, explorer.url, view, 'text=of them are cold');
    const { width, height } = await sizeOf(page);
    const left = Math.floor((width - 7 * 20) / 2);
    const cell = async (column: number): Promise<number> =>
      (await pixelsOf(page, left + 20 * column + 10, 10, 1, 1))[0];
    // 0 and 2 are cold, in every row.
    const cold = await cell(0);
    expect(await cell(2)).toBe(cold);
    const bar = { position: { x: left + 2 * 20 + 10, y: height - 5 } };
    await page.locator(CANVAS).click(bar);
    await inAddress(page, 'only=2');
    const words = page.locator('#raster-words', { hasText: 'that leave 2 after division by 7 are cold' });
    const [, last, count] = /to ([\d,]+)\. ([\d,]+) of them/.exec((await words.textContent())!)!;
    expect(7 * Number(count)).toBe(Number(last) + 1);
    await expect.poll(() => cell(0)).not.toBe(cold);
    expect(await cell(2)).toBe(cold);
    await page.locator(CANVAS).click(bar);
    await expect.poll(() => cell(0)).toBe(cold);
    expect(await valueOf(page, 'only')).toBeNull();
    await page.locator(CANVAS).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'c']) await page.keyboard.press(key);
    await inAddress(page, 'only=1');
    // Another width has other columns.
    await page.keyboard.press(']');
    await inAddress(page, 'width=8');
    expect(await valueOf(page, 'only')).toBeNull();
  });
});

suite('a range', () => {
  it(
    'is taken from the raster to figures and tables, and from these to the raster',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      await open(page, explorer.url, { game: 'squares', view: 'raster', width: '65', n: '650' }, SHOWN);
      await page.getByRole('button', { name: 'Take this range' }).click();
      await inAddress(page, 'from=650');
      const to = await valueOf(page, 'to');
      await page.getByRole('link', { name: 'Nim-values' }).click();
      await page.locator('figure .drawn svg > g').first().waitFor();
      expect([await valueOf(page, 'from'), await valueOf(page, 'to')]).toEqual(['650', to]);
      const later = { game: 'squares', view: 'nim', from: '6500', to: '7000' };
      await open(page, explorer.url, later, 'figure .drawn svg > g');
      await page.getByRole('link', { name: 'Raster' }).click();
      await page.getByText('Rows in sight: positions 6,500 to').waitFor();
      await page.getByRole('link', { name: 'Positions' }).click();
      await page.getByRole('rowheader', { name: '6,500', exact: true }).waitFor();
    },
  );
});

suite('the position that is asked about', () => {
  it('is marked in every view that shows it', { tags: 'slow' }, async () => {
    const page = await wide();
    const places: number[] = [];
    for (const why of ['20', '60', '40']) {
      const view = { game: 'squares', view: 'nim', to: '100', why };
      await open(page, explorer.url, view, 'figure .drawn svg > g');
      await page.locator('line.picked').waitFor({ state: 'attached' });
      places.push(Number(await page.locator('line.picked').getAttribute('x1')));
    }
    expect(places[2]).toBeCloseTo((places[0] + places[1]) / 2, 3);
    expect(places[0]).toBeLessThan(places[1]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('line.picked').waitFor({ state: 'detached' });
    await open(page, explorer.url, { game: 'squares', view: 'positions', why: '7' }, 'tr.picked .mark');
    expect(await page.locator('tr.picked th').allTextContents()).toEqual(['7']);
    await open(page, explorer.url, { game: 'squares', why: '7' }, '.strip .now');
    expect(await page.locator('.strip .now .n').allTextContents()).toEqual(['7']);
  });
});

suite('a gesture', () => {
  it('is one entry of the history, and can be undone and done again', { tags: 'slow' }, async () => {
    const page = await stopped({ view: 'raster', game: 'squares', width: '60' }, SHOWN);
    const entries = (): Promise<number> => page.evaluate(() => history.length);
    const start = await entries();
    const slider = page.getByRole('slider', { name: 'Width' });
    await slider.focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.clock.runFor(2000);
    expect([await valueOf(page, 'width'), await entries()]).toEqual(['65', start + 1]);
    await page.keyboard.press('ArrowRight');
    await page.clock.runFor(2000);
    expect([await valueOf(page, 'width'), await entries()]).toEqual(['66', start + 2]);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.clock.runFor(2000);
    expect(await valueOf(page, 'scale')).not.toBeNull();
    const undone = async (keys: string): Promise<(string | null)[]> => {
      await page.keyboard.press(keys);
      await page.clock.runFor(2000);
      return [await valueOf(page, 'width'), await valueOf(page, 'scale')];
    };
    await page.locator(CANVAS).focus();
    expect(await undone('Control+z')).toEqual(['66', null]);
    expect(await undone('Control+z')).toEqual(['65', null]);
    expect(await undone('Control+z')).toEqual(['60', null]);
    // There is no more to undo: the view stays.
    expect(await undone('Control+z')).toEqual(['60', null]);
    expect(await undone('Control+Shift+z')).toEqual(['65', null]);
    expect(await undone('Control+y')).toEqual(['66', null]);
  });
});
