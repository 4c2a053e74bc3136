/** The static edition in a real browser, from a plain server of files: below a path, under a strict policy, without a network. */
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { coldByDefinition, nimValuesByDefinition, openStore, readGame } from '../../src/index.js';
import { randomStream } from '../../src/common/random.js';
import type { GamesAnswer, PositionsAnswer } from '../../src/explorer/contract.js';
import { writeStaticEdition } from '../../src/explorer/static-edition.js';
import { MemoryStore, nameGame } from '../../src/rim.js';
import { IS_LONG, SEED } from '../support/seed.js';
import { drain, extendOnce } from '../support/store.js';
import { NO_BROWSER, open, TestBrowser } from './chromium.js';
import { staticEdition } from './site.js';

const browser = new TestBrowser();
afterAll(() => browser.close());
const edition = staticEdition();
/** With blocks beside the page: cold positions of squares, further than the page shows by itself. */
const shipped = staticEdition(async (folder) => {
  await extendOnce(folder, 'squares', { to: 2 ** 18, series: 'cold', blockLength: 2 ** 16 });
  const store = await openStore(folder);
  await nameGame(store, 'ours', 'squares');
  await nameGame(store, 'absent', '{1,3}');
  store.close();
});

/** In the page: what the worker beside it answers to an address, as text. */
const ASK = `(address) => {
  const script = new URL(document.documentElement.dataset.engine, document.baseURI);
  const worker = (globalThis.engineOfTest ??= new Worker(script, { type: 'module' }));
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const pieces = [];
    port.onmessage = ({ data }) => {
      if (data.failed !== undefined) reject(new Error(data.failed));
      else if (data.isDone) new Blob(pieces).text().then(resolve);
      else {
        if (data.bytes !== undefined) pieces.push(data.bytes);
        port.postMessage('next');
      }
    };
    worker.postMessage({ address, method: 'GET', headers: {}, body: null }, [port2]);
  });
}`;

