/** Texts with a second common reading, each with a sentence that says which one was taken. Only readings that people do mean. */
import { isOctalCode } from './set-text.js';

interface SecondReading {
  readonly isRead: (text: string) => boolean;
  /** `key` is the game as read. */
  readonly note: (text: string, key: string) => string;
}

const BRACED = String.raw`\{[\d\s,.]+\}`;
const TWO_SETS = new RegExp(String.raw`^${BRACED}\s*\|\s*${BRACED}$`);

const SECOND_READINGS: readonly SecondReading[] = [
  {
    isRead: isOctalCode,
    note: (text, key) => `${text} is read as an octal code, which is the subtraction game ${key}.`,
  },
  {
    // Left's moves and Right's, as partizan games are written.
    isRead: (text) => TWO_SETS.test(text),
    note: (text, key) => `${text} is read as the union ${key}; takeaway has no partizan games.`,
  },
  {
    isRead: (text) => text.toLowerCase() === 'fibonacci',
    note: () => 'fibonacci: a move subtracts a Fibonacci number. Fibonacci nim is another game.',
  },
  {
    isRead: (text) => text.toLowerCase() === 'one-and-primes',
    note: () =>
      'one-and-primes: a move subtracts 1 or a prime up to N from a heap of N, and so N itself if it is prime.',
  },
  {
    isRead: (text) => text.toLowerCase() === 'prime-powers',
    note: () =>
      'prime-powers: the primes are among them and 1 is not, as in A246655; one-and-prime-powers has 1 too.',
  },
];

/** Returns a sentence that says how a text was read, if it has a second common reading. */
export function readingNote(text: string, { key }: { readonly key: string }): string | undefined {
  const trimmed = text.trim();
  return SECOND_READINGS.find(({ isRead }) => isRead(trimmed))?.note(trimmed, key);
}
