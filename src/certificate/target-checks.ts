/** What a certificate checks of one stretch of positions, its target, against all positions up to its end. */
import { integersOf, type ColumnValues } from '../columnar/layout.js';
import type { Game } from '../game/game.js';
import type { Breathe } from '../common/stoppable.js';
import { Arena } from '../kernel/arena.js';
import { countOnes, createBitset, onesOf, setBit, sliceBits } from '../kernel/bitset.js';
import type { KernelContext } from '../kernel/context.js';
import type { Space } from '../kernel/space.js';
import { cutAtMultiples, lengthOf, type Range } from '../common/range.js';

/** Gives the values of some positions of the series that is checked. */
export type ReadValues = (range: Range) => Promise<ColumnValues>;

/** A target, and the ranges that all positions below its end are read in, increasing. */
export interface Target extends Range {
  readonly lower: readonly Range[];
}

/** What to check, and what a check may use. */
export interface CheckRequest {
  readonly game: Game;
  readonly target: Target;
  readonly read: ReadValues;
  readonly breathe: Breathe;
  /** Kernels on a memory that nobody else uses until the check is over. */
  readonly context: KernelContext;
}

/** What was found of the cold positions of a target. The positions are the first of their kind. */
export interface ColdFinding {
  readonly coldCount: number;
  /** A cold position that has a cold option; null where none has. */
  readonly pair: number | null;
  /** A position that is hot, not declared, and has no cold option. */
  readonly outsider: number | null;
}

export interface MexFinding {
  /** The first position whose nim-value is not the mex of those of its options. */
  readonly wrong: {
    readonly position: number;
    readonly value: number;
    /** The nim-value that no option has and one should, or that one has and none should. */
    readonly of: number;
  } | null;
  /** The bytes that the marks of the target take, where these are too many for anything to be checked. */
  readonly needed: number | null;
}

/** Bytes that the marks of one target may take when the mex rule is checked: nim-values up to about 2000. */
export const MOST_MARK_BYTES = 2 ** 28;
/** Positions whose sums are marked together: 256 KiB of bits, few enough for a processor's second cache. */
const TILE = 2 ** 21;
/** Lower positions whose sums are marked together: those that are cold are listed. */
const LOWER = 2 ** 22;
/** Marks that are made before others have a turn: a few hundredths of a second. */
const SPELL = 2 ** 23;
/** Where the kernels' memory begins to be used. */
const BASE = 64;
/** Positions whose marks for the mex rule are made together: few enough to stay in a processor's cache. */
const WINDOW = 2 ** 13;

/**
 * Whether no two cold positions differ by a subtrahend, and every other position is a cold one plus a subtrahend. Cost: a
 * mark for each sum of a cold position and a subtrahend that lies in the target. Memory: two bits a position of the
 * target, one of a lower range, and up to 100 MiB for lists of its positions and of subtrahends where these are dense.
 */
async function checkCold(request: CheckRequest): Promise<ColdFinding> {
  const { game, target, read, breathe, context } = request;
  const arena = new Arena(context.memory, BASE);
  const tiles = [...cutAtMultiples(target, TILE)].map((tile) => {
    const sums = arena.take(4 * Math.ceil(lengthOf(tile) / 32));
    sums.u8.fill(0);
    return { ...tile, sums };
  });
  for (const lower of target.lower) {
    const { bytes } = await read(lower);
    for (const part of cutAtMultiples(lower, LOWER)) {
      const bits = sliceBits(bytes, part.start - lower.start, part.stop - lower.start);
      const offsets = onesOf(bits, lengthOf(part));
      const own = new Arena(context.memory, arena.next);
      const cold = own.take(4 * offsets.length);
      cold.u32.set(offsets);
      for (const tile of tiles) {
        await breathe();
        await markSums(request, own, part, cold, tile);
      }
    }
  }
  const { bytes } = await read(target);
  const coldCount = countOnes(bytes, 0, lengthOf(target));
  const finding = { coldCount, pair: null as number | null, outsider: null as number | null };
  for (const tile of tiles) {
    await breathe();
    const length = lengthOf(tile);
    const cold = wordsOf(sliceBits(bytes, tile.start - target.start, tile.stop - target.start), length);
    const sums = tile.sums.u32;
    const declared = declaredIn(game, tile);
    for (let w = 0; w < cold.length; w++) {
      const inside = w < length >>> 5 ? -1 : (1 << (length & 31)) - 1;
      const both = cold[w] & sums[w];
      const neither = ~(cold[w] | sums[w] | declared[w]) & inside;
      if (both !== 0) finding.pair ??= tile.start + 32 * w + lowestOne(both);
      if (neither !== 0) finding.outsider ??= tile.start + 32 * w + lowestOne(neither);
    }
  }
  return finding;
}

