/** That the page says what is so: one state in the address, one answer to a question, facts that follow the store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { coldByDefinition, openStore, readGame } from '../../src/index.js';
import type { DensityResult } from '../../src/analysis/reduction/density.js';
import type { AnalysisAnswer } from '../../src/explorer/contract.js';
import { startExplorer, type Explorer } from '../../src/explorer/server.js';
import { extendOnce } from '../support/store.js';
import { addressOf, inAddress, NO_BROWSER, open, TestBrowser, valueOf } from './chromium.js';
import { askJson, runningExplorer } from './running.js';

const browser = new TestBrowser();
/** What most of the tests look at. */
const explorer = runningExplorer();
afterAll(() => browser.close());
const suite = NO_BROWSER === undefined ? describe : describe.skip;
const wide = async (): Promise<Page> => (await browser.page({ width: 1280, theme: 'light' })).page;
const FIGURE = 'figure svg';

/** Requests of the page to a route, from now on. */
function requestsOf(page: Page, route: string): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${route}`) requests.push(request);
  });
  return requests;
}

/** Waits until the person is to move. */
const isMyTurn = (page: Page): Promise<void> => page.getByText(/Your move\./).waitFor();

suite('the address', () => {
  it('of Density has no point where Positions or the raster were looked at', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'positions', n: '5000' }, 'td .mark');
    await page.getByRole('link', { name: 'Patterns' }).click();
    await page.getByRole('link', { name: 'How rare?' }).click();
    await page.locator('#density').getByText('Positions below 131,072').waitFor();
    expect(await addressOf(page)).toBe(`${explorer.url}/?game=squares&view=density`);
    await page.locator(`#density ${FIGURE}`).waitFor();
    const [, points] = /for (\d+) values of n/.exec(
      (await page.locator('#density figure svg desc').textContent())!,
    )!;
    expect(Number(points)).toBeGreaterThan(10);
    expect(await addressOf(page)).toBe(`${explorer.url}/?game=squares&view=density`);
  });

  it(
    'carries the place from the raster to Positions, and the theme everywhere',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      await open(
        page,
        explorer.url,
        { game: 'squares', view: 'raster', width: '65', n: '6500' },
        'text=Rows in sight',
      );
      await page.getByRole('button', { name: 'Dark' }).click();
      await page.getByRole('link', { name: 'Positions' }).click();
      await page.getByRole('rowheader', { name: '6,500', exact: true }).waitFor();
      expect(await addressOf(page)).toBe(`${explorer.url}/?game=squares&view=positions&n=6500&theme=dark`);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.locator('.strip').waitFor();
      // A link inside a view that was shown before the theme was changed.
      await page.getByRole('button', { name: 'Light' }).click();
      await page.getByRole('link', { name: 'See the stripes' }).click();
      await page.locator('canvas').waitFor();
      expect(await valueOf(page, 'theme')).toBe('light');
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
    },
  );

  it('follows a slider however fast it is moved, and goes back whole', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(
      page,
      explorer.url,
      { game: 'squares', view: 'residues', modulus: '5' },
      'svg[aria-label*="modulo 5"]',
    );
    const slider = page.getByRole('slider', { name: 'Modulus' });
    await slider.focus();
    for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
    await page.locator('svg[aria-label*="modulo 65"]').waitFor();
    await inAddress(page, 'modulus=65');
    await page.reload();
    await page.locator('svg[aria-label*="modulo 65"]').waitFor();
    expect(await slider.inputValue()).toBe('65');
  });
});

