/** How games are written: one key however a game is written, text that names it again, and what is refused. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cachedSet } from '../../src/game/sets/subtraction-set.js';
import { CATALOGUE } from '../../src/game/sets/catalogue.js';
import { FAMILIES } from '../../src/game/sets/families.js';
import { cofiniteGame, finiteGame, parseGame, type Game } from '../../src/game/game.js';
import { effort } from '../support/seed.js';

const noFile = (): string => {
  throw new Error('no such file');
};
const game = (text: string): Game => parseGame(text, noFile);
const keyOf = (text: string): string => game(text).key;

const lists = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 80 });
const setTexts = fc.oneof(
  fc.constantFrom(...CATALOGUE.map(({ name }) => name)),
  fc.constantFrom(
    ...FAMILIES.flatMap(({ name, members }) => members.map(({ parameters }) => `${name}:${parameters}`)),
  ),
  lists.map((list) => `{${list.join(',')}}`),
  lists.map((list) => `all-but{${list.join(',')}}`),
  fc.integer({ min: 1, max: 500 }).map((k) => `interval:${k}`),
  fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9 }))
    .map(([a, d]) => `arithmetic:${a},${d}`),
  fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }).map((rest) => `polynomial:1,${rest.join(',')}`),
);
/** Seeds whose values all differ contradict nothing. */
const gameTexts = fc.oneof(
  setTexts,
  fc.tuple(setTexts, setTexts).map(([set, hotspots]) => `${set} hotspots ${hotspots}`),
  fc
    .tuple(setTexts, fc.uniqueArray(fc.nat(300), { minLength: 1, maxLength: 90 }))
    .map(([set, seed]) => `${set} seed [${seed.join(',')}]`),
);

