/**
 * Subtraction sets with the text that names them, and what makes two ways of writing a set one game: the canonical
 * text.
 */
import type { Hash } from '../../platform/contract.js';
import { platform } from '../../platform/platform.js';
import {
  cofiniteSet,
  cofiniteSetOf,
  setOfSorted,
  sortedIntegers,
  sortedOrNone,
  type SubtractionSet,
} from './subtraction-set.js';
import { writtenOut, writtenInRuns } from './written-numbers.js';

/** A file that a finite set was read from. */
export interface SetFile {
  readonly path: string;
  readonly count: number;
  readonly largest: number;
}

/** A subtraction set with its names. */
export interface DescribedSet {
  /** What identifies the set: equal for every way of writing it, at most 200 characters. */
  readonly key: string;
  /** Text that names the set again without reading any file. */
  readonly definition: string;
  readonly set: SubtractionSet;
  /** Where it was read from a file: what is left out there is no element, however far the file goes. */
  readonly file?: SetFile | undefined;
  /** The canonical text in parts, every number written out; absent where `definition` is that text. */
  readonly canonical?: (() => Iterable<string>) | undefined;
}

const LONGEST_KEY = 200;

/** A set whose text is its own canonical text. */
export function described(definition: string, set: SubtractionSet): DescribedSet {
  return { key: shortKey([definition], () => definition.slice(0, 100)), definition, set };
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

/** All positive integers but the given ones, in any order; they are sorted in place, and kept. */
export function describedCofinite(excluded: Float64Array): DescribedSet {
  const set = cofiniteSetOf(sortedOrNone(excluded, 'The numbers left out', 1));
  return set.excluded.length === 0 ? described('all', set) : describedList('all-but', set.excluded, set);
}

/** The set {1..k}, k >= 1: written out while that makes a key, else `interval:k`, of any length. */
export function describedInterval(k: number): DescribedSet {
  // 75 numbers have more than 200 characters.
  const sorted = k < 75 ? Float64Array.from({ length: k }, (_, i) => i + 1) : undefined;
  if (sorted !== undefined && sorted.join().length + 2 <= LONGEST_KEY) {
    return describedList('', sorted, setOfSorted(sorted));
  }
  const all = cofiniteSet([]);
  return described(`interval:${k}`, {
    smallest: 1,
    largest: k,
    between: (start, stop) => all.between(start, Math.min(stop, k + 1)),
    approximateCount: (bound) => Math.min(k, all.approximateCount(bound)),
  });
}

/** Its definition is its canonical text while that makes a key; else runs in it are written as ranges. */
function describedList(prefix: string, sorted: Float64Array, set: SubtractionSet): DescribedSet {
  const canonical = function* (): Generator<string> {
    yield `${prefix}{`;
    yield* writtenOut(sorted);
    yield '}';
  };
  const ends = `${prefix}{${sorted[0]},...,${sorted[sorted.length - 1]}} of ${sorted.length}`;
  const key = shortKey(canonical(), () => ends);
  // The digest of a key ends without a brace.
  if (key.endsWith('}')) return { key, definition: key, set };
  return { key, definition: `${prefix}{${writtenInRuns(sorted)}}`, set, canonical };
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