suite('sliders', () => {
  it.each([
    ['residues', 'Modulus', { modulus: '65' }, 'modulo 65', 'modulo 70'],
    ['digits', 'Base', { base: '20', places: '2' }, 'Base-20 ', 'Base-25 '],
  ])(
    'of %s leave the figure where it is until the next is there: %s',
    { tags: 'slow' },
    async (view, name, values, now, next) => {
      const page = await wide();
      await open(page, explorer.url, { game: 'squares', view, ...values }, `svg[aria-label*="${now}"]`);
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(`**/api/analysis/${view}?**`, (route) => held.then(() => route.continue()));
      const asked = requestsOf(page, `analysis/${view}`);
      const slider = page.getByRole('slider', { name, exact: true });
      await slider.focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => asked.length).toBe(2);
      await page.locator('.analysis[aria-busy=true]').waitFor();
      expect(await page.locator(`svg[aria-label*="${now}"]`).count()).toBe(1);
      answer();
      await page.locator(`svg[aria-label*="${next}"]`).waitFor();
      // Of those between only the latest was asked.
      expect(asked).toHaveLength(3);
    },
  );

  it(
    'choose no end of the range at their own end, where what is stored later counts too',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      await open(
        page,
        explorer.url,
        { game: 'squares', view: 'residues', modulus: '65' },
        `#residues ${FIGURE}`,
      );
      const slider = page.getByLabel('End of the range', { exact: true });
      await slider.press('Home');
      await page.waitForURL(/[?&]to=/);
      await slider.press('End');
      await page.waitForURL((url) => !url.searchParams.has('to'));
    },
  );
});

suite('games beside each other', () => {
  it('are counted each in the raster, and where they differ', { tags: 'slow' }, async () => {
    const page = await wide();
    const view = { game: 'squares', view: 'raster', width: '65', with: 'cubes' };
    await open(page, explorer.url, view, 'text=of cubes are cold');
    const words = async (): Promise<number[]> =>
      (await page.locator('#raster-words').textContent())!.replaceAll(',', '').match(/\d+/g)!.map(Number);
    // Each game is counted when its values are there.
    await expect.poll(async () => (await words()).length).toBeGreaterThan(5);
    const [start, last, cold, , , others] = await words();
    const [squares, cubes] = ['squares', 'cubes'].map((text) =>
      coldByDefinition(readGame(text).set, last + 1),
    );
    const count = (isIt: (n: number) => boolean): number => {
      let found = 0;
      for (let n = start; n <= last; n++) found += Number(isIt(n));
      return found;
    };
    expect([cold, others]).toEqual([count((n) => squares[n]), count((n) => cubes[n])]);
    await page.getByRole('combobox', { name: 'colours' }).selectOption('difference');
    await page.getByText('are cold in one of squares and cubes alone').waitFor();
    expect((await words())[2]).toBe(count((n) => squares[n] !== cubes[n]));
    // Other views show the same games.
    await page.getByRole('link', { name: 'Patterns' }).click();
    await page.getByRole('link', { name: 'How rare?' }).click();
    await page.locator('#gaps svg[aria-label$=": squares, cubes"]').waitFor();
    await page.getByLabel('compare with').fill('cubbes');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show cubes' }).click();
    await page.locator('#gaps svg[aria-label$=": squares, cubes"]').waitFor();
    await page.getByLabel('compare with').fill('');
    await page.keyboard.press('Enter');
    await page.locator('#gaps svg[aria-label$=": squares"]').waitFor();
    expect(await valueOf(page, 'with')).toBeNull();
  });

  it('leave the figure of one where it is until both are in it', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'gaps' }, `#gaps ${FIGURE}`);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const isOfOther = /api\/game\?.*cubes/;
    await page.route(isOfOther, (route) => held.then(() => route.continue()));
    const asked = page.waitForRequest(isOfOther);
    await page.getByLabel('compare with').fill('cubes');
    await page.keyboard.press('Enter');
    await asked;
    await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
    expect(await page.locator(`#gaps ${FIGURE}`).count()).toBe(1);
    answer();
    await page.locator('#gaps svg[aria-label$="cubes"]').waitFor();
  });

  it('ask once when a third one comes', { tags: 'slow' }, async () => {
    const page = await wide();
    // Known to other ends: the question depends on what is found of the third.
    await open(page, explorer.url, { game: 'squares', view: 'gaps', with: 'cubes' }, `#gaps ${FIGURE}`);
    await page.locator('#gaps svg[aria-label$=": squares, cubes"]').waitFor();
    const asked = requestsOf(page, 'analysis/gaps');
    await page.getByLabel('compare with').fill('cubes; {1,6,9}');
    await page.keyboard.press('Enter');
    await page.locator('#gaps svg[aria-label$=": squares, cubes, {1,6,9}"]').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('are shown as far as all are known, whichever of them is extended', { tags: 'slow' }, async () => {
    const page = await wide();
    const [first, second] = ['{1,3,4}', '{2,5,9}'];
    await extendOnce(explorer.folder, first, { to: 2 ** 18, series: 'cold' });
    await open(page, explorer.url, { game: first, view: 'gaps', with: second }, `#gaps ${FIGURE}`);
    await page.locator('#gaps').getByText('Positions below 131,072').waitFor();
    await extendOnce(explorer.folder, second, { to: 2 ** 18, series: 'cold' });
    await page.locator('#gaps').getByText('Positions below 262,144').waitFor();
    // Where neither is extended, nothing is asked anew.
    const asked = requestsOf(page, 'analysis/gaps');
    const facts = page.waitForResponse(/api\/game\?.*2%2C5%2C9/);
    await extendOnce(explorer.folder, '{1,2}', { to: 2 ** 10, series: 'cold' });
    await facts;
    expect(asked).toEqual([]);
  });
});

