/** Reads lists of integers: the elements of a set, the parameters of a family, a seed. */
import { checkCost, MAX_STEPS } from '../../common/cost.js';
import { failure, refuse, type TakeawayError } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { wholeNumber } from '../../common/whole-number.js';
import { kindOfInteger } from './subtraction-set.js';

const SUBJECT = 'The subtraction set';
const HELP = 'Write it as {1,3,4} or {1..7}.';
/** Cost of a listed number of a range, in steps: it is kept, and its digits are part of a name. */
const STEPS_OF_LISTED = 64;
export const MAX_LISTED = MAX_STEPS / STEPS_OF_LISTED;

/** The subject of messages (default: the subtraction set) and the least allowed number (default: 1). */
export interface ListOptions {
  readonly subject?: string;
  readonly least?: number;
  /** The hint for a malformed list (default: the syntax of sets). */
  readonly help?: string;
}

export interface Run {
  readonly first: number;
  readonly last: number;
}

/** Parses a list such as `1, 3, 4`, `1..3,7` or `1,...,7` into runs, in the order written; none for an empty text. Linear time. */
export function parseRuns(text: string, options: ListOptions): Run[] {
  const { subject = SUBJECT, least = 1 } = options;
  if (text.trim() === '') return [];
  const runs: Run[] = [];
  let isAfterDots = false;
  for (let start = 0; start <= text.length;) {
    const comma = text.indexOf(',', start);
    const end = comma === -1 ? text.length : comma;
    const plain = plainNumber(text, start, end);
    if (plain !== undefined && plain >= least && !isAfterDots) runs.push({ first: plain, last: plain });
    else {
      const element = text.slice(start, end);
      const areDots = element.trim() === '...';
      if (areDots && comma === -1) throw unclearDots(runs, '', options);
      if (isAfterDots) runs.push(continuedTo(element, runs, options));
      else if (!areDots) runs.push(parseRun(element, subject, options));
      isAfterDots = areDots;
    }
    start = end + 1;
  }
  return runs;
}

/** Removes the latest run and returns it extended to the number after `...`. */
function continuedTo(element: string, runs: Run[], options: ListOptions): Run {
  const last = parseInteger(element, options);
  const [latest, before] = runs.slice(-2).reverse() as (Run | undefined)[];
  const isOneByOne = before === undefined || latest?.first === before.last + 1;
  if (latest === undefined || !isOneByOne || latest.last >= last) throw unclearDots(runs, last, options);
  runs.pop();
  return { first: latest.first, last };
}

/** The error for dots that do not say how the numbers continue. */
function unclearDots(runs: readonly Run[], last: number | '', options: ListOptions): TakeawayError {
  return failure(
    'usage',
    '{subject} has "{text}", which does not say how the numbers continue. Write A,...,B for all numbers from A to B, and write out others.',
    {
      subject: options.subject ?? SUBJECT,
      text: [...runs.slice(-2).map((run) => run.last), '...', last].join().replace(/,$/, ''),
    },
  );
}

function parseRun(element: string, subject: string, options: ListOptions): Run {
  const ends = element.split('..');
  if (ends.length !== 2) {
    const number = parseInteger(element, options);
    return { first: number, last: number };
  }
  const [first, last] = ends.map((end) => parseInteger(end, options));
  if (first <= last) return { first, last };
  refuse('{subject} has the range {range}, which goes down. Write the smaller number first.', {
    subject,
    range: element.trim(),
  });
}

/** Returns the number text[start, end) if it is 1 to 15 digits and nothing else, as nearly always. */
export function plainNumber(text: string, start = 0, end = text.length): number | undefined {
  if (end === start || end - start > 15) return undefined;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = 10 * value + digit;
  }
  return value;
}

export function parseList(text: string, options: ListOptions): Float64Array {
  return listed(parseRuns(text, options), options.subject);
}

/** Lists the numbers of runs in order. Raises a usage error if ranges have too many. */
export function listed(runs: readonly Run[], subject = SUBJECT): Float64Array {
  let count = 0;
  let inRanges = false;
  for (const { first, last } of runs) {
    count += last - first + 1;
    inRanges ||= first < last;
  }
  checkCost(
    inRanges ? count * STEPS_OF_LISTED : 0,
    '{subject} has ranges of {count} numbers, more than the {most} that can be listed. A single range may have any length: {2..1000000000}.',
    { subject, count, most: MAX_LISTED },
  );
  const numbers = new Float64Array(count);
  let filled = 0;
  for (const { first, last } of runs) for (let n = first; n <= last; n++) numbers[filled++] = n;
  return numbers;
}

/** Parses an integer from `least` to 2^53 - 2, the largest position, or to 2^53 - 1 if it may be negative. */
export function parseInteger(
  text: string,
  { subject = SUBJECT, least = 1, help = HELP }: ListOptions,
): number {
  const plain = plainNumber(text);
  if (plain !== undefined && plain >= least) return plain;
  const trimmed = text.trim();
  const value = valueOf(trimmed);
  if (value === undefined) {
    refuse(
      `{subject} has ${trimmed === '' ? 'nothing between two commas' : '"{text}"'} where {kind}s belong. ${help}`,
      { subject, text: trimmed, kind: kindOfInteger(least) },
    );
  }
  // Only parameters of families may be negative; subtrahends and positions are bounded by the largest position.
  const most = least < 0 ? Number.MAX_SAFE_INTEGER : POSITION_LIMIT - 1;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    // A difference below 1 may be a misspelt range.
    refuse(`{subject} has {value}, but takes {kind}s up to {most}.${/\d-/.test(trimmed) ? ` ${help}` : ''}`, {
      subject,
      value: trimmed,
      kind: kindOfInteger(least),
      most: least < 0 ? '2^53 - 1' : '2^53 - 2, the largest position',
    });
  }
  return value;
}

/** Returns the value of a number with an optional sign, or as `1e3`, `2^10` or `1k`; undefined for other texts. */
function valueOf(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?)(.*)$/s.exec(text)!;
  const value = /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : wholeNumber(digits);
  return value === undefined ? undefined : Number(sign === '-' ? -value : value);
}
