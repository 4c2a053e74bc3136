/** What a game's text may stand for: ranges are written shortly, named as they always were, and bounded. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/index.js';
import { parseGame } from '../../../src/game/game.js';
import { temporaryFolder } from '../../support/temporary.js';

const game = (text: string) => parseGame(text, () => []);

describe('a set of ranges', () => {
  it('has the key that the numbers written out have, and a short definition', () => {
    const numbers = Array.from({ length: 5000 }, (_, i) => i + 2);
    const written = `{${numbers.join()}}`;
    const digest = createHash('sha256').update(written).digest('hex').slice(0, 16);
    const ranged = game('{2..5001}');
    expect(ranged.key).toBe(`{2,...,5001} of 5000 #${digest}`);
    expect(ranged.definition).toBe('{2..5001}');
    expect(game(written).key).toBe(ranged.key);
    expect(game(ranged.definition).key).toBe(ranged.key);
  });

  it('has the key that it had as hotspots and beside a seed', () => {
    const numbers = Array.from({ length: 300 }, (_, i) => i);
    const hot = `squares hotspots {${numbers.join()}}`;
    const digest = createHash('sha256').update(hot).digest('hex').slice(0, 16);
    const found = game('squares hotspots 0..299');
    expect(found.key).toMatch(new RegExp(` #${digest}$`));
    expect(found.definition).toBe('squares hotspots {0..299}');
    const seeded = `{${numbers.slice(2).join()}} seed [7]`;
    const seedDigest = createHash('sha256').update(seeded).digest('hex').slice(0, 16);
    expect(game('2..299 seed [7]').key).toMatch(new RegExp(` #${seedDigest}$`));
  });

  it('is well in a store that has its numbers written out', async () => {
    const definition = `{${Array.from({ length: 300 }, (_, i) => i + 2).join()}}`;
    const store = await openStore(temporaryFolder());
    const written = { ...game('{2..301}'), definition };
    for await (const { stop } of store.extend(written, { to: 1000 })) expect(stop).toBe(1000);
    for await (const { stop } of store.extend('{2..301}', { to: 2000 })) expect(stop).toBe(2000);
    expect(store.info()).toMatchObject([{ game: game('{2..301}').key, definition }]);
    expect(await store.verify({ full: true })).toMatchObject({ ok: true });
    store.close();
  });

  it('of numbers of every length is written as JavaScript writes it', () => {
    const numbers = [1, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 1e15, 2 ** 53 - 2];
    const many = [...numbers, ...Array.from({ length: 60 }, (_, i) => 1e12 + 3 * i)].sort((a, b) => a - b);
    const digest = createHash('sha256').update(`{${many.join()}}`).digest('hex').slice(0, 16);
    expect(game(`{${many.join()}}`).key).toMatch(new RegExp(` #${digest}$`));
  });

  it.each([
    ['{2..4194305,5000000}', 'ranges of 4_194_305 numbers, more than the 4_194_304 that can be listed'],
    ['{2..9007199254740989,9007199254740990}', 'more than the 4_194_304 that can be listed'],
    ['all-but:1..9007199254740990', 'more than the 4_194_304 that can be listed'],
    ['squares hotspots 0..9007199254740990', 'more than the 4_194_304 that can be listed'],
    ['powers-of:1..4194304', 'has 4_194_304 numbers, more than any family takes. Write it as powers-of:B'],
    ['squares seed 0..4194303', 'The seed has 4_194_304 values. It can have at most 10_000.'],
  ])('that is too large is refused before it is listed: %s', (text, message) => {
    expect(() => game(text)).toThrow(message);
  });

  it('is one range of any length', () => {
    // The longest that is listed, and the shortest that is not.
    expect(game('{2..4194305}').key).toMatch(/^\{2,\.\.\.,4194305\} of 4194304 #/);
    for (const text of ['{2..4194306}', '{3..9007199254740990}']) {
      const { key, definition, set } = game(text);
      expect([key, definition]).toEqual([text, text]);
      expect(Array.from(set.between(set.largest - 1, 2 ** 53))).toEqual([set.largest - 1, set.largest]);
      expect(Array.from(set.between(0, 6))).toEqual([2, 3, 4, 5].filter((n) => n >= set.smallest));
      expect(set.approximateCount(set.largest + 1)).toBe(set.largest - set.smallest + 1);
    }
  });

  it('of 2^22 hotspots is a game, as is a dense seed of 10 000 values', { tags: 'slow' }, () => {
    const hot = game('squares hotspots 0..4194303');
    expect(hot.definition.length).toBeLessThan(60);
    expect(hot.hotspots?.between(4_194_302, 2 ** 53)).toEqual(Float64Array.of(4_194_302, 4_194_303));
    expect(game('all seed [1..9999]').seed).toHaveLength(9999);
  });

  it('is told from blanks by the text alone, however many there are', () => {
    expect(() => game(`squares${' '.repeat(200_000)}x`)).toThrow('no game or set "squares');
  });
});

describe('a set from a file', () => {
  it('says that it is finite, and where it ends', () => {
    const found = parseGame('file:p.txt', () => ['2\n3\n11\n']);
    expect(found.file).toEqual({ path: 'p.txt', count: 3, largest: 11 });
    expect(parseGame('file:p.txt seed [5]', () => ['2\n3\n11\n']).file).toEqual(found.file);
    expect(game('{2,3,11}').file).toBeUndefined();
  });
});
