/** The page in a real browser, with a server and without: every view opened and used at three widths in both themes, by mouse and by keyboard. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { IS_LONG } from '../support/seed.js';
import {
  addressOf,
  inAddress,
  NO_BROWSER,
  open,
  TestBrowser,
  THEMES,
  valueOf,
  WIDTHS,
  type Look,
} from './chromium.js';
import { runningExplorer } from './running.js';
import { staticEdition } from './site.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = new TestBrowser();
afterAll(() => browser.close());

/** What axe finds that is serious. */
async function seriousOf(page: Page): Promise<string[]> {
  // Not as an element of the page, whose policy would refuse it.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  });
}

/** How many colours the canvas has. A copy is read, as reading the shown one often slows it and is warned of. */
const COLOURS = `(() => {
  const drawn = document.querySelector('canvas');
  const copy = document.createElement('canvas');
  copy.width = drawn.width;
  copy.height = drawn.height;
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  return new Set(new Uint32Array(data.buffer)).size;
})()`;

interface UsedView {
  readonly view: string;
  readonly also?: Readonly<Record<string, string>>;
  /** What is there once it is shown. */
  readonly shown: string;
  /** Uses it, and checks what follows. */
  readonly use: (page: Page, edition: Edition) => Promise<void>;
}

interface Edition {
  readonly name: string;
  /** The address without its last slash, once it is served. */
  readonly at: { readonly url: string };
  /** Whether values are stored beside the page, and the store is read only. */
  readonly hasStore: boolean;
}

const FIGURE = 'figure .drawn svg > g';

/** Types a range and waits until the address has it. */
async function chooseRange(page: Page): Promise<void> {
  await page.getByLabel('up to').fill('2^12');
  await page.getByLabel('up to').press('Enter');
  await inAddress(page, 'to=4096');
  await page.locator(FIGURE).first().waitFor();
}

