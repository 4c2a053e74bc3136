/** Values that came over the network: the ends of each bound are taken, and the first beyond them is not. */
import { describe, expect, it } from 'vitest';
import { TARGET_CHECK, type TargetInput } from '../../src/jobs/kinds/target-check.js';
import { hashIn, integerOf, listOf, objectOf, rangeOf, secondsOf, textOf } from '../../src/jobs/reading.js';

const count = (json: unknown): number => integerOf(json);

describe('what is read', () => {
  it.each<[string, (json: unknown) => unknown, readonly unknown[], readonly unknown[]]>([
    ['an integer', (json) => integerOf(json, 3, 7), [3, 7], [2, 8, 3.5, '3', null, NaN]],
    ['a count', count, [0, 2 ** 53 - 1], [-1, 2 ** 53, Infinity]],
    ['a list', (json) => listOf(json, 2, count), [[], [1, 2]], [[1, 2, 3], [1, 'x'], {}, null]],
    ['a text', (json) => textOf(json, 3), ['', 'abc'], ['abcd', 3, null]],
    ['a hash', hashIn, ['0a'.repeat(32)], ['0a'.repeat(31), '0A'.repeat(32), '0a'.repeat(33)]],
    ['a time', secondsOf, [0, 1.5], [-1, NaN, '1']],
    ['an object', objectOf, [{}, { a: 1 }], [null, [], 'a', 1]],
    [
      'a range',
      (json) => rangeOf(json, 5),
      [
        { start: 2, stop: 3 },
        { start: 2, stop: 7 },
      ],
      [{ start: 2, stop: 2 }, { start: 2, stop: 8 }, { start: -1, stop: 2 }, { start: 2 }],
    ],
  ])('is %s', (_, read, taken, refused) => {
    for (const json of taken) expect(read(json)).toEqual(json);
    for (const json of refused) expect(() => read(json), JSON.stringify(json)).toThrow(TypeError);
  });
});

describe('the finding of a target', () => {
  const input = { start: 64, stop: 128 } as TargetInput;
  const wrong = (position: number): unknown => ({ wrong: { position, value: 1, of: 0 }, needed: null });
  const cold = (position: number, coldCount = 0): unknown => ({ coldCount, pair: position, outsider: null });

  it.each([
    ['mex', wrong],
    ['cold', cold],
  ] as const)('names a position in it: %s', async (check, finding) => {
    const read = async (data: unknown): Promise<unknown> =>
      TARGET_CHECK.readResult({ ...input, check }, { data, blobs: [] });
    for (const position of [64, 127]) expect(await read(finding(position))).toEqual(finding(position));
    for (const position of [63, 128]) await expect(read(finding(position))).rejects.toThrow();
  });

  it('has at most as many cold positions as it is long', async () => {
    const read = async (coldCount: number): Promise<unknown> =>
      TARGET_CHECK.readResult({ ...input, check: 'cold' }, { data: cold(64, coldCount), blobs: [] });
    expect(await read(64)).toMatchObject({ coldCount: 64 });
    await expect(read(65)).rejects.toThrow();
  });
});
