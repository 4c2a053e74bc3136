/**
 * Subtraction sets with the text that names them, and what makes two ways of writing a set one game: the
 * canonical text. Separate from reading text, because the families of the catalogue make such sets too.
 */
import { createHash } from 'node:crypto';
import { cofiniteSet, finiteSet, type SubtractionSet } from './subtraction-set.js';

/** A subtraction set with its names. */
export interface DescribedSet {
  /** What identifies the set: equal for every way of writing it, at most 200 characters. */
  readonly key: string;
  /** Text that names the set again without reading any file. */
  readonly definition: string;
  readonly set: SubtractionSet;
}

const LONGEST_KEY = 200;

/** A set whose text is its own canonical text. */
export function described(definition: string, set: SubtractionSet): DescribedSet {
  return { key: shortKey(definition, () => definition.slice(0, 100)), definition, set };
}

/** The finite set of the given subtrahends, or of integers from `least` on, in any order. */
export function describedFinite(
  elements: Iterable<number>,
  { subject, least }: { readonly subject?: string; readonly least?: number } = {},
): DescribedSet {
  const set = finiteSet(elements, subject, least);
  const sorted = set.between(0, Infinity);
  // {1..k} is a family, whose long members list no elements.
  if (set.smallest === 1 && set.largest === sorted.length) return describedInterval(set.largest);
  return describedList('', sorted, set);
}

/** All positive integers but the given ones, in any order. */
export function describedCofinite(excluded: Iterable<number>): DescribedSet {
  const set = cofiniteSet(excluded);
  return set.excluded.length === 0 ? described('all', set) : describedList('all-but', set.excluded, set);
}

/** The set {1..k}, k >= 1: written out while that makes a key, else `interval:k`, of any length. */
export function describedInterval(k: number): DescribedSet {
  // 75 numbers have more than 200 characters.
  const sorted = k < 75 ? Float64Array.from({ length: k }, (_, i) => i + 1) : undefined;
  if (sorted !== undefined && sorted.join().length + 2 <= LONGEST_KEY) {
    return describedList('', sorted, finiteSet(sorted));
  }
  const all = cofiniteSet([]);
  return described(`interval:${k}`, {
    smallest: 1,
    largest: k,
    between: (start, stop) => all.between(start, Math.min(stop, k + 1)),
    approximateCount: (bound) => Math.min(k, all.approximateCount(bound)),
  });
}

function describedList(prefix: string, sorted: Float64Array, set: SubtractionSet): DescribedSet {
  const definition = `${prefix}{${sorted.join(',')}}`;
  const ends = `${prefix}{${sorted[0]},...,${sorted[sorted.length - 1]}} of ${sorted.length}`;
  return { key: shortKey(definition, () => ends), definition, set };
}

/** The text itself, or where that is too long for a key its beginning (100 characters at most) and its digest. */
export function shortKey(definition: string, beginning: () => string): string {
  if (definition.length <= LONGEST_KEY) return definition;
  return `${beginning()} #${createHash('sha256').update(definition).digest('hex').slice(0, 16)}`;
}
