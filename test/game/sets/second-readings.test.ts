/** Texts with a second common reading, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { parseGame } from '../../../src/game/game.js';
import { knownSets } from '../../../src/game/sets/families.js';
import { readingNote } from '../../../src/game/sets/second-readings.js';

const noteOf = (text: string): string | undefined => readingNote(text, parseGame(text));

describe('readingNote', () => {
  it.each([
    ['{1,2} | {1,3}', '{1,2} | {1,3} is read as the union {1,2,3}; takeaway has no partizan games.'],
    ['{1..3}|{7}', '{1..3}|{7} is read as the union {1,2,3,7}; takeaway has no partizan games.'],
    ['.303', '.303 is read as an octal code, which is the subtraction game {1,3}.'],
    ['Fibonacci', 'fibonacci: a move subtracts a Fibonacci number. Fibonacci nim is another game.'],
    ['prime-powers', expect.stringContaining('1 is not, as in A246655') as string],
    ['one-and-primes', expect.stringContaining('N itself if it is prime') as string],
  ])('says how %s was read', (text, note) => {
    expect(noteOf(text)).toEqual(note);
  });

  it('says nothing of games that have one reading', () => {
    const others = knownSets()
      .map(({ name }) => name)
      .filter((name) => !['fibonacci', 'one-and-primes', 'prime-powers'].includes(name));
    for (const text of [
      ...others,
      '{1,3,4}',
      '{2} | squares',
      '{1} \u222a {2}',
      '{1} | {2} | {3}',
      'A001581',
    ])
      expect(noteOf(text)).toBeUndefined();
  });
});
