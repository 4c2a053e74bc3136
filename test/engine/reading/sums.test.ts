/** Sums of heaps of stored games: the known counts of Project Euler 310, and what is missing. */
import { describe, expect, it } from 'vitest';
import { openStore, readGame, solveNimValues } from '../../../src/index.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

describe('sums of heaps of squares', () => {
  it('are previous-player wins 1160 times to 29, and 2586528661783 times to 100000', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100_001, series: 'nim' });
    const store = await openStore(folder, { readOnly: true });
    expect(await store.countPreviousWins('squares', { heaps: 3, to: 30 })).toBe(1160n);
    expect(await store.countPreviousWins('squares', { heaps: 3 })).toBe(2586528661783n);
    expect(await store.countPreviousWins('squares', { heaps: 1, from: 1, to: 30 })).toBe(9n);
    store.close();
  });

  it('are answered where their nim-values are stored, and name what is missing elsewhere', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100, series: 'nim' });
    const store = await openStore(folder, { readOnly: true });
    expect(await store.solveSum('squares', [7, 15, 30])).toEqual({
      nimSum: 3,
      winner: 'next',
      moves: [{ heap: 3, take: 25 }],
    });
    expect(await store.solveSum('squares', [1, 1, 1], { misere: true })).toMatchObject({
      winner: 'previous',
    });
    await expect(store.solveSum('squares', [7, 200, 150])).rejects.toMatchObject({
      remedy: { do: 'extend', series: 'nim', to: 201 },
    });
    await expect(store.solveSum('squares', [])).rejects.toMatchObject({ code: 'usage' });
    await expect(store.solveSum('squares', [1.5])).rejects.toMatchObject({ code: 'usage' });
    await expect(store.solveSum('squares', Array(1001).fill(1))).rejects.toThrow('from 1 to 1000');
    store.close();
  });
});

describe('nim-values in memory', () => {
  it.each(['squares', '{2,5,7}', '{300}'])('of %s are those of the definition', async (text) => {
    const game = readGame(text);
    expect(Array.from(await solveNimValues(game, 2000))).toEqual(nimValuesByDefinition(game.set, 2000));
    expect(await solveNimValues(game, 0)).toHaveLength(0);
  });
});
