/** What a survey is of: which sets, which values of them, and how far it looks; and how a file or a message says so. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { setText } from '../game/sets/set-text.js';
import { platform } from '../platform/platform.js';
import { integerOf, objectOf, textOf } from '../jobs/reading.js';

/** What periods are found of. */
export const SURVEYED = ['both', 'nim', 'cold'] as const;
export type Surveyed = (typeof SURVEYED)[number];

/** Nim-values of larger sets do not fit into one word of marks. */
export const LARGEST_SIZE = 30;
/** The largest element of a set in a list: 16 times as many values are the fewest that are looked at. */
export const LARGEST_ELEMENT = 2 ** 20;
/** Values of a set that are looked at in memory for one period, at most: 64 MB in all. */
export const MOST_VALUES = 2 ** 24;
/** The bound of steps: periods below it fit into a column of 32 bits. */
export const MOST_STEPS = 2 ** 32 - 1;
/** Sets in a list at most, which is in memory. */
export const MOST_LISTED = 2 ** 22;

/** Sets of at most `size` elements in their order. */
export interface SetList {
  /** `size` numbers a set, increasing, after the last zeros; absent where only the hash of the list is known. */
  readonly elements?: Uint32Array | undefined;
  readonly sets: number;
  /** SHA-256 of the elements. */
  readonly hash: string;
}

/** All sets of `size` positive integers up to `max` with greatest common divisor 1, or those of a list, and what of them. */
export interface SurveySpace {
  readonly max: number;
  readonly size: number;
  readonly list?: SetList | undefined;
  /** Default `both`. */
  readonly series?: Surveyed | undefined;
  /** Values of a set that may prove its period, at most. Default 2^24. */
  readonly steps?: number | undefined;
}

/** The list of some sets, each increasing, without repetitions. */
export function listOf(sets: readonly (readonly number[])[]): Pick<SurveySpace, 'max' | 'size' | 'list'> {
  const different = [...new Map(sets.map((set) => [set.join(), set])).values()];
  if (different.length === 0) refuse('The sets of the survey', 'some', 'none');
  if (different.length > MOST_LISTED)
    refuse('The sets of the survey', `at most ${MOST_LISTED} in a list`, String(different.length));
  const size = different.reduce((most, { length }) => Math.max(most, length), 0);
  const elements = new Uint32Array(size * different.length);
  let max = 0;
  for (const [i, set] of different.entries()) {
    const isSet =
      set.length > 0 && set.length <= LARGEST_SIZE && set.every((n, k) => isElement(n, set[k - 1]));
    if (!isSet) {
      const expected = `1 to ${LARGEST_SIZE} different integers from 1 to 2^20, increasing`;
      refuse('A set of the survey', expected, setText(set.slice(0, 40)));
    }
    elements.set(set, size * i);
    max = Math.max(max, set[set.length - 1]);
  }
  return { max, size, list: { elements, sets: different.length, hash: hashOfElements([elements]) } };
}

function isElement(n: number, before = 0): boolean {
  return Number.isSafeInteger(n) && n > before && n <= LARGEST_ELEMENT;
}

/** The hash of the elements of a list, in parts. */
export function hashOfElements(parts: readonly Uint32Array[]): string {
  const hash = platform.hash();
  for (const part of parts) hash.update(bytesOf(part));
  return hash.hex();
}

/** The bytes of elements or rows, in the same memory. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** What a space is, as JSON: what is usual is left out. */
export function fieldsOf({ max, size, list, series = 'both', steps = MOST_VALUES }: SurveySpace): object {
  return {
    ...{ max, size },
    ...(list && { list: { sets: list.sets, hash: list.hash } }),
    ...(series !== 'both' && { series }),
    ...(steps !== MOST_VALUES && { steps }),
  };
}

/** The space that fields say; without the elements of a list. Raises where they say none. */
export function readFields(json: unknown): SurveySpace {
  const { max, size, list, series, steps } = objectOf(json);
  const { sets, hash } = list === undefined ? {} : objectOf(list);
  return {
    max: integerOf(max, 1),
    size: integerOf(size, 1, LARGEST_SIZE),
    ...(list !== undefined && { list: { sets: integerOf(sets, 1, MOST_LISTED), hash: textOf(hash, 64) } }),
    ...(series !== undefined && { series: oneOf(series, SURVEYED, 'The series') }),
    ...(steps !== undefined && { steps: integerOf(steps, 1, MOST_STEPS) }),
  };
}

/** A space in words: `3 elements up to 42`. All that tells two surveys apart is in it: parts are compared by it. */
export function describeSpace({
  max,
  size,
  list,
  series = 'both',
  steps = MOST_VALUES,
}: SurveySpace): string {
  const of = series === 'both' ? '' : series === 'nim' ? ' by nim-values' : ' by outcomes';
  const what = steps === MOST_VALUES ? of : `${of} to ${steps} steps`;
  return list === undefined
    ? `${size} elements up to ${max}${what}`
    : `${list.sets} sets of a list (${list.hash.slice(0, 8)})${what}`;
}
