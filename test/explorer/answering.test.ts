/** A process that answers: it goes on after each of the figures, with what it has loaded for the first. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANALYSIS_VIEWS } from '../../src/explorer/analysis-views.js';
import { startAnswering } from '../../src/explorer/server.js';
import { fileFolder } from '../support/cli.js';
import { extendOnce } from '../support/store.js';

const folder = fileFolder();
const shown = { folder, givenStore: undefined, canWrite: false };
const process = startAnswering();
beforeAll(() => extendOnce(folder, 'squares', { to: 2 ** 17 }));
afterAll(() => process.end());

it.each(ANALYSIS_VIEWS.map(({ name }) => name))(
  'a process that has made the figure of %s makes the next',
  async (name) => {
    const url = `http://127.0.0.1/api/analysis/${name}?game=squares&pixels=969`;
    const asking = { shown, url, hadCatalog: true, seed: 1 };
    const { whole, hasGrown } = await process.run(asking, () => Promise.resolve(true));
    expect([whole?.status, hasGrown]).toEqual([200, false]);
  },
);
