/** Sums of heaps of stored games: the known counts of Project Euler 310, and what is missing. */
import { describe, expect, it } from 'vitest';
import { openStore, readGame, type Store } from '../../../src/index.js';
import { countPreviousWins, solveSum } from '../../../src/game/heaps.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { effort } from '../../support/seed.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

describe('sums of heaps of squares', () => {
  it('are previous-player wins 1160 times to 29, and 2586528661783 times to 100000', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100_001, series: 'nim' });
    const store = await openStore(folder, { readOnly: true, compute: false });
    expect(await store.countPreviousWins('squares', { heaps: 3, to: 30 })).toBe(1160n);
    expect(await store.countPreviousWins('squares', { heaps: 3 })).toBe(2586528661783n);
    expect(await store.countPreviousWins('squares', { heaps: 1, from: 1, to: 30 })).toBe(9n);
    store.close();
  });

  it('are answered where their nim-values are stored, and name what is missing elsewhere', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100, series: 'nim' });
    const store = await openStore(folder, { readOnly: true, compute: false });
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

describe('sums of huge heaps', () => {
  const far = Number.MAX_SAFE_INTEGER - 1;
  const opened = (): Promise<Store> =>
    openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });

  it('name the one move of an interval by its formula', async () => {
    const store = await opened();
    expect(await store.solveSum('interval:9007199254740990', [5e15])).toEqual({
      nimSum: 5e15,
      winner: 'next',
      moves: [{ heap: 1, take: 5e15 }],
    });
    expect(await store.query('interval:9007199254740990', [5e15])).toMatchObject([{ winningMoves: [5e15] }]);
    store.close();
  });

  it('find every move of an all-but set by its period, and of small heaps what trying all of them finds', async () => {
    const store = await opened();
    const { set } = readGame('all-but{2,3,7}');
    const nim = nimValuesByDefinition(set, 500);
    for (const misere of [false, true]) {
      for (const heaps of [[480], [497, 13], [2, 1, 200]]) {
        const play = misere ? 'misere' : 'normal';
        const plain = solveSum(
          heaps.map((size) => {
            const takes = set.between(1, size + 1);
            return { nimValue: nim[size], takes, leaves: Array.from(takes, (take) => nim[size - take]) };
          }),
          play,
        );
        expect(await store.solveSum('all-but{2,3,7}', heaps, { misere })).toEqual(plain);
      }
    }
    const { moves, moreMoves } = await store.solveSum('all-but{2,3,7}', [1e15, 1e9]);
    expect(moreMoves).toBeUndefined();
    for (const { heap, take } of moves) {
      const left = heap === 1 ? [1e15 - take, 1e9] : [1e15, 1e9 - take];
      expect((await store.solveSum('all-but{2,3,7}', left)).winner).toBe('previous');
    }
    expect(moves.length).toBeGreaterThan(0);
    store.close();
  });

  it('of many heaps list a bounded number of moves', { tags: 'slow' }, async () => {
    const store = await opened();
    // Each heap has more moves than are listed.
    const heaps = Array.from({ length: effort(3, 999) }, (_, i) => far - 1 - 2 * i);
    const { moves, moreMoves, winner } = await store.solveSum('odd', heaps);
    expect({ moreMoves, winner }).toEqual({ moreMoves: true, winner: 'next' });
    expect(moves.length).toBeLessThanOrEqual(2 ** 21);
    store.close();
  });

  it(
    'list no more moves than are asked for, the smallest of each heap, and the winner is the same',
    { tags: 'slow' },
    async () => {
      const store = await opened();
      const heaps = [far - 1, far - 1, 5];
      const all = await store.solveSum('odd', heaps);
      const some = await store.solveSum('odd', heaps, { mostMoves: 30 });
      expect(some).toMatchObject({ nimSum: all.nimSum, winner: all.winner, moreMoves: true });
      const firstOf = (heap: number): unknown => all.moves.filter((move) => move.heap === heap).slice(0, 10);
      expect(some.moves).toEqual([1, 2, 3].flatMap(firstOf));
      store.close();
    },
  );

  it('stop at a signal while their moves are tried', async () => {
    const store = await opened();
    const signal = AbortSignal.abort();
    await expect(store.solveSum('odd', [far - 1], { signal })).rejects.toMatchObject({ code: 'interrupted' });
    await expect(store.query('odd', [far - 1], { signal })).rejects.toMatchObject({ code: 'interrupted' });
    store.close();
  });

  it('are counted only where the counts fit', { tags: 'slow' }, async () => {
    const store = await opened();
    await expect(store.countPreviousWins('all', { heaps: 2, to: 2 ** 23 })).rejects.toThrow(
      'Sums with the nim-value 4_194_304 cannot be counted.',
    );
    const counts = new Map(Array.from({ length: 2 ** 16 }, (_, value) => [value, (value * 7919) % 10_007]));
    expect(() => countPreviousWins(counts, 1000, 'normal')).toThrow('fewer heaps');
    store.close();
  });

  it('refuse winning moves of more positions than can be looked through', async () => {
    const store = await opened();
    const positions = Array.from({ length: 100 }, (_, i) => far - 1 - i);
    await expect(store.query('odd', positions)).rejects.toThrow('These 100 positions have about');
    expect(await store.query('odd', positions, { winningMoves: false })).toHaveLength(100);
    store.close();
  });
});
