/** Files of numbers: plain lines, which are read at once, against the same numbers in lines that are read by patterns. */
import { describe, expect, it } from 'vitest';
import { readNumberFile } from '../../../src/game/sets/number-file.js';
import { drawIntegers, REPLAY } from '../../support/seed.js';

/** What a text says, given in parts of `size` characters: its numbers, or the message of the error. */
function read(text: string, size = text.length): number[] | string {
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  try {
    return Array.from(readNumberFile('numbers.txt', () => parts).numbers);
  } catch (error) {
    return String(error);
  }
}

/** The lines with a comment at the end of each, which is no plain line any more. */
function commented(lines: readonly string[]): string {
  return lines.map((line) => `${line} # as before\n`).join('');
}

describe('a file of plain numbers', () => {
  it(`says what it says with comments (${REPLAY})`, () => {
    const steps = drawIntegers(400, 1, 2 ** 40);
    const ascending = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step));
    for (const numbers of [ascending, ascending.toReversed()]) {
      const lines = numbers.map(String);
      expect(read(commented(lines)), REPLAY).toEqual(numbers);
      for (const size of [1, 7, 64, 5000]) {
        expect(read(`${lines.join('\n')}\n`, size), REPLAY).toEqual(numbers);
        expect(read(lines.join('\r\n'), size), REPLAY).toEqual(numbers);
      }
    }
  });

  it.each([
    ['a number twice in a row', ['1', '4', '4', '9'], 'line 3'],
    ['a number twice', ['9', '4', '1', '9'], 'line 4'],
    ['leading zeros', ['007', '7'], 'line 2'],
    ['zero', ['1', '0', '3'], 'line 2'],
    ['a negative number', ['1', '-2'], 'line 2'],
    ['more digits than a position has', ['1', '12345678901234567'], 'line 2'],
    ['an index at one of the lines', ['1', '2 4', '9'], 'line 2'],
    ['a plain line in a b-file', ['1 1', '4'], 'line 2'],
    ['a plain line after a list', ['1,4', '9'], 'line 2'],
    ['dots', ['1', '...'], 'line 2'],
    ['a word', ['1', 'four'], 'line 2'],
  ])('is refused with the same words: %s', (_, lines, place) => {
    const message = read(`${lines.join('\n')}\n`);
    expect(message).toContain(place);
    expect(message).toBe(read(commented(lines)));
  });
});

it('a file with indices is refused where one is missing between others', () => {
  expect(read('3 1\n4 9\n5 16\n')).toEqual([1, 9, 16]);
  expect(read('3 1\n5 16\n')).toContain('the 2 indices from 3 to 5 have gaps');
});
