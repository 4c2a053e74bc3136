/** Parts of some work: that of one of many machines that do not talk to each other, and that of one of many jobs. */
import { refuse } from '../common/errors.js';

/** The part of a number, counted from 1. */
export interface PartOf {
  readonly part: number;
  readonly of: number;
}

/** How much a job takes: of all work there is, and at least and at most. */
export interface ShareBounds {
  readonly all: number;
  readonly least: number;
  readonly most: number;
}

/** Each place has at least this share of all work in a job: smaller jobs cost more than the wait for the last ones. */
const LEAST_SHARE = 1 / 4;

/** Parts that work is cut into, at most. */
const MOST_PARTS = 2 ** 20;

/** Returns the part when there can be such a one; else raises a usage error. */
export function checkPart({ part, of }: PartOf): PartOf {
  const isInteger = Number.isSafeInteger(part) && Number.isSafeInteger(of);
  if (isInteger && 1 <= part && part <= of && of <= MOST_PARTS) return { part, of };
  const help = `Parts count from 1. With an index that counts from 0, give $((INDEX + 1))/${of}.`;
  const isFromZero = part === 0 && Number.isSafeInteger(of);
  refuse('The part', `I/N with 1 <= I <= N <= ${MOST_PARTS}`, `${part}/${of}`, isFromZero ? { help } : {});
}

/** The items of a part: every Nth, so that a list in the order of their work is cut into about equal parts. */
export function itemsOf<Item>(items: readonly Item[], { part, of }: PartOf): Item[] {
  return items.filter((_, i) => i % of === part - 1);
}

/**
 * How much of what is left the next job takes: the share of one place, so that jobs get smaller towards the end and nobody waits
 * long for the last.
 */
export function nextShare(left: number, places: number, { all, least, most }: ShareBounds): number {
  const share = Math.max(least, Math.ceil(left / places), Math.ceil((LEAST_SHARE * all) / places));
  return Math.min(most, share);
}