const USED: readonly UsedView[] = [
  {
    view: 'games',
    shown: '.gallery canvas',
    use: async (page) => {
      // It is drawn when it comes into sight.
      await page.locator('.gallery canvas').first().scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(COLOURS)).toBeGreaterThan(1);
      const search = page.getByRole('searchbox', { name: 'Which numbers may be taken?' });
      await search.fill('prime');
      await page.getByRole('link', { name: /^squares/ }).waitFor({ state: 'detached' });
      await search.fill('subtract-a-sq');
      await page
        .getByRole('link', { name: /^squares/ })
        .first()
        .click();
      await page.locator('.strip').waitFor();
      expect(await valueOf(page, 'game')).toBe('squares');
      await page.goBack();
      await page.getByRole('heading', { name: 'Seen last' }).waitFor();
    },
  },
  {
    view: 'overview',
    shown: '.strip .cold',
    use: async (page) => {
      expect(await page.locator('h1').textContent()).toContain('squares');
      expect(await page.getByText('In the OEIS').textContent()).toContain('A338027 (remoteness)');
      expect(await page.locator('a.oeis').first().getAttribute('href')).toBe('https://oeis.org/A000290');
      expect(await page.locator('.command code').first().textContent()).toContain('takeaway extend squares');
      // Why, from a cell of the strip, by a winning move, and back where one was.
      const cell = page.locator('.strip button').nth(40);
      await cell.click();
      await page.getByRole('heading', { name: 'Why is 40 hot?' }).waitFor();
      await page.getByText('mex {0, 2} = 1').waitFor();
      expect(await seriousOf(page), 'why').toEqual([]);
      await page.getByRole('button', { name: 'take 25, leave 15' }).click();
      await page.getByRole('heading', { name: 'Why is 15 cold?' }).waitFor();
      expect(await valueOf(page, 'why')).toBe('15');
      await page.keyboard.press('Escape');
      await page.locator('.why').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe((await cell.textContent())!);
      // The sieve, by step and by itself.
      await page.getByRole('button', { name: 'Watch the sieve' }).click();
      await page.getByRole('button', { name: 'Step' }).click();
      await page.getByText('0 is not marked').waitFor();
      await inAddress(page, 'sieve=1');
      await page.goto((await addressOf(page)).replace('sieve=1', 'sieve=40'));
      await page.getByRole('combobox', { name: 'speed' }).selectOption('fast');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await inAddress(page, 'sieve=46');
      // 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39 and 44.
      expect(await page.locator('.strip .cold').count()).toBe(13);
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
    },
  },
  {
    view: 'raster',
    also: { width: '65' },
    shown: 'text=of them are cold',
    use: async (page) => {
      const canvas = page.locator('canvas.raster');
      await canvas.focus();
      await page.keyboard.press(']');
      await inAddress(page, 'width=66');
      await page.keyboard.press('PageDown');
      await inAddress(page, '&n=');
      await page.keyboard.press('+');
      await inAddress(page, 'scale=');
      await page.getByRole('button', { name: 'width = modulus (65)' }).click();
      await inAddress(page, 'width=65');
      await page.getByRole('combobox', { name: 'colours' }).selectOption('nim');
      await inAddress(page, 'by=nim');
      // Not one colour: something was drawn.
      await expect.poll(() => page.evaluate(COLOURS)).toBeGreaterThan(4);
    },
  },
  {
    view: 'positions',
    shown: 'td .mark.cold',
    use: async (page) => {
      await page.getByLabel('go to n').fill('5000');
      await page.keyboard.press('Enter');
      await page.getByRole('row').filter({ hasText: '5,000' }).locator('.mark').waitFor();
      await inAddress(page, '&n=5000');
      // The scroller has the focus and follows the keys.
      await page.keyboard.press('PageDown');
      await page.waitForURL(({ searchParams }) => Number(searchParams.get('n')) > 5004);
      await page.keyboard.press('Home');
      await page.getByRole('row').filter({ hasText: /^0/ }).locator('.mark.cold').waitFor();
    },
  },
  { view: 'nim', shown: FIGURE, use: chooseRange },
  { view: 'remoteness', shown: FIGURE, use: chooseRange },
  { view: 'records', shown: `#records ${FIGURE}`, use: chooseRange },
  { view: 'values', shown: `#values ${FIGURE}`, use: chooseRange },
  { view: 'density', shown: `#density ${FIGURE}`, use: chooseRange },
  { view: 'gaps', shown: `#gaps ${FIGURE}`, use: chooseRange },
  {
    view: 'residues',
    shown: `#residues ${FIGURE}`,
    use: async (page) => {
      await page.getByLabel('Modulus as a number').fill('5');
      await page.keyboard.press('Enter');
      await page.locator('figure svg[aria-label*="modulo 5"]').waitFor();
      await page.getByRole('button', { name: /Compare the moduli/ }).click();
      await page.locator('.best button').first().waitFor();
    },
  },
  {
    view: 'digits',
    shown: `#digits ${FIGURE}`,
    use: async (page) => {
      await page.getByRole('spinbutton', { name: 'base' }).fill('7');
      await page.keyboard.press('Enter');
      await inAddress(page, 'base=7');
      await page.locator(FIGURE).first().waitFor();
    },
  },
  {
    view: 'play',
    also: { heaps: '7 15 30', level: 'perfect' },
    shown: 'text=Your move.',
    use: async (page) => {
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.getByText('take 25 from heap 3').waitFor();
      await page.getByRole('button', { name: 'Take 25 from heap 3' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(/The computer took .* Your move/).waitFor();
      expect(await valueOf(page, 'moves')).toMatch(/^3:25,\d:\d+$/);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForURL(({ searchParams }) => !searchParams.has('moves'));
    },
  },
  {
    view: 'sums',
    also: { heaps: '7 15 30' },
    shown: 'text=take 25 from heap 3',
    use: async (page) => {
      await page.getByRole('combobox', { name: 'rule' }).selectOption('1');
      await page.getByText('take 9 from heap 3').waitFor();
      expect(await page.locator('tfoot').textContent()).toContain('nim-sum');
    },
  },
  {
    view: 'extend',
    shown: 'main[data-view=extend] code',
    use: async (page, { hasStore }) => {
      const reads = await page.getByText('This explorer only reads').count();
      const command = await page.locator('code').first().textContent();
      if (hasStore) expect([reads, command]).toEqual([1, 'takeaway explore squares --write']);
      else {
        expect(reads).toBe(0);
        await page.getByLabel('up to').fill('2^18');
        await page.getByRole('button', { name: 'Extend', exact: true }).click();
        await page.getByText(/^Done:/).waitFor();
        const history = page.getByRole('region', { name: 'Extensions of this explorer' });
        expect(await history.locator('tbody tr').last().textContent()).toMatch(
          /squaresoutcomes and nim-values262,144nim to 262,144.* sdone$/,
        );
      }
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.locator('.strip').waitFor();
      expect(await page.getByRole('link', { name: 'Extend' }).count()).toBe(hasStore ? 0 : 1);
    },
  },
];

const suite = NO_BROWSER === undefined ? describe : describe.skip;

suite(`the page${NO_BROWSER === undefined ? '' : ` (skipped: ${NO_BROWSER})`}`, () => {
  const explorer = runningExplorer();
  const editions: readonly Edition[] = [
    { name: 'with a server', at: explorer, hasStore: true },
    { name: 'without a server', at: staticEdition(), hasStore: false },
  ];
  const looks = WIDTHS.flatMap((width) => THEMES.map((theme): Look => ({ width, theme })));

  for (const [i, edition] of editions.entries()) {
    // In `npm test` each edition at one width in one theme: the widest light, the narrowest dark.
    for (const { width, theme } of IS_LONG ? looks : [looks.at(-i)!]) {
      it(
        `${edition.name} at ${width} pixels, ${theme}: every view is shown, used, readable and quiet`,
        { tags: 'slow' },
        async () => {
          const { page, problems } = await browser.page({ width, theme });
          for (const { view, also, shown, use } of USED) {
            await open(page, edition.at.url, { game: 'squares', view, ...also }, shown);
            expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
            expect(await seriousOf(page), view).toEqual([]);
            await use(page, edition);
            const wide = await page.evaluate('document.documentElement.scrollWidth');
            expect(wide, `${view} is wider than the screen`).toBeLessThanOrEqual(width);
            expect(problems, view).toEqual([]);
          }
          await page.close();
        },
      );
    }

    it(
      `${edition.name} tells ${IS_LONG ? 'every story' : 'a story'}, each step beside what it speaks of`,
      { tags: 'slow' },
      async () => {
        const { width, theme } = looks.at(-i)!;
        const { page, problems } = await browser.page({ width, theme });
        await open(page, edition.at.url, {}, '.gallery');
        const stories = page.locator('#view > section').filter({ hasText: 'Stories' }).getByRole('link');
        expect(await stories.count()).toBeGreaterThan(2);
        const all = await stories.evaluateAll((links) => links.map((each) => each.getAttribute('href')!));
        // In `npm test` each edition tells the beginning of another one.
        for (const link of IS_LONG ? all : [all[i]]) {
          await page.goto(edition.at.url + '/');
          await page.locator(`a[href="${link}"]`).click();
          const told = page.locator('aside.story-panel');
          const [, steps] = /, 1 of (\d+)$/.exec((await told.locator('.hint').textContent())!)!;
          const last = IS_LONG ? Number(steps) : 2;
          for (let step = 1; step <= last; step++) {
            await told.getByText(new RegExp(`, ${step} of ${steps}$`)).waitFor();
            // The focus is here, or in the panel that says why.
            const place = (await valueOf(page, 'why')) === null ? 'story-panel' : 'why card';
            await expect
              .poll(() => page.evaluate('document.activeElement.closest("aside")?.className'))
              .toBe(place);
            expect(await page.evaluate('document.activeElement.tagName')).toBe('H2');
            // What the address says, and no error.
            const view = (await valueOf(page, 'view')) ?? 'overview';
            await page.locator(`main[data-view=${view}] #view > :not(.loading)`).first().waitFor();
            expect(await page.locator('[role=alert]').count(), link).toBe(0);
            const wide = await page.evaluate('document.documentElement.scrollWidth');
            expect(wide, `${link} at ${step}`).toBeLessThanOrEqual(width);
            if (step === 1) expect(await seriousOf(page), link).toEqual([]);
            const next = told.getByRole('link', { name: 'Next' });
            expect(await next.count()).toBe(step < Number(steps) ? 1 : 0);
            if (step < last) await next.click();
          }
        }
        // The story goes on where a link leads elsewhere, and back; then it is left.
        await page.locator('.story-panel').getByRole('link', { name: 'Back' }).click();
        const shown = page.url();
        await page.getByRole('link', { name: 'takeaway' }).click();
        await page.locator('.gallery').first().waitFor();
        await page.getByRole('link', { name: 'Show it again' }).click();
        await page.waitForURL(shown);
        await page.getByRole('button', { name: 'Leave the story' }).click();
        await page.getByRole('navigation', { name: 'Pages' }).waitFor();
        expect(await valueOf(page, 'story')).toBeNull();
        await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
        await open(
          page,
          edition.at.url,
          { game: '{1,3,4}', story: 'none.7' },
          'text=There is no such story here.',
        );
        expect(problems).toEqual([]);
      },
    );

    it(`${edition.name} plays a match to its end by keyboard alone`, { tags: 'slow' }, async () => {
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      await open(page, edition.at.url, { game: 'squares', view: 'play', heaps: '5 1' }, 'text=Your move.');
      const isOver = page.getByText('How it went');
      for (let moves = 0; !(await isOver.isVisible()); moves++) {
        expect(moves).toBeLessThan(6);
        // However many there are before it, as Tab goes around the whole page.
        for (let tabs = 0; ; tabs++) {
          expect(tabs).toBeLessThan(60);
          await page.keyboard.press('Tab');
          if (await page.evaluate('/^Take 1 from/.test(document.activeElement.ariaLabel ?? "")')) break;
        }
        await page.keyboard.press('Enter');
        // Both have moved, or one of them has ended it.
        const hasGoneOn = async (): Promise<boolean> =>
          (await isOver.isVisible()) ||
          ((await page.getByText('Your move.').isVisible()) &&
            (await valueOf(page, 'moves'))?.split(',').length === 2 * (moves + 1));
        await expect.poll(hasGoneOn).toBe(true);
      }
      expect(await page.locator('.review tbody tr').count()).toBeGreaterThan(2);
      expect(problems).toEqual([]);
    });
  }

  it(
    'goes by keyboard from the game to a view and back, with all of it in the address',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      await open(page, explorer.url, {}, '.gallery');
      const game = page.getByRole('searchbox', { name: 'Which numbers may be taken?' });
      await game.focus();
      await page.keyboard.type('2 4 7');
      // The card of what is written, before those that are known by name.
      await page.getByRole('link', { name: 'Open {2,4,7}' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1 }).filter({ hasText: '{2,4,7}' }).waitFor();
      expect(await valueOf(page, 'game')).toBe('{2,4,7}');
      await page.getByText('A position is cold exactly when its remainder after division by 3 is').waitFor();
      await page.getByRole('link', { name: 'Raster' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('canvas').waitFor();
      await page.getByRole('button', { name: 'width = period (3)' }).click();
      await inAddress(page, 'width=3');
      // The width is a gesture of its own.
      await page.goBack();
      await page.waitForURL(({ searchParams }) => searchParams.get('width') !== '3');
      await page.goBack();
      await page.locator('.strip').waitFor();
      await page.getByRole('button', { name: 'Dark' }).click();
      expect(await valueOf(page, 'theme')).toBe('dark');
      expect(problems).toEqual([]);
    },
  );

  it(
    'shows the plane of three moves, on a phone too, for the move that is chosen',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 375, theme: 'dark' });
      await open(page, explorer.url, { view: 'plane', third: '5', max: '12' }, 'figure.card svg');
      await page.getByRole('slider', { name: 'The move that all games have' }).fill('7');
      await inAddress(page, 'third=7');
      await page.getByText('is the game {a, b, 7}').waitFor();
      await page.getByText('takeaway survey --pattern "{7, a, b}" --max 12 --series cold').waitFor();
      // By keyboard, from {1,2,7} to the right and up; then by hand.
      const games = page.getByRole('application', { name: /^Games by their moves/ });
      await games.focus();
      for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
      await page.getByText(/repeat with period \d+/).waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('SVG', { exact: true }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('plane-7.svg');
      await games.tap();
      const link = page.getByRole('link', { name: /^Open \{/ });
      const game = (await link.textContent())!.replace('Open ', '');
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await link.click();
      await page.locator('.strip').waitFor();
      expect(await valueOf(page, 'game')).toBe(game);
      expect(problems).toEqual([]);
    },
  );

  it(
    'has the figure under the slider that changes it on a phone, and the facts below',
    { tags: 'slow' },
    async () => {
      const { page } = await browser.page({ width: 375, theme: 'light' });
      await open(page, explorer.url, { view: 'residues' }, '#residues figure.card svg');
      // One moment of the whole page, which moves while other figures come.
      const tops = await page.evaluate<number[]>(
        `['.controls', 'figure.card', '.found', '.saving'].map(
        (part) => document.querySelector('#residues ' + part).getBoundingClientRect().top)`,
      );
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      expect(tops[1]).toBeLessThan(700);
    },
  );

  it('scrolls over the raster by one finger, and moves the raster by two', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 375, theme: 'light' });
    await open(page, explorer.url, { view: 'raster', width: '20' }, 'text=of them are cold');
    const session = await page.context().newCDPSession(page);
    const drag = async (...across: readonly number[]): Promise<void> => {
      const at = (y: number): { x: number; y: number; id: number }[] => across.map((x, id) => ({ x, y, id }));
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : at(y) });
      const { y: top, height } = (await page.locator('canvas.raster').boundingBox())!;
      const start = top + height / 2 + 100;
      await send('touchStart', start);
      for (let y = start - 10; y >= start - 150; y -= 10) await send('touchMove', y);
      await send('touchEnd');
    };
    await drag(180);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(50);
    expect(await valueOf(page, 'n')).toBeNull();
    await page.evaluate('scrollTo(0, 0)');
    await drag(140, 240);
    await page.waitForURL(({ searchParams }) => Number(searchParams.get('n')) > 0);
    expect(problems).toEqual([]);
  });

  it('has the labels of controls in line, and all of their words', { tags: 'slow' }, async () => {
    const { page } = await browser.page({ width: 768, theme: 'light' });
    for (const [view, shown] of [
      ['raster', 'text=of them are cold'],
      ['digits', FIGURE],
    ]) {
      await open(page, explorer.url, { view }, shown);
      const tops = await page
        .locator('.controls .label')
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
      // Those of one row differ by nothing, those of two by much.
      for (const a of tops)
        for (const b of tops) expect(Math.abs(a - b) < 0.5 || Math.abs(a - b) > 20).toBe(true);
    }
    await open(page, explorer.url, { view: 'positions' }, 'tbody .mark');
    const cut = await page
      .locator('thead th')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut).toBe(0);
  });

  it(
    'tells cold from hot, and tokens from what is around them, where the system chooses the colours',
    { tags: 'slow' },
    async () => {
      const { page } = await browser.page({ width: 1280, theme: 'dark' });
      await page.emulateMedia({ forcedColors: 'active' });
      const styleOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { color, backgroundColor } = getComputedStyle(element);
            return { color, backgroundColor };
          });
      await open(page, explorer.url, { view: 'overview' }, '.strip .cold');
      const { color: ink } = await styleOf('body');
      expect((await styleOf('.strip .cold button')).backgroundColor).toBe(ink);
      expect((await styleOf('.strip .cold .n')).color).not.toBe(ink);
      expect((await styleOf('.strip .hot button')).backgroundColor).not.toBe(ink);
      await open(page, explorer.url, { view: 'play', heaps: '7 15 30' }, '.token.open');
      expect((await styleOf('.token.open')).backgroundColor).toBe(ink);
    },
  );

  it(
    'runs the sieve in the raster, step by step and back, and shows all again',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      await open(page, explorer.url, { view: 'raster' }, 'text=of them are cold');
      await page.getByRole('button', { name: 'Watch the sieve' }).click();
      const step = page.getByRole('button', { name: 'Step', exact: true });
      for (const cold of [0, 2, 5, 7]) {
        await step.click();
        await page.getByText(`So ${cold} is cold. Marked as hot: ${cold + 1}, ${cold + 4}, `).waitFor();
      }
      await inAddress(page, 'sieve=8');
      await page.getByText('not decided yet').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByText('So 5 is cold.').waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PNG' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('squares-raster-65.png');
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByText('of them are cold').waitFor();
      await expect.poll(() => valueOf(page, 'sieve')).toBeNull();
      expect(problems).toEqual([]);
    },
  );

  it('saves a worksheet, with a server and without', { tags: 'slow' }, async () => {
    for (const { url } of editions.map(({ at }) => at)) {
      const { page, problems } = await browser.page({ width: 375, theme: 'light' });
      await open(page, url, { game: '{1,3,4}', view: 'play', heaps: '5 9' }, '.token');
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('Worksheet to print').click(),
      ]);
      expect(saved.suggestedFilename()).toBe('1-3-4-worksheet.html');
      expect(problems).toEqual([]);
    }
  });

  it(
    'passes on what is shown: by a link and a citation; what a frame would show has nothing around it',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, explorer.url, { game: 'squares', view: 'sums', heaps: '7 15 30' }, 'tfoot');
      const copied = async (name: RegExp): Promise<string> => {
        const button = page.getByRole('button', { name });
        await button.click();
        await button.filter({ hasText: 'Copied' }).waitFor();
        return page.evaluate('navigator.clipboard.readText()');
      };
      // Others choose a theme of their own, and cannot follow a link to this machine.
      const address = await addressOf(page);
      await page.getByRole('button', { name: 'Dark' }).click();
      expect(await copied(/^Copy link for this machine/)).toBe(address);
      expect(await copied(/^Copy command/)).toBe('takeaway explore squares');
      expect(await copied(/^Cite/)).toMatch(
        /^takeaway \d+\.\d+\.\d+, subtraction game squares: outcomes below 131,072, nim-values below [^:/]*\.$/,
      );
      // The server lets no page frame it.
      expect(await page.getByRole('button', { name: /^Embed/ }).count()).toBe(0);
      await page.goto(`${await addressOf(page)}&embed=1`);
      await page.locator('tfoot').waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await page.getByRole('combobox', { name: /^Game/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'Play from here' }).click();
      await page.getByText('Your move.').waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  it('shows what is to be copied where there is no clipboard', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await open(page, explorer.url, { game: 'squares', view: 'sums', heaps: '7 15 30' }, 'tfoot');
    const address = await addressOf(page);
    const asked = page.waitForEvent('dialog');
    const clicked = page.getByRole('button', { name: /^Copy link/ }).click();
    const dialog = await asked;
    expect(dialog.defaultValue()).toBe(address);
    await dialog.dismiss();
    await clicked;
    expect(problems).toEqual([]);
  });

  it('says what is wrong with a game, and what helps', { tags: 'slow' }, async () => {
    const { page } = await browser.page({ width: 375, theme: 'light' });
    await open(page, explorer.url, { game: 'sqares' }, '[role=alert]');
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.locator('.gallery a').first().waitFor();
    expect(await page.locator('h1').textContent()).toBe('Games');
    await page.goBack();
    await page.getByRole('button', { name: 'squares' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'squares' }).waitFor();
  });

  it('chooses a range by dragging, tells values under the pointer, and saves', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await open(page, explorer.url, { game: 'squares', view: 'nim', to: '2000' }, FIGURE);
    const box = (await page.locator('figure svg').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
    await page.locator('figure .tip').waitFor();
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
    expect(await valueOf(page, 'why')).toBeNull();
    await page.keyboard.press('Escape');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    const from = Number(await valueOf(page, 'from'));
    expect(from).toBeGreaterThan(800);
    await page.getByText('Files and commands').click();
    for (const [name, kind] of [
      ['SVG', 'svg'],
      ['PNG', 'png'],
      ['CSV', 'csv'],
      ['Parquet', 'parquet'],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('.saving').getByText(name, { exact: true }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`));
    }
    expect(problems).toEqual([]);
  });

  it(
    'begins with a heap of ten that is lost, says why, and offers one that can be won',
    { tags: 'slow' },
    async () => {
      const { page, problems } = await browser.page({ width: 375, theme: 'light' });
      await open(page, explorer.url, { view: 'games' }, '.first-heap .token');
      const first = page.locator('.first-heap');
      const take = (amount: number): Promise<void> =>
        first
          .getByRole('button', { name: `Take ${amount} from`, exact: false })
          .first()
          .tap();
      await take(9);
      await first.getByText('You took 9, I took 1. You cannot move: I win. Ten is cold').waitFor();
      await first.getByRole('button', { name: 'Eleven' }).tap();
      await take(1);
      await first.getByText('You took 1, I took 1. Your move.').waitFor();
      await take(9);
      await first.getByText('nothing is left: you win').waitFor();
      await first.getByRole('button', { name: 'Ten again' }).tap();
      await take(4);
      await first.getByText('You took 4, I took 1. Your move.').waitFor();
      await take(4);
      await first.getByText('You took 4, I took 1. You cannot move').waitFor();
      await first.getByRole('link', { name: 'Why is ten lost?' }).tap();
      await page.getByRole('heading', { name: /10/ }).waitFor();
      expect(await valueOf(page, 'why')).toBe('10');
      expect(problems).toEqual([]);
    },
  );

  it('plays a match to its end and reviews it', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 375, theme: 'dark' });
    await open(page, explorer.url, { game: 'squares', view: 'play', heaps: '5 1' }, '.token');
    // The fourth and last tokens of five: take 2 is no move, take 1 is.
    await page.locator('.heap').nth(1).locator('.token.open').first().tap();
    for (let i = 0; i < 10 && !(await page.getByText('How it went').isVisible()); i++) {
      // A busy board waits for an answer, which may end the match.
      const board = page.locator('.board[aria-busy=false]');
      const take = board.getByRole('button', { name: /^Take 1 from/, disabled: false }).first();
      await take.or(page.getByText('How it went')).first().waitFor();
      if (await take.isVisible()) await take.click();
    }
    await page.getByText(/You win|The computer wins/).waitFor();
    expect(await page.locator('.review tbody tr').count()).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });

  it('zooms and moves over millions of cells without asking for them again', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await open(
      page,
      explorer.url,
      { game: '{1,6,9}', view: 'raster', width: '2000' },
      'text=of them are cold',
    );
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().includes('/api/values'))));
    await page.locator('canvas').focus();
    const press = async (key: string, times: number): Promise<void> => {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    // Where the picture begins at the end, all that is in sight has come and been counted.
    const goTo = async (position: number, written: string): Promise<void> => {
      const field = page.getByLabel('Go to the row of position');
      await field.fill(String(position));
      await field.press('Enter');
      const words = page.locator('#raster-words').filter({ hasText: `positions ${written} to` });
      await words.filter({ hasText: 'of them are cold' }).waitFor();
      await page.locator('canvas').focus();
    };
    await press('PageDown', 10);
    await goTo(2_540_000, '2,540,000');
    const before = asked;
    await press('Shift+ArrowUp', 5);
    // The field says 2530000 by now, and may still say so when that is written there again.
    await page.locator('#raster-words').filter({ hasText: 'positions 2,530,000 to' }).waitFor();
    await press('+', 5);
    // Fewer rows, of what was in sight.
    await goTo(2_530_000, '2,530,000');
    expect(before).toBeGreaterThan(2);
    expect(asked).toBe(before);
    expect(problems).toEqual([]);
  });
});

suite('the page with --write', () => {
  const writer = runningExplorer({ canWrite: true });

  it('extends a game with live progress beside other views, and stops', { tags: 'slow' }, async () => {
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await open(page, writer.url, { game: 'squares' }, '.strip');
    await page.getByRole('link', { name: 'Extend' }).click();
    await page.getByLabel('up to').waitFor();
    await page.getByLabel('up to').fill('2^26');
    await page.getByRole('combobox', { name: 'series' }).selectOption('nim');
    await page.getByRole('button', { name: 'Extend', exact: true }).click();
    await page.getByText(/Running: nim stored to/).waitFor();
    expect(await seriousOf(page)).toEqual([]);
    const beside = await page.context().newPage();
    await open(beside, writer.url, { game: 'squares', view: 'positions', n: '1000' }, 'td .mark.cold');
    await open(beside, writer.url, { game: 'squares', view: 'raster', width: '65' }, 'text=of them are cold');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/Stopped: nim stored to/).waitFor();
    await page.getByRole('link', { name: 'See what is new' }).click();
    await page.locator('.strip').waitFor();
    expect(problems).toEqual([]);
  });
});
