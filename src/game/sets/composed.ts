/** Multiples and shifts, `2*primes+1`, and unions, `{1} | squares`. Finite, cofinite and polynomial results are written as such. */
import { refuse } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import {
  described,
  describedBeginning,
  describedCofinite,
  describedFinite,
  type DescribedSet,
} from './described-set.js';
import { inCatalogue, polynomialMember, polynomialOf } from './families.js';
import { merged } from './merging.js';
import type { ListOptions } from './number-list.js';
import { imageOfPolynomial } from './polynomial.js';
import { lowerBound, type SubtractionSet } from './subtraction-set.js';
import { firstOf, has } from './walking.js';

/** Elements of a finite set that are listed to multiply, shift or unite it. */
const MAX_LISTED_ELEMENTS = 2 ** 22;

/**
 * Makes the set of the positive numbers factor * s + shift for s in a set; for a finite set, of those from `least` on. Equal
 * sets become one game: the image of a union is a union of images, and the image of an image is one image.
 */
export function imageOf(
  base: DescribedSet,
  factor: number,
  shift: number,
  options: ListOptions = {},
): DescribedSet {
  const { subject = 'The game', least = 1 } = options;
  const { set, expression } = base;
  const ofSame = (inner: DescribedSet, times: number, by: number): DescribedSet =>
    imageOf(inner, times, by, options);
  if (expression.kind === 'union') {
    // A negative shift may remove a finite set completely.
    const left = expression.parts.filter((part) => factor * part.set.largest + shift >= least);
    return unionOf(
      left.map((part) => ofSame(part, factor, shift)),
      options,
    );
  }
  if (expression.kind === 'image') {
    const isLeftOut = expression.factor * expression.base.set.smallest + expression.shift < 1;
    // Images merge, unless a positive shift would bring back elements that the inner one removed.
    if (!isLeftOut || shift <= 0)
      return ofSame(expression.base, factor * expression.factor, factor * expression.shift + shift);
  }
  if (factor < 1)
    refuse('{subject} multiplies a set by {factor}. Multiply it by a positive integer.', { subject, factor });
  if (!Number.isSafeInteger(factor) || !Number.isSafeInteger(shift))
    refuse('{subject} multiplies by {factor} and adds {shift}. Both must be below 2^53.', {
      subject,
      factor,
      shift,
    });
  if (factor === 1 && shift === 0) return base;
  const { imageAt } = mapBy(factor, shift);
  if (set.completeBelow !== undefined) {
    const end = Math.min(imageAt(set.completeBelow), POSITION_LIMIT - 1);
    const images = set.between(0, set.completeBelow).map(imageAt);
    const known = images.filter((image) => least <= image && image < end);
    return describedBeginning(known, end, subject);
  }
  if (Number.isFinite(set.largest)) {
    const images = elementsOf(base, subject).map(imageAt);
    return describedFinite(
      images.filter((image) => image >= least),
      options,
    );
  }
  if (set.excluded !== undefined && factor === 1) {
    const below = Array.from({ length: Math.max(0, shift) }, (_, i) => i + 1);
    return describedCofinite(
      Float64Array.from([...below, ...set.excluded.map(imageAt)].filter((n) => n >= 1)),
    );
  }
  const polynomial = polynomialOf(base);
  // Stored games of quotients have the key of an image.
  const image =
    polynomial?.divisor === 1 ? imageOfPolynomial(polynomial.coefficients, factor, shift) : undefined;
  if (image !== undefined) return polynomialMember({ coefficients: image, divisor: 1 }, subject);
  const multiple = factor === 1 ? '' : `${factor}*`;
  const moved = shift === 0 ? '' : shift > 0 ? `+${shift}` : String(shift);
  const of = expression.kind === 'image' ? `(${base.definition})` : base.definition;
  return described(`${multiple}${of}${moved}`, imageOfInfinite(set, factor, shift, subject), {
    ...{ kind: 'image', factor, shift, base },
  });
}

/** s -> factor * s + shift, and the least s whose image is at least a bound: exact while images are below 2^53. */
function mapBy(factor: number, shift: number): Record<'imageAt' | 'preimage', (of: number) => number> {
  // The first s with a positive image: with a large negative shift, factor * s exceeds 2^53.
  const from = Math.max(0, Math.floor(-shift / factor));
  const rest = shift + factor * from;
  return {
    imageAt: (s) => factor * (s - from) + rest,
    preimage: (bound) => from + Math.ceil((bound - rest) / factor),
  };
}

const BEYOND = Number.MAX_SAFE_INTEGER + 1;

