/** The ends of chunks, and the long subtrahends: all threads begin a chunk by these while one decides the chunk below it. */
import type { Arena } from '../../kernel/arena.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import type { Range } from '../../common/range.js';

/** Minimum number of a chunk's shares per thread, so that none waits long for the others. */
export const SHARES = 4;

/** Some subtrahends as a kernel's job takes them: the address of increasing u32, and their number. */
export interface Subtrahends {
  readonly subtrahends: number;
  readonly count: number;
}

/** Lays the subtrahends out and splits them: long ones lead below the chunk and, with several threads, the chunk before it. */
export function layOutByLength(
  arena: Arena,
  subtrahends: Float64Array,
  chunkLength: number,
  threads: number,
): { readonly short: Subtrahends; readonly long: Subtrahends } {
  const all = arena.take(4 * subtrahends.length);
  all.u32.set(subtrahends);
  // One chunk is decided while the next is begun, so the values of both are missing to its long subtrahends.
  const short = lowerBound(subtrahends, (threads === 1 ? 1 : 2) * chunkLength);
  return {
    short: { subtrahends: all.address, count: short },
    long: { subtrahends: all.address + 4 * short, count: subtrahends.length - short },
  };
}

/** The chunk from `start` to the end of its piece or of the range at most; empty at the latter. */
export function chunkAt(start: number, { stop }: Range, pieceLength: number, chunkLength: number): Range {
  const pieceEnd = (Math.floor(start / pieceLength) + 1) * pieceLength;
  return { start, stop: Math.max(start, Math.min(start + chunkLength, pieceEnd, stop)) };
}