describe('a key', () => {
  it('is that of the definition, and short', () => {
    fc.assert(
      fc.property(gameTexts, (text) => {
        const { key, definition } = game(text);
        const again = game(definition);
        expect(again.key).toBe(key);
        expect(again.definition).toBe(definition);
        expect(key.length).toBeLessThanOrEqual(200);
        expect(key.length <= 200 && key.includes('#') ? key : definition).toBe(key);
      }),
      { numRuns: 300 },
    );
  });

  it('is one for each set, among thousands of ways of writing them', () => {
    const texts = [
      ...CATALOGUE.map(({ name }) => name),
      '{1,2,3}',
      '{3,1,2}',
      '1..3',
      '{1..2,3}',
      '{4}',
      '5',
      '1',
    ];
    const few = [-2, -1, 0, 1, 2, 3];
    for (let k = 1; k <= 6; k++)
      texts.push(`kth-powers:${k}`, `powers-of:${k + 1}`, `interval:${k}`, `{1..${k}}`);
    for (const a of few) {
      for (const b of few) {
        texts.push(`arithmetic:${a},${b}`, `polynomial:${a},${b}`, `all-but{${a},${b}}`);
        for (const c of few) {
          texts.push(`polynomial:${a},${b},${c}`);
          for (const d of few) texts.push(`polynomial:${a},${b},${c},${d}`);
        }
      }
    }
    const byKey = new Map<string, string>();
    const byElements = new Map<string, string>();
    let accepted = 0;
    for (const text of texts) {
      let found: Game;
      try {
        found = game(text);
      } catch {
        continue;
      }
      accepted++;
      const elements = found.set.between(1, 1500).join();
      expect(byKey.get(found.key) ?? elements, text).toBe(elements);
      expect(byElements.get(elements) ?? found.key, text).toBe(found.key);
      byKey.set(found.key, elements);
      byElements.set(elements, found.key);
    }
    expect(accepted).toBeGreaterThan(500);
  });

  it.each([
    [
      '{1,3,4}',
      [
        '1,3,4',
        '[1,3,4]',
        '(4,3,1)',
        '{ 4, 1,3 }',
        '4,3,1',
        '{3..4,1}',
        'file:plain',
        'file:bfile',
        'file:messy',
      ],
    ],
    [
      'squares',
      [
        ' Squares ',
        'Subtract-a-square',
        'kth-powers:2',
        'polynomial:1,0,0',
        'polynomial:0,1,0,0',
        'SQUARES seed [0,1]',
      ],
    ],
    ['cubes', ['kth-powers:3', 'polynomial:1,0,0,0']],
    ['pronic', ['polynomial:1,1,0']],
    ['odd', ['arithmetic:1,2', 'polynomial:2,-1']],
    ['all', ['nim', 'arithmetic:1,1', 'all-but{}', 'kth-powers:1', 'polynomial:1,0', 'all seed [0,1,2]']],
    ['all-but{1,2}', ['arithmetic:3,1', 'all-but 2,1', 'all-but:1,2', 'all-but {1..2}', 'polynomial:1,2']],
    ['{1,2,3}', ['interval:3', '1..3', '{3,2,1}', '{1,...,3}', '{1,2,...,3}']],
    ['interval:1000', ['{1..1000}', '1..1000', '{1,...,1000}', '1,2,3,...,1000', '{501..1000,1..500}']],
    ['{7}', ['7']],
    ['squares hotspots {3,5}', ['squares hotspots 5,3', 'kth-powers:2  HOTSPOTS {5,3}']],
    ['{1,2} seed [0,4]', ['2,1 seed [0,4]', '{1..2} seed 0,4,1', '1,2 seed[0,4,1,0]']],
  ])('%s is one game by all its names', (key, texts) => {
    const files: Record<string, string> = {
      plain: '# a set\n4\n\n1 \r\n3 # last\n',
      bfile: '1 1\n2 3\n3 4\n',
      messy: '\uFEFF1\r\n\r\n  4\t\r\n+3\r',
    };
    for (const text of [key, ...texts]) expect(parseGame(text, (path) => [files[path]]).key, text).toBe(key);
  });

  it('tells hotspots and seeds apart from each other and from none', () => {
    const texts = [
      'squares',
      'squares hotspots {3}',
      'squares hotspots {0,3}',
      'squares seed [0,1,3]',
      'squares seed [3]',
    ];
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
    expect(game('squares hotspots {0,3}').hotspots?.between(0, 9)).toEqual(Float64Array.of(0, 3));
    expect(game('squares seed [0,1,3,1]').seed).toEqual([0, 1, 3, 1]);
    expect(game('squares seed [0,1,3,0]').seed).toEqual([0, 1, 3]);
    expect(game('squares seed [0,1,0]').seed).toBeUndefined();
  });

  it('identifies a large set by its content, and its definition names it again', () => {
    const elements = Array.from({ length: 300 }, (_, i) => i * i + 1);
    const large = finiteGame(elements);
    expect(large.key).toMatch(/^\{1,\.\.\.,89402\} of 300 #[0-9a-f]{16}$/);
    expect(keyOf(large.definition)).toBe(large.key);
    expect(finiteGame(elements.slice(1)).key).not.toBe(large.key);
    expect(cofiniteGame(elements).key).toMatch(/^all-but\{1,\.\.\.,89402\} of 300 #[0-9a-f]{16}$/);
    const hot = game(`squares hotspots ${large.definition}`);
    expect(hot.key).toMatch(/^squares hotspots \{1,\.\.\.,89402\} of 300 #[0-9a-f]{16} #[0-9a-f]{16}$/);
  });

  it('is found quickly for a file of very many lines', { tags: 'slow' }, () => {
    const lines = effort(250_000, 1_000_000);
    const text = Array.from({ length: lines }, (_, i) => `${i} ${2 * i + 5}\r\n`)
      .reverse()
      .join('');
    const large = parseGame('file:large', () => [text]);
    expect(large.key.startsWith(`{5,...,${2 * lines + 3}} of ${lines} #`)).toBe(true);
    const broken = new RegExp(`large, line ${lines + 1}.*has "x"`);
    expect(() => parseGame('file:large', () => [text, '12 x'])).toThrow(broken);
  });
});

it('a seed has at most 10,000 values', () => {
  const seeded = (count: number): Game => parseGame(`{20000} seed [${Array(count).fill(7).join()}]`);
  expect(seeded(10_000).seed).toHaveLength(10_000);
  expect(() => seeded(10_001)).toThrow('has 10_001 values. It can have at most 10_000.');
});

describe('what a set leaves out', () => {
  it('is known exactly for cofinite sets', () => {
    const { set } = game('all-but{2,3,7}');
    expect(set.excluded).toEqual(Float64Array.of(2, 3, 7));
    expect(Array.from(set.between(1, 11))).toEqual([1, 4, 5, 6, 8, 9, 10]);
    expect(cachedSet(set).excluded).toEqual(set.excluded);
    expect(game('all-but{1,2,4}').set.smallest).toBe(3);
    expect(game('all').set.excluded).toEqual(new Float64Array());
    for (const text of ['{1,2}', 'squares', 'odd', 'interval:999', 'arithmetic:2,2']) {
      expect(game(text).set.excluded).toBeUndefined();
    }
  });
});

describe('parseGame', () => {
  it.each([
    ['12^k', 'powers-of:12'],
    ['{3-5}', '{3..5}'],
    ['<2 3>', '{2,3}'],
    ['< 2, 3 >', '{2,3}'],
    ['squares*10', '10*squares'],
    ['n(n+1)(n+2)/6', 'k(k+1)(k+2)/6'],
    ['tetrahedal', 'tetrahedral'],
    ['square pyramidal', 'square-pyramidal'],
    ['Prime powers', 'prime-powers'],
    ['multiples of 10', 'arithmetic:10,10'],
  ])('suggests for %s what names a set: %s', (text, expected) => {
    expect(() => game(text)).toThrow(`Did you mean ${expected}?`);
    expect(() => game(expected)).not.toThrow();
  });

  it.each([
    ...[
      'hectogonal',
      'dodecagonal',
      'centered-octagonal',
      'tribonacci',
      'subfactorials',
      'coprimes',
      'semiprimes',
    ],
    ...['primeval', 'lucky', 'cubic', 'triperfect', 'non-primes', 'squares*0'],
  ])('suggests no other game for %s, a word of its own', (text) => {
    expect(() => game(text)).toThrow(/^(?!.*Did you mean)/);
  });

  it.each([
    ['k/2', 'p(1) = 1/2.'],
    ['(2k+1)/3', 'p(2) = 5/3.'],
    ['polynomial-over:2,1,-9,0', 'p(1) = -4.'],
    ['polynomial-over:3,1,0,-1,0', 'p(1) = 0.'],
    ['polynomial-over:2,1,-3,4', 'p(2) = 1 after p(1) = 1.'],
  ])('names the first value of %s that is no move: %s', (text, found) => {
    expect(() => game(text)).toThrow(`has ${found}`);
  });

  it.each(['k^k+1', 'n^n-1', 'k/2k', '1/k', 'k/0', 'k/(k+1)', '2^k^k'])(
    'says for the formula %s that its numbers can be in a file',
    (text) => {
      expect(() => game(text)).toThrow(
        /A formula is a polynomial in k, .* into a file, and give it as file:PATH\.$/,
      );
    },
  );

  it.each([
    ['.303', '{1,3}'],
    ['0.33', 'interval:2'],
    ['0.303', '{1,3}'],
    ['octal:0.303', '{1,3}'],
    ['Octal game .0030', '{3}'],
    ['.333...', 'all'],
    ['0.0333\u2026', 'all-but{1}'],
    ['.303 | {7}', '{1,3,7}'],
  ])('reads the octal code %s as the subtraction set %s', (text, set) => {
    expect(keyOf(text)).toBe(keyOf(set));
  });

  it.each(['.0', '0.00', '.300...'])(
    'reads %s, which allows no moves or is unclear, as no octal code',
    (text) => {
      expect(() => game(text)).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
    },
  );

  it.each(['1^k', '0..', '{0...}', '{0-5}', '0 1 2', '{3 0}', '<0,1>', 'multiples of 0'])(
    'suggests nothing for %s, as it would be refused',
    (text) => {
      expect(() => game(text)).toThrow(/^(?!.*Did you mean)/);
    },
  );

  it.each([
    ['', /a name such as squares.*powers-of:3.*all-but\{2,3\}.*file:PATH/],
    ['{}', /at least one positive integer/],
    ['{0,1}', /has 0, but takes positive integers up to 2\^53 - 2, the largest position/],
    ['-1,2', /has -1, but takes positive integers/],
    ['{1.5}', /has 1\.5, but takes positive integers/],
    ['{1,,2}', /nothing between two commas/],
    ['{1,3,...,9}', /has "1,3,\.\.\.,9", which does not say .* Write A,\.\.\.,B for all numbers from A to B/],
    ['{4,...,2}', /has "4,\.\.\.,2".*from A to B/],
    ['{...,2}', /has "\.\.\.,2".*from A to B/],
    ['{1,...}', /does not say how it continues\. Name an infinite set/],
    ['[1,2}', /only one brace/],
    ['S = {1,3,4}', /Did you mean \{1,3,4\}\?/],
    ['octal 0.137', /"octal 0\.137" is not a subtraction game: takeaway has no octal games/],
    [
      '{3,...,97} of 2999 #29cba9099c6689ba',
      /called by its name in a store.* Give the file that the set is from, as file:PATH/,
    ],
    ['{1,2,1}', /1 twice/],
    ['{1..3,2}', /2 twice/],
    ['{3..1}', /the range 3\.\.1, which goes down/],
    ['{1..}', /Did you mean all\?/],
    ['{3...}', /Did you mean arithmetic:3,1\?/],
    [
      '{2..9007199254740988,9007199254740990}',
      /more than the 4_194_304 that can be listed.*A single range may have any/,
    ],
    ['{1,2', /only one brace.*quotes/],
    ['1,2}', /only one brace/],
    ['{9007199254740992}', /has 9007199254740992,.*2\^53 - 2/],
    ['{123456789012345678901234567890}', /has 123456789012345678901234567890/],
    ['{1,x}', /has "x" where/],
    ['{1;2}', /^There is no game or set "\{1;2\}"\. Did you mean \{1,2\}\?/],
    ['{1 3 4}', /Did you mean \{1,3,4\}\?/],
    ['<1,3,4>', /Did you mean \{1,3,4\}\?/],
    ['{1-5}', /Did you mean \{1\.\.5\}\?/],
    ['{n^2}', /Did you mean k\^2\?/],
    ['{2^n}', /Did you mean powers-of:2\?/],
    ['2**k', /Did you mean powers-of:2\?/],
    ['n!', /Did you mean factorials\?/],
    ['even', /Did you mean arithmetic:2,2\?/],
    ['multiples of 3', /Did you mean arithmetic:3,3\?/],
    ['A290', /Did you mean A000290\?/],
    ['squares u primes', /Did you mean squares \| primes\?/],
    ['squares + primes', /Did you mean squares \| primes\?/],
    ['squares \\ {4}', /neither subtracted nor intersected; a file can have any numbers: file:PATH\./],
    ['squares & primes', /neither subtracted nor intersected/],
    ['squares - primes', /neither subtracted nor intersected/],
    ['not primes', /neither subtracted nor intersected/],
    ['sqares', /Did you mean squares\?/],
    ['triangles', /Did you mean triangular\?/],
    ['moser', /Did you mean moser-de-bruijn\?/],
    ['squares:3', /Did you mean squares\?/],
    ['power-of:3', /Did you mean powers-of:3\?/],
    ['kthpowers:4', /Did you mean kth-powers:4\?/],
    ['arithmetics', /Did you mean arithmetic:1,3\?/],
    ['allbut{2}', /Did you mean all-but\{2\}\?/],
    ['all but{2}', /Did you mean all-but\{2\}\?/],
    ['squares seeds [0]', /Did you mean squares seed \[0,1,5\]\?/],
    ['./set.txt', /Did you mean file:\.\/set\.txt\?/],
    ['powers-of:two', /has "two" where .*Write it as powers-of:B, for example powers-of:2\./],
    ['squares seed [0;1]', /has "0;1" where .*Write it as \[0,1,5\]\./],
    ['squares hotspot {3}', /Did you mean squares hotspots \{3,5\}\?/],
    ['kth-powers', /kth-powers needs parameters, as in kth-powers:4/],
    ['kth-powers:', /needs parameters/],
    ['kth-powers:0', /has 0, but takes integers from 1 to 52\./],
    ['kth-powers:53', /has 53, but takes integers from 1 to 52\./],
    ['kth-powers:2,3', /takes one number, not 2/],
    ['kth-powers:x', /has "x" where integers belong/],
    ['powers-of:1', /has 1, but takes integers from 2 to 2\^53 - 2, the largest position\./],
    ['arithmetic:5', /takes 2 numbers with commas between them, not 1/],
    ['arithmetic:0,3', /has 0, but takes integers from 1 to 2\^53 - 2, the largest position\./],
    ['arithmetic:4,0', /has 0, but takes integers from 1 to 2\^53 - 2, the largest position\./],
    ['arithmetic:99999999,1', /more than the 4_194_304/],
    ['interval:0', /from 1 to/],
    ['polynomial:1,0,-1', /has p\(1\) = 0/],
    ['polynomial:1,-6,10', /has p\(2\) = 2 after p\(1\) = 5.*highest power down/],
    ['polynomial:-1,100,5', /has p\(51\) = 2504 after p\(50\) = 2505/],
    // Falls only between k = 86603 and k = 115470, far beyond its first values.
    ['polynomial:1,-303110,30000000000,5', /has p\(\d+\) = \d+ after p\(\d+\) = \d+/],
    ['polynomial:7', /has p\(2\) = 7 after p\(1\) = 7/],
    ['polynomial:0', /has p\(1\) = 0/],
    ['polynomial:9007199254740991,9007199254740991', /has p\(1\) = 18014398509481982/],
    [`polynomial:${Array(54).fill(1).join()}`, /has 54 coefficients\. It can have at most 53/],
    ['all-but', /written out as in all-but\{2,3,7\}/],
    ['all-but squares', /the numbers left out, written out/],
    ['all-but powers-of:2', /the numbers left out, written out/],
    ['all-but{0}', /has 0, but takes positive integers up to 2\^53 - 2, the largest position/],
    ['all-but{1,1}', /1 twice/],
    ['squares hotspots', /The set of hotspots is empty\. Write a name/],
    ['squares hotspots {}', /The set of hotspots is empty\. Give at least one non-negative integer/],
    ['squares hotspots {-1}', /non-negative integers/],
    ['squares hotspots nope', /no game or set "nope"/],
    ['nope hotspots {1}', /no game or set "nope"/],
    ['squares hotspots {1} seed [0]', /more than one thing\. Give hotspots, a seed, sink or pass/],
    ['squares seed [0] seed [1]', /more than one thing\. Give hotspots, a seed, sink or pass/],
    ['squares seed', /Nothing is no seed\. Write the nim-values of the positions/],
    ['squares seed [', /"\[" is no seed/],
    ['squares seed []', /"\[\]" is no seed/],
    ['squares seed [0,x]', /The seed has "x" where/],
    ['squares seed [65536]', /65_536 in the seed is not a nim-value.* from 0 to 65_535/],
    ['squares seed [0,0]', /gives position 1 the nim-value 0, which its option 0 has too/],
    ['{3} seed [5,5,5,5]', /gives position 3 the nim-value 5, which its option 0 has too \(taking 3/],
    ['file:', /file:PATH/],
    ['file:absent', /no such file/],
  ])('refuses %j', (text, message) => {
    expect(() => game(text)).toThrow(message);
    expect(() => game(text)).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
  });

  it.each(['1,3,4', '{1, 3, 4}\n', '# mine\n4,3,1,\n', '1,\n3,\n4\n', '1\n3\n4', '0 4\n1 3\n2 1\n'])(
    'reads a file in which %j stands',
    (content) => {
      expect(parseGame('file:set.txt', () => [content]).key).toBe('{1,3,4}');
    },
  );

  it.each([
    ['1\n2\nthree\n', /set\.txt, line 3.*"three"/],
    ['1\r\n2\r\nthree\r\n', /set\.txt, line 3.*"three"/],
    ['1\n2\n1\n', /has 1 on line 3 and on line 1/],
    ['1 2 3\n', /line 1, has more than two numbers/],
    ['5 1\n', /set\.txt has only line 1, "5 1"\. Write one number per line/],
    ['1,5\n2,7\n', /line 2, follows a list with commas on line 1/],
    ['1,,5\n', /line 1, has nothing between two commas/],
    ['\ufffd\ufffd1\0\n\0', /set\.txt is not text in UTF-8: line 1 has zero bytes/],
    ['0\n', /line 1, has 0/],
    ['# head\n\n0 0\n', /line 3, has 0/],
    ['4\n1e\n', /line 2.*"1e"/],
    ['9007199254740993\n', /line 1, has 9007199254740993/],
    ['# nothing\n', /has no numbers/],
    ['', /has no numbers/],
  ])('names the line of a bad file: %j', (content, message) => {
    expect(() => parseGame('file:set.txt', () => [content])).toThrow(message);
  });

  it('accepts every seed that contradicts nothing', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), (list, seed) => {
        const text = `{${list.join()}} seed [${seed.join()}]`;
        const contradicts = seed.some((value, n) => list.some((s) => s <= n && seed[n - s] === value));
        if (contradicts) expect(() => game(text)).toThrow(/The seed/);
        else expect(() => game(text)).not.toThrow();
      }),
    );
  });
});
