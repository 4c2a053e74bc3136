/**
 * What workers say of single positions, held against bytes of what was decided before, which no later work on the game can change.
 */
import type { Range } from '../../../common/range.js';
import { breather } from '../../../common/stoppable.js';
import type { Random } from '../../../engine/extending/checks.js';
import { lowerBound } from '../../../game/sets/subtraction-set.js';
import { membership } from '../../../jobs/kinds/sparse-bits.js';
import type { NewsPiece } from './news.js';

/** Positions of the pieces that a cold position is held against: the nearest, and some at random. */
const NEAREST = 2 ** 27;
const AT_RANDOM = 2 ** 27;

/** A position of which is claimed that no cold position is an option of it, or that one is. */
export interface Claim {
  readonly position: number;
  readonly isCold: boolean;
}

/**
 * The first claim found that the pieces contradict, in words. They are gone through from the highest down, as most positions have
 * a near cold option. A cold position would take them all, some 0.3 ms for each 2^24 positions, so it is held against the nearest
 * and a few at random, numbers 0 <= r < 1.
 */
export async function contradictionIn(
  pieces: readonly NewsPiece[],
  claims: readonly Claim[],
  subtrahends: Float64Array,
  random: Random,
): Promise<string | undefined> {
  const breathe = breather(undefined);
  const undecided = new Set(claims);
  const looked = somePieces(pieces, random);
  for (let i = pieces.length - 1; i >= 0; i--) {
    const isForCold = looked.has(i);
    const held = [...undecided].filter(({ isCold }) => isForCold || !isCold);
    if (held.length === 0) continue;
    const { start, stop, bytes } = pieces[i];
    const isCold = membership(bytes, stop - start);
    for (const claim of held) {
      const first = lowerBound(subtrahends, claim.position - stop + 1);
      const end = lowerBound(subtrahends, claim.position - start + 1);
      if (!subtrahends.subarray(first, end).some((s) => isCold(claim.position - s - start))) continue;
      if (claim.isCold) return `position ${claim.position} is cold, but a cold one below it is an option`;
      undecided.delete(claim);
    }
    await breathe();
  }
  const wrong = [...undecided].find(({ isCold }) => !isCold);
  return wrong && `position ${wrong.position} is hot, but no cold one below it is an option`;
}

/** The indices of the nearest pieces, and of some others. */
function somePieces(pieces: readonly Range[], random: Random): ReadonlySet<number> {
  const chosen = new Set<number>();
  let taken = 0;
  const take = (i: number): void => {
    chosen.add(i);
    taken += pieces[i].stop - pieces[i].start;
  };
  for (let i = pieces.length - 1; i >= 0 && taken < NEAREST; i--) take(i);
  for (taken = 0; taken < AT_RANDOM;) take(Math.floor(random() * pieces.length));
  return chosen;
}
