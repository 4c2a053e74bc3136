/**
 * Where an epoch of the levels by residue class lies in the kernels' memory: what all threads share, and what each
 * has to itself.
 */
import { lowerBound } from '../../game/sets/subtraction-set.js';
import type { Range } from '../../common/range.js';
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import {
  BITSET_MARGIN,
  ClassRow,
  FarChunk,
  FarLayout,
  GROUPS,
  NearChunk,
  NearRow,
  ShiftRange,
  SUMS_BYTES,
} from '../../kernel/layout.js';
import { bytesOf, writeStruct } from '../../kernel/struct.js';
import { layOutSubtrahends, setRanges, type SubtrahendTables } from '../residue-classes/far/tables.js';

/** How an epoch is cut: chunk k has the quotients [quotient + k window, quotient + (k + 1) window) of every class. */
export interface LevelShape {
  readonly modulus: number;
  readonly window: number;
  readonly quotient: number;
  readonly chunks: number;
}

/** A part of the memory, for threads that make their own views of it. */
export interface Place {
  readonly address: number;
  readonly bytes: number;
}

/** The spaces of one thread. */
export interface ThreadPlaces {
  readonly layout: Place;
  readonly farChunk: Place;
  readonly nearChunk: Place;
  readonly classes: Place;
  readonly shiftSources: Place;
  readonly shiftStarts: Place;
  readonly scatterFlags: Place;
  readonly marks: Place;
  readonly open: Place;
  readonly cold: Place;
  /** The bitsets of all classes, `bitsetBytes` each; quotient 0 is `bitsetMargin` bytes in. */
  readonly bitsets: Place;
  /** Quotients of the classes that have a list. */
  readonly lists: Place;
}

/** An epoch in memory. Counters are Int32: `progress` has how many levels are done in each chunk. */
export interface LevelTables {
  readonly shape: LevelShape;
  readonly bitsetBytes: number;
  readonly bitsetMargin: number;
  /** A bitmap of each chunk's positions, `stride` bytes apart: those that have a value, or are not of the epoch. */
  readonly closed: Place;
  readonly stride: number;
  /** For each chunk, which shifts reach below it: addresses of tables of ShiftRange; and how many subtrahends do. */
  readonly ranges: readonly number[];
  readonly reachable: readonly number[];
  readonly progress: Place;
  /** The next level that no thread has taken, how many positions are open, and where listed positions go on. */
  readonly counters: Place;
  readonly threads: readonly ThreadPlaces[];
}

/** Fields of `counters`. */
export const NEXT_LEVEL = 0;
export const OPEN = 1;
export const LISTED = 2;

/** Known positions of a class without a bitset, as a share of all positions, at most (see `isDense`). */
const LISTED_SHARE = 1 / 256;

