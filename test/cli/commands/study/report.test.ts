/** `takeaway worksheet`: what is stored of a game, or computed for the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();
const at = ['--store', join(folder, 'store')];

let pages = 0;

/** The page about a game of which few positions are stored, and what is said meanwhile. */
async function worksheet(game: string): Promise<{ stderr: string; page: string }> {
  await json(['extend', game, '--to', '30', ...at]);
  const output = join(folder, `${pages++}.html`);
  const { stderr } = await takeaway(['worksheet', game, '-o', output, ...at]);
  return { stderr, page: readFileSync(output, 'utf8') };
}

describe('a worksheet', () => {
  it('is about as many positions, however few are stored', async () => {
    const { stderr, page } = await worksheet('{1,4,9,16,25,36,49} complete below 50');
    expect(stderr).toMatch(/^Not stored: computing .* below 50 for this page\.$/m);
    expect(page).toMatch(/There are 4\d counters/);
  });

  it('is from the store where a period is known', async () => {
    await json(['period', '{1,3,4}', ...at]);
    const { stderr, page } = await worksheet('{1,3,4}');
    expect(stderr).not.toContain('Not stored');
    expect(page).toContain('The period is 7.');
    expect(page).toMatch(/There are 5\d counters/);
  });
});