suite('what the page says', () => {
  it.each(['outcome', 'nim'])(
    'counts every row of the raster that it speaks of, coloured by %s',
    { tags: 'slow' },
    async (by) => {
      const page = await wide();
      const width = 2046;
      const shown = {
        game: '{1,6,9}',
        view: 'raster',
        width: String(width),
        n: String(3 * width),
        scale: '0.25',
        by,
      };
      await open(page, explorer.url, shown, 'text=of them are cold');
      const words = (await page.locator('#raster-words').textContent())!.replaceAll(',', '');
      const [start, last, cold, empty = 0, columns = width] = words.match(/\d+/g)!.map(Number);
      const isCold = coldByDefinition(readGame('{1,6,9}').set, last + 1);
      const occupied = new Set<number>();
      let expected = 0;
      for (let n = start; n <= last; n++) {
        if (Number(isCold[n]) !== 1) continue;
        expected++;
        occupied.add(n % width);
      }
      // More than any tile, chunk or bound of what is counted at once.
      expect(last - start).toBeGreaterThan(2 ** 21);
      expect({ start, cold, empty, columns }).toEqual({
        ...{ start: 3 * width, cold: expected, empty: width - occupied.size, columns: width },
      });
      expect(words.includes('every column has one')).toBe(empty === 0);
    },
  );

  it('has the numbers of the result, rounded once', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'density' }, `#density ${FIGURE}`);
    const address = `${explorer.url}/api/analysis/density?game=squares&at=cubes`;
    const { fit } = (await askJson<AnalysisAnswer>(address)).result as DensityResult;
    const words = await page.locator('#density .found').textContent();
    expect(words).toContain(`${fit!.coefficient.toPrecision(3)} n${fit!.exponent.toPrecision(3)}`);
    await open(page, explorer.url, { game: '{1,6,9}', view: 'density' }, `#density ${FIGURE}`);
    // A game that repeats follows no power of n.
    expect(await page.locator('#density .found').textContent()).not.toContain('about');
  });

  it.each(['nim', 'density', 'residues'])(
    'of a range without positions in %s is one sentence, without an empty figure below',
    { tags: 'slow' },
    async (view) => {
      const page = await wide();
      await open(page, explorer.url, { game: 'squares', view, from: '5000', to: '100' }, '[role=alert]');
      expect(await page.locator('[role=alert]').textContent()).toBe(
        'The range from 5,000 up to 100 is empty. Choose a beginning below its end.',
      );
      expect(await page.locator('figure').isVisible()).toBe(false);
      expect(await page.getByLabel('up to').getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('up to').fill('6000');
      await page.keyboard.press('Enter');
      await page.locator(FIGURE).first().waitFor();
      expect(await page.locator('[role=alert]').count()).toBe(0);
      expect(await page.getByLabel('up to').getAttribute('aria-invalid')).toBe('false');
    },
  );

  it(
    'of a game with few cold positions is which, and of values that grow by how much',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      await open(page, explorer.url, { game: 'all-but:2,3,7' }, '.strip');
      await page
        .getByText('The cold positions are 0 and 2; from position 3 on all others are hot.')
        .waitFor();
      await page.getByText('that of n + 4 is 2 more than that of n.').waitFor();
      await page.getByText('period 4, saltus 2', { exact: true }).waitFor();
    },
  );

  it('of misere play leads to the game that has it', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares hotspots {0}', view: 'play' }, '.notice');
    await page.getByRole('link', { name: 'Play squares by this rule' }).click();
    await isMyTurn(page);
    expect([await valueOf(page, 'game'), await valueOf(page, 'misere')]).toEqual(['squares', '1']);
  });

  it('begins with the residues by the period, where there is one', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: '{13,29,42}', view: 'residues' }, 'svg[aria-label*="modulo 793"]');
  });

  it.each(['{1,2} seed [7,3]', 'squares hotspots {0}'])(
    'leads %s to no match, which it has not',
    async (game) => {
      const page = await wide();
      await open(page, explorer.url, { game }, '.strip');
      await page.getByRole('link', { name: /Read the positions/ }).waitFor();
      expect(await page.getByRole('link', { name: /Play a match/ }).count()).toBe(0);
    },
  );

  it('of what is stored is of the series that a view shows', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'records' }, `#records ${FIGURE}`);
    await page.getByText('stored to 16,384', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'How rare?' }).click();
    await page.getByText('stored to 65,536', { exact: true }).waitFor();
  });

  it('of compared moduli stays while one walks through them', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'residues' }, `#residues ${FIGURE}`);
    await page.getByRole('button', { name: /Compare the moduli/ }).click();
    const found = page.locator('.best button');
    await found.first().waitFor();
    const names = await found.allTextContents();
    for (const i of [1, 2]) {
      const modulus = names[i].split(' ')[0];
      await found.nth(i).click();
      await page.locator(`svg[aria-label*="modulo ${modulus}:"]`).waitFor();
      expect(await page.getByLabel('Modulus as a number').inputValue()).toBe(modulus);
      expect(await found.allTextContents()).toEqual(names);
    }
    await page.goBack();
    await page.locator(`svg[aria-label*="modulo ${names[1].split(' ')[0]}:"]`).waitFor();
    await found.first().waitFor();
  });
});

