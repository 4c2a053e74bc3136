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
    ['k(k+1)', (k: number) => k * (k + 1)],
    ['k*(k+1)/2 + 5', (k: number) => (k * (k + 1)) / 2 + 5],
    ['(k^3+3k^2+2k)/6', (k: number) => (k * (k + 1) * (k + 2)) / 6],
    ['k(k+1)(k+2)(k+3)/24', (k: number) => (k * (k + 1) * (k + 2) * (k + 3)) / 24],
    ['(k+1)^2(k-2)/2 + k(k+1)/2', (k: number) => ((k + 1) ** 2 * (k - 2) + k * (k + 1)) / 2],
    ['1/2*k + k^2/2', (k: number) => (k * (k + 1)) / 2],
    ['3(2k-1)', (k: number) => 3 * (2 * k - 1)],
    ['((k**2))', (k: number) => k * k],
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
    expect(readGame('k(k+1)/2').key).toBe('triangular');
    expect(readGame('k(3k-1)/2').key).toBe('pentagonal');
    expect(readGame('polynomial-over:12,2,6,4,0').key).toBe('tetrahedral');
    expect(readGame('polynomial-over:3,6,-3,0').key).toBe('polynomial:2,-1,0');
    expect(readGame('hexagonal').key).toBe('polynomial:2,-1,0');
    // Stored games of images keep their keys.
    expect(readGame('2*triangular').key).toBe('2*triangular');
  });

  it('is read in bounded time', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (const text of [
      `(${Array.from(letters).join('+')})^52`,
      `${'(k+1)*'.repeat(5000)}k`,
      '9^52^52',
      '((((9^52)^52)^52)^52)k',
    ])
      expect(() => readGame(text)).toThrow();
  });

  it.each([
    '-k',
    'k^2-k^2',
    'k^53',
    'k^',
    'kk',
    'k^2+x',
    '5-k',
    'k^2+-1',
    '2 3k',
    'k^1 2',
    'k+1 0',
    'k(k',
    'k)',
    'k2',
    'k^2k',
  ])('refuses %s', (text) => {
    expect(() => readGame(text)).toThrow();
  });
});