/** Waits until something is so in the page, whose policy allows no text to be evaluated by Playwright's own way to wait. */
const until = (page: Page, condition: string): Promise<void> =>
  page.evaluate(`(async () => {
    while (!(${condition})) await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);

/** In the page: the series that the browser keeps whole, as `SERIES END`; and each byte of their values made another one. */
const KEPT = `(async () => {
  const whole = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith('takeaway-values')) continue;
    const cache = await caches.open(name);
    const entry = (of) => cache.match(new URL('values/' + of, document.baseURI).href);
    for (const { series } of (await (await entry('rows'))?.json()) ?? []) {
      const values = await Promise.all(series.blocks.map(({ valuesSha256 }) => entry(valuesSha256)));
      if (!values.includes(undefined)) whole.push(series.name + ' ' + series.frontier);
    }
  }
  return whole.sort();
})()`;
const SPOIL = `(async () => {
  for (const name of await caches.keys()) {
    if (!name.startsWith('takeaway-values')) continue;
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      if (key.url.endsWith('/rows')) continue;
      const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
      await cache.put(key, new Response(bytes.map((byte) => byte ^ 1)));
    }
  }
})()`;

/** What a route answers. */
async function ask<Answer>(page: Page, path: string, parameters: Record<string, string>): Promise<Answer> {
  const address = `/api/${path}?${new URLSearchParams(parameters).toString()}`;
  const text: string = await page.evaluate(`(${ASK})(${JSON.stringify(address)})`);
  return JSON.parse(text) as Answer;
}

describe.skipIf(NO_BROWSER !== undefined)(`the static edition (${NO_BROWSER ?? 'Chromium'})`, () => {
  it('needs less than 100 kB for its first view', async () => {
    const site = await edition.serve();
    const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
    await open(page, site.url, { game: 'squares' }, 'h1 .game');
    // Before the worker answers, only the page itself was needed.
    const first = [...site.sent].filter(([name]) => !name.startsWith('engine-') && name !== 'files.json');
    expect(first.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(100_000);
    expect(problems).toEqual([]);
  });

  it('works with the network cut after the first visit', { tags: 'slow' }, async () => {
    const site = await edition.serve();
    const { page } = await browser.page({ width: 375, theme: 'dark' });
    await open(page, site.url, { game: '{1,3,4}' }, 'h1 .game');
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await site.stop();
    await open(page, site.url, { game: '{2,5,7}', view: 'positions' }, 'tbody tr');
    expect(await page.locator('h1 .game').textContent()).toBe('{2,5,7}');
    await open(page, site.url, { game: 'squares', view: 'density' }, 'figure .drawn svg > g');
    await page.goto(`${site.url}/LICENCES.md`);
    expect(await page.locator('#app').count()).toBe(0);
  });

  it(
    'keeps what was extended for the next visit, checked, until that is forgotten',
    { tags: 'slow' },
    async () => {
      const { page } = await browser.page({ width: 375, theme: 'light' });
      const extend = { game: 'squares', view: 'extend' };
      const rows = { game: 'squares', from: '262044', count: '100' };
      await open(page, edition.url, extend, 'form button[type=submit]');
      const extendAll = async (): Promise<void> => {
        await page.getByLabel('up to').fill('2^18');
        await page.getByRole('button', { name: 'Extend', exact: true }).click();
        await page.getByText('Done:').waitFor();
        await expect.poll(() => page.evaluate(KEPT)).toEqual(['cold 262144', 'nim 262144']);
      };
      await extendAll();
      // Another worker, which has computed nothing.
      const known = await ask<PositionsAnswer>(page, 'positions', rows);
      const nimValues = nimValuesByDefinition(readGame('squares').set, 500);
      expect(known.rows.at(-1)?.position).toBe(262_143);
      await open(page, edition.url, { game: 'squares' }, '.chip');
      expect(await page.locator('.chip').first().textContent()).toBe('known to 262,144');
      const first = await ask<PositionsAnswer>(page, 'positions', {
        game: 'squares',
        from: '0',
        count: '500',
      });
      expect(first.rows.map(({ nimValue }) => nimValue)).toEqual([...nimValues]);
      await open(page, edition.url, extend, 'form button[type=submit]');
      await page.getByRole('button', { name: 'Forget what is kept' }).click();
      await page.getByText('Computed: outcomes not at all').waitFor();
      expect(await page.evaluate(KEPT)).toEqual([]);
      // What is kept may have been changed.
      await extendAll();
      await page.evaluate(SPOIL);
      await page.reload();
      await page.getByText('Computed: outcomes not at all').waitFor();
      expect(await page.evaluate(KEPT)).toEqual([]);
      expect((await ask<PositionsAnswer>(page, 'positions', { ...rows, from: '100' })).rows).toHaveLength(
        100,
      );
      // That worker would be the one that saves.
      await page.reload();
      await page.getByText('Computed: outcomes not at all').waitFor();
      await extendAll();
      await page.reload();
      await page.getByText('Computed: outcomes to 262,144').waitFor();
      // Another page goes further, and the last blocks of this one are folded into longer ones.
      const beside = await page.context().newPage();
      await open(beside, edition.url, extend, 'form button[type=submit]');
      await beside.getByLabel('up to').fill('300000');
      await beside.getByRole('button', { name: 'Extend', exact: true }).click();
      await expect.poll(() => beside.evaluate(KEPT)).toEqual(['cold 300000', 'nim 300000']);
      await page.getByRole('link', { name: 'Positions', exact: true }).click();
      await page.locator('main[data-view=positions] tbody tr').first().waitFor();
      expect(await page.locator('[role=alert]').count()).toBe(0);
    },
  );

  it(
    'reads blocks beside the page when they are asked for, also without a network, and refuses damaged ones',
    { tags: 'slow' },
    async () => {
      const blocks = (await readdir(join(shipped.folder, 'blocks/1')))
        .sort()
        .map((name) => `blocks/1/${name}`);
      expect(blocks).toHaveLength(4);
      const site = await shipped.serve();
      const damaged = (await readFile(join(shipped.folder, blocks[3]))).map((byte) => byte ^ 1);
      site.replaced.set(blocks[3], damaged);
      const { page } = await browser.page({ width: 375, theme: 'light' });
      await open(page, site.url, { game: 'squares' }, '.chip');
      expect(await page.locator('.chip').first().textContent()).toBe('known to 262,144');
      const { games } = await ask<GamesAnswer>(page, 'games', {});
      expect(games[0]).toMatchObject({ game: 'ours', stored: { cold: 2 ** 18 } });
      expect(games.some(({ game }) => game === 'absent')).toBe(false);
      const first = 2 ** 16 - 200;
      const asked = { game: 'ours', from: String(first), count: '400' };
      const { rows } = await ask<PositionsAnswer>(page, 'positions', asked);
      const known = coldByDefinition(readGame('squares').set, first + 400).slice(first);
      expect(known).toContain(true);
      expect(rows.map(({ cold }) => cold)).toEqual(known);
      expect([...site.sent.keys()]).toEqual(expect.arrayContaining(blocks.slice(0, 2)));
      // One that is damaged is named, also where a copy of it is kept, and is read once it is well.
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      const far = { game: 'squares', view: 'positions', n: '250000' };
      await open(page, site.url, far, '[role=alert]');
      expect(await page.locator('[role=alert]').textContent()).toContain(blocks[3]);
      site.replaced.clear();
      await open(page, site.url, far, 'tbody .mark');
      await site.stop();
      // What was read, and what was kept at the first visit.
      for (const n of ['250001', '150000']) {
        await open(page, site.url, { ...far, n }, 'tbody .mark');
        expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
      }
    },
  );

  /** Of squares on [261644, 2^18): by a store in memory that has one thread. */
  const lastNimValues = async (): Promise<number[]> => {
    const store = MemoryStore.create('alone', randomStream(SEED));
    const game = readGame('squares');
    await drain(store.extend(game, { to: 2 ** 18, series: 'nim', threads: 1 }));
    return [
      ...(await store.nimValues(
        game,
        Array.from({ length: 500 }, (_, i) => 261_644 + i),
      )),
    ];
  };

  it.each([true, false])(
    'computes the same on threads where there are some (isolated: %s)',
    { tags: 'slow' },
    async (isIsolated) => {
      const site = await edition.serve(isIsolated);
      // It would load the scripts of threads whether or not there are any.
      site.missing.add('offline.js');
      const { page } = await browser.page({ width: 1280, theme: 'dark' });
      await open(
        page,
        site.url,
        { game: 'squares', view: 'extend', series: 'nim' },
        'form button[type=submit]',
      );
      expect(await page.evaluate('crossOriginIsolated')).toBe(isIsolated);
      await page.getByLabel('up to').fill('2^18');
      await page.getByRole('button', { name: 'Extend', exact: true }).click();
      await page.getByText('Done:').waitFor();
      await expect.poll(() => page.evaluate(KEPT)).toContain('nim 262144');
      // Another worker reads what was kept.
      const asked = { game: 'squares', from: '261644', count: '500' };
      const { rows } = await ask<PositionsAnswer>(page, 'positions', asked);
      expect(rows.map(({ nimValue }) => nimValue)).toEqual(await lastNimValues());
      const isThread = [...site.sent.keys()].some((name) => /(chunk|far)-worker\.js$/.test(name));
      expect(isThread).toBe(isIsolated && availableParallelism() > 1);
    },
  );

  it(
    'leaves a page that is open its own version when another one takes the place',
    { tags: 'slow' },
    async () => {
      const site = await edition.serve();
      const { page } = await browser.page({ width: 1280, theme: 'light' });
      await open(page, site.url, { game: '{1,3,4}' }, '.strip');
      await until(page, 'navigator.serviceWorker.controller !== null');
      const html = await readFile(join(edition.folder, 'index.html'), 'utf8');
      site.replaced.set('index.html', html.replace(/data-version="\w+"/, 'data-version="another"'));
      site.replaced.set('files.json', '["./"]');
      site.missing.add('assets/');
      const beside = await page.context().newPage();
      await beside.goto(`${site.url}/`);
      // The new service worker is there, and waits or has begun.
      await until(
        beside,
        `[(await navigator.serviceWorker.getRegistration())].some((found) => [found?.waiting, found?.active].some(
        (worker) => worker?.scriptURL.endsWith('another') && ['installed', 'activated'].includes(worker.state)))`,
      );
      // Without a network it is the new page too.
      const kept = `caches.keys().then((names) => caches.open(names.find((name) => name.endsWith('another'))))
      .then((cache) => cache.match('./')).then((page) => page.text())`;
      expect(await beside.evaluate(kept)).toContain('data-version="another"');
      await page.getByRole('link', { name: 'Positions', exact: true }).click();
      await page.locator('main[data-view=positions] tbody tr').first().waitFor();
    },
  );

  it('begins its worker again that could not start', { tags: 'slow' }, async () => {
    const site = await edition.serve();
    const { page } = await browser.page({ width: 1280, theme: 'light' });
    site.missing.add('kernels.wasm');
    await open(page, site.url, { game: '{1,3,4}' }, '[role=alert]');
    site.missing.clear();
    await page.getByText('known to 131,072', { exact: true }).waitFor();
  });

  it(
    'tells where values are, offers what it has, and can be shown in a frame',
    { tags: 'slow' },
    async () => {
      const site = await edition.serve();
      const { page, problems } = await browser.page({ width: 1280, theme: 'light' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, site.url, { game: '{1,3,4}', view: 'extend' }, 'form button[type=submit]');
      await page.getByText('kept in this browser').waitFor();
      await page.getByText('known to 131,072', { exact: true }).waitFor();
      expect(await page.locator('main').textContent()).not.toMatch(/stored/i);
      await open(page, site.url, { game: '{1,3,4}', view: 'density' }, '.saving');
      expect(await page.locator('.saving a').allTextContents()).not.toContain('PNG');
      const button = page.getByRole('button', { name: /^Embed/ });
      await button.click();
      await button.filter({ hasText: 'Copied' }).waitFor();
      const frame: string = await page.evaluate('navigator.clipboard.readText()');
      await page.goto(/src="([^"]+)"/.exec(frame)![1].replaceAll('&amp;', '&'));
      await page.locator('figure .drawn svg > g').first().waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  it('does not wait for a folder that cannot be made', async () => {
    // Node's own way to make a folder with its parents never ends there.
    const place = process.platform === 'linux' ? '/proc/x/y' : join(edition.folder, 'index.html', 'x');
    await expect(writeStaticEdition(place)).rejects.toThrow(/^The folder /);
  });

  it(`answers as the definition does, for random games (seed ${SEED})`, { tags: 'slow' }, async () => {
    const site = await edition.serve();
    const { page } = await browser.page({ width: 1280, theme: 'light' });
    await open(page, site.url, { game: 'squares' }, 'h1 .game');
    const random = randomStream(SEED);
    const below = (most: number): number => Math.floor(random() * most);
    for (let i = 0; i < (IS_LONG ? 200 : 10); i++) {
      const numbers = [...new Set(Array.from({ length: 1 + below(6) }, () => 1 + below(40)))];
      const text = i % 3 === 2 ? `all-but{${numbers.join()}}` : `{${numbers.join()}}`;
      const from = below(900);
      const { rows } = await ask<{ rows: { cold: boolean; nimValue: number | null }[] }>(page, 'positions', {
        game: text,
        from: String(from),
        count: '100',
      });
      const { set } = readGame(text);
      const nim = [...nimValuesByDefinition(set, from + 100)].slice(from);
      expect(
        rows.map(({ nimValue }) => nimValue),
        text,
      ).toEqual(nim);
      expect(
        rows.map((row) => row.cold),
        text,
      ).toEqual(nim.map((value) => value === 0));
    }
  });
});
