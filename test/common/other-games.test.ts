/** Games that are no subtraction games are named by their notation, and nothing else is taken for one. */
import { describe, expect, it } from 'vitest';
import { otherGame } from '../../src/common/other-games.js';
import { parseGame } from '../../src/game/game.js';
import { knownSets } from '../../src/game/sets/families.js';

describe('otherGame', () => {
  it.each([
    ['.77', 'octal games', 'TakeAndBreak'],
    ['0.137', 'octal games', 'achim/octal.html'],
    ['octal 4.33', 'octal games', 'TakeAndBreak'],
    ['Kayles', 'split heaps', 'TakeAndBreak'],
    ["Dawson's chess", 'split heaps', 'TakeAndBreak'],
    ["grundy's game", 'split heaps', 'TakeAndBreak'],
    ['{1,3 | 2,3}', 'partizan', 'PartizanSubtraction'],
    ['{2,3} ending-partizan', 'partizan', 'PartizanSubtraction'],
    ['{1,4} scoring', 'score', 'Scoring Games Calculator'],
    ['{1,3,4} passes', 'one for the whole game', 'HeapRuleset'],
    ['fibonacci-nim', 'depends on the one before it', 'FibonacciNim'],
    ['floor(n/2)', 'size of the heap', 'HeapRuleset'],
    ['coprime', 'size of the heap', 'HeapRuleset'],
    ['rule gcd(n,s)=1', 'size of the heap', 'HeapRuleset'],
    ['non-divisors', 'size of the heap', 'HeapRuleset'],
    ['divisors', 'size of the heap', 'HeapRuleset'],
    ['wythoff', 'dimensions', 'game.heap.Wythoff'],
    ['Euclid', 'dimensions', 'CoordinateRuleset'],
    ['chomp', 'dimensions', 'CoordinateRuleset'],
  ])('names the kind of %s and a program that has it', (text, kind, tool) => {
    const sentence = otherGame(text);
    expect(sentence).toContain(kind);
    expect(sentence).toContain(tool);
    expect(() => parseGame(text)).toThrow(`"${text}" is not a subtraction game: ${sentence}`);
  });

  it('takes no subtraction game for another', () => {
    const written = ['{1,3,4}', '{1,2} | {1,3}', '.303', '0.33', '2k^2-k', 'squares hotspots {3}', 'nim'];
    for (const text of [...knownSets().map(({ name }) => name), ...written]) {
      expect(otherGame(text)).toBeUndefined();
      expect(() => parseGame(text)).not.toThrow();
    }
  });

  it('leaves the names of files alone', () => {
    expect(parseGame('{2} | file:split/pass.txt', () => ['1\n3\n']).key).toBe('{1,2,3}');
  });
});
