/**
 * Windows of the positions below a target, their cold positions by residue class, and the subtrahends that lead from one to the
 * other. Classes are those of offsets: of a position in a stretch or window counted from where that starts.
 */
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import { Arena } from '../../kernel/arena.js';
import { onesOf, sliceBits } from '../../kernel/bitset.js';
import { inClasses, type InClasses } from './classes.js';
import type { CheckRequest } from './request.js';

/** Positions that are read together, and cold ones after which a window is long enough. */
const PART = 2 ** 22;
const MANY_COLD = 2 ** 21;
/** Positions of a window and of one of its classes at most: 16 MiB of bits, 512 KiB for a class. */
const LONGEST_WINDOW = 2 ** 27;
const LONGEST_ROW = 2 ** 22;

/** Numbers in the kernels' memory: increasing u32. */
export interface List {
  readonly address: number;
  readonly count: number;
}

/** A range whose cold positions the kernels know. */
export interface Window extends Range {
  /** Bits of a class: more than it has quotients, so that the last is zero. */
  readonly length: number;
  /** Of each class the quotients of the cold positions, as a list and as bits. */
  readonly classes: readonly { readonly cold: List; readonly bits: number }[];
  /** The classes that have any, those with most first. */
  readonly order: readonly number[];
  /** The first address that is free. */
  readonly next: number;
}

/**
 * Windows over all positions that a target leads to, the nearest first, as most sums come from there. Each lasts until the next is
 * asked for: it is in the kernels' memory from `start` on.
 */
export async function* windowsBelow(
  { game: { set }, target, modulus, read, breathe, context: { memory } }: CheckRequest,
  start: number,
): AsyncGenerator<Window, void, undefined> {
  const longest = Math.min(LONGEST_WINDOW, modulus * LONGEST_ROW);
  let parts: Part[] = [];
  const reached = target.lower.filter(({ stop }) => target.start - stop < set.largest);
  for (const range of reached.reverse()) {
    const { bytes } = await read(range);
    for (const part of [...cutAtMultiples(range, PART)].reverse()) {
      await breathe();
      const isLong = parts.length > 0 && parts[0].stop - part.start > longest;
      const isFull = parts.reduce((sum, { cold }) => sum + cold.length, 0) > MANY_COLD;
      if (isLong || isFull) {
        yield windowOf(parts, modulus, new Arena(memory, start));
        parts = [];
      }
      const bits = sliceBits(bytes, part.start - range.start, part.stop - range.start);
      parts.push({ ...part, cold: onesOf(bits, lengthOf(part), part.start) });
    }
  }
  if (parts.length > 0) yield windowOf(parts, modulus, new Arena(memory, start));
}

/** A range with its cold positions. */
interface Part extends Range {
  readonly cold: Float64Array;
}

/** The window over parts, the last first. */
function windowOf(parts: readonly Part[], modulus: number, arena: Arena): Window {
  const { start } = parts[parts.length - 1];
  const { stop } = parts[0];
  const offsets = new Uint32Array(parts.reduce((sum, { cold }) => sum + cold.length, 0));
  let count = 0;
  for (const { cold } of [...parts].reverse()) {
    for (let i = 0; i < cold.length; i++) offsets[count++] = cold[i] - start;
  }
  const { starts, quotients } = inClasses(offsets, modulus);
  const lists = arena.take(4 * quotients.length);
  lists.u32.set(quotients);
  const length = Math.ceil((stop - start) / modulus) + 1;
  const words = Math.ceil(length / 32);
  const bits = arena.take(4 * words * modulus).clear();
  const classes = Array.from({ length: modulus }, (_, residue) => {
    const row = bits.u32.subarray(words * residue, words * (residue + 1));
    const own = quotients.subarray(starts[residue], starts[residue + 1]);
    for (let i = 0; i < own.length; i++) row[own[i] >>> 5] |= 1 << (own[i] & 31);
    return {
      cold: { address: lists.address + 4 * starts[residue], count: own.length },
      bits: bits.address + 4 * words * residue,
    };
  });
  const order = [...classes.keys()].filter((residue) => classes[residue].cold.count > 0);
  order.sort((a, b) => classes[b].cold.count - classes[a].cold.count || a - b);
  return { start, stop, length, classes, order, next: arena.next };
}

/**
 * The subtrahends that lead from a stretch to a window, by class. They are counted so that all are positive: an offset in the
 * window and one of these are an offset in the stretch, and `modulus` times the `length` of the window.
 */
export function leadsBetween({ set }: Game, stretch: Range, window: Window, modulus: number): InClasses {
  const between = set.between(Math.max(1, stretch.start - window.stop + 1), stretch.stop - window.start);
  const ahead = modulus * window.length - (stretch.start - window.start);
  const counted = new Uint32Array(between.length);
  for (let k = 0; k < counted.length; k++) counted[k] = between[k] + ahead;
  return inClasses(counted, modulus);
}
