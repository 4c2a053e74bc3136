/** The page in Firefox, with a server and without: each view, why a position is what it is, the raster, a match. */
import { describe, expect, it } from 'vitest';
import type { ViewName } from '../../../src/explorer/page/address.js';
import { Firefox, NO_FIREFOX } from '../../explorer/firefox.js';
import { runningExplorer } from '../../explorer/running.js';
import { staticEdition } from '../../explorer/site.js';

const FIGURE = 'figure .drawn svg > g';
const SHOWN: Readonly<Record<ViewName, string>> = {
  games: '.gallery canvas',
  overview: '.strip .cold',
  raster: '#raster-words:not(:empty)',
  positions: 'tbody .mark',
  ...{ nim: FIGURE, remoteness: FIGURE, records: FIGURE, values: FIGURE, density: FIGURE, gaps: FIGURE },
  ...{ residues: FIGURE, digits: FIGURE, plane: FIGURE },
  // Squares have no period.
  ...{ collisions: 'figure .notice', brackets: 'figure .notice' },
  play: '.heap .token',
  sums: '.verdict',
  extend: 'main .command',
};

describe.skipIf(NO_FIREFOX !== undefined)(`Firefox (${NO_FIREFOX ?? 'Debian'})`, () => {
  const served = runningExplorer();
  const edition = staticEdition();

  it.each([
    ['with a server', served, 1280],
    ['without one', edition, 500],
  ])('shows every view %s', async (_, at, width) => {
    const firefox = await Firefox.open({ width, height: 900 });
    const go = (view: ViewName, also = ''): Promise<void> =>
      firefox.goTo(`${at.url}/?game=squares&view=${view}${also}`, SHOWN[view]);
    for (const view of Object.keys(SHOWN) as ViewName[]) {
      await go(view);
      expect(await firefox.run("return document.querySelectorAll('[role=alert]').length"), view).toBe(0);
      // Nothing sticks out of the page.
      const tooWide = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await firefox.run(tooWide), view).toBeLessThanOrEqual(0);
    }
    await go('overview');
    await firefox.click('.strip > :nth-child(41) button');
    await firefox.until("return document.querySelector('.why h2')?.textContent === 'Why is 40 hot?'");
    await go('raster', '&width=65');
    // Cold and hot cells, and what is around them.
    const colours = `const drawn = document.querySelector('canvas.raster');
      const { data } = drawn.getContext('2d').getImageData(0, 0, drawn.width, drawn.height);
      return new Set(new Uint32Array(data.buffer)).size > 2`;
    await firefox.until(colours);
    // A person moves, and the computer answers.
    await go('play', '&heaps=7%2015%2030&level=perfect&first=you');
    await firefox.until("return document.querySelector('.says').textContent.includes('Your')");
    await firefox.click('.takes button');
    await firefox.until("return new URLSearchParams(location.search).get('moves')?.split(',').length === 2");
  });
});