/** Lays out an epoch [start, stop) from address `base` on. `subtrahends` are those below its end. */
export function layOutLevels(
  context: KernelContext,
  base: number,
  { start, stop }: Range,
  shape: LevelShape,
  subtrahends: Float64Array,
  threads: number,
): LevelTables {
  const { modulus, window, quotient, chunks } = shape;
  const arena = new Arena(context.memory, base);
  const tables = layOutSubtrahends(arena, modulus, subtrahends);
  const chunkLength = modulus * window;
  const nearLists = layOutNear(arena, modulus, subtrahends, chunkLength);
  const stride = 64 * Math.ceil(chunkLength / 512) + 64;
  const closed = arena.take(chunks * stride);
  closed.u8.fill(0);
  const first = modulus * quotient;
  for (let k = 0; k < chunks; k++) {
    const bits = closed.u8.subarray(k * stride, (k + 1) * stride);
    const begin = first + k * chunkLength;
    fillOnes(bits, 0, Math.min(chunkLength, start - begin));
    fillOnes(bits, Math.max(0, stop - begin), chunkLength);
  }
  const { ranges, reachable } = layOutRanges(arena, tables, shape, subtrahends);
  const progress = arena.take(4 * chunks);
  progress.u32.fill(0);
  const counters = arena.take(12);
  counters.u32.set([0, stop - start, 0]);

  const margin = 8 * Math.ceil((window + 1 + BITSET_MARGIN) / 64);
  const bitsetBytes = 64 * Math.ceil((Math.ceil((quotient + chunks * window) / 8) + 2 * margin) / 64);
  const windowBytes = 16 * Math.ceil(window / 128);
  const candidates = SUMS_BYTES + windowBytes;
  const selected = candidates + 8 * Math.ceil((window + 2) / 2);
  const empty = arena.take(4 * (modulus + 1));
  empty.u32.fill(0);
  const places = Array.from({ length: threads }, () => {
    const spaces = {
      layout: arena.take(bytesOf(FarLayout)),
      farChunk: arena.take(bytesOf(FarChunk)),
      nearChunk: arena.take(bytesOf(NearChunk)),
      classes: arena.take(modulus * bytesOf(ClassRow)),
      shiftSources: arena.take(2 * modulus * modulus),
      shiftStarts: arena.take(4 * (modulus + 1)),
      scatterFlags: arena.take(modulus * modulus),
      marks: arena.take(stride),
      open: arena.take(stride),
      cold: arena.take(stride),
      bitsets: arena.take(modulus * bitsetBytes),
      lists: arena.take(4 * Math.ceil(stop * LISTED_SHARE + chunks * chunkLength)),
    };
    const scratch = arena.take(selected + 8 * (subtrahends.length + 1));
    writeStruct(spaces.layout, FarLayout, {
      modulus,
      threads: 1,
      classes: spaces.classes.address,
      shifts: tables.shifts.address,
      ranges: tables.ranges.address,
      groupedShifts: tables.groupedShifts.address,
      groupedRanges: tables.groupedRanges.address,
      shiftSources: spaces.shiftSources.address,
      shiftStarts: spaces.shiftStarts.address,
      // Nothing is probed: every class has no sources for that.
      probeSources: empty.address,
      probeStarts: empty.address,
      scatterFlags: spaces.scatterFlags.address,
      subtrahends: tables.subtrahends.address,
      residues: tables.residues.address,
      counter: empty.address,
      marks: spaces.marks.address,
      open: spaces.open.address,
      stride,
      scratch: scratch.address,
      scratchStride: scratch.bytes,
      window: SUMS_BYTES,
      candidates,
      selected,
    });
    writeStruct(spaces.nearChunk, NearChunk, {
      modulus,
      lists: nearLists,
      open: spaces.open.address,
      marks: spaces.marks.address,
      cold: spaces.cold.address,
      limit: chunkLength,
    });
    return Object.fromEntries(
      Object.entries(spaces).map(([name, { address, bytes }]) => [name, { address, bytes }]),
    ) as unknown as ThreadPlaces;
  });
  const placeOf = ({ address, bytes }: Place): Place => ({ address, bytes });
  return {
    shape,
    bitsetBytes,
    bitsetMargin: margin,
    closed: placeOf(closed),
    stride,
    ranges,
    reachable,
    progress: placeOf(progress),
    counters: placeOf(counters),
    threads: places,
  };
}

/** Inside a chunk all classes mark by all subtrahends: the positions of a level are few. Returns the table's address. */
function layOutNear(arena: Arena, modulus: number, subtrahends: Float64Array, chunkLength: number): number {
  const near = subtrahends.subarray(0, lowerBound(subtrahends, chunkLength));
  const list = arena.take(4 * near.length);
  list.u32.set(near);
  const table = arena.take(modulus * bytesOf(NearRow));
  for (let row = 0; row < modulus * NearRow.WORDS; row += NearRow.WORDS) {
    table.u32[row + NearRow.probes] = list.address;
    table.u32[row + NearRow.probesEnd] = list.address;
    table.u32[row + NearRow.marks] = list.address;
    table.u32[row + NearRow.marksEnd] = list.address + list.bytes;
  }
  return table.address;
}

/** The shifts and subtrahends that lead from each chunk to a position. */
function layOutRanges(
  arena: Arena,
  tables: SubtrahendTables,
  { modulus, window, quotient, chunks }: LevelShape,
  subtrahends: Float64Array,
): { ranges: number[]; reachable: number[] } {
  const ranges: number[] = [];
  const reachable: number[] = [];
  for (let k = 0; k < chunks; k++) {
    const stop = modulus * (quotient + (k + 1) * window);
    const groupedRanges = arena.take((GROUPS * modulus + 1) * bytesOf(ShiftRange));
    setRanges({ ...tables, groupedRanges, layout: { modulus } }, 1, stop);
    ranges.push(groupedRanges.address);
    reachable.push(lowerBound(subtrahends, stop));
  }
  return { ranges, reachable };
}

/** Sets the bits [from, to). */
function fillOnes(bits: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    if ((i & 7) === 0 && i + 8 <= to) {
      bits[i >>> 3] = 0xff;
      i += 7;
    } else bits[i >>> 3] |= 1 << (i & 7);
  }
}
