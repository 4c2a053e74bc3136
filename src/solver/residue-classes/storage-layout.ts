/** The storage of classes: bitsets grow with the range, lists with cold positions. The densest have bitsets if not all fit. */
import { inLines } from '../../kernel/arena.js';
import { BITSET_MARGIN, ClassRow, PLACES_BYTES, SUMS_BYTES } from '../../kernel/layout.js';
import { structBytes } from '../../kernel/struct.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { bitmapBytes, type Shape } from './chunk-shape.js';
import type { Counts } from './class-counts.js';
import { GATHER, PROBE, SCATTER, SHIFT_OR } from './kernel-costs.js';

/** Maximum density at which a list is shorter than a bitset. */
const LISTED_DENSITY = 1 / 32;
/** Bits of a coarse bitset for each quotient that its list has room for: 3 % of the probes of a hot quotient then find a one. */
const COARSE_BITS = 32;
/** Bitmaps of a chunk in memory besides those of the threads: those of the near stage, and those that others send. */
const BITMAPS = 6;
/** Maximum number of targets shifted together: their sums take a quarter of the L2 cache, and a source is read once for all. */
export const MAX_TOGETHER = 16;
/** Positions moved at a time: their 2 MiB of bits are read and sorted without leaving the cache. */
export const MOVED = 2 ** 24;

export interface StorageLayout {
  readonly modulus: number;
  /** End of the positions that will be stored. */
  readonly stop: number;
  /** Quotients by which a shifted window exceeds either end of a bitset. */
  readonly window: number;
  readonly hasBitset: Uint8Array;
  /** Each bit of a class's coarse bitset stands for 2^this quotients; 0 for none. */
  readonly coarse: Uint8Array;
  /** Quotients that each class's list has room for; 0 for no list. */
  readonly room: Float64Array;
}

/** The forms that classes may have, by their place in the order of falling density. */
export interface Forms {
  /** Classes from this place on may have a list. */
  readonly listsFrom: number;
  /** Classes below this place may have a bitset; it is at least `listsFrom`. */
  readonly bitsetsTo: number;
  /** Whether classes from there on may have a coarse one. */
  readonly coarse: boolean;
}

export type Reads = Readonly<Record<'list' | 'bitset' | 'coarse', boolean>>;

/** The forms of a class that is a source of the kernels in `uses`, bit `code` for each, and may have a bitset for probes. */
export function readsOf(uses: number, mayHaveBitset: boolean): Reads {
  const isProbed = (uses & (1 << PROBE)) !== 0;
  const bitset = (uses & (1 << SHIFT_OR)) !== 0 || (isProbed && mayHaveBitset);
  const list = (uses & ((1 << SCATTER) | (1 << GATHER))) !== 0;
  return { list, bitset, coarse: isProbed && !bitset };
}

/** Bytes of a class's bitset with a bit for 2^coarse quotients, and of the margin at either end. */
export function bitsetOf(
  { modulus, stop, window }: Pick<StorageLayout, 'modulus' | 'stop' | 'window'>,
  coarse = 0,
): { readonly bytes: number; readonly margin: number } {
  const margin = 8 * Math.ceil((window + BITSET_MARGIN) / 64);
  return { bytes: 8 * Math.ceil(Math.ceil(stop / modulus) / (64 * 2 ** coarse)) + 2 * margin, margin };
}

function coarsenessFor(quotients: number, room: number): number {
  return Math.max(1, Math.ceil(Math.log2(quotients / (COARSE_BITS * room))));
}

/** Maximum bytes of a storage. */
export function storageBytes(layout: StorageLayout): number {
  const { modulus, hasBitset, coarse, room } = layout;
  const bitset = inLines(bitsetOf(layout).bytes);
  let bytes = inLines(modulus * structBytes(ClassRow));
  for (let a = 0; a < modulus; a++) {
    bytes += hasBitset[a] * bitset + inLines(4 * room[a]);
    if (coarse[a] > 0) bytes += inLines(bitsetOf(layout, coarse[a]).bytes);
  }
  return bytes;
}

/**
 * Minimum bytes for the positions below `stop` as bitsets or lists, with `count` subtrahends below it. Each position is cold or
 * leads to a cold one by one of the subtrahends, so at least stop / (count + 1) of them are cold.
 */
export function leastBytes(stop: number, count: number): number {
  return Math.min(stop / 8, (4 * stop) / (count + 1));
}