/** In the page: the colours in a part of the raster, as 32-bit words. A copy is read, as reading the shown one often slows it. */
const coloursIn = (page: Page, x: number, y: number, width: number, height: number): Promise<number[]> =>
  page.evaluate(`(() => {
    const drawn = document.querySelector('canvas.raster');
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [drawn.width, drawn.height];
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(drawn, 0, 0);
    const { data } = context.getImageData(${x}, ${y}, ${width}, ${height});
    return [...new Set(new Uint32Array(data.buffer))];
  })()`);

suite('the raster', () => {
  it(
    'tells cells on their way from those that are there, and from where there are none',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/values?**', (route) => held.then(() => route.continue()));
      const view = { game: 'squares', view: 'raster', width: '65', n: '64000' };
      await open(page, explorer.url, view, 'text=on their way');
      const middle = (await page.locator('canvas.raster').evaluate((each) => each.clientWidth)) / 2;
      const [coming, none] = [await coloursIn(page, middle, 5, 50, 50), await coloursIn(page, 2, 5, 50, 50)];
      expect([coming.length, none.length]).toEqual([1, 1]);
      expect(coming).not.toEqual(none);
      answer();
      await page.getByText('of them are cold').waitFor();
      await expect.poll(() => coloursIn(page, middle, 5, 50, 50)).not.toContain(coming[0]);
      // Beyond what is known there is nothing on its way.
      const height = await page.locator('canvas.raster').evaluate((each) => each.clientHeight);
      await page.getByLabel('Go to the row of position').fill('131000');
      await page.keyboard.press('Enter');
      await page.locator('#raster-words').filter({ hasText: '131,071.' }).waitFor();
      expect(await coloursIn(page, middle, height - 100, 50, 20)).toEqual(none);
    },
  );

  it('shows few cold cells among many where cells are smaller than a pixel', { tags: 'slow' }, async () => {
    const page = await wide();
    const view = { game: 'squares', view: 'raster', width: '2000', scale: '0.25' };
    await open(page, explorer.url, view, 'text=of them are cold');
    // In the themes' colours the red of a hot cell is 239, that of a cold one 11; one of sixteen as a mean has 225.
    const reds = (await coloursIn(page, 450, 0, 400, 12)).map((word) => word & 255);
    expect(reds).toContain(239);
    expect(reds.some((red) => red < 180)).toBe(true);
  });
});

