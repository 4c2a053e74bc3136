/**
 * The sink convention: values, periods, moves, play and what a store says of them, for random sets and heaps, against the
 * definition on all integers: every position at or below 0 has the value 0, every other one the mex of n - s for all s.
 */
import { describe, expect, it } from 'vitest';
import { certify, expandGame, openStore, readGame, type Store } from '../../src/index.js';
import { afterMove, chooseMove, startMatch, takesFrom, winnerOfMatch } from '../../src/game/match.js';
import { drawIntegers, effort, REPLAY } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const STOP = 600;

/** Moves of up to five numbers up to 16, among them one move alone, and all numbers up to one. */
function randomSets(count: number): number[][] {
  const drawn = drawIntegers(6 * count, 1, 16);
  const sets = Array.from({ length: count }, (_, i) => {
    const [size, ...moves] = drawn.slice(6 * i, 6 * i + 6);
    return [...new Set(moves.slice(0, 1 + (size % 5)))].sort((a, b) => a - b);
  });
  return [[1], [7], [1, 2, 3], ...sets];
}

/** By the definition, with positions below 0 as they are. */
function valuesOf(moves: readonly number[], stop = STOP): number[] {
  const values: number[] = [];
  const valueOf = (n: number): number => (n <= 0 ? 0 : values[n]);
  for (let n = 0; n < stop; n++) {
    const options = new Set(n === 0 ? [] : moves.map((move) => valueOf(n - move)));
    let mex = 0;
    while (options.has(mex)) mex++;
    values.push(mex);
  }
  return values;
}

const textOf = (moves: readonly number[]): string => `{${moves.join(',')}} sink`;

async function withStore(use: (store: Store) => Promise<void>, isReadOnly = true): Promise<void> {
  const store = await openStore(
    temporaryFolder(),
    isReadOnly ? { readOnly: true, compute: { seconds: 10 } } : {},
  );
  try {
    await use(store);
  } finally {
    store.close();
  }
}

/** The least preperiod and period that the values have after which max S of them come again, by trying all. */
function leastPeriod(values: readonly number[], largest: number): { preperiod: number; period: number } {
  for (let period = 1; ; period++) {
    let preperiod = values.length - period;
    while (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) preperiod--;
    if (values.length - period - preperiod >= largest) return { preperiod, period };
  }
}

