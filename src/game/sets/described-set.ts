/**
 * Subtraction sets with the text that names them, and what makes two ways of writing a set one game: the canonical
 * text.
 */
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

/** A file that a finite set was read from. */
export interface SetFile {
  readonly path: string;
  readonly count: number;
  readonly largest: number;
}

/** How a set is written: by a name, as a member of a family, by its numbers or those left out, or made of other sets. */
export type Expression =
  | { readonly kind: 'name' }
  | { readonly kind: 'member'; readonly family: string; readonly parameters: readonly number[] }
  | { readonly kind: 'numbers' }
  | { readonly kind: 'image'; readonly factor: number; readonly shift: number; readonly base: DescribedSet }
  | { readonly kind: 'union'; readonly parts: readonly DescribedSet[] };

/** A subtraction set with its names. */
export interface DescribedSet {
  /** What identifies the set: equal for every way of writing it, at most 200 characters. */
  readonly key: string;
  /** Text that names the set again without reading any file. */
  readonly definition: string;
  readonly set: SubtractionSet;
  readonly expression: Expression;
  /** Where it was read from a file: what is left out there is no element, however far the file goes. */
  readonly file?: SetFile | undefined;
  /** The canonical text in parts, every number written out; absent where `definition` is that text. */
  readonly canonical?: (() => Iterable<string>) | undefined;
}

const LONGEST_KEY = 200;

/** A set whose text is its own canonical text. */
export function described(definition: string, set: SubtractionSet, expression: Expression): DescribedSet {
  return { key: shortKey([definition], () => definition.slice(0, 100)), definition, set, expression };
}

/** The member of a family with these parameters. */
export function describedMember(
  family: string,
  parameters: readonly number[],
  set: SubtractionSet,
): DescribedSet {
  return described(`${family}:${parameters.join(',')}`, set, { kind: 'member', family, parameters });
}

/** The finite set of the given subtrahends, or of integers from `least` on, in any order; they are sorted in place, and kept. */
export function describedFinite(
  elements: Float64Array,
  { subject = 'The subtraction set', least = 1 }: { readonly subject?: string; readonly least?: number } = {},
): DescribedSet {
  const sorted = sortedIntegers(elements, subject, least);
  // {1..k} is a family, whose long members list no elements.
  if (sorted[0] === 1 && sorted[sorted.length - 1] === sorted.length) return describedInterval(sorted.length);
  return describedList('', sorted, setOfSorted(sorted));
}

/**
 * The beginning of an infinite set: all its elements below `completeBelow` are among the given ones, in any order, of which those
 * from there on are left out.
 */
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

/** All positive integers but the given ones, in any order; they are sorted in place, and kept. */
export function describedCofinite(excluded: Float64Array): DescribedSet {
  const set = cofiniteSet(sortedOrNone(excluded, 'The set left out', 1));
  return set.excluded.length === 0
    ? described('all', set, { kind: 'name' })
    : describedList('all-but', set.excluded, set);
}

/** The set {1..k}, k >= 1: written out while that makes a key, else `interval:k`, of any length. */
export function describedInterval(k: number): DescribedSet {
  // 75 numbers have more than 200 characters.
  const sorted = k < 75 ? Float64Array.from({ length: k }, (_, i) => i + 1) : undefined;
  if (sorted !== undefined && sorted.join().length + 2 <= LONGEST_KEY) {
    return describedList('', sorted, setOfSorted(sorted));
  }
  return describedMember('interval', [k], intervalSet(1, k));
}

/** The set {first..last} without a list, for those that are too long to be listed. */
export function describedLongInterval(first: number, last: number): DescribedSet {
  return described(`{${first}..${last}}`, intervalSet(first, last), { kind: 'numbers' });
}

/** Its definition is its canonical text while that makes a key; else runs in it are written as ranges. */
function describedList(prefix: string, sorted: Float64Array, set: SubtractionSet, suffix = ''): DescribedSet {
  const canonical = function* (): Generator<string> {
    yield `${prefix}{`;
    yield* writtenOut(sorted);
    yield `}${suffix}`;
  };
  const ends = `${prefix}{${sorted[0]},...,${sorted[sorted.length - 1]}} of ${sorted.length}`;
  const key = shortKey(canonical(), () => ends);
  // Only the digest of a key has a number sign.
  const expression = { kind: 'numbers' } as const;
  if (!key.includes('#')) return { key, definition: key, set, expression };
  return { key, definition: `${prefix}{${writtenInRuns(sorted)}}${suffix}`, set, expression, canonical };
}

/** The canonical text of a set, in parts. */
export function canonicalOf({
  canonical,
  definition,
}: Pick<DescribedSet, 'canonical' | 'definition'>): Iterable<string> {
  return canonical?.() ?? [definition];
}

/** The text of the parts itself, or where that is too long for a key its beginning (100 characters at most) and its digest. */
export function shortKey(parts: Iterable<string>, beginning: () => string): string {
  let text = '';
  let hash: Hash | undefined;
  for (const part of parts) {
    hash?.update(part);
    if (hash !== undefined) continue;
    text += part;
    if (text.length > LONGEST_KEY) hash = platform.hash().update(text);
  }
  return hash === undefined ? text : `${beginning()} #${hash.hex().slice(0, 16)}`;
}

/** Bytes of a part, and of a number with its comma at most. */
const PART_BYTES = 2 ** 16;
const LONGEST_NUMBER = 17;

/** `1,2,3,7`, in parts. Cost: some 20 ns a number. */
function* writtenOut(numbers: Float64Array): Generator<string, void, undefined> {
  const bytes = new Uint8Array(PART_BYTES);
  const decoder = new TextDecoder();
  let length = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (length + LONGEST_NUMBER > PART_BYTES) {
      yield decoder.decode(bytes.subarray(0, length));
      length = 0;
    }
    if (i > 0) bytes[length++] = 0x2c;
    length = putNumber(bytes, length, numbers[i]);
  }
  yield decoder.decode(bytes.subarray(0, length));
}

/** `1..3,7`: the same numbers, with runs of three and more as ranges. */
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