/** Maximum bytes that an epoch's stages lay out behind its storage, and of the sample read there to plan the next. */
export function stageBytes(
  { subtrahends, stop, threads }: { subtrahends: Float64Array; stop: number; threads: number },
  { modulus, marking }: Pick<Counts, 'modulus' | 'marking'>,
  shape: Shape,
): number {
  const count = lowerBound(subtrahends, stop);
  const near = lowerBound(subtrahends, shape.chunk);
  const asBits = marking.form === 'bits' ? stop / 8 : 0;
  const scratch = MAX_TOGETHER * (SUMS_BYTES + PLACES_BYTES + shape.window / 8 + 64) + 4 * shape.window;
  return (
    3 * modulus ** 2 +
    (4 * modulus + 8) * near +
    (18 + 8 * threads) * count +
    asBits +
    (2 * threads + BITMAPS) * bitmapBytes(modulus, shape) +
    threads * scratch +
    MOVED / 4 +
    // Tables of a row for each class, and gaps between spaces.
    200 * modulus +
    2 ** 13
  );
}

/**
 * The forms that classes may have within `bytes`. All may have both if everything fits. Otherwise classes whose list is no
 * shorter than a bitset have only a bitset; all others may have lists, and the densest of them a bitset as well.
 */
export function formsWithin(
  counts: Counts,
  order: Uint16Array,
  shape: Shape,
  stop: number,
  bytes: number,
): Forms {
  const { modulus } = counts;
  const bitset = bitsetOf({ modulus, stop, window: shape.window + 1 }).bytes + 64;
  const listed = Array.from(order, (residue) => 4 * roomFor(counts, residue, stop, 1) + 64);
  const lists = listed.reduce((sum, list) => sum + list, 0);
  if (lists + modulus * bitset <= bytes) return { listsFrom: 0, bitsetsTo: modulus, coarse: false };
  const layout = { modulus, stop, window: shape.window + 1 };
  const coarses = Array.from(order, (residue) => {
    const room = roomFor(counts, residue, stop, 1);
    return bitsetOf(layout, coarsenessFor(Math.ceil(stop / modulus), room)).bytes + 64;
  });
  let left = bytes - lists - coarses.reduce((sum, each) => sum + each, 0);
  const coarse = left >= 0;
  if (!coarse) left = bytes - lists;
  let listsFrom = 0;
  const more = (place: number): number => bitset - (coarse ? coarses[place] : 0);
  for (; listsFrom < modulus && listed[listsFrom] >= bitset; listsFrom++)
    left += listed[listsFrom] - more(listsFrom);
  let bitsetsTo = listsFrom;
  for (; bitsetsTo < modulus && more(bitsetsTo) <= left; bitsetsTo++) left -= more(bitsetsTo);
  return { listsFrom, bitsetsTo, coarse };
}

/** Lists for classes that are scattered or gathered; bitsets, or a list with a coarse one, for those shifted or probed. */
export function storageLayout(
  counts: Counts,
  reads: readonly Reads[],
  shape: Shape,
  stop: number,
  slack: number,
): StorageLayout {
  const { modulus, density } = counts;
  const hasBitset = new Uint8Array(modulus);
  const coarse = new Uint8Array(modulus);
  const room = new Float64Array(modulus);
  for (let a = 0; a < modulus; a++) {
    const read = reads[a];
    const list = read.list || read.coarse || (!read.bitset && density[a] < LISTED_DENSITY);
    hasBitset[a] = read.bitset || !list ? 1 : 0;
    if (list) room[a] = roomFor(counts, a, stop, slack);
    if (read.coarse) coarse[a] = coarsenessFor(Math.ceil(stop / modulus), room[a]);
  }
  return { modulus, stop, window: shape.window + 1, hasBitset, coarse, room };
}

/**
 * Room, in quotients, for the list of a class below `stop`. Density falls as positions grow, so known positions are denser than the
 * sample, by up to a half on squares; a sample of k may stand for k + 4 sqrt(k) + 6. A list that is too short costs a new epoch.
 */
function roomFor(
  { modulus, density, sampledQuotients }: Counts,
  residue: number,
  stop: number,
  slack: number,
): number {
  const quotients = Math.ceil(stop / modulus);
  const sample = density[residue] * sampledQuotients;
  const most = 1.5 * (sample + 4 * Math.sqrt(sample) + 6);
  const scale = quotients / Math.max(1, sampledQuotients);
  return Math.min(quotients, Math.ceil(slack * (most * scale + 32)));
}