suite('a question', () => {
  it(
    'about all games is asked once, about no game where none is shown, and about first values once',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      const [games, facts, values] = ['games', 'game', 'values'].map((route) => requestsOf(page, route));
      const told = page.waitForResponse('**/api/extension/events');
      // Squares are among the games seen last, and among those that are stored.
      await open(page, explorer.url, { game: 'squares' }, '.strip');
      await page.getByRole('link', { name: 'takeaway' }).click();
      await page.locator('.gallery a[href*="squares"]').nth(1).waitFor();
      await told;
      await expect.poll(() => values.filter((each) => each.url().includes('game=squares&')).length).toBe(1);
      expect([games.length, facts.length]).toEqual([1, 1]);
      await open(page, explorer.url, { view: 'plane', max: '8' }, 'figure svg');
      expect(facts.length).toBe(1);
    },
  );

  it('is asked once, though Enter in a field both changes and submits', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'sums', heaps: '7 15 30' }, 'tfoot');
    const sums = requestsOf(page, 'sum');
    await page.getByLabel('heaps').fill('3 4');
    await page.keyboard.press('Enter');
    await page.getByText('take 1 from heap 2').waitFor();
    expect(sums).toHaveLength(1);
    const games = requestsOf(page, 'game');
    await page.getByRole('combobox', { name: /^Game/ }).fill('{2,4,7}');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: '{2,4,7}' }).waitFor();
    await page.locator('tfoot').waitFor();
    expect(games.filter((request) => request.url().includes('2%2C4%2C7'))).toHaveLength(1);
  });

  it('that is answered late does not replace the answer to a later one', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'sums', heaps: '7 15 30' }, 'tfoot');
    let answerLate: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answerLate = resolve));
    await page.route(/\/api\/sum\?.*heaps=5\b/, (route) =>
      held.then(() => route.continue()).catch(() => undefined),
    );
    const isLate = (request: Request): boolean => /sum\?.*heaps=5\b/.test(request.url());
    const ended = Promise.race([
      page.waitForEvent('requestfinished', { predicate: isLate }),
      page.waitForEvent('requestfailed', { predicate: isLate }),
    ]);
    const heaps = page.getByLabel('heaps');
    const size = page.locator('tbody td').first();
    await heaps.fill('5');
    await page.keyboard.press('Enter');
    await heaps.fill('6');
    await page.keyboard.press('Enter');
    await size.filter({ hasText: /^6$/ }).waitFor();
    answerLate();
    await ended;
    expect(await size.textContent()).toBe('6');
    await inAddress(page, 'heaps=6');
  });
});

