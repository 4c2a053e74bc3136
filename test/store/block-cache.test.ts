/** The cache of blocks: what it has room for, and reading once. */
import { expect, it } from 'vitest';
import type { ColumnValues } from '../../src/columnar/layout.js';
import { BlockCache } from '../../src/store/block-cache.js';

function bytesOf(length: number): ColumnValues {
  return { width: 8, length, bytes: new Uint8Array(length) };
}

/** Which of some keys are read again, when they are asked for from the last to the first. */
async function missing(cache: BlockCache, count: number): Promise<number[]> {
  const read: number[] = [];
  for (let i = count - 1; i >= 0; i--) {
    await cache.getOrLoad(
      String(i),
      () => {
        read.unshift(i);
        return Promise.resolve(bytesOf(1));
      },
      false,
    );
  }
  return read;
}

it('forgets the oldest values beyond its bytes, and of short ones as many as take so much in all', async () => {
  const long = new BlockCache(2 ** 20);
  for (let i = 0; i < 20; i++) long.set(String(i), bytesOf(2 ** 17 - 2 ** 12));
  expect(await missing(long, 20)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  const short = new BlockCache(2 ** 16);
  for (let i = 0; i < 2 ** 12; i++) short.set(String(i), bytesOf(1));
  const forgotten = await missing(short, 2 ** 12);
  expect(forgotten.length).toBeGreaterThan(2 ** 12 - 2 ** 8);
  expect(forgotten.length).toBeLessThan(2 ** 12);
  const none = new BlockCache(0);
  none.set('0', bytesOf(0));
  expect(await missing(none, 1)).toEqual([0]);
});

it('reads once for all that ask meanwhile, and again after a failure', async () => {
  const cache = new BlockCache(2 ** 20);
  let reads = 0;
  const fail = (): Promise<ColumnValues> => {
    reads++;
    throw new Error('no file');
  };
  await Promise.all([1, 2].map(() => expect(cache.getOrLoad('a', fail)).rejects.toThrow('no file')));
  expect(reads).toBe(1);
  const values = bytesOf(3);
  const read = (): Promise<ColumnValues> => {
    reads++;
    return Promise.resolve(values);
  };
  const found = await Promise.all([cache.getOrLoad('a', read), cache.getOrLoad('a', read)]);
  expect(found).toEqual([values, values]);
  expect(await cache.getOrLoad('a', fail)).toBe(values);
  expect(reads).toBe(2);
});

it('is exactly full, and then drops the entry whose use is the longest ago', () => {
  const one = new BlockCache(2 ** 20);
  one.put('a', 'a', 100);
  const tight = new BlockCache(one.bytes);
  for (const size of [101, 100]) {
    tight.put('a', 'a', size);
    expect(tight.get('a') === 'a').toBe(tight.fits(size));
  }
  expect(tight.bytes).toBe(one.bytes);
  const cache = new BlockCache(3 * one.bytes);
  const kept = (): string[] => ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) === key);
  for (const key of ['a', 'b', 'c']) cache.put(key, key, 100);
  expect(kept()).toEqual(['a', 'b', 'c']);
  expect(cache.get('a')).toBe('a');
  cache.put('d', 'd', 100);
  expect(kept()).toEqual(['a', 'c', 'd']);
});
