/** Residues and lengths of chunks: arithmetic that plan and stages share. */
import { inLines } from '../../kernel/arena.js';
import type { Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';

/** Quotients of one class in a chunk: with one more, 2 KiB of bits, so that a window and its sources stay in the L1 cache. */
const WINDOW = (1 << 14) - 128;
/**
 * Number of subtrahends above which windows of twice the length pay off, as all are read for every class and chunk. Squares
 * from 2^33.6 on take a fifth less time with these, and the same at 2^30.
 */
const MANY_SUBTRAHENDS = 2 * WINDOW;
/** Minimum length of a chunk: with few classes, shorter ones are not worth their overhead. */
const MIN_CHUNK_POSITIONS = 1 << 20;

/** The division of an epoch into chunks of at most `chunk` = modulus * window positions. */
export interface Shape {
  readonly window: number;
  readonly chunk: number;
}

export interface ShapeQuestion {
  readonly known: number;
  readonly stop: number;
  /** Increasing; all below `stop`, and perhaps others above. */
  readonly subtrahends: Float64Array;
}

/** The shape for an epoch [known, stop), with chunks of `chunk` positions if given. */
export function shapeOf(
  modulus: number,
  { known, stop, subtrahends }: ShapeQuestion,
  chunk: number | undefined,
): Shape {
  const window = lowerBound(subtrahends, stop) > MANY_SUBTRAHENDS ? 2 * WINDOW : WINDOW;
  const wished = chunk ?? Math.max(MIN_CHUNK_POSITIONS, modulus * window);
  const quotients = Math.max(1, Math.ceil(Math.min(wished, stop - known) / modulus));
  return { window: quotients, chunk: quotients * modulus };
}

/** A chunk as `width` quotients from `quotient` on, of which `first` is the first position. */
export interface ChunkFrame {
  readonly quotient: number;
  readonly width: number;
  readonly first: number;
}

/** The quotients of a chunk's positions; its ends need not be multiples of the modulus. */
export function frameOf({ start, stop }: Range, modulus: number): ChunkFrame {
  const quotient = Math.floor(start / modulus);
  return { quotient, width: Math.ceil(stop / modulus) - quotient, first: quotient * modulus };
}

/** Bytes of a bitmap of any chunk: one quotient more than the window, and the bytes that kernels read beyond. */
export function bitmapBytes(modulus: number, { window }: Shape): number {
  return inLines((modulus * (window + 1)) / 8) + 64;
}

/** value mod modulus for integers 0 <= value < 2^53; several times faster than the remainder operator. */
export function residueOf(value: number, modulus: number): number {
  const residue = value - Math.floor(value / modulus) * modulus;
  return residue;
}

/** End of the first epoch: marking everything that its positions lead to takes 10 ms even for the odd numbers. */
const FIRST_EPOCH = 2 ** 13;
/** The far stage of [0, 2^22) of squares takes 20 ms on one thread, as long as a worker takes to start. */
export const PARALLEL_FROM = 2 ** 22;

/** End of the epoch from `known` on: twice that, or the end of the range. */
export function epochStop(known: number, end: number, firstEpoch = FIRST_EPOCH): number {
  const doubled = Math.max(firstEpoch, 2 * known);
  // A slightly longer last epoch saves a much shorter one.
  return doubled >= 0.8 * end ? end : doubled;
}