suite('a match', () => {
  it('takes one move where a take is clicked twice, and goes on', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'play', heaps: '7 15 30' }, 'text=Your move.');
    await page.getByRole('button', { name: 'Take 25 from heap 3' }).dblclick();
    await page.getByText(/The computer took .* Your move\./).waitFor();
    expect(await valueOf(page, 'moves')).toMatch(/^3:25,\d:\d+$/);
    expect(await page.locator('[role=alert]').count()).toBe(0);
    await page.goBack();
    await page.waitForURL(({ searchParams }) => !searchParams.has('moves'));
    await isMyTurn(page);
  });

  it('keeps the focus where a take is chosen by keyboard', { tags: 'slow' }, async () => {
    const { page } = await browser.page({ width: 1280, theme: 'light' });
    const view = { game: 'squares', view: 'play', heaps: '9 9 4', level: 'perfect' };
    await open(page, explorer.url, view, '.takes button');
    const active = (): Promise<string> =>
      page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.className');
    await page.getByRole('button', { name: 'Take 1 from heap 2' }).press('Enter');
    await page.getByText('The computer took').waitFor();
    expect(await active()).toBe('Take 1 from heap 2');
    // Afterwards this is no move: its button is gone.
    const last = page.getByRole('group', { name: 'Take from heap 3' }).getByRole('button').last();
    await last.press('Enter');
    await page.locator('.board[aria-busy=false]').waitFor();
    expect(await active()).not.toBe('');
  });

  it('that an older address has broken says so, and can be begun anew', async () => {
    const page = await wide();
    const broken = { game: 'squares', view: 'play', heaps: '7 15 30', moves: '3:25,3:25' };
    await open(page, explorer.url, broken, '[role=alert]');
    expect(await page.getByText('thinking').count()).toBe(0);
    await page.getByRole('button', { name: 'Begin this match anew' }).click();
    await isMyTurn(page);
    expect(await valueOf(page, 'moves')).toBeNull();
  });

  it('allows every take there is, however many: of 9001 the last one, which wins', async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'odd', view: 'play', heaps: '9001' }, 'text=Your move.');
    const field = page.getByLabel('Any number to take from heap 1');
    await field.fill('9000');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]').waitFor();
    // What was refused is nowhere: the match goes on as before.
    expect(await valueOf(page, 'moves')).toBeNull();
    await isMyTurn(page);
    await field.fill('9001');
    await page.keyboard.press('Enter');
    await page.getByText('You win.').waitFor();
    expect(await valueOf(page, 'moves')).toBe('1:9001');
  });

  it('with heaps that cannot be answered does not begin', async () => {
    const page = await wide();
    await open(page, explorer.url, { game: 'squares', view: 'play', heaps: '7 15' }, 'text=Your move.');
    await page.getByLabel('heaps').fill('1e12');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('[role=alert]').filter({ hasText: 'is stored below' }).waitFor();
    expect(await valueOf(page, 'heaps')).toBe('7 15');
    // The match there was goes on.
    await isMyTurn(page);
    await open(page, explorer.url, { game: 'squares', view: 'play', heaps: '1000000000000' }, '[role=alert]');
    expect(await page.getByText('Your move.').count()).toBe(0);
  });

  it('gives hints and takes back in the turn of the person alone', { tags: 'slow' }, async () => {
    const page = await wide();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/match\?.*reply=/, (route) => held.then(() => route.continue()));
    await open(page, explorer.url, { game: 'squares', view: 'play', heaps: '7 15 30' }, 'text=Your move.');
    const hint = page.getByRole('button', { name: 'Hint' });
    const undo = page.getByRole('button', { name: 'Undo' });
    expect([await hint.isEnabled(), await undo.isEnabled()]).toEqual([true, false]);
    await page.getByRole('button', { name: 'Take 25 from heap 3' }).click();
    await page.getByText('The computer is thinking').waitFor();
    expect([await hint.isEnabled(), await undo.isEnabled()]).toEqual([false, false]);
    answer();
    await isMyTurn(page);
    expect([await hint.isEnabled(), await undo.isEnabled()]).toEqual([true, true]);
    await open(
      page,
      explorer.url,
      { game: 'squares', view: 'play', heaps: '4', moves: '1:4' },
      'text=You win.',
    );
    expect(await hint.isEnabled()).toBe(false);
    // At the end one goes back, to the last turn or to any.
    await undo.click();
    await isMyTurn(page);
    await page.getByRole('button', { name: 'Take 4 from heap 1' }).click();
    await page.getByText('You win.').waitFor();
    await page.getByRole('button', { name: 'Play on from turn 1' }).click();
    await isMyTurn(page);
    expect(await valueOf(page, 'moves')).toBeNull();
  });
});

