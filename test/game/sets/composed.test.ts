/** Multiples, shifts and unions of sets, and the beginnings of sets, against their elements one by one. */
import { describe, expect, it } from 'vitest';
import { openStore, readGame } from '../../../src/index.js';
import { parseGame } from '../../../src/game/game.js';
import { largestByChance, startMatch } from '../../../src/game/match.js';
import { countUpTo } from '../../../src/game/sets/walking.js';
import { drawIntegers, REPLAY } from '../../support/seed.js';
import { takeaway } from '../../support/cli.js';
import { temporaryFolder } from '../../support/temporary.js';

const BASES = ['squares', 'primes', 'odd', 'all', 'pronic', 'powers-of:2', 'kth-powers:4', 'arithmetic:3,5'];
const OTHERS = ['polynomial:1,0,1', 'all-but{2,5}', '{1,3,4}', '{6}', 'interval:9', 'triangular', 'A000040'];
const STOP = 400;

const elementsOf = (text: string, stop = STOP): number[] => Array.from(readGame(text).set.between(1, stop));

describe('a multiple and a shift', () => {
  it(`has the images that are positive, and is read again from its text (${REPLAY})`, () => {
    const drawn = drawIntegers(120, 0, 12);
    const all = [...BASES, ...OTHERS];
    for (let i = 0; i < drawn.length; i += 3) {
      const base = all[i % all.length];
      const [factor, shift] = [1 + (drawn[i] % 4), drawn[i + 1] - 6];
      const sign = shift < 0 ? '-' : '+';
      const text = `${factor === 1 ? '' : `${factor} * `}${base} ${sign} ${Math.abs(shift)}`;
      const images = elementsOf(base, STOP + 6).map((s) => factor * s + shift);
      const expected = images.filter((n) => n >= 1 && n < STOP);
      if (expected.length === 0) {
        expect(() => readGame(text), text).toThrow('at least one positive integer');
        continue;
      }
      const { set, definition, key } = readGame(text);
      expect(elementsOf(text), text).toEqual(expected);
      expect(set.smallest, text).toBe(expected[0]);
      expect(readGame(definition).key, text).toBe(key);
      expect(readGame(definition).definition, text).toBe(definition);
    }
  });

  it(`has one key and its elements also within parentheses (${REPLAY})`, () => {
    const drawn = drawIntegers(48, 0, 11);
    for (let i = 0; i < drawn.length; i += 8) {
      let text = ['primes', '({6,8} | primes)', '(cubes | {2} | odd)'][i % 3];
      let elements = elementsOf(text, 2 * STOP);
      for (let k = i; k < i + 8; k += 2) {
        const [factor, shift] = [1 + (drawn[k] % 2), drawn[k + 1] - 6];
        text = `${factor} * (${text}) ${shift < 0 ? '-' : '+'} ${Math.abs(shift)}`;
        elements = elements.map((s) => factor * s + shift).filter((n) => n >= 1);
        const { key, definition, set } = readGame(text);
        const expected = elements.filter((n) => n < STOP);
        expect(Array.from(set.between(1, STOP)), text).toEqual(expected);
        expect(readGame(definition).key, text).toBe(key);
        expect(readGame(`(${definition})`).key, text).toBe(key);
      }
    }
  });

  it.each([
    ['(primes - 2) + 2', [3, 5, 7, 11, 13]],
    ['(fibonacci - 1) + 1', [2, 3, 5, 8, 13]],
    ['(2*squares - 2) + 5', [11, 21, 35, 53, 75]],
  ])('leaves out of %s what its own shift has left out', (text, first) => {
    const { set, definition } = readGame(text);
    expect(Array.from(set.between(1, STOP)).slice(0, 5)).toEqual(first);
    expect(Array.from(readGame(definition).set.between(1, STOP)).slice(0, 5)).toEqual(first);
  });

  it('is refused before it is read where parentheses are too deep', () => {
    const nested = (depth: number): string => '2*('.repeat(depth) + '1' + ')'.repeat(depth);
    expect(readGame(nested(8)).key).toBe(`{${2 ** 8}}`);
    for (const text of [nested(9), nested(30_000), '('.repeat(60_000)])
      expect(() => readGame(text)).toThrow('more than 8 parentheses within each other');
  });

  it('is exact however far down it is shifted', () => {
    const far = 3_002_399_751_580_330;
    const images = Array.from(readGame('primes').set.between(far, far + 40), (prime) =>
      Number(3n * BigInt(prime) - 9_007_199_254_740_990n),
    );
    expect(images.length).toBeGreaterThan(0);
    const text = '3*primes-9007199254740990';
    expect(elementsOf(text, 120)).toEqual(images.filter((n) => n >= 1 && n < 120));
    expect(readGame(text).set.smallest).toBe(images.find((n) => n >= 1));
    expect(readGame(`3*{${far + 1}}-9007199254740990`).key).toBe('{3}');
  });

  it.each([
    ['squares-1', 'polynomial:1,2,0'],
    ['squares - 0', 'squares'],
    ['3*squares', 'polynomial:3,0,0'],
    ['4*kth-powers:2', 'polynomial:4,0,0'],
    ['2*odd', 'arithmetic:2,4'],
    ['2*all', 'arithmetic:2,2'],
    ['all+1', 'all-but{1}'],
    ['all-7', 'all'],
    ['2*{1,3}+1', '{3,7}'],
    ['{1,5,9}-4', '{1,5}'],
    ['A000290+1', 'polynomial:1,0,1'],
    ['2*Primes+1', '2*primes+1'],
    ['1*primes+0', 'primes'],
    ['(primes)', 'primes'],
    ['((1,3,4))', '{1,3,4}'],
    ['2*(1,3)+1', '{3,7}'],
    ['2*(primes | {4})+1', '{9} | 2*primes+1'],
    ['{1} | 2*(primes | {4})', '{1,8} | 2*primes'],
    ['3*(2*primes+1)+2', '6*primes+5'],
    ['3*(2*(Primes)+1)', '6*primes+3'],
    ['(primes-5)+5', '(primes-5)+5'],
    // Nothing is left out: below 2 there is no prime.
    ['(primes-1)+1', 'primes'],
    ['1*(primes-5)', 'primes-5'],
    ['(primes-5)+0', 'primes-5'],
    ['((primes-5)+1)-1', 'primes-5'],
    ['((primes-5)+1)-3', 'primes-7'],
    ['2*(primes-5)', '2*primes-10'],
    ['(primes-5)-2', 'primes-7'],
    ['2*((primes-5)+1)+3', '2*(primes-5)+5'],
    ['({1,4} | primes)-3', '{1} | primes-3'],
    ['({2,3} | powers-of:5)-3', 'powers-of:5-3'],
    ['(k^2+1)', 'polynomial:1,0,1'],
    ['2*(3k+1)', 'arithmetic:8,6'],
    ['2*(A000290)', 'polynomial:2,0,0'],
    ['polynomial:1,2,-1-10000000', 'polynomial:1,2,-1-10000000'],
    ['(polynomial:1,2,-1-10000000)+3', '(polynomial:1,2,-1-10000000)+3'],
    ['4503599627370496*({1,3} complete below 9)', '{4503599627370496} complete below 9007199254740990'],
    ['2*((primes | {4})+1)+1', '{11} | 2*primes+3'],
    ['2*({1,4,9} complete below 16)+1', '{3,9,19} complete below 33'],
    ['({1,4,9} complete below 16)-4', '{5} complete below 12'],
  ])('%s is %s', (text, key) => {
    expect(readGame(text).key).toBe(key);
  });

  it.each([
    ['0*primes', 'positive integers'],
    ['{3}-5', 'at least one positive integer'],
    ['primes+9007199254740991', 'the largest position'],
    ['9007199254740990*{2}', 'the largest position'],
    ['interval:9007199254740990-1', 'at most 4_194_304 numbers'],
    ['primes-', 'no game or set "primes-"'],
    ['2*', 'has "2*" where'],
    ['2*(primes', 'has "2*(primes" where'],
    ['(primes | {1}', 'no game or set'],
    ['2*()', 'is empty. Give at least one positive integer.'],
    ['9007199254740990*(2*primes)', 'below 2^53'],
    ['(primes | odd | '.repeat(8) + 'cubes' + ')'.repeat(8), 'Unite at most 16.'],
    ['prime-1', 'Did you mean'],
  ])('refuses %s', (text, message) => {
    expect(() => readGame(text)).toThrow(message);
  });
});

