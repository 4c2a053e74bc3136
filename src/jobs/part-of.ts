/** Division of work: into parts for machines that do not communicate, and into jobs. */
import { refuse } from '../common/errors.js';

/** A part of the work, counted from 1. */
export interface PartOf {
  readonly part: number;
  readonly of: number;
}

/** A job takes at least this share of a place's equal share of all work: smaller ones cost more than the wait for the last. */
const MIN_SHARE = 1 / 4;

const MAX_PARTS = 2 ** 20;

/** Returns the part if it is valid; else raises a usage error. */
export function checkPart({ part, of }: PartOf): PartOf {
  const isInteger = Number.isSafeInteger(part) && Number.isSafeInteger(of);
  if (isInteger && 1 <= part && part <= of && of <= MAX_PARTS) return { part, of };
  const isFromZero = part === 0 && Number.isSafeInteger(of);
  refuse(
    `There is no part {part}/{of}. ${isFromZero ? 'Parts count from 1: with an index that counts from 0, give $((INDEX + 1))/{of}.' : 'Write I/N with 1 <= I <= N <= {most}.'}`,
    { part: String(part), of: String(of), most: MAX_PARTS },
  );
}

/** Returns every Nth item, so that a list sorted by work is cut into about equal parts. */
export function itemsOf<Item>(items: readonly Item[], { part, of }: PartOf): Item[] {
  return items.filter((_, i) => i % of === part - 1);
}

/**
 * Cuts items into jobs. Each takes a 1/`places()` share of the work that is left, or its first item if that is more. So jobs are
 * few, and get smaller towards the end, which shortens the wait for the last. `joins` tells whether an item may follow another.
 */
export function* sharesOf<Item>(
  items: readonly Item[],
  places: () => number,
  most: number,
  workOf: (item: Item) => number,
  joins: (before: Item, item: Item) => boolean = () => true,
): Generator<Item[]> {
  const all = items.reduce((sum, item) => sum + workOf(item), 0);
  let left = all;
  for (let next = 0; next < items.length;) {
    const share = Math.min(most, Math.ceil(Math.max(left, MIN_SHARE * all) / places()));
    const job: Item[] = [];
    let work = 0;
    for (; next < items.length; next++) {
      const [before, item] = [job.at(-1), items[next]];
      if (before !== undefined && (!joins(before, item) || work + workOf(item) > share)) break;
      job.push(item);
      work += workOf(item);
    }
    yield job;
    left -= work;
  }
}
