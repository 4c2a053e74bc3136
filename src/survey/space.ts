/** The space of a survey (sets, series, bound of the search), and its forms in files and messages. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { setText } from '../game/sets/set-text.js';
import { platform } from '../platform/platform.js';
import { integerOf, objectOf, textOf } from '../jobs/reading.js';
import { parseQuantity, type Quantity } from '../tables/condition.js';

export const SURVEYED = ['both', 'nim', 'cold'] as const;
export type Surveyed = (typeof SURVEYED)[number];

/** Nim-values of larger sets do not fit into one word of marks. */
export const MAX_SET_SIZE = 30;
/** The largest element of a set in a list: at least 16 times as many values are computed. */
export const MAX_ELEMENT = 2 ** 20;
/** Values of a set in memory for one period: 64 MB in all. */
export const MAX_VALUES = 2 ** 24;
/** Periods below this bound fit into a column of 32 bits. */
export const MAX_STEPS = 2 ** 32 - 1;
/** The expression of a distance, which the first line of a part contains. */
const MAX_DISTANCE_CHARACTERS = 200;
/** Sets in a list, which is held in memory. */
export const MAX_LISTED_SETS = 2 ** 22;

export interface SetList {
  /** Each increasing, of at most `size` elements; absent if only the hash of the list is known. */
  readonly sets?: readonly (readonly number[])[] | undefined;
  readonly count: number;
  /** SHA-256 of the elements (`setHash`). */
  readonly hash: string;
}

/** The sets and the quantities of a survey. Batches, jobs and parts are ranges of the indices of sets. */
export interface SurveySpace {
  readonly max: number;
  /** The number of elements; for a list the maximum. */
  readonly size: number;
  /** Replaces all sets of `size` elements up to `max` with greatest common divisor 1. */
  readonly list?: SetList | undefined;
  /** Default `both`. */
  readonly series?: Surveyed | undefined;
  /** Maximum number of values of a set that may prove its period. Default 2^24. */
  readonly steps?: number | undefined;
  /** Whether to decide reverse mex, which is about nim-values. Default false. */
  readonly reverseMex?: boolean | undefined;
  /** Whether the elements are left out: each game is that of all positive integers but these. Default false. */
  readonly excluded?: boolean | undefined;
  /** A distance such as `s2 - s1`, whose collisions of cold positions are counted (docs/ANALYSIS.md). */
  readonly collisions?: string | undefined;
}

/** Returns the space of some sets, each increasing, without duplicates. */
export function spaceOfList(
  given: readonly (readonly number[])[],
): Pick<SurveySpace, 'max' | 'size' | 'list'> {
  const sets = [...new Map(given.map((set) => [set.join(), set])).values()];
  if (sets.length === 0) refuse('The survey has no sets. Give at least one.');
  const [count, most] = [sets.length, MAX_LISTED_SETS];
  if (count > most)
    refuse('The survey has {count} sets in its list. It can have at most {most}.', { count, most });
  let [size, max] = [0, 0];
  for (const set of sets) {
    if (!isSet(set))
      refuse(
        '{set} cannot be surveyed. A set has 1 to {most} different integers from 1 to 2^20, increasing.',
        { set: setText(set.slice(0, 40)), most: MAX_SET_SIZE },
      );
    size = Math.max(size, set.length);
    max = Math.max(max, set[set.length - 1]);
  }
  const hash = setHash(size);
  for (const set of sets) hash.add(set);
  return { max, size, list: { sets, count, hash: hash.hex() } };
}

export function isSet(set: readonly number[]): boolean {
  const isElement = (n: number, before = 0): boolean =>
    Number.isSafeInteger(n) && n > before && n <= MAX_ELEMENT;
  return set.length > 0 && set.length <= MAX_SET_SIZE && set.every((n, k) => isElement(n, set[k - 1]));
}

/** Returns a hash of a list of sets, each as `size` numbers of 32 bits, padded with zeros. */
export function setHash(size: number) {
  const hash = platform.hash();
  const elements = new Uint32Array(size);
  return {
    add(set: ArrayLike<number>): void {
      elements.fill(0).set(set);
      hash.update(new Uint8Array(elements.buffer));
    },
    hex: () => hash.hex(),
  };
}

function withDefaults(space: SurveySpace) {
  return { series: 'both', steps: MAX_VALUES, reverseMex: false, excluded: false, ...space } as const;
}

/**
 * Returns the function that evaluates the distance of collisions for a set; null for a set whose distance has no value. Raises a
 * usage error for an expression that is no number of the elements s1, s2, ...
 */
export function distanceOf({
  size,
  collisions = '',
}: Pick<SurveySpace, 'size' | 'collisions'>): Quantity<ArrayLike<number>> {
  const [length, most] = [collisions.length, MAX_DISTANCE_CHARACTERS];
  if (length > most)
    refuse('The distance of collisions has {length} characters. It can have at most {most}.', {
      length,
      most,
    });
  const elements = Array.from({ length: size }, (_, i) => ({
    name: `s${i + 1}`,
    type: 'number' as const,
    of: (set: ArrayLike<number>) => set[i] ?? 0,
  }));
  return parseQuantity(collisions, elements);
}

/** Returns a space as JSON, without the defaults and without the sets of its list. */
export function fieldsOf(space: SurveySpace): object {
  const { max, size, list, series, steps, reverseMex, excluded, collisions } = withDefaults(space);
  return {
    ...{ max, size },
    ...(list && { list: { sets: list.count, hash: list.hash } }),
    ...(series !== 'both' && { series }),
    ...(steps !== MAX_VALUES && { steps }),
    ...(reverseMex && { reverseMex }),
    ...(excluded && { excluded }),
    ...(collisions !== undefined && { collisions }),
  };
}

/** Reads a space from such JSON. Raises if it is invalid. */
export function readFields(json: unknown): SurveySpace {
  const { max, size, list, series, steps, reverseMex, excluded, collisions } = objectOf(json);
  const { sets, hash } = list === undefined ? {} : objectOf(list);
  return {
    max: integerOf(max, 1),
    size: integerOf(size, 1, MAX_SET_SIZE),
    ...(list !== undefined && {
      list: { count: integerOf(sets, 1, MAX_LISTED_SETS), hash: textOf(hash, 64) },
    }),
    ...(series !== undefined && { series: oneOf(series, SURVEYED, 'The series') }),
    ...(steps !== undefined && { steps: integerOf(steps, 1, MAX_STEPS) }),
    ...(reverseMex === true && { reverseMex }),
    ...(excluded === true && { excluded }),
    ...(collisions !== undefined && { collisions: textOf(collisions, MAX_DISTANCE_CHARACTERS) }),
  };
}

/** Describes a space: `3 elements up to 42`. Parts are compared by it, so it has all that distinguishes two surveys. */
export function describeSpace(space: SurveySpace): string {
  const { max, size, list, series, steps, reverseMex, excluded, collisions } = withDefaults(space);
  const of = series === 'both' ? '' : series === 'nim' ? ' by nim-values' : ' by outcomes';
  const bounded = steps === MAX_VALUES ? of : `${of} to ${steps} steps`;
  const reversed = `${excluded ? ' left out' : ''}${bounded}${reverseMex ? ' with reverse mex' : ''}`;
  const what = collisions === undefined ? reversed : `${reversed} with collisions of ${collisions}`;
  return list === undefined
    ? `${size} elements up to ${max}${what}`
    : `${list.count} sets of a list (${list.hash.slice(0, 8)})${what}`;
}
