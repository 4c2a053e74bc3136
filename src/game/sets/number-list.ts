/**
 * Reading lists of integers: the elements of a set, the parameters of a family, a seed. Separate from what the
 * lists mean, so that the same slip gets the same message everywhere.
 */
import { usageError } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { wholeNumber } from '../../common/whole-number.js';
import { kindOf } from './subtraction-set.js';

const SUBJECT = 'The subtraction set';
const HELP = 'Write it as {1,3,4} or {1..7}.';
/** Numbers that ranges may stand for: 128 MB of them. */
const MOST_LISTED = 2 ** 24;

/** What a list is called in messages (absent: the subtraction set), and the least number it may have (absent: 1). */
export interface ListOptions {
  readonly subject?: string;
  readonly least?: number;
  /** What helps against a slip in the list; absent: how a set is written. */
  readonly help?: string;
}

/** The integers of a list such as `1, 3, 4` or `1..3,7`; none for an empty text. */
export function parseList(text: string, options: ListOptions): number[] {
  const { subject = SUBJECT } = options;
  if (text.trim() === '') return [];
  const numbers: number[] = [];
  for (const element of text.split(',')) {
    const ends = element.split('..');
    if (ends.length !== 2) {
      numbers.push(parseInteger(element, options));
      continue;
    }
    const [low, high] = ends.map((end) => parseInteger(end, options));
    if (low > high) {
      throw usageError({
        subject,
        expected: 'ranges A..B with A <= B',
        found: element.trim(),
      });
    }
    for (const number of listed(low, high, subject, numbers.length)) numbers.push(number);
  }
  return numbers;
}

/** The numbers first, first + 1, ..., last. Raises a usage error when with `others` they are too many to be listed. */
export function listed(first: number, last: number, subject: string, others = 0): Float64Array {
  const count = last - first + 1;
  if (count + others <= MOST_LISTED) return Float64Array.from({ length: count }, (_, i) => first + i);
  throw usageError({
    subject,
    expected: `at most ${MOST_LISTED} numbers in ranges`,
    found: `${count + others}`,
    help: 'interval:K is {1..K} for any K.',
  });
}

/** One integer from `least` to 2^53 - 2, the largest position; to 2^53 - 1 where it may be negative. */
export function parseInteger(
  text: string,
  { subject = SUBJECT, least = 1, help = HELP }: ListOptions,
): number {
  const trimmed = text.trim();
  const value = valueOf(trimmed);
  if (value === undefined) {
    throw usageError({
      subject,
      expected: `${kindOf(least)}s separated by commas`,
      found: trimmed === '' ? 'an empty element' : JSON.stringify(trimmed),
      help,
    });
  }
  // Parameters of families may be negative and as large; subtrahends and positions end where positions do.
  const most = least < 0 ? Number.MAX_SAFE_INTEGER : POSITION_LIMIT - 1;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    const expected = `${kindOf(least)}s up to ${least < 0 ? '2^53 - 1' : '2^53 - 2, the largest position'}`;
    throw usageError({ subject, expected, found: trimmed });
  }
  return value;
}

/** The number that a text is, with a sign or written as `1e3`, `2^10` or `1k`; undefined where it is none. */
function valueOf(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?)(.*)$/s.exec(text)!;
  const value = /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : wholeNumber(digits);
  return value === undefined ? undefined : Number(sign === '-' ? -value : value);
}
