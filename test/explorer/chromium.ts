/** A real browser for tests: one of Debian's Chromiums where it is installed, and why not where none is. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** The first is the same engine without windows: a page takes 0.4 s of the processor where it takes 1.5 s in the second. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env['TAKEAWAY_TEST_BROWSER'] ?? INSTALLED.find(existsSync) ?? INSTALLED[0];

/** Why there is no browser; undefined where there is one. */
export const NO_BROWSER = existsSync(CHROMIUM) ? undefined : `no browser at ${CHROMIUM}`;

/** Actions and locators wait as long as other tests do: a busy machine is no failure. */
const PATIENCE = 120_000;

/** How many times slower the page computes, to find tests that depend on its pace. */
const SLOWNESS = Number(process.env['TAKEAWAY_TEST_SLOW_PAGE'] ?? 1);

/** It stays alone and asks nobody anything. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const WIDTHS = [1280, 768, 375] as const;
export const THEMES = ['light', 'dark'] as const;

export interface Look {
  readonly width: (typeof WIDTHS)[number];
  readonly theme: (typeof THEMES)[number];
}

/** One browser for the tests of a file; each page has a profile of its own, which goes with its test. */
export class TestBrowser {
  #browser: Promise<Browser> | undefined;

  /** A page of some width and theme; `problems` gathers what its console complains of, and requests to elsewhere. */
  async page({ width, theme }: Look): Promise<{ page: Page; problems: string[] }> {
    this.#browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    const browser = await this.#browser;
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 760 : 860 },
      colorScheme: theme,
      hasTouch: width < 500,
      acceptDownloads: true,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    if (SLOWNESS > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    }
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url()))
        problems.push(`asks ${request.url()}`);
    });
    return { page, problems };
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
  }
}

/** Opens an address of the page and waits for what it shows. */
export async function open(
  page: Page,
  url: string,
  parameters: Readonly<Record<string, string>>,
  waitFor: string,
): Promise<void> {
  await page.goto(`${url}/?${new URLSearchParams(parameters).toString()}`);
  try {
    await page.locator(waitFor).first().waitFor();
  } catch (cause) {
    const shown = await page.locator('main').innerText();
    throw new Error(`${waitFor} is not shown, but:\n${shown}`, { cause });
  }
}

/** What a part of the address is. The page is asked, for the driver learns of a new address only later. */
export const valueOf = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => new URLSearchParams(location.search).get(key), name);

/** The whole address, as the page has it. */
export const addressOf = (page: Page): Promise<string> => page.evaluate(() => location.href);

/** Waits until the address has a part. */
export const inAddress = (page: Page, part: string): Promise<void> =>
  page.waitForURL(({ search }) => search.includes(part));