/** The images, up to 2^53 - 1, of the elements of an infinite set. */
function imageOfInfinite(
  base: SubtractionSet,
  factor: number,
  shift: number,
  subject: string,
): SubtractionSet {
  const map = mapBy(factor, shift);
  const preimage = (bound: number): number => Math.min(BEYOND, Math.max(1, map.preimage(bound)));
  const first = preimage(1);
  const dropped = base.approximateCount(first);
  const smallest = firstOf(base, { start: first, stop: POSITION_LIMIT }, 1).at(0);
  if (smallest === undefined)
    refuse('{subject} shifts the set by {shift}, which leaves no number above 0. Shift it by less.', {
      subject,
      shift,
    });
  return {
    smallest: map.imageAt(smallest),
    largest: Infinity,
    stretch: factor * (base.stretch ?? Infinity),
    isCountRough: base.isCountRough,
    between: (start, stop) => {
      const elements = base.between(preimage(Math.max(1, start)), preimage(stop));
      const images = new Float64Array(elements.length);
      // Not by `map`, whose call per number takes five times as long.
      for (let i = 0; i < images.length; i++) images[i] = map.imageAt(elements[i]);
      return images;
    },
    approximateCount: (bound) => Math.max(0, base.approximateCount(preimage(bound)) - dropped),
  };
}

function elementsOf({ key, set }: DescribedSet, subject: string): Float64Array {
  if (set.approximateCount(set.largest + 1) > MAX_LISTED_ELEMENTS)
    refuse(
      '{subject} needs the numbers of {set} one by one, which are too many. Use a set of at most {most} numbers.',
      { subject, set: key, most: MAX_LISTED_ELEMENTS },
    );
  return set.between(0, set.largest + 1);
}

const WITH_ONE: Readonly<Record<string, string | undefined>> = {
  primes: 'one-and-primes',
  'prime-powers': 'one-and-prime-powers',
};

export function unionOf(sets: readonly DescribedSet[], options: ListOptions = {}): DescribedSet {
  const { subject = 'The game' } = options;
  const parts = sets.flatMap((set) => (set.expression.kind === 'union' ? set.expression.parts : [set]));
  const isInAny = (sets: readonly DescribedSet[], n: number): boolean => sets.some(({ set }) => has(set, n));
  const finite = parts.filter(({ set }) => Number.isFinite(set.largest));
  const infinite = parts.filter(({ set }) => !Number.isFinite(set.largest));
  const cofinite = infinite.find(({ set }) => set.excluded !== undefined)?.set.excluded;
  // The numbers that a beginning excludes are unknown, and a set of positions may have 0.
  if (cofinite !== undefined && parts.every(({ set }) => set.completeBelow === undefined && set.smallest > 0))
    return describedCofinite(cofinite.filter((n) => !isInAny(parts, n)));
  const single = merged(finite.map((part) => elementsOf(part, subject)));
  const listed = single.filter((n) => !isInAny(infinite, n));
  if (infinite.length === 0) return describedFinite(listed, options);
  const byName = new Map(infinite.map((part) => [part.definition, part]));
  const others = [...byName.keys()].sort().map((name) => byName.get(name)!);
  if (listed.length === 0 && others.length === 1) return others[0];
  const withOne = WITH_ONE[others[0].key];
  if (listed.length === 1 && listed[0] === 1 && others.length === 1 && withOne !== undefined)
    return inCatalogue(withOne);
  const all = listed.length === 0 ? others : [describedFinite(listed, options), ...others];
  const definition = all.map((part) => part.definition).join(' | ');
  const set = unionOfInfinite(all.map((part) => part.set));
  return described(definition, set, { kind: 'union', parts: all });
}

/** The sample size for measuring how many elements several sets share. */
const SAMPLED = 2 ** 14;

function unionOfInfinite(sets: readonly SubtractionSet[]): SubtractionSet {
  const between = (start: number, stop: number): Float64Array =>
    merged(sets.map((set) => set.between(start, stop)));
  const together = (bound: number): number => sets.reduce((sum, set) => sum + set.approximateCount(bound), 0);
  let end = 2;
  while (end < POSITION_LIMIT / 2 && together(2 * end) <= SAMPLED) end *= 2;
  const sample = between(1, end);
  const share = sample.length / Math.max(1, together(end));
  const completeBelow = Math.min(...sets.map((set) => set.completeBelow ?? Infinity));
  return {
    smallest: Math.min(...sets.map(({ smallest }) => smallest)),
    largest: Infinity,
    completeBelow: Number.isFinite(completeBelow) ? completeBelow : undefined,
    stretch: Math.min(...sets.map(({ stretch = Infinity }) => stretch)),
    isCountRough: true,
    between,
    approximateCount: (bound) =>
      bound <= end ? lowerBound(sample, bound) : Math.max(sample.length, Math.round(share * together(bound))),
  };
}