suite('facts', () => {
  const writer = runningExplorer({ canWrite: true });

  it('follow what the command line stores, without a reload', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, writer.url, { game: 'squares', view: 'gaps' }, `#gaps ${FIGURE}`);
    await page.getByText('stored to 65,536', { exact: true }).waitFor();
    await extendOnce(writer.folder, 'squares', { to: 2 ** 17, series: 'cold' });
    await page.getByText('stored to 131,072', { exact: true }).waitFor();
    await page.locator('#gaps').getByText('Positions below 131,072').waitFor();
    expect(await page.getByLabel('up to').getAttribute('placeholder')).toBe('131,072');
    // The picture grows where it ended: its end was a part of a chunk of values.
    const end = { game: 'squares', view: 'raster', width: '64', n: '131000' };
    await open(page, writer.url, end, 'text=of them are cold');
    const inSight = page.locator('#raster-words');
    await inSight.filter({ hasText: '131,071.' }).waitFor();
    await extendOnce(writer.folder, 'squares', { to: 2 ** 17 + 2 ** 16, series: 'cold' });
    await inSight.filter({ hasText: /131,071\./ }).waitFor({ state: 'detached' });
    await inSight.filter({ hasText: 'of them are cold' }).waitFor();
    await page.getByRole('link', { name: 'Positions' }).click();
    await page.getByText('Known below 196,608.').waitFor();
  });

  it('follow it in Why and Sums, which ask again', { tags: 'slow' }, async () => {
    const page = await wide();
    const game = '{2,5,9}';
    await open(page, writer.url, { game, view: 'sums', heaps: '7 15', why: '20' }, '.why .chips');
    await page.locator('tfoot').waitFor();
    const again = ['why', 'sum'].map((route) =>
      page.waitForRequest((request) => new URL(request.url()).pathname === `/api/${route}`),
    );
    await extendOnce(writer.folder, game, { to: 2 ** 12, series: 'both' });
    await Promise.all(again);
  });

  it('follow an extension in its own view, and in another tab', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, writer.url, { game: '{2,5,6}', view: 'extend' }, 'text=outcomes not at all');
    const beside = await page.context().newPage();
    await open(beside, writer.url, { game: '{2,5,6}' }, 'text=nothing stored yet');
    await page.getByLabel('up to').fill('2^12');
    await page.getByRole('button', { name: 'Extend', exact: true }).click();
    await page.getByText(/^Done:/).waitFor();
    await page.getByText('Stored: outcomes to 4,096, nim-values to 4,096.').waitFor();
    await page.getByText('stored to 4,096', { exact: true }).waitFor();
    await beside.getByText('stored to 4,096', { exact: true }).waitFor();
  });

  it('of what an extension takes follow what is written, before it is chosen', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, writer.url, { game: 'cubes', view: 'extend' }, 'text=/^This takes/');
    const asked = page.waitForRequest(
      (request) => request.url().includes('estimate') && request.url().includes('to=2%5E26'),
    );
    await page.getByLabel('up to').fill('2^26');
    await asked;
    await page
      .locator('[aria-busy=false]')
      .getByText(/^This takes about/)
      .waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });

  it('of an extension that is refused are the refusal alone', { tags: 'slow' }, async () => {
    const page = await wide();
    await open(page, writer.url, { game: 'primes', view: 'extend' }, 'text=Stored: outcomes');
    const other = await openStore(writer.folder);
    try {
      await page.getByLabel('up to').fill('2^12');
      await page.getByRole('button', { name: 'Extend', exact: true }).click();
      await page.locator('[role=alert]').waitFor();
      await expect.poll(() => page.getByText(/^Running/).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    } finally {
      other.close();
    }
    await page.getByRole('button', { name: 'Extend', exact: true }).click();
    await page.getByText(/^Done:/).waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });
});

