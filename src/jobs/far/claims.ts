/**
 * What workers say of single positions, held against values that were decided before, which no later work on the game can change.
 */
import type { Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Random } from '../../engine/extending/checks.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { membership } from '../kinds/sparse-bits.js';
import { getBit } from '../../kernel/bitset.js';
import type { NewsPiece } from './news.js';

/** Positions of far pieces that a cold position is held against, at random: each 2^24 take 0.3 ms. */
const AT_RANDOM = 2 ** 26;

/** A position of which is claimed that no cold position is an option of it, or that one is. */
export interface Claim {
  readonly position: number;
  readonly isCold: boolean;
}

/** The cold bits of a range, bit 0 for its start. */
export interface ColdBits extends Range {
  readonly bits: Uint8Array;
}

/** What claims are held against: bits of ranges, the highest first, and pieces of which those below the bits count. */
export interface Decided {
  readonly near: readonly ColdBits[];
  readonly pieces: readonly NewsPiece[];
}

/**
 * The first claim found that decided values contradict, in words. Hot positions have a cold option, mostly a near one: `deep` of those
 * whose option is further below are followed down to it, the others are left. A cold position is held against all that is near and
 * some pieces at random, numbers 0 <= r < 1.
 */
export async function contradictionIn(
  claims: readonly Claim[],
  { near, pieces }: Decided,
  subtrahends: Float64Array,
  deep: number,
  random: Random,
): Promise<string | undefined> {
  const breathe = breather(undefined);
  let held = claims;
  let wrong: Claim | undefined;
  /** Leaves the claims that the options in a range do not decide. */
  const hold = ({ start, stop }: Range, which: readonly Claim[], isCold: (i: number) => boolean): void => {
    const decided = new Set(
      which.filter(({ position }) => {
        const end = lowerBound(subtrahends, position - start + 1);
        for (let i = lowerBound(subtrahends, position - stop + 1); i < end; i++)
          if (isCold(position - subtrahends[i] - start)) return true;
        return false;
      }),
    );
    wrong ??= [...decided].find((claim) => claim.isCold);
    held = held.filter((claim) => !decided.has(claim));
  };
  for (const { bits, ...range } of near) {
    hold(range, held, (i) => getBit(bits, i) === 1);
    await breathe();
  }
  const left = { hot: deep };
  held = held.filter(({ isCold }) => isCold || left.hot-- > 0);
  const below = pieces.filter(({ stop }) => stop <= (near.at(-1)?.start ?? Infinity));
  const looked = somePieces(below, random);
  for (let i = below.length - 1; i >= 0 && wrong === undefined; i--) {
    const which = looked.has(i) ? held : held.filter(({ isCold }) => !isCold);
    if (which.length === 0) continue;
    const { bytes, ...range } = below[i];
    hold(range, which, membership(bytes, range.stop - range.start));
    await breathe();
  }
  if (wrong !== undefined) return `position ${wrong.position} is cold, but a cold one below it is an option`;
  const lacking = held.find(({ isCold }) => !isCold);
  return lacking && `position ${lacking.position} is hot, but no cold one below it is an option`;
}

/** The indices of some pieces. */
function somePieces(pieces: readonly Range[], random: Random): ReadonlySet<number> {
  const chosen = new Set<number>();
  for (let taken = 0; taken < AT_RANDOM && pieces.length > 0;) {
    const i = Math.floor(random() * pieces.length);
    chosen.add(i);
    taken += pieces[i].stop - pieces[i].start;
  }
  return chosen;
}
