/** Subtraction sets with their names. Equal sets have the same canonical text, and so are one game. */
import { putNumber } from '../../common/whole-number.js';
import { refuse } from '../../common/errors.js';
import type { Hash } from '../../platform/contract.js';
import { platform } from '../../platform/platform.js';
import {
  cofiniteSet,
  intervalSet,
  setOfSorted,
  sortedIntegers,
  sortedOrNone,
  type SubtractionSet,
} from './subtraction-set.js';

export interface SetFile {
  readonly path: string;
  readonly count: number;
  readonly largest: number;
}

/** The form of a set: a name, a member of a family, the numbers that it has or excludes, or made of other sets. */
export type Expression =
  | { readonly kind: 'name' }
  | { readonly kind: 'member'; readonly family: string; readonly parameters: readonly number[] }
  | { readonly kind: 'numbers' }
  | { readonly kind: 'image'; readonly factor: number; readonly shift: number; readonly base: DescribedSet }
  | { readonly kind: 'union'; readonly parts: readonly DescribedSet[] };

export interface DescribedSet {
  /** Identifies the set: equal for all ways to write it, at most 200 characters. */
  readonly key: string;
  /** Text that names the set without reading any file. */
  readonly definition: string;
  readonly set: SubtractionSet;
  readonly expression: Expression;
  /** The file that listed the set. Numbers missing there are no elements, even beyond the last. */
  readonly file?: SetFile | undefined;
  /** The canonical text in parts, with every number; absent if it is `definition`. */
  readonly canonical?: (() => Iterable<string>) | undefined;
}

const MAX_KEY_CHARACTERS = 200;

export function described(definition: string, set: SubtractionSet, expression: Expression): DescribedSet {
  return { key: shortKey([definition], () => definition.slice(0, 100)), definition, set, expression };
}

export function describedMember(
  family: string,
  parameters: readonly number[],
  set: SubtractionSet,
): DescribedSet {
  return described(`${family}:${parameters.join(',')}`, set, { kind: 'member', family, parameters });
}

/** Describes the finite set of subtrahends, or integers from `least` on, in any order. Sorts them in place and keeps them. */
export function describedFinite(
  elements: Float64Array,
  { subject = 'The subtraction set', least = 1 }: { readonly subject?: string; readonly least?: number } = {},
): DescribedSet {
  const sorted = sortedIntegers(elements, subject, least);
  // {1..k} is a family, whose long members list no elements.
  if (sorted[0] === 1 && sorted[sorted.length - 1] === sorted.length) return describedInterval(sorted.length);
  return describedList('', sorted, setOfSorted(sorted));
}

/** Describes the beginning of an infinite set, whose elements below `completeBelow` are all given, in any order. Drops others. */
export function describedBeginning(
  elements: Float64Array,
  completeBelow: number,
  subject = 'The subtraction set',
): DescribedSet {
  const sorted = sortedIntegers(elements, subject, 1).filter((element) => element < completeBelow);
  if (sorted.length === 0)
    refuse(
      '{subject} has no number below {completeBelow}, the end of what is complete. Give one, or a larger end.',
      { subject, completeBelow },
    );
  const set = { ...setOfSorted(sorted, Infinity), completeBelow };
  return describedList('', sorted, set, ` complete below ${completeBelow}`);
}

/** Describes all positive integers except the given ones, in any order. Sorts these in place and keeps them. */
export function describedCofinite(excluded: Float64Array): DescribedSet {
  const set = cofiniteSet(sortedOrNone(excluded, 'The set left out', 1));
  return set.excluded.length === 0
    ? described('all', set, { kind: 'name' })
    : describedList('all-but', set.excluded, set);
}

/** Describes {1..k}, k >= 1: written out if short enough for a key, else as `interval:k`. */
export function describedInterval(k: number): DescribedSet {
  // 75 numbers have more than 200 characters.
  const sorted = k < 75 ? Float64Array.from({ length: k }, (_, i) => i + 1) : undefined;
  if (sorted !== undefined && sorted.join().length + 2 <= MAX_KEY_CHARACTERS) {
    return describedList('', sorted, setOfSorted(sorted));
  }
  return describedMember('interval', [k], intervalSet(1, k));
}

/** Describes {first..last} without a list, for long ranges. */
export function describedLongInterval(first: number, last: number): DescribedSet {
  return described(`{${first}..${last}}`, intervalSet(first, last), { kind: 'numbers' });
}

/** Describes a list by its canonical text if that is short enough for a key, else with runs written as ranges. */
function describedList(prefix: string, sorted: Float64Array, set: SubtractionSet, suffix = ''): DescribedSet {
  const canonical = function* (): Generator<string> {
    yield `${prefix}{`;
    yield* writtenOut(sorted);
    yield `}${suffix}`;
  };
  const ends = `${prefix}{${sorted[0]},...,${sorted[sorted.length - 1]}} of ${sorted.length}`;
  const key = shortKey(canonical(), () => ends);
  // Only digests of keys have a number sign.
  const expression = { kind: 'numbers' } as const;
  if (!key.includes('#')) return { key, definition: key, set, expression };
  return { key, definition: `${prefix}{${writtenInRuns(sorted)}}${suffix}`, set, expression, canonical };
}

/** Yields the canonical text of a set in parts. */
export function canonicalOf({
  canonical,
  definition,
}: Pick<DescribedSet, 'canonical' | 'definition'>): Iterable<string> {
  return canonical?.() ?? [definition];
}

/** Joins the parts, or returns the beginning (at most 100 characters) and a digest if they are too long for a key. */
export function shortKey(parts: Iterable<string>, beginning: () => string): string {
  let text = '';
  let hash: Hash | undefined;
  for (const part of parts) {
    hash?.update(part);
    if (hash !== undefined) continue;
    text += part;
    if (text.length > MAX_KEY_CHARACTERS) hash = platform.hash().update(text);
  }
  return hash === undefined ? text : `${beginning()} #${hash.hex().slice(0, 16)}`;
}

/** Sizes of a part, and of a number with its comma. */
const PART_BYTES = 2 ** 16;
const MAX_NUMBER_BYTES = 17;

/** Yields `1,2,3,7` in parts. Cost: some 20 ns a number. */
function* writtenOut(numbers: Float64Array): Generator<string, void, undefined> {
  const bytes = new Uint8Array(PART_BYTES);
  const decoder = new TextDecoder();
  let length = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (length + MAX_NUMBER_BYTES > PART_BYTES) {
      yield decoder.decode(bytes.subarray(0, length));
      length = 0;
    }
    if (i > 0) bytes[length++] = 0x2c;
    length = putNumber(bytes, length, numbers[i]);
  }
  yield decoder.decode(bytes.subarray(0, length));
}

/** `1..3,7`: runs of three or more are ranges. */
function writtenInRuns(numbers: Float64Array): string {
  const words: string[] = [];
  for (let i = 0; i < numbers.length;) {
    let end = i + 1;
    while (end < numbers.length && numbers[end] === numbers[end - 1] + 1) end++;
    if (end - i > 2) words.push(`${numbers[i]}..${numbers[end - 1]}`);
    else for (let k = i; k < end; k++) words.push(String(numbers[k]));
    i = end;
  }
  return words.join(',');
}
