/**
 * Residues and the lengths of chunks: the small arithmetic that plan and stages share.
 */
import { inLines } from '../../kernel/arena.js';
import type { Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';

/** Quotients of one class in a chunk: with one more 2 KiB of bits, so that a window and its sources stay in the L1 cache. */
const WINDOW = (1 << 14) - 128;
/**
 * All subtrahends are looked at for every class and chunk, so with more of them windows of twice the length pay. Squares
 * from 2^33.6 on take a fifth less time with these, and the same at 2^30.
 */
const MANY_SUBTRAHENDS = 2 * WINDOW;
/** Positions below which chunks of few classes are not worth their overhead. */
const SHORTEST_CHUNK = 1 << 20;

/** How an epoch is cut: `chunk` = modulus * window positions, at most. */
export interface Shape {
  readonly window: number;
  readonly chunk: number;
}

/** The size of an epoch's work. */
export interface ShapeQuestion {
  readonly known: number;
  readonly stop: number;
  /** Increasing; all below `stop`, and any above. */
  readonly subtrahends: Float64Array;
}

/** The shape for an epoch [known, stop); `chunk` (in positions) when the caller wants another length. */
export function shapeOf(
  modulus: number,
  { known, stop, subtrahends }: ShapeQuestion,
  chunk: number | undefined,
): Shape {
  const window = lowerBound(subtrahends, stop) > MANY_SUBTRAHENDS ? 2 * WINDOW : WINDOW;
  const wished = chunk ?? Math.max(SHORTEST_CHUNK, modulus * window);
  const quotients = Math.max(1, Math.ceil(Math.min(wished, stop - known) / modulus));
  return { window: quotients, chunk: quotients * modulus };
}

/** A chunk as quotients: `width` of them from `quotient` on, the first position of which is `first`. */
export interface ChunkFrame {
  readonly quotient: number;
  readonly width: number;
  readonly first: number;
}

/** The quotients that a chunk's positions have; its ends need not be multiples of the modulus. */
export function frameOf({ start, stop }: Range, modulus: number): ChunkFrame {
  const quotient = Math.floor(start / modulus);
  return { quotient, width: Math.ceil(stop / modulus) - quotient, first: quotient * modulus };
}

/** Bytes of a bitmap of any chunk: one quotient more than the window, and what kernels read beyond. */
export function bitmapBytes(modulus: number, { window }: Shape): number {
  return inLines((modulus * (window + 1)) / 8) + 64;
}

/** value mod modulus for integers 0 <= value < 2^53; several times faster than the remainder operator. */
export function residueOf(value: number, modulus: number): number {
  const residue = value - Math.floor(value / modulus) * modulus;
  return residue;
}

/** Marking all that all positions of the first epoch lead to takes 10 ms even for the odd numbers. */
const FIRST_EPOCH = 2 ** 13;
/** The far stage of [0, 2^22) of squares takes 20 ms on one thread, as long as a worker takes to start. */
export const PARALLEL_FROM = 2 ** 22;

/** Where the epoch from `known` on ends: at twice that, or at the end of the range. */
export function epochStop(known: number, end: number, firstEpoch = FIRST_EPOCH): number {
  const doubled = Math.max(firstEpoch, 2 * known);
  // A last epoch that is a little longer saves one that is much shorter.
  return doubled >= 0.8 * end ? end : doubled;
}
