/**
 * Whether no two cold positions of a target and below differ by a subtrahend, and every other position of the target is a cold
 * one plus a subtrahend. Positions with a cold option are marked; in the end these must be exactly the hot ones.
 *
 * The target is marked stretch by stretch, and of each stretch the residue classes one by one: the bits of a class are few enough
 * for a near cache, and where cold positions crowd in few classes, few sums lead from one of these to another.
 */
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import { Arena } from '../../kernel/arena.js';
import { createBitset, forEachOne, getBit, setBit, sliceBits } from '../../kernel/bitset.js';
import { markFrom } from './marking.js';
import { BASE, type CheckRequest, type ColdFinding } from './request.js';
import { isMarked, nextOpen, stretchOf, type Stretch } from './rows.js';
import { leadsBetween, windowsBelow } from './windows.js';

/** Positions of a class that are marked together at most: 256 KiB of bits, few enough for a processor's second cache. */
const LONGEST_ROW = 2 ** 21;

/**
 * Cost: for each two classes and each window a mark for each sum of a cold position and a subtrahend, or as many looks for each
 * position of the target that is not marked yet, whichever is less. Memory: two bits a position of the target, one of a window,
 * and up to 100 MiB for lists of their positions and of subtrahends where these are dense.
 */
export async function checkCold(request: CheckRequest): Promise<ColdFinding> {
  const { game, target, modulus, read, breathe, context } = request;
  const { bytes } = await read(target);
  const arena = new Arena(context.memory, BASE);
  const parts = [...cutAtMultiples(target, modulus * LONGEST_ROW)].map((part) => {
    const bits = sliceBits(bytes, part.start - target.start, part.stop - target.start);
    return { bits, stretch: stretchOf(part, bits, modulus, arena) };
  });
  for await (const window of windowsBelow(request, arena.next)) {
    for (const { stretch } of parts.filter((part) => part.stretch.stop > window.start)) {
      await breathe();
      await markFrom(stretch, window, leadsBetween(game, stretch, window, modulus), context, breathe);
    }
  }
  const finding = { coldCount: 0, pair: null as number | null, outsider: null as number | null };
  for (const { bits, stretch } of parts) {
    await breathe();
    const { start, rows } = stretch;
    forEachOne(bits, (offset) => {
      finding.coldCount++;
      if (isMarked(rows[offset % modulus], Math.floor(offset / modulus))) finding.pair ??= start + offset;
    });
    const outsider = outsiderOf(game, stretch, bits);
    if (outsider !== undefined) finding.outsider ??= start + outsider;
  }
  return finding;
}

/** The first position of a stretch, counted from its start, that is neither cold nor declared and has no mark. */
function outsiderOf(game: Game, { rows, ...range }: Stretch, cold: Uint8Array): number | undefined {
  const declared = declaredIn(game, range);
  let first: number | undefined;
  for (const [residue, row] of rows.entries()) {
    for (let i = nextOpen(row, 0); i < row.length; i = nextOpen(row, i + 1)) {
      const offset = rows.length * i + residue;
      if (getBit(cold, offset) === 1 || getBit(declared, offset) === 1) continue;
      first = Math.min(first ?? offset, offset);
      break;
    }
  }
  return first;
}

/** Bits for the positions of a range that a game declares: hotspots and seeded ones. */
function declaredIn({ hotspots, seed }: Game, range: Range): Uint8Array {
  const bits = createBitset(lengthOf(range));
  for (const n of hotspots?.between(range.start, range.stop) ?? []) setBit(bits, n - range.start);
  const seeded = intersect(range, { start: 0, stop: seed?.length ?? 0 });
  for (let n = seeded.start; n < seeded.stop; n++) setBit(bits, n - range.start);
  return bits;
}