/** Marks the sums of the cold positions of `lower`, given by their offsets, and subtrahends that lie in a tile. */
async function markSums(
  { game: { set }, context, breathe }: CheckRequest,
  arena: Arena,
  lower: Range,
  cold: Space,
  tile: Range & { readonly sums: Space },
): Promise<void> {
  const subtrahends = set.between(Math.max(1, tile.start - lower.stop + 1), tile.stop - lower.start);
  // Counted so that all are positive: an offset of the lower range and one of these is a bit of the tile, and `from`.
  const from = lengthOf(lower);
  const leads = new Arena(context.memory, arena.next).take(4 * subtrahends.length);
  const { u32 } = leads;
  for (let k = 0; k < subtrahends.length; k++) u32[k] = subtrahends[k] - (tile.start - lower.stop);
  const count = cold.bytes / 4;
  const together = Math.max(1, Math.floor(SPELL / subtrahends.length));
  for (let first = 0; first < count && subtrahends.length > 0; first += together) {
    context.kernels.markSums(
      cold.address + 4 * first,
      Math.min(together, count - first),
      leads.address,
      subtrahends.length,
      from,
      lengthOf(tile),
      tile.sums.address,
    );
    await breathe();
  }
}

/** Bits for the positions of a range that a game declares: hotspots and seeded ones. */
function declaredIn({ hotspots, seed }: Game, range: Range): Uint32Array {
  const bits = createBitset(lengthOf(range));
  for (const n of hotspots?.between(range.start, range.stop) ?? []) setBit(bits, n - range.start);
  const seeded = Math.min(seed?.length ?? 0, range.stop);
  for (let n = range.start; n < seeded; n++) setBit(bits, n - range.start);
  return wordsOf(bits, lengthOf(range));
}

/** The first `length` bits as words of 32, with zeros after them. */
function wordsOf(bits: Uint8Array, length: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(length / 32));
  new Uint8Array(words.buffer).set(bits.subarray(0, Math.ceil(length / 8)));
  return words;
}

/** The index of the lowest one of a word that has one. */
function lowestOne(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/**
 * Whether every nim-value is the mex of those of the options: all lower ones occur among them, and it does not. Cost: a
 * mark for each sum of a position and a subtrahend that lies in the target. Memory: a bit for each position of the target
 * and each nim-value up to its largest, and one lower range.
 */
async function checkMex({ game, target, read, breathe }: CheckRequest): Promise<MexFinding> {
  const values = integersOf(await read(target));
  // Marks of a position: one bit for each nim-value up to the largest of the target.
  const words = Math.floor(largestOf(values) / 32) + 1;
  if (4 * words * values.length > MOST_MARK_BYTES) {
    return { wrong: null, needed: 4 * words * values.length };
  }
  const marks = new Uint32Array(values.length * words);
  let steps = 0;
  for (const lower of target.lower) {
    const options = integersOf(await read(lower));
    for (let from = target.start; from < target.stop; from += WINDOW) {
      await breathe();
      const to = Math.min(target.stop, from + WINDOW);
      for (const s of game.set.between(Math.max(1, from - lower.stop + 1), to - lower.start)) {
        const stop = Math.min(to, lower.stop + s);
        for (let n = Math.max(from, lower.start + s); n < stop; n++) {
          const value = options[n - s - lower.start];
          const word = value >>> 5;
          if (word < words) marks[(n - target.start) * words + word] |= 1 << (value & 31);
        }
        steps += WINDOW;
        if (steps < SPELL) continue;
        steps = 0;
        await breathe();
      }
    }
  }
  const isMarked = (i: number, value: number): boolean =>
    ((marks[i * words + (value >>> 5)] >>> (value & 31)) & 1) === 1;
  for (let i = Math.max(0, (game.seed?.length ?? 0) - target.start); i < values.length; i++) {
    const value = values[i];
    let of = 0;
    while (of < value && isMarked(i, of)) of++;
    if (of < value || isMarked(i, value)) {
      return { wrong: { position: target.start + i, value, of }, needed: null };
    }
    steps += value + 1;
    if (steps < SPELL) continue;
    steps = 0;
    await breathe();
  }
  return { wrong: null, needed: null };
}

function largestOf(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}

export interface Findings {
  readonly cold: ColdFinding;
  readonly mex: MexFinding;
}

export type CheckName = keyof Findings;

export type Check<Name extends CheckName> = (request: CheckRequest) => Promise<Findings[Name]>;

export const TARGET_CHECKS: { readonly [Name in CheckName]: Check<Name> } = {
  cold: checkCold,
  mex: checkMex,
};
