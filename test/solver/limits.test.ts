/** How far series can be solved: what memory bounds is refused before work begins, and estimates take no time of their own. */
import { describe, expect, it } from 'vitest';
import { openStore, readGame } from '../../src/index.js';
import { POSITION_LIMIT } from '../../src/common/range.js';
import { divideAndConquerCost } from '../../src/solver/cost-model.js';
import { solvableBelow } from '../../src/solver/limits.js';
import { temporaryFolder } from '../support/temporary.js';

const setOf = (text: string) => readGame(text).set;

describe('the limits of memory', () => {
  it('are the kept values and the subtrahends, of integers alone', () => {
    expect(solvableBelow(setOf('{1,3,4}'), 'cold')).toBe(POSITION_LIMIT);
    expect(solvableBelow(setOf('{1,3,4}'), 'nim')).toBe(POSITION_LIMIT);
    expect(solvableBelow(setOf('squares'), 'cold')).toBe(POSITION_LIMIT);
    expect(solvableBelow(setOf('squares'), 'nim')).toBeLessThan(2 ** 32);
    expect(solvableBelow(setOf('odd'), 'cold')).toBe(POSITION_LIMIT);
    const odd = solvableBelow(setOf('odd'), 'nim');
    expect(odd).toBeGreaterThanOrEqual(2 ** 28);
    expect(odd).toBeLessThan(2 ** 28 + 16);
  });

  it.each([
    ['squares', 'nim', 1e15],
    ['squares', 'remoteness', 1e12],
    ['odd', 'nim', 1e15],
    ['all-but{2}', 'nim', 1e15],
    ['squares', 'nim', 2 ** 53 - 2],
  ] as const)('refuse %s %s to %d before anything is stored', async (game, series, to) => {
    const store = await openStore(temporaryFolder());
    const blocks = store.extend(game, { to, series });
    await expect(blocks.next()).rejects.toMatchObject({ code: 'usage' });
    expect(store.info()).toEqual([]);
    store.close();
  });

  it.each([
    ['{1,3,4}', 'nim'],
    ['{1,3,4}', 'cold'],
    ['squares', 'cold'],
    ['odd', 'cold'],
  ] as const)('let %s %s begin at once, however far it is to go', async (game, series) => {
    const controller = new AbortController();
    const store = await openStore(temporaryFolder());
    let stored = 0;
    const run = async (): Promise<void> => {
      for await (const { stop } of store.extend(game, {
        to: 1e15,
        series,
        blockLength: 2 ** 16,
        signal: controller.signal,
      })) {
        stored = stop;
        controller.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'interrupted' });
    expect(stored).toBeGreaterThan(0);
    store.close();
  });
});

describe('the estimate of divide and conquer', () => {
  it('adds up a sample of chunks in long ranges as it would all of them', () => {
    const set = setOf('squares');
    const chunk = 2 ** 12;
    const parts = Array.from({ length: 64 }, (_, k) => ({ start: k * 2 ** 19, stop: (k + 1) * 2 ** 19 }));
    const all = parts.reduce((sum, part) => sum + divideAndConquerCost(set, part, chunk), 0);
    const sampled = divideAndConquerCost(set, { start: 0, stop: 2 ** 25 }, chunk);
    expect(Math.abs(sampled / all - 1)).toBeLessThan(0.001);
    expect(divideAndConquerCost(set, { start: 0, stop: 0 }, chunk)).toBe(0);
  });
});
