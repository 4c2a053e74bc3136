/** Advice for positions that are not known: it has its price, and is left out where nothing helps. */
import { describe, expect, it, vi } from 'vitest';
import { TakeawayError } from '../../../src/common/errors.js';
import { searchPrice } from '../../../src/engine/reading/price.js';
import { openStore, readGame } from '../../../src/index.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

async function refusalOf(game: string, position: number, folder = temporaryFolder()): Promise<TakeawayError> {
  const store = await openStore(folder, { readOnly: true, compute: false });
  const thrown: unknown = await store.query(game, [position]).catch((error: unknown) => error);
  store.close();
  expect(thrown).toBeInstanceOf(TakeawayError);
  return thrown as TakeawayError;
}

describe('the remedy for a position that is not known', () => {
  it('has no price where it takes seconds', async () => {
    const { remedy, message } = await refusalOf('squares', 1e6);
    expect(remedy).toEqual({ do: 'extend', game: 'squares', series: 'cold', to: 1_000_001, orPeriod: false });
    expect(message).not.toContain('about');
  });

  it('has its price in data and in words', async () => {
    const { remedy, message } = await refusalOf('squares', 6e10);
    expect(remedy).toMatchObject({
      do: 'extend',
      seconds: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
    });
    expect(message).toMatch(/ \(takes about \d+ (minutes|hours) and \d+ MB\)/);
  });

  it('has one from what is stored, too', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 21, series: 'cold' });
    const { remedy } = await refusalOf('squares', 6e10, folder);
    expect(remedy).toMatchObject({ do: 'extend', seconds: expect.any(Number) as number });
  });

  it('is none where the work would take weeks', async () => {
    const { remedy, message } = await refusalOf('triangular', 8e12);
    expect(remedy).toBeUndefined();
    expect(message).toMatch(/Computing it would take about \d+ (days|years)\.$/);
  });

  it.each([
    ['{1,2,999999999}', 1e9],
    ['{2,7,11,1000000007}', 2e9],
  ])('names no search for a period of %s, which its limit does not allow', async (game, position) => {
    const { remedy, message } = await refusalOf(game, position);
    expect(remedy).toMatchObject({ do: 'extend', orPeriod: false, bytes: expect.any(Number) as number });
    expect(message).not.toContain('period.');
  });

  it('is none near 2^52, where neither a search nor memory reaches', async () => {
    const { remedy } = await refusalOf('{1,5,7,4503599627370496}', 2 ** 52 + 9);
    expect(remedy).toBeUndefined();
  });

  it('names the search for a period that may be found', async () => {
    expect((await refusalOf('{1,3,4}', 1e6)).remedy).toMatchObject({ do: 'extend', orPeriod: true });
    expect((await refusalOf('{1,3,4}', 1e15)).remedy).toMatchObject({ do: 'find-period', limit: null });
  });
});

describe('the price of an extension', () => {
  // Seconds that were measured on two cores: bench/RESULTS.md.
  it.each([
    ['squares', 2 ** 30, 8.5],
    ['squares', 2 ** 32, 45],
    ['squares', 2 ** 36, 1000],
    ['1..4000000', 1e9, 7],
    ['1..16777216', 1e9, 8],
  ])('of %s to %d is within a factor of 3 of %d seconds', async (game, to, measured) => {
    const store = await openStore(temporaryFolder(), { readOnly: true });
    const { seconds } = (await store.price(game, { series: 'cold', to }))!;
    store.close();
    expect(seconds).toBeGreaterThan(measured / 3);
    expect(seconds).toBeLessThan(3 * measured);
  });

  // The explorer promises memory to each of its processes, and answers this in one of them.
  it.each(['primes', 'odd', '1..16777216'])('of %s lists at most 2^22 subtrahends', async (name) => {
    const game = readGame(name);
    const between = vi.spyOn(game.set, 'between');
    const store = await openStore(temporaryFolder(), { readOnly: true });
    await store.price(game, { series: 'cold', to: 1e10 });
    store.close();
    const most = Math.max(...between.mock.results.map(({ value }) => (value as Float64Array).length));
    expect(most).toBeGreaterThan(2 ** 16);
    expect(most).toBeLessThanOrEqual(2 ** 22);
  });

  it('of a few subtrahends grows as the range does', async () => {
    const store = await openStore(temporaryFolder(), { readOnly: true });
    const secondsTo = async (to: number): Promise<number> =>
      (await store.price('{1,3,4,77,1000}', { series: 'cold', to }))!.seconds;
    expect((await secondsTo(2 ** 36)) / (await secondsTo(2 ** 30))).toBeLessThan(100);
    store.close();
  });
});

describe('searchPrice', () => {
  it('is that of all values where no states are looked through', () => {
    expect(searchPrice(readGame('{1,3,4}'), ['outcome'])).toBeUndefined();
    expect(searchPrice(readGame('{1,3,3000000}'), ['outcome'])).toMatchObject({ bytes: 2 ** 26 });
  });
});
