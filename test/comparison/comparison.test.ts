/** Games side by side, against the definition over stretches that are far longer than what decides them. */
import { describe, expect, it } from 'vitest';
import {
  compareGames,
  expandGame,
  finiteGame,
  groupGames,
  nimValuesByDefinition,
  openStore,
  testDuality,
  type Store,
} from '../../src/index.js';
import type { Comparison } from '../../src/comparison/compare.js';
import { mirrorBetween, type Mirror } from '../../src/comparison/relations.js';
import type { Period } from '../../src/game/periods.js';
import { drawIntegers, SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const LOOKED_AT = 600;

async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Nim-values by the definition alone. */
function valuesOf(moves: readonly number[], stop = LOOKED_AT): number[] {
  return Array.from(nimValuesByDefinition(finiteGame(moves).set, stop));
}

/** The same where each move is allowed from every position above 0, and 0 is reached by all that take as much or more. */
function nimInSink(moves: readonly number[], stop: number): number[] {
  const values = [0];
  for (let n = 1; n < stop; n++) {
    const options = new Set(moves.map((move) => values[Math.max(0, n - move)]));
    let mex = 0;
    while (options.has(mex)) mex++;
    values.push(mex);
  }
  return values;
}

/** The same with values that are given. */
function nimByDefinition(moves: readonly number[], seed: readonly number[], stop: number): number[] {
  const values = [...seed];
  for (let n = seed.length; n < stop; n++) {
    const options = new Set(moves.filter((move) => move <= n).map((move) => values[n - move]));
    let mex = 0;
    while (options.has(mex)) mex++;
    values.push(mex);
  }
  return values;
}

/** A seed near some values: no position may have the value of an option, and the last one does not follow from the others. */
function seedOf(moves: readonly number[], near: readonly number[]): number[] {
  const seed: number[] = [];
  for (const value of near) {
    const options = moves.map((move) => seed[seed.length - move]);
    let free = value % 4;
    while (options.includes(free)) free++;
    seed.push(free);
  }
  while (seed.length > 0 && nimByDefinition(moves, seed.slice(0, -1), seed.length).at(-1) === seed.at(-1))
    seed.pop();
  return seed;
}

/** 1 for each position that is not declared hot and has no move to such a one. */
function coldByDefinition(
  moves: readonly number[],
  { hotspots }: { readonly hotspots: ReadonlySet<number> },
  stop: number,
): number[] {
  const cold: number[] = [];
  for (let n = 0; n < stop; n++)
    cold.push(hotspots.has(n) || moves.some((move) => move <= n && cold[n - move] === 1) ? 0 : 1);
  return cold;
}

/** Some small sets, the same for a seed. */
function sets(count: number, most: number): number[][] {
  const drawn = drawIntegers(5 * count, 1, most);
  return Array.from({ length: count }, (_, i) => {
    const [size, ...moves] = drawn.slice(5 * i, 5 * i + 5);
    return [...new Set(moves.slice(0, 1 + (size % 4)))].sort((a, b) => a - b);
  });
}

const textOf = (moves: readonly number[]): string => `{${moves.join(',')}}`;

/** Whether all that a comparison says holds of the first values by the definition. */
function check(comparison: Comparison, a: number[], b: number[]): void {
  const { isEqual, difference, shift, scale, mirror, periods } = comparison;
  const at = a.findIndex((value, n) => value !== b[n]);
  expect(isEqual).toBe(at === -1);
  expect(difference).toEqual(at === -1 ? null : { position: at, first: a[at], second: b[at] });
  if (shift !== null) {
    expect(Math.min(shift.from, shift.from + shift.by)).toBeGreaterThanOrEqual(0);
    for (let n = shift.from; n + Math.max(0, shift.by) < LOOKED_AT; n++) expect(b[n]).toBe(a[n + shift.by]);
    const before = shift.from - 1;
    if (before >= 0 && before + shift.by >= 0) expect(b[before]).not.toBe(a[before + shift.by]);
  }
  if (scale !== null) {
    const [long, short] = scale.stretched === 'first' ? [a, b] : [b, a];
    for (let n = 0; n < LOOKED_AT; n++) expect(long[n]).toBe(short[Math.floor(n / scale.by)]);
  }
  const [first, second] = [periods.first!, periods.second!];
  expect(mirror !== null && isEqual).not.toBe(true);
  if (mirror !== null) {
    expect(mirrorBySearch(a, first, b, second)).toContain(mirror.sum);
    checkMirror(mirror, [a, first], [b, second]);
  } else if (isEqual === false && first.period === second.period)
    expect(mirrorBySearch(a, first, b, second)).toEqual([]);
}

type Repeating = readonly [values: number[], period: Period];

/** Whether all pairs of positions of which a mirror speaks have the values that it says. */
function checkMirror({ sum, exchange }: Mirror, [a, first]: Repeating, [b, second]: Repeating): void {
  const image = new Map(exchange);
  for (let n = first.preperiod; n < LOOKED_AT; n++)
    for (let m = second.preperiod; m < second.preperiod + second.period; m++)
      if ((n + m - sum) % first.period === 0 && b[m] !== (image.get(a[n]) ?? a[n]))
        expect.fail(`${n} ${m} ${JSON.stringify({ sum, exchange })}`);
}

/** The sums for which no value would stand for two, by trying each. */
function mirrorBySearch(a: number[], first: Period, b: number[], second: Period): number[] {
  const { period } = first;
  return Array.from({ length: period }, (_, sum) => sum).filter((sum) => {
    const [there, back] = [new Map<number, number>(), new Map<number, number>()];
    for (let n = first.preperiod; n < first.preperiod + period; n++) {
      const m = second.preperiod + ((((sum - n - second.preperiod) % period) + period) % period);
      if ((there.get(a[n]) ?? b[m]) !== b[m] || (back.get(b[m]) ?? a[n]) !== a[n]) return false;
      there.set(a[n], b[m]);
      back.set(b[m], a[n]);
    }
    return true;
  });
}

describe('comparing games', () => {
  it(`says of random pairs what the definition does (seed ${SEED})`, async () => {
    const all = sets(12, 9);
    await withStore(async (store) => {
      const values = all.map((moves) => valuesOf(moves));
      for (const [i, moves] of all.entries()) {
        const others = all.slice(0, 8);
        const found = await compareGames(store, [textOf(moves), ...others.map(textOf)]);
        found.forEach((comparison, k) => check(comparison, values[i], values[k]));
      }
    });
  });

  it('finds shifts and scales, either way', async () => {
    await withStore(async (store) => {
      const relation = async (a: string, b: string): Promise<unknown> => {
        const [{ shift, scale }] = await compareGames(store, [a, b]);
        return { shift, scale };
      };
      // {1,6,9} repeats with 5 from 11 on, and {1,4} from 0 on.
      expect(await relation('{1,6,9}', '{1,4}')).toEqual({ shift: { by: 12, from: 0 }, scale: null });
      expect(await relation('{1,4}', '{1,6,9}')).toEqual({ shift: { by: -12, from: 12 }, scale: null });
      expect(await relation('{1,3,4}', '{2,6,8}')).toEqual({
        shift: null,
        scale: { stretched: 'second', by: 2 },
      });
      expect(await relation('{3,9,12}', '{1,3,4}')).toEqual({
        shift: null,
        scale: { stretched: 'first', by: 3 },
      });
      expect(await relation('squares', 'polynomial:2,0,0')).toEqual({
        shift: null,
        scale: { stretched: 'second', by: 2 },
      });
      expect(await relation('{1,2}', '{1,3,4}')).toEqual({ shift: null, scale: null });
    });
  });

  it(`tests the duality of the conventions by the definition (seed ${SEED})`, async () => {
    const additive = sets(6, 9).map(([a, b = a + 1]) => [a, b, a + b]);
    const all = [...additive, ...sets(8, 9)];
    await withStore(async (store) => {
      const found = await testDuality(store, all.map(textOf));
      for (const [i, { game, isAdditive, isDual, mirror, periods }] of found.entries()) {
        const wall: Repeating = [valuesOf(all[i]), periods.wall!];
        const sink: Repeating = [nimInSink(all[i], LOOKED_AT), periods.sink!];
        expect(isAdditive, game).toBe(all[i].length === 3 && all[i][0] + all[i][1] === all[i][2]);
        expect(isDual, game).toBe(
          periods.wall!.period === periods.sink!.period && mirrorBySearch(...wall, ...sink).length > 0,
        );
        if (mirror !== null) checkMirror(mirror, wall, sink);
        if (!isAdditive) continue;
        expect(mirror!.exchange, game).toEqual([
          [0, 2],
          [2, 0],
        ]);
        expect((mirror!.sum + all[i][1]) % periods.wall!.period, game).toBe(0);
      }
      const [long] = await testDuality(store, ['{31,79,110}']);
      expect(long).toMatchObject({
        isDual: true,
        mirror: { sum: 5425 - 79 },
        periods: { sink: { period: 5425 } },
      });
      await expect(testDuality(store, ['squares'])).rejects.toThrow('needs a finite set');
      await expect(testDuality(store, ['{1,2} seed [0,2]'])).rejects.toThrow('once');
    });
  });

  it('tries mirrors of many values as far as memory and time allow', () => {
    const period = { preperiod: 0, period: 2 ** 14, saltus: 0 };
    const known = { values: Uint32Array.from({ length: 2 ** 14 }, (_, n) => n), period };
    const { sum, exchange } = mirrorBetween(known, known)!;
    // All values are different, so that each sum is one of a mirror; of an even one two values stay as they are.
    expect(exchange).toHaveLength(2 ** 14 - 2);
    expect(exchange.every(([from, to]) => (from + to - sum) % 2 ** 14 === 0)).toBe(true);
  });

  it(
    'proves equality by periods and formulas, and claims no more than it looked at',
    { tags: 'slow' },
    async () => {
      await withStore(async (store) => {
        const one = async (a: string, b: string, to?: number): Promise<Comparison> =>
          (await compareGames(store, [a, b], { to }))[0];
        expect(await one('powers-of:2', '{1,2}')).toMatchObject({ isEqual: true, compared: null });
        expect(await one('{1,3,4}', '{1,3,4,10}')).toMatchObject({ isEqual: true, compared: null });
        // 10,000 is no move below itself.
        const squares = Array.from({ length: 99 }, (_, k) => (k + 1) ** 2);
        const cut = `{${squares.join(',')}}`;
        expect(await one('squares', cut, 10_000)).toMatchObject({ isEqual: null, compared: 10_000 });
        expect(await one('squares', 'squares')).toMatchObject({ isEqual: true, compared: null });
        expect(await one('all', 'all-but{1}')).toMatchObject({ difference: { position: 1 } });
      });
    },
  );

  it('goes as far as a set is known', async () => {
    await withStore(async (store) => {
      const games = ['{1,4,9} complete below 16', 'squares'];
      expect((await compareGames(store, games))[0]).toMatchObject({ isEqual: null, compared: 16 });
      expect(await groupGames(store, games)).toMatchObject({ compared: 16, groups: [{ period: null }] });
      const { compared, to, moves } = await expandGame(store, games[0]);
      expect({ compared, to }).toEqual({ compared: 16, to: 16 });
      expect(moves).toEqual(expect.arrayContaining([1, 4, 9]));
    });
  });

  it('compares outcomes of games with hotspots, and refuses nim-values of them', async () => {
    await withStore(async (store) => {
      const games = ['{1,2} hotspots {0}', '{1,2}'];
      const [found] = await compareGames(store, games);
      expect(found).toMatchObject({ series: 'cold', shift: { by: 1, from: 0 } });
      await expect(compareGames(store, games, { series: 'nim' })).rejects.toMatchObject({ code: 'usage' });
      await expect(compareGames(store, ['{1}'])).rejects.toMatchObject({ code: 'usage' });
    });
  });

  it(`groups games exactly as their values by the definition do (seed ${SEED})`, async () => {
    const all = sets(40, 7);
    const expected = new Map<string, Set<string>>();
    for (const moves of all) {
      const key = valuesOf(moves).join();
      expected.set(key, (expected.get(key) ?? new Set()).add(textOf(moves)));
    }
    await withStore(async (store) => {
      const { groups } = await groupGames(store, all.map(textOf));
      expect(groups.map(({ games }) => games)).toEqual([...expected.values()].map((games) => [...games]));
      const cold = await groupGames(store, all.map(textOf), { series: 'cold' });
      expect(cold.groups.length).toBeLessThanOrEqual(groups.length);
    });
  });
});

describe('expanding games', () => {
  it(`finds exactly the moves that change no value by the definition (seed ${SEED})`, async () => {
    await withStore(async (store) => {
      for (const moves of sets(8, 9)) {
        const values = valuesOf(moves);
        const most = 60;
        const expected = Array.from({ length: most - 1 }, (_, i) => i + 1).filter((move) => {
          const more = valuesOf([...new Set([...moves, move])]);
          return values.every((value, n) => value === more[n]);
        });
        const found = await expandGame(store, textOf(moves), { to: most });
        expect([moves, found.moves]).toEqual([moves, expected]);
        expect(found.added).toEqual(expected.filter((move) => !moves.includes(move)));
        const { from, period } = found.repeats!;
        for (let move = from; move + period < most; move++)
          expect(expected.includes(move)).toBe(expected.includes(move + period));
        // All of them together change nothing either, and none of the reduced set can be left out.
        expect(valuesOf([...new Set([...moves, ...expected])])).toEqual(values);
        expect(valuesOf(found.reduced!)).toEqual(values);
        for (const move of found.reduced!) {
          const rest = found.reduced!.filter((other) => other !== move);
          if (rest.length > 0) expect(valuesOf(rest)).not.toEqual(values);
        }
      }
    });
  });

  it('finds those that change no outcome, of cofinite sets too, with seeds and hotspots', async () => {
    await withStore(async (store) => {
      const cold = await expandGame(store, '{1,3,4}', { series: 'cold' });
      // Cold are 0 and 2 modulo 7, so a move may not be 0, 2 or 5 modulo 7.
      expect(cold.moves).toEqual([1, 3, 4, 6]);
      expect((await expandGame(store, 'all', { to: 20 })).added).toEqual([]);
      expect((await expandGame(store, 'all-but{1}', { to: 20 })).added).toEqual([]);
      // From a seed on: 1 and 2 lead from 2 to 5 and 0.
      const seeded = await expandGame(store, '{1,2} seed [0,5]', { to: 30 });
      for (const move of seeded.added) {
        const game = `{1,2,${move}} seed [0,5]`;
        const [{ isEqual }] = await compareGames(store, ['{1,2} seed [0,5]', game]);
        expect([move, isEqual]).toEqual([move, true]);
      }
      const hot = await expandGame(store, '{1,2} hotspots {0}', { to: 12 });
      expect(hot.added).toEqual([4, 5, 7, 8, 10, 11]);
    });
  });

  it(`finds them by the definition where positions are declared hot or seeded (seed ${SEED})`, async () => {
    const [most, stop] = [24, 400];
    const isEqual = (a: readonly number[], b: readonly number[]): boolean =>
      a.every((value, n) => value === b[n]);
    await withStore(async (store) => {
      const given = drawIntegers(40 * 12, 0, 12);
      for (const [i, moves] of sets(40, 7).entries()) {
        const drawn = given.slice(12 * i, 12 * i + 12);
        const isHot = i % 2 === 0;
        const seed = seedOf(moves, drawn.slice(0, 1 + (i % 11)));
        const hotspots = new Set(drawn.slice(0, 1 + (i % 3)));
        const text = isHot
          ? ` hotspots {${[...hotspots].join(',')}}`
          : seed.length === 0
            ? ''
            : ` seed [${seed.join(',')}]`;
        const series = isHot || i % 3 === 0 ? 'cold' : 'nim';
        const by = (own: readonly number[]): number[] =>
          series === 'cold' && isHot
            ? coldByDefinition(own, { hotspots }, stop)
            : nimByDefinition(own, seed, stop).map((value) =>
                series === 'nim' ? value : Number(value === 0),
              );
        const values = by(moves);
        const whole = await expandGame(store, `${textOf(moves)}${text}`, { series });
        const found = await expandGame(store, `${textOf(moves)}${text}`, { series, to: most });
        const expected = Array.from({ length: most - 1 }, (_, k) => k + 1).filter((move) =>
          isEqual(values, by([...new Set([...moves, move])])),
        );
        expect([moves, text, series, found.moves]).toEqual([moves, text, series, expected]);
        const { from, period } = found.repeats!;
        expect(whole.to).toBe(from + period);
        for (let move = from; move + period < most; move++)
          expect(expected.includes(move)).toBe(expected.includes(move + period));
        expect(isEqual(values, by(found.reduced!))).toBe(true);
      }
      // Only 6 changes nothing: from 12 it leads to 6, which is hot, too.
      const hot = await expandGame(store, '{6} hotspots {8}', { to: 7 });
      expect(hot.moves).toEqual([6]);
      // The seed is longer than the preperiod: 21 belongs to those that decide the others.
      expect((await expandGame(store, '{2,6,13} seed [2,0,0,2]')).moves).toContain(21);
    });
  });

  it(
    'says of an infinite set what nothing refutes, and refuses what is too large',
    { tags: 'slow' },
    async () => {
      await withStore(async (store) => {
        const found = await expandGame(store, 'squares', { to: 50 });
        expect(found).toMatchObject({ compared: 100_000, repeats: null, reduced: null, added: [] });
        await expect(expandGame(store, '{1,3}', { to: 2 ** 30 })).rejects.toMatchObject({ code: 'usage' });
        // No move changes which positions are cold, so that all would be kept.
        await expect(expandGame(store, 'all', { to: 2 ** 24, series: 'cold' })).rejects.toMatchObject({
          code: 'usage',
          facts: { game: 'all' },
        });
      });
    },
  );
});