describe('few elements of a set whose counts are estimates', () => {
  it('are counted one by one', () => {
    // 3 - 2, 5 - 2, 7 - 2 and 11 - 2.
    expect(countUpTo(readGame('primes-2').set, 10)).toEqual({ count: 4, isExact: true });
  });
});

describe('a union', () => {
  it(`has the elements of each, once (${REPLAY})`, () => {
    const all = [...BASES, ...OTHERS, 'primes-1', '2*squares+1', '3*(primes-4)+2'];
    const drawn = drawIntegers(90, 0, all.length - 1).map((i) => all[i]);
    for (let i = 0; i < drawn.length; i += 3) {
      const parts = drawn.slice(i, i + 2 + (i % 2));
      const text = parts.join(i % 2 === 0 ? ' | ' : '\u222a');
      const expected = [...new Set(parts.flatMap((part) => elementsOf(part)))].sort((a, b) => a - b);
      const { set, key, definition } = readGame(text);
      expect(elementsOf(text), text).toEqual(expected);
      expect(set.smallest).toBe(expected[0]);
      expect(readGame([...parts].reverse().join('|')).key, text).toBe(key);
      expect(readGame(definition).key, text).toBe(key);
      for (const bound of [1000, 30_000]) {
        const count = set.between(1, bound).length;
        const error = Math.abs(set.approximateCount(bound) - count);
        expect(error, `${text} below ${bound}`).toBeLessThanOrEqual(Math.max(2, 0.04 * count));
      }
    }
  });

  it.each([
    ['{1}|primes', 'one-and-primes'],
    ['primes|{2,3}', 'primes'],
    ['{4,1}|{4}', '{1,4}'],
    ['all-but{2,3,9}|squares', 'all-but{2,3}'],
    ['squares|{2}|{1}', '{2} | squares'],
    ['primes|squares hotspots {3}|{5}', 'primes | squares hotspots {3,5}'],
  ])('%s is %s', (text, key) => {
    expect(readGame(text).key).toBe(key);
  });

  it('has more elements than a Set can', () => {
    const { set } = readGame('{2} | odd');
    // 2 and the odd numbers below 2^25 + 8.
    const all = set.between(1, 2 ** 25 + 8);
    expect(all.length).toBe(2 ** 24 + 5);
    expect(Array.from(all.subarray(0, 4))).toEqual([1, 2, 3, 5]);
    expect(all.subarray(2).every((n, i) => n === 2 * i + 3)).toBe(true);
  });

  it('of positions has 0 where a part has it', () => {
    const { hotspots } = readGame('squares hotspots {0} | all-but{3}');
    expect(Array.from(hotspots!.between(0, 6))).toEqual([0, 1, 2, 4, 5]);
  });

  it('refuses what is no set, and too many', () => {
    expect(() => readGame('primes|')).toThrow('The game is empty.');
    const many = Array.from({ length: 17 }, (_, i) => `powers-of:${i + 2}`).join('|');
    expect(() => readGame(many)).toThrow('Unite at most 16.');
  });
});

