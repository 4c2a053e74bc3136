/**
 * The cold positions of one big game as workers are told of them: pieces of bits that are decided, packed into bytes of
 * their own as soon as they are. No later work on the game can change them, so they are also what results are held against.
 */
import { cutAtMultiples, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Random } from '../../engine/extending/checks.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import type { Bitmap } from '../../solver/residue-classes/class-storage.js';
import { sha256 } from '../../common/sha256.js';
import { MOST_NEWS } from '../../jobs/kinds/far-chunk.js';
import { membership, packBits } from '../../jobs/kinds/sparse-bits.js';

/** Pieces that an open position is held against: the nearest, and some of all. */
const NEAREST = 8;
const AT_RANDOM = 8;

/** The cold bits of a range, packed. Positions are counted from the origin of the far stages. */
export interface NewsPiece extends Range {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** A position of which is claimed that no cold position below `limit` is an option of it, or that one is. */
export interface Claim {
  readonly position: number;
  readonly isOpen: boolean;
  readonly limit: number;
}

/** What is decided of a game, in contiguous pieces from position 0 on. Cost: the packed bytes, some 60 kB for 2^24 positions of squares. */
export class News {
  /** Pieces from the first chunk on that was decided here. */
  readonly #learnt: NewsPiece[] = [];
  #lower: Promise<readonly NewsPiece[]> | undefined;

  /** Takes note of a chunk that is decided. Chunks come in order. */
  learn(chunk: Range, { space, first }: Bitmap): void {
    for (const range of cutAtMultiples(chunk, MOST_NEWS)) this.#learnt.push(pieceOf(range, space.u8, first));
  }

  /** All pieces that there are. `readLower` gives the cold bits below the first chunk, which ends at `stop` where none is decided yet. */
  async pieces(stop: number, readLower: (range: Range) => Promise<Uint8Array>): Promise<NewsPiece[]> {
    this.#lower ??= readPieces(this.#learnt.at(0)?.start ?? stop, readLower);
    return [...(await this.#lower), ...this.#learnt];
  }
}

async function readPieces(
  stop: number,
  readLower: (range: Range) => Promise<Uint8Array>,
): Promise<readonly NewsPiece[]> {
  const pieces: NewsPiece[] = [];
  for (const range of cutAtMultiples({ start: 0, stop }, MOST_NEWS)) {
    pieces.push(pieceOf(range, await readLower(range), range.start));
  }
  return pieces;
}

function pieceOf(range: Range, bits: Uint8Array, first: number): NewsPiece {
  const bytes = packBits(bits, { start: range.start - first, stop: range.stop - first });
  return { ...range, bytes, hash: sha256(bytes) };
}

/**
 * The first claim found that the pieces contradict, in words. They are gone through from the highest down, as most
 * positions have a near cold option. An open position would take them all, some 0.3 ms each, so it is held against the
 * nearest and a few at random, numbers 0 <= r < 1.
 */
export async function contradictionIn(
  pieces: readonly NewsPiece[],
  claims: readonly Claim[],
  subtrahends: Float64Array,
  random: Random,
): Promise<string | undefined> {
  const breathe = breather(undefined);
  const undecided = new Set(claims);
  const looked = new Set(Array.from({ length: AT_RANDOM }, () => Math.floor(random() * pieces.length)));
  for (let i = pieces.length - 1; i >= 0; i--) {
    const isForOpen = i >= pieces.length - NEAREST || looked.has(i);
    const held = [...undecided].filter(({ isOpen }) => isForOpen || !isOpen);
    if (held.length === 0) continue;
    const { start, stop, bytes } = pieces[i];
    const isCold = membership(bytes, stop - start);
    for (const claim of held) {
      const { position, isOpen, limit } = claim;
      const first = lowerBound(subtrahends, position - Math.min(stop, limit) + 1);
      const end = lowerBound(subtrahends, position - start + 1);
      if (!subtrahends.subarray(first, end).some((s) => isCold(position - s - start))) continue;
      if (isOpen) return `position ${position} is left open, but a cold one below it is an option`;
      undecided.delete(claim);
    }
    await breathe();
  }
  const wrong = [...undecided].find(({ isOpen }) => !isOpen);
  return wrong && `position ${wrong.position} is closed, but no cold one below it is an option`;
}