describe('the sink convention', () => {
  it(`gives the values, outcomes, winning moves and periods of the definition (${REPLAY})`, async () => {
    await withStore(async (store) => {
      for (const moves of randomSets(effort(8, 400))) {
        const game = readGame(textOf(moves));
        const values = valuesOf(moves);
        const largest = moves[moves.length - 1];
        const positions = Array.from({ length: 60 }, (_, n) => n);
        const { nim, outcome } = await store.periods(game);
        const cold = values.map((value) => Number(value === 0));
        expect(nim, game.key).toMatchObject({ ...leastPeriod(values, largest), saltus: 0 });
        expect(outcome, game.key).toMatchObject({ ...leastPeriod(cold, largest), saltus: 0 });
        for (const answer of await store.query(game, positions)) {
          const { position, cold: isCold, nimValue, winningMoves } = answer;
          const wins = moves.filter((move) => position > 0 && values[Math.max(0, position - move)] === 0);
          expect({ cold: isCold, nimValue, winningMoves }, `${game.key} at ${position}`).toEqual({
            cold: values[position] === 0,
            nimValue: values[position],
            winningMoves: wins,
          });
        }
      }
    });
  });

  it(`tells sums of heaps, and plays them to an end that the winner reaches (${REPLAY})`, async () => {
    const random = drawIntegers(400, 0, 2 ** 20 - 1).map((n) => n / 2 ** 20);
    let drawn = 0;
    const chance = (): number => random[drawn++ % random.length];
    await withStore(async (store) => {
      for (const moves of randomSets(10)) {
        const game = readGame(textOf(moves));
        const values = valuesOf(moves);
        const heaps = [3, 8, 14].map((most) => Math.floor(chance() * (most + 1)));
        const { nimSum, winner, moves: winning } = await store.solveSum(game, heaps);
        expect(nimSum, game.key).toBe(heaps.reduce((sum, heap) => sum ^ values[heap], 0));
        const wins = heaps.flatMap((heap, i) =>
          moves
            .filter((take) => heap > 0 && (nimSum ^ values[heap] ^ values[Math.max(0, heap - take)]) === 0)
            .map((take) => ({ heap: i + 1, take })),
        );
        expect(winning, `${game.key} of ${heaps.join()}`).toEqual(wins);
        let match = startMatch(game, 'normal', heaps, 'computer');
        while (winnerOfMatch(match) === undefined) {
          const { moves: best } = await store.solveSum(game, match.heaps);
          const level = match.next === (winner === 'next' ? 'computer' : 'you') ? 'perfect' : 'random';
          match = afterMove(match, chooseMove(match, best, level, chance));
          expect(Math.min(...match.heaps)).toBeGreaterThanOrEqual(0);
        }
        expect(winnerOfMatch(match)).toBe(winner === 'next' ? 'computer' : 'you');
      }
    });
  });

  it('lets every number be taken from a heap that is not empty, and none from an empty one', () => {
    const match = startMatch(readGame('{2,5,7} sink'), 'normal', [1, 6, 0], 'you');
    expect(match.heaps.map((size) => [...takesFrom(match, size)])).toEqual([[2, 5, 7], [2, 5, 7], []]);
    expect(afterMove(match, { heap: 1, take: 7 }).heaps).toEqual([0, 6, 0]);
    expect(() => afterMove(match, { heap: 3, take: 2 })).toThrow('Nothing can be taken from it.');
    expect(() => afterMove(match, { heap: 1, take: 1 })).toThrow('Take 2, 5 or 7.');
  });

  it('expands to the moves that change no value, and reduces to some that give them', async () => {
    await withStore(async (store) => {
      for (const moves of [[2, 5, 7], ...randomSets(8)]) {
        const { moves: all, reduced, to } = await expandGame(store, textOf(moves));
        const values = valuesOf(moves);
        const isSame = (other: readonly number[]): boolean => valuesOf(other).join() === values.join();
        const tried = Array.from({ length: Math.min(40, to) - 1 }, (_, i) => i + 1);
        expect(
          all.filter((move) => move <= tried.length),
          textOf(moves),
        ).toEqual(tried.filter((move) => isSame([...new Set([...moves, move])])));
        expect(isSame(reduced ?? [])).toBe(true);
      }
    });
  });

  it('is stored, extended, verified, certified, copied and imported like any game, and read again', async () => {
    const [folder, copy, third] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const game = '{3,5,9} sink';
    const written = await openStore(folder);
    try {
      for (const to of [5, 9, 1000])
        for await (const { stop } of written.extend(game, { to })) expect(stop).toBeLessThanOrEqual(to);
      for await (const { stop } of written.copyTo(copy)) expect(stop).toBeGreaterThan(0);
      const found = await certify(written, game, { mex: true });
      expect(found).toMatchObject({ ok: true, declares: 'sink', game });
    } finally {
      written.close();
    }
    const imported = await openStore(third);
    try {
      for await (const { stop } of imported.importFrom(copy)) expect(stop).toBeGreaterThan(0);
      expect(await imported.verify()).toMatchObject({ ok: true, problems: [] });
      const positions = Array.from({ length: 1000 }, (_, n) => n);
      expect([...(await imported.nimValues(game, positions))]).toEqual(valuesOf([3, 5, 9], 1000));
      expect(imported.info().map(({ game: key }) => key)).toEqual([game]);
    } finally {
      imported.close();
    }
  });

  it('is another game than that of the set, is written in one way, and is refused where it says nothing', () => {
    expect(readGame(' {4, 1,3}   SINK ').key).toBe('{1,3,4} sink');
    expect(readGame(readGame('interval:300 sink').definition).key).toBe('interval:300 sink');
    expect(readGame('{1,3,4} sink').key).not.toBe(readGame('{1,3,4}').key);
    expect(readGame('{10000} sink').seed?.length).toBe(10_000);
    const long = readGame(`{${Array.from({ length: 90 }, (_, i) => 2 * i + 2).join()}} sink`);
    expect(long.key).toMatch(/^\{2,\.\.\.,180\} of 90 #[0-9a-f]+ sink #[0-9a-f]+$/);
    expect(readGame(long.definition).key).toBe(long.key);
    for (const [text, found] of [
      ['squares sink', 'This set is infinite.'],
      ['all-but{2} sink', 'This set is infinite.'],
      ['{1,10001} sink', 'This set has 10_001.'],
      ['{2,3} sink 4', 'once'],
      ['{2,3} sink seed [0]', 'once'],
      ['{2,3} hotspots {1} sink', 'once'],
    ])
      expect(() => readGame(text), text).toThrow(found);
  });

  it('has no misere play and no remoteness', async () => {
    await withStore(async (store) => {
      const sum = store.solveSum('{2,3} sink', [3], { misere: true });
      await expect(sum).rejects.toThrow('{2,3} sink has the sink convention');
      const far = store.query('{2,3} sink', [3], { remoteness: true });
      await expect(far).rejects.toThrow('has no series remoteness, as it has the sink convention');
    });
  });
});
