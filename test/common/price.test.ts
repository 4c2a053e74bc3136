/** The price of advice, from which time and bytes on it is said, and in which words. */
import { describe, expect, it } from 'vitest';
import { highPrice, priceWords } from '../../src/common/price.js';

describe('a price', () => {
  it.each([
    [{ seconds: 0.3 }, 'about 1 second'],
    [{ seconds: 12.4, bytes: 130e6 }, 'about 12 seconds and 130 MB'],
    [{ seconds: 2400, bytes: 9e6 }, 'about 40 minutes and 9 MB'],
    [{ seconds: 7.4 * 3600, bytes: 1.24e9 }, 'about 7 hours and 1 GB'],
    [{ seconds: 3 * 86_400 }, 'about 3 days'],
    [{ seconds: 1e9 }, 'about 32 years'],
    [{ seconds: 1, bytes: 12 }, 'about 1 second and 12 bytes'],
  ])('%j is %s', (price, words) => {
    expect(priceWords(price)).toBe(words);
  });

  it.each([
    [{ seconds: 10, bytes: 1e8 }, undefined],
    [
      { seconds: 10.1, bytes: 5 },
      { seconds: 11, bytes: 5 },
    ],
    [
      { seconds: 1, bytes: 1.1e8 },
      { seconds: 1, bytes: 1.1e8 },
    ],
    [{ seconds: 60 }, { seconds: 60, bytes: undefined }],
    [undefined, undefined],
  ])('%j is told as %j', (price, told) => {
    expect(highPrice(price)).toEqual(told);
  });
});
