/** Where chunks end, and which subtrahends are long: all threads begin a chunk by these while one decides the one below it. */
import type { Arena } from '../../kernel/arena.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import type { Range } from '../../common/range.js';

/** Shares of a chunk for each thread at least, so that none waits long for the others. */
export const SHARES = 4;

/** Some of the subtrahends, as a kernel's job wants them: the address of increasing u32, and how many. */
export interface Subtrahends {
  readonly subtrahends: number;
  readonly count: number;
}

/** Lays the subtrahends out, and splits them where they lead below a chunk and, with several threads, the one before it. */
export function layOutByLength(
  arena: Arena,
  subtrahends: Float64Array,
  chunkLength: number,
  threads: number,
): { readonly short: Subtrahends; readonly long: Subtrahends } {
  const all = arena.take(4 * subtrahends.length);
  all.u32.set(subtrahends);
  // While one chunk is decided, the next is begun: values from both are missing to its long subtrahends.
  const short = lowerBound(subtrahends, (threads === 1 ? 1 : 2) * chunkLength);
  return {
    short: { subtrahends: all.address, count: short },
    long: { subtrahends: all.address + 4 * short, count: subtrahends.length - short },
  };
}

/** The chunk that begins at a position: up to the end of its piece, or of the range; empty at that end. */
export function chunkAt(start: number, { stop }: Range, pieceLength: number, chunkLength: number): Range {
  const pieceEnd = (Math.floor(start / pieceLength) + 1) * pieceLength;
  return { start, stop: Math.max(start, Math.min(start + chunkLength, pieceEnd, stop)) };
}
