/** Polynomials as they are written, against their values. */
import { describe, expect, it } from 'vitest';
import { readGame } from '../../../src/index.js';

/** The first values from 1 on of a function of k = 1, 2, 3, ... */
function first(p: (k: number) => number): number[] {
  return Array.from({ length: 60 }, (_, i) => p(i + 1)).filter((value) => value > 0);
}

describe('a polynomial as it is written', () => {
  it.each([
    ['k^2-1', (k: number) => k * k - 1],
    ['k^2 - 10', (k: number) => k * k - 10],
    ['2k^2+3k', (k: number) => 2 * k * k + 3 * k],
    ['K^3', (k: number) => k ** 3],
    ['3*k+1', (k: number) => 3 * k + 1],
    ['k', (k: number) => k],
    ['-5+k', (k: number) => k - 5],
    ['k^2+k^2-k', (k: number) => 2 * k * k - k],
    ['1 + k^4', (k: number) => 1 + k ** 4],
  ])('%s has its values', (text, p) => {
    const expected = first(p).slice(0, 40);
    const { set, definition } = readGame(text);
    expect(Array.from(set.between(1, expected[39] + 1))).toEqual(expected);
    // The store names it by text that is read again.
    expect(readGame(definition).key).toBe(readGame(text).key);
  });

  it('has exact values where a step on the way to them is above 2^53', () => {
    const b = 3_002_399_751_580_332;
    const { set } = readGame(`polynomial:1,${b},-${b}`);
    // 3^2 + 3b is odd and above 2^53, the value 3^2 + 2b is not.
    expect(Array.from(set.between(1, Number.MAX_SAFE_INTEGER))).toEqual([1, b + 4, 2 * b + 9]);
  });

  it('is the set that has a name', () => {
    expect(readGame('k^2').key).toBe('squares');
    expect(readGame('k^2+k').key).toBe('pronic');
    expect(readGame('2k-1').key).toBe('odd');
  });

  it.each(['-k', 'k^2-k^2', 'k^53', 'k^', 'kk', 'k^2+x', '5-k', 'k^2+-1', '2 3k', 'k^1 2', 'k+1 0'])(
    'refuses %s',
    (text) => {
      expect(() => readGame(text)).toThrow();
    },
  );
});
