/** Worksheets: what the rules and the answers say is true of each kind of game. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, readGame, worksheet, type Store } from '../../src/index.js';
import { mex } from '../../src/game/definition.js';
import { fileFolder } from '../support/cli.js';
import { drain } from '../support/store.js';

const folder = fileFolder();
let store: Store;
beforeAll(async () => {
  store = await openStore(folder);
});
afterAll(() => store.close());

async function pageOf(game: string): Promise<{ page: string; answers: string }> {
  await drain(store.extend(game, { to: 200, threads: 1 }));
  const page = await worksheet(store, game);
  return { page, answers: page.slice(page.indexOf('<section class="answers">')) };
}

describe('a worksheet', () => {
  it.each([
    ['{1,3,4}', 'The period is 7. Whether a position is cold depends', 'why does it go on for ever'],
    // 0 to 999999 are cold, the next 1000000 hot, and so on.
    ['{1000000}', 'They repeat with period 2,000,000, which is too long to see in the table.', 'Do you see'],
    [
      '{23,40,78,95,118}',
      'as those of every finite set do, with a period that was not found here.',
      'Do you see',
    ],
    ['moser-de-bruijn', 'A formula gives the nim-value of every position n', 'Do you see a rule'],
    ['squares', 'No rule is known here.', 'Do you see a rule'],
    ['all-but{1}', 'The period is', 'What is the period?'],
  ])('of %s answers: %s', async (game, answer, question) => {
    const { page, answers } = await pageOf(game);
    expect(answers.replaceAll('\u202f', ',').replaceAll('\u2009', ',')).toContain(answer);
    expect(page).toContain(question);
    expect(answers.includes('largest number of the set')).toBe(game === '{1,3,4}');
    expect(page).not.toMatch(/given|declared|Nobody/);
  });

  it('asks for moves with different answers where there are some', async () => {
    const { answers } = await pageOf('{2,4,7}');
    const asked = [...answers.matchAll(/Taking ([^.]+)\./g)].map(([, moves]) => moves);
    expect(asked).toHaveLength(3);
    expect(new Set(asked)).toEqual(new Set(['4 or 7', '2']));
  });

  it('of a game with a seed says what is given, and asks of sums beyond it', async () => {
    const seed = [5, 0, 2];
    const { page, answers } = await pageOf('{1,3,4} seed [5,0,2]');
    expect(page).toContain('They are 5, 0, 2: there the player to move loses where it is 0, and else wins.');
    expect(page).toContain('the given ones stay as they are.)');
    const { set } = readGame('{1,3,4}');
    const values: number[] = [];
    for (let n = 0; n < 25; n++)
      values.push(seed[n] ?? mex(Array.from(set.between(1, n + 1), (taken) => values[n - taken])));
    const words = [...answers.matchAll(/<small>(\d+)<\/small><b>(\w+)<\/b>/g)].map(([, , word]) => word);
    expect(words).toEqual([...values.map((value) => (value === 0 ? 'C' : 'H')), ...values.map(String)]);
    const heaps = /two heaps, of (\d+) and of (\d+)/.exec(page)!;
    expect(Math.min(...heaps.slice(1).map(Number))).toBeGreaterThanOrEqual(seed.length);
  });

  it('of a game with hotspots says which positions count as wins', async () => {
    const { page } = await pageOf('{1,2} hotspots {0}');
    expect(page).toContain('The positions declared hot count as wins for the player to move');
  });
});