suite('a view', () => {
  it('that fails says so in its place, and the rest of the page stays', { tags: 'slow' }, async () => {
    const page = await wide();
    await page.route('**/api/game?**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), rules: null } });
    });
    await open(page, explorer.url, { game: 'squares' }, '[role=alert]');
    await page.getByRole('link', { name: 'Patterns' }).click();
    await page.getByRole('link', { name: 'How rare?' }).click();
    await page.locator(FIGURE).first().waitFor();
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });

  it('that cannot be loaded is a lost connection', async () => {
    const page = await wide();
    await page.route('**/assets/positions*', (route) => route.abort());
    await open(page, explorer.url, { game: 'squares', view: 'positions' }, '[role=alert]');
    expect(await page.locator('[role=alert]').textContent()).toContain('The explorer does not answer.');
  });
});

suite('a server that goes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
  let explorer: Explorer;
  const start = async (port: number): Promise<void> => {
    explorer = await startExplorer({
      folder,
      givenStore: undefined,
      port,
      canWrite: false,
      random: () => 0.5,
    });
  };
  beforeAll(() => start(0));
  afterAll(async () => {
    await explorer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'is told apart from a game that does not exist, and the page goes on when it is back',
    { tags: 'slow' },
    async () => {
      const page = await wide();
      const url = explorer.url.replace(/\/$/, '');
      await open(page, url, { game: 'squares', view: 'gaps' }, `#gaps ${FIGURE}`);
      await explorer.close();
      await page.getByRole('combobox', { name: /^Game/ }).fill('{2,4,7}');
      await page.keyboard.press('Enter');
      await page.getByText('The explorer does not answer.').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('No answer');
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
      await start(Number(new URL(url).port));
      await page.locator(FIGURE).first().waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('{2,4,7}');
      expect(await page.getByText('The explorer does not answer.').count()).toBe(0);
    },
  );

  it('is said once for all analyses, and is asked again at once by a button', { tags: 'slow' }, async () => {
    const page = await wide();
    let isThere = false;
    await page.route('**/api/analysis/**', (route) => (isThere ? route.continue() : route.abort()));
    // What looks whether it is back has no answer either.
    await page.route('**/icon.svg', (route) => route.abort());
    await open(page, explorer.url.replace(/\/$/, ''), { game: 'squares', view: 'gaps' }, '[role=alert]');
    await expect.poll(() => page.getByText('Counting').count()).toBe(0);
    expect(await page.locator('[role=alert]').count()).toBe(1);
    isThere = true;
    // One button has all of them asked again.
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const view of ['density', 'gaps']) await page.locator(`#${view} ${FIGURE}`).waitFor();
  });

  it('has failed is no game that does not exist', async () => {
    const page = await wide();
    const error = {
      code: 'corrupt',
      exitCode: 4,
      message: 'The store is damaged.',
      remedy: null,
      facts: {},
    };
    await page.route('**/api/game?**', (route) => route.fulfill({ status: 500, json: { error } }));
    await open(page, explorer.url.replace(/\/$/, ''), { game: 'squares' }, '[role=alert]');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This game cannot be shown');
  });
});
