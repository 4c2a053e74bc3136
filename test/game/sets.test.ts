/** Subtraction sets: the catalogue, literals and files, how games are written, and what is refused. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cachedSet } from '../../src/game/cached-set.js';
import { CATALOGUE } from '../../src/game/catalogue.js';
import { coldByDefinition, mex, nimValuesByDefinition } from '../../src/game/definition.js';
import { finiteGame, parseGame } from '../../src/game/game.js';
import { finiteSet } from '../../src/game/subtraction-set.js';

const FIRST: Record<string, number[]> = {
  squares: [1, 4, 9, 16, 25, 36, 49, 64, 81, 100],
  cubes: [1, 8, 27, 64, 125, 216, 343],
  triangular: [1, 3, 6, 10, 15, 21, 28, 36],
  primes: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37],
  fibonacci: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
  factorials: [1, 2, 6, 24, 120, 720, 5040],
  odd: [1, 3, 5, 7, 9, 11],
  'moser-de-bruijn': [1, 4, 5, 16, 17, 20, 21, 64, 65],
  all: [1, 2, 3, 4, 5, 6, 7],
};

/** Whether two runs are equal; `toEqual` takes seconds on long ones. */
function same(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((element, i) => element === b[i]);
}

describe.each(CATALOGUE)('$name', ({ name, set }) => {
  it('starts as it should', () => {
    const last = FIRST[name][FIRST[name].length - 1];
    expect(Array.from(set.between(1, last + 1))).toEqual(FIRST[name]);
    expect(set.smallest).toBe(FIRST[name][0]);
    expect(set.largest).toBe(Infinity);
  });

  it('is strictly increasing and the same however it is cut', () => {
    const all = set.between(1, 100_000);
    expect(all.every((s, i) => i === 0 || all[i - 1] < s)).toBe(true);
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (a, b) => {
        const [start, stop] = [Math.min(a, b), Math.max(a, b)];
        const expected = all.filter((s) => s >= start && s < stop);
        expect(same(set.between(start, stop), expected)).toBe(true);
        expect(same(cachedSet(set).between(start, stop), expected)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('large subtrahends', () => {
  it('are exact up to 2^53', () => {
    const between = (name: string, start: number, stop: number): number[] =>
      Array.from(CATALOGUE.find((entry) => entry.name === name)!.set.between(start, stop));
    const root = 94_906_265; // floor(sqrt(2^53 - 1))
    expect(between('squares', root * root - 1, 2 ** 53 - 1)).toEqual([root * root]);
    expect(between('cubes', 208_062 ** 3, 2 ** 53 - 1)).toEqual([208_062 ** 3, 208_063 ** 3]);
    expect(
      between('triangular', 2 ** 53 - 2 ** 28, 2 ** 53 - 1).every((s) =>
        Number.isInteger(Math.sqrt(8 * s + 1)),
      ),
    ).toBe(true);
    expect(between('factorials', 10 ** 15, 2 ** 53 - 1)).toEqual(
      [1_307_674_368_000 * 16 * 17 * 18].filter((f) => f < 2 ** 53),
    );
    expect(between('fibonacci', 8e15, 2 ** 53 - 1)).toEqual([8_944_394_323_791_464]);
    expect(between('primes', 2 ** 40, 2 ** 40 + 100)).toEqual(
      Array.from({ length: 100 }, (_, d) => 2 ** 40 + d).filter(isPrime),
    );
  });
});

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

const noFile = (): string => {
  throw new Error('no such file');
};

describe('parseGame', () => {
  it('knows one game by all its names', () => {
    for (const text of ['{1,3,4}', '1,3,4', '{ 4, 1,3 }', '4,3,1']) {
      expect(parseGame(text, noFile).key).toBe('{1,3,4}');
    }
    expect(parseGame(' Squares ', noFile).key).toBe('squares');
    expect(parseGame('7', noFile).key).toBe('{7}');
  });

  it('knows sets that leave out finitely many, and says which', () => {
    for (const text of ['all-but{2,3,7}', 'all-but {7,3,2}', 'all-but 3,2,7']) {
      const { key, set } = parseGame(text, noFile);
      expect(key).toBe('all-but{2,3,7}');
      expect(set.excluded).toEqual(Float64Array.of(2, 3, 7));
      expect(Array.from(set.between(1, 11))).toEqual([1, 4, 5, 6, 8, 9, 10]);
      expect(cachedSet(set).excluded).toEqual(set.excluded);
    }
    expect(parseGame('all-but{}', noFile).key).toBe('all');
    expect(parseGame('all-but{1,2,4}', noFile).set.smallest).toBe(3);
    expect(parseGame('{1,2}', noFile).set.excluded).toBeUndefined();
    expect(parseGame('squares', noFile).set.excluded).toBeUndefined();
    expect(parseGame('all', noFile).set.excluded).toEqual(new Float64Array());
  });

  it('reads files of subtrahends and b-files', () => {
    const files: Record<string, string> = {
      plain: '# a set\n4\n\n1 \r\n3 # last\n',
      bfile: '1 1\n2 3\n3 4\n',
    };
    for (const path of ['plain', 'bfile']) {
      expect(parseGame(`file:${path}`, (name) => files[name]).key).toBe('{1,3,4}');
    }
  });

  it('identifies a large set by its content, and its definition names it again', () => {
    const elements = Array.from({ length: 300 }, (_, i) => i * i + 1);
    const game = finiteGame(elements);
    expect(game.key.length).toBeLessThanOrEqual(200);
    expect(game.key).toMatch(/^\{1,\.\.\.,89402\} of 300 #[0-9a-f]{16}$/);
    expect(parseGame(game.definition, noFile).key).toBe(game.key);
    expect(finiteGame(elements.slice(1)).key).not.toBe(game.key);
  });

  it.each([
    ['', /catalogue name/],
    ['{}', /at least one positive integer/],
    ['{0,1}', /positive integers/],
    ['-1,2', /positive integers/],
    ['{1.5}', /positive integers/],
    ['{1,,2}', /empty element/],
    ['{1,2,1}', /1 twice/],
    ['{9007199254740992}', /2\^53 - 1.*found 9007199254740992/],
    ['{123456789012345678901234567890}', /found 123456789012345678901234567890/],
    ['{1,x}', /found "x"/],
    ['sqares', /Did you mean squares\?/],
    ['file:', /file:PATH/],
    ['file:absent', /no such file/],
  ])('refuses %j', (text, message) => {
    expect(() => parseGame(text, noFile)).toThrow(message);
    expect(() => parseGame(text, noFile)).toThrow(
      expect.objectContaining({ code: 'usage', exitCode: 2 }) as Error,
    );
  });

  it.each([
    ['1\n2\nthree\n', /line 3.*"three"/],
    ['1\n2\n1\n', /line 3.*first on line 1/],
    ['1 2 3\n', /line 1/],
    ['0\n', /line 1.*found 0/],
    ['# nothing\n', /at least one subtrahend/],
  ])('names the line of a bad file: %j', (content, message) => {
    expect(() => parseGame('file:set.txt', () => content)).toThrow(message);
  });
});

describe('the definition', () => {
  it('is the mex rule', () => {
    expect(mex([])).toBe(0);
    expect(mex([0, 1, 3])).toBe(2);
    expect(nimValuesByDefinition(finiteSet([1, 2]), 7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(nimValuesByDefinition(finiteSet([2]), 6)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it('honours hotspots, also at zero', () => {
    expect(coldByDefinition(finiteSet([1]), 4)).toEqual([true, false, true, false]);
    expect(coldByDefinition(finiteSet([1]), 4, (n) => n === 0)).toEqual([false, true, false, true]);
  });
});