describe('the beginning of a set', () => {
  const read = (text: string) => parseGame('file:set.txt', () => [text]);

  it('is what a file says that is complete below a number, and is named without the file', () => {
    const game = read('# Complete below 20\n1\n4\n9\n16\n25\n');
    expect(game.key).toBe('{1,4,9,16} complete below 20');
    expect(game.set).toMatchObject({ largest: Infinity, completeBelow: 20 });
    expect(game.file).toBeUndefined();
    expect(readGame(game.definition).key).toBe(game.key);
    const long = read(`${Array.from({ length: 99 }, (_, i) => i * i + 1).join('\n')}\n#complete below 2^14`);
    expect(long.key).toMatch(/#[0-9a-f]{16}$/);
    expect(readGame(long.definition)).toMatchObject({ key: long.key, definition: long.definition });
    expect(readGame('{3} | {1,4} complete below 7 | {1,5} complete below 6').set.completeBelow).toBe(6);
  });

  it.each([
    ['1\n# complete below x', 'set.txt, line 2'],
    ['# complete below 5\n# complete below 6\n1', 'line 2, says "complete below" a second time'],
    ['# complete below 4\n5', 'no number below 4'],
    ['# complete below 0\n5', 'line 1'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('is studied and reported as far as it is known', async () => {
    const text = '{1,4,9,16} complete below 20';
    const folder = temporaryFolder();
    const { code, stdout } = await takeaway(['analyze', text, 'density', '--store', folder]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${text}: density below 20`)]);
    expect(
      await takeaway(['report', text, '--output', `${folder}/page.html`, '--store', folder]),
    ).toMatchObject({
      code: 0,
    });
  });

  it('has the values of the whole set below that number, and answers nothing from there on', async () => {
    const store = await openStore(temporaryFolder());
    const text = '{1,4,9,16} complete below 20';
    try {
      const positions = Array.from({ length: 20 }, (_, n) => n);
      for await (const { stop } of store.extend(text, { to: 20 })) expect(stop).toBeLessThanOrEqual(20);
      for await (const { stop } of store.extend('squares', { to: 20 })) expect(stop).toBe(20);
      expect(await store.nimValues(text, positions)).toEqual(await store.nimValues('squares', positions));
      await expect(store.query(text, [20])).rejects.toThrow('below 20, to where the set is complete');
      const further = async (series: 'cold' | 'nim'): Promise<void> => {
        for await (const { stop } of store.extend(text, { series, to: 21 })) expect(stop).toBe(0);
      };
      await expect(further('nim')).rejects.toThrow('can be extended to 20, to where the set is complete');
      await expect(further('cold')).rejects.toThrow('can be extended to 20, to where the set is complete');
      await expect(store.solveSum(text, [3, 20])).rejects.toThrow('20');
      expect(await store.periods(text)).toMatchObject({ isPossible: false, nim: null, outcome: null });
      expect(() => startMatch(readGame(text), 'normal', [20], 'you')).toThrow(
        'Choose a heap below that, not 20.',
      );
      expect(() => readGame(`${text} sink`)).toThrow('This set is infinite.');
    } finally {
      store.close();
    }
  });

  it('limits a game whose hotspots it is', async () => {
    const store = await openStore(temporaryFolder());
    const text = 'squares hotspots {3,5} complete below 10';
    const further = async (): Promise<void> => {
      for await (const { stop } of store.extend(text, { to: 11 })) expect(stop).toBe(0);
    };
    try {
      await expect(further()).rejects.toThrow('can be extended to 10, to where the set is complete');
      await expect(store.query(text, [10])).rejects.toThrow('below 10, to where the set is complete');
    } finally {
      store.close();
    }
  });

  it('limits heaps that are chosen by chance', () => {
    expect(largestByChance(readGame('{1,3,4} complete below 10').set)).toBe(9);
  });
});
