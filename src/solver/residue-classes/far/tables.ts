/** The tables of an epoch's far stage: its plan in the kernels' order, subtrahends in three forms, and the threads' space. */
import type { Range } from '../../../common/range.js';
import { lowerBound } from '../../../game/sets/subtraction-set.js';
import { inLines, type Arena } from '../../../kernel/arena.js';
import { setBit } from '../../../kernel/bitset.js';
import {
  FarChunk,
  FarLayout,
  GROUPS,
  NumberRun,
  PLACES_BYTES,
  RUN,
  ShiftRange,
  SUMS_BYTES,
} from '../../../kernel/layout.js';
import type { Space } from '../../../kernel/space.js';
import { structBytes, writeStruct, type Struct } from '../../../kernel/struct.js';
import { bitmapBytes } from '../chunk-shape.js';
import type { Epoch } from '../epoch.js';
import { SCATTER } from '../kernel-costs.js';
import { countRuns } from '../mark-form.js';
import type { PairTables } from '../pair-plan.js';
import { MAX_TOGETHER } from '../storage-layout.js';

/** Maximum bytes of all sources for which each target is summed separately: its sums then stay in the L1 cache. */
const NEAR_SOURCES = 2 ** 24;
/** Minimum number of target groups per thread, so that none waits long for the others, and of list parts. */
const SHARES = 8;
const PARTS = 4;

export interface FarTables {
  /** The FarLayout that kernels read, and its fields as an object. */
  readonly struct: Space;
  readonly layout: Struct<typeof FarLayout>;
  /** The FarChunk of the current chunk, and the counter that threads share. */
  readonly chunk: Space;
  readonly counter: Space;
  /** End of each class's list when the chunk was described. */
  readonly ends: Space;
  readonly shifts: Space;
  readonly ranges: Space;
  readonly groupedShifts: Space;
  readonly groupedRanges: Space;
  /** Index of each group's first shift, and after the last the end; a residue has eight groups. */
  readonly starts: Uint32Array;
  readonly marks: Space;
  readonly open: Space;
}

/** Lays an epoch's plan out in its arena, for `threads` threads. */
export function layOutFar(epoch: Epoch, threads: number): FarTables {
  const { arena, storage, plan, pairs, shape, stop, subtrahends } = epoch;
  const { modulus } = plan;
  const laidOut = layOutPairs(arena, pairs.tables);
  // If the one class is scattered by runs or bits, no kernel reads single numbers.
  const form = modulus === 1 && plan.codes[0] === SCATTER ? epoch.marking.form : 'numbers';
  const runs = form === 'runs' ? layOutRuns(arena, subtrahends) : undefined;
  const bits = form === 'bits' ? layOutBits(arena, subtrahends, stop + shape.window) : undefined;
  const numbers = form === 'numbers' ? subtrahends : new Float64Array();
  const { starts, ...tables } = layOutSubtrahends(arena, modulus, numbers);

  // A chunk that does not begin at residue 0 has one quotient more than its window.
  const width = shape.window + 1;
  const stride = bitmapBytes(modulus, shape);
  // Whole cache lines, as consecutive windows would otherwise share one.
  const windowStride = inLines(width / 8);
  const candidateBytes = 8 * Math.ceil((width + 1) / 2);
  const ordered = pairs.tables.order.length;
  const sourceBytes = ordered * (stop / modulus / 8);
  const most = sourceBytes > NEAR_SOURCES ? MAX_TOGETHER : 1;
  const together = Math.max(1, Math.min(most, Math.floor(modulus / (SHARES * threads))));
  const windows = together * SUMS_BYTES;
  const places = windows + together * windowStride;
  const candidates = inLines(places + together * PLACES_BYTES);
  const selected = candidates + candidateBytes;
  const scratchStride = inLines(selected + 8 * (numbers.length + 1));
  const spaces = {
    ...tables,
    ...laidOut,
    ends: arena.take(4 * modulus),
    counter: arena.take(4),
    marks: arena.take(threads * stride),
    open: arena.take(threads * stride),
    scratch: arena.take(threads * scratchStride),
  };
  const layout = {
    ...addressesOf(spaces),
    runs: runs?.address ?? 0,
    runsEnd: runs === undefined ? 0 : runs.address + runs.bytes,
    bits: bits?.address ?? 0,
    modulus,
    threads,
    parts: Math.ceil((PARTS * threads) / modulus),
    ordered,
    classes: storage.classes,
    stride,
    scratchStride,
    together,
    windows,
    windowStride,
    places,
    candidates,
    selected,
  };
  const struct = arena.take(structBytes(FarLayout));
  writeStruct(struct, FarLayout, layout);
  const chunk = arena.take(structBytes(FarChunk));
  return { ...spaces, starts, struct, layout, chunk };
}

function addressesOf<Name extends string>(spaces: Readonly<Record<Name, Space>>): Record<Name, number> {
  const addresses = Object.entries<Space>(spaces).map(([name, { address }]) => [name, address]);
  return Object.fromEntries(addresses) as Record<Name, number>;
}

function layOutPairs(arena: Arena, tables: PairTables): Record<keyof PairTables, Space> {
  const entries = Object.entries<Uint8Array | Uint16Array | Uint32Array>({ ...tables }).map(
    ([name, { buffer, byteOffset, byteLength }]) => {
      const space = arena.take(byteLength);
      space.u8.set(new Uint8Array(buffer, byteOffset, byteLength));
      return [name, space];
    },
  );
  return Object.fromEntries(entries) as Record<keyof PairTables, Space>;
}

type SubtrahendTables = Record<
  'subtrahends' | 'residues' | 'shifts' | 'ranges' | 'groupedShifts' | 'groupedRanges',
  Space
> &
  Pick<FarTables, 'starts'>;

/** Writes the subtrahends as numbers, as residues, and as quotients by residue, ungrouped and grouped. */
function layOutSubtrahends(arena: Arena, modulus: number, subtrahends: Float64Array): SubtrahendTables {
  const count = subtrahends.length;
  const tables = {
    subtrahends: arena.take(8 * count),
    residues: arena.take(2 * count),
    shifts: arena.take(4 * count),
    ranges: arena.take((modulus + 1) * structBytes(ShiftRange)),
    groupedShifts: arena.take(4 * count),
    groupedRanges: arena.take((GROUPS * modulus + 1) * structBytes(ShiftRange)),
  };
  const numbers = tables.subtrahends.u32;
  const residues = tables.residues.u16;
  const quotients = new Uint32Array(count);
  const starts = new Uint32Array(GROUPS * modulus + 1);
  for (let k = 0; k < count; k++) {
    const s = subtrahends[k];
    const quotient = Math.floor(s / modulus);
    const residue = s - quotient * modulus;
    quotients[k] = quotient;
    residues[k] = residue;
    numbers[2 * k] = s;
    numbers[2 * k + 1] = s / 2 ** 32;
    starts[GROUPS * residue + (quotient % GROUPS) + 1]++;
  }
  for (let group = 1; group < starts.length; group++) starts[group] += starts[group - 1];
  const nextGrouped = starts.slice();
  const next = Uint32Array.from({ length: modulus }, (_, residue) => starts[GROUPS * residue]);
  const shifts = tables.shifts.u32;
  const groupedShifts = tables.groupedShifts.u32;
  for (let k = 0; k < count; k++) {
    const quotient = quotients[k];
    shifts[next[residues[k]]++] = quotient;
    groupedShifts[nextGrouped[GROUPS * residues[k] + (quotient % GROUPS)]++] = quotient;
  }
  return { ...tables, starts };
}

function layOutRuns(arena: Arena, subtrahends: Float64Array): Space {
  const runs = arena.take(countRuns(subtrahends) * structBytes(NumberRun));
  const words = runs.clear().u32;
  for (let k = 0, row = 0; k < subtrahends.length; row += NumberRun.WORDS) {
    const first = subtrahends[k];
    words[row + NumberRun.first] = first;
    words[row + NumberRun.firstHigh] = first / 2 ** 32;
    for (; subtrahends[k] < first + RUN; k++) {
      const bit = subtrahends[k] - first;
      words[row + (bit < 32 ? NumberRun.bits : NumberRun.bitsHigh)] |= 1 << (bit & 31);
    }
  }
  return runs;
}

/** The subtrahends as a bitset, with zeros up to `stop` and for the bytes that are read with the last of these. */
function layOutBits(arena: Arena, subtrahends: Float64Array, stop: number): Space {
  const bits = arena.take(64 * (Math.ceil(stop / 512) + 1));
  const bytes = bits.clear().u8;
  for (let k = 0; k < subtrahends.length; k++) setBit(bytes, subtrahends[k]);
  return bits;
}

/** Limits shift-or and probe to the subtrahends of a range. */
export function setRanges(tables: FarTables, { start: low, stop: high }: Range): void {
  const { modulus } = tables.layout;
  const { starts } = tables;
  const [ranges, shifts] = [tables.ranges.u32, tables.shifts.u32];
  const [groupedRanges, groupedShifts] = [tables.groupedRanges.u32, tables.groupedShifts.u32];
  for (let residue = 0; residue < modulus; residue++) {
    const least = Math.ceil((low - residue) / modulus);
    const bound = Math.ceil((high - residue) / modulus);
    const [first, end] = [GROUPS * residue, GROUPS * (residue + 1)];
    setRange(ranges, residue, shifts, starts[first], starts[end], least, bound);
    for (let group = first; group < end; group++) {
      setRange(groupedRanges, group, groupedShifts, starts[group], starts[group + 1], least, bound);
    }
  }
}

/** Sets the range of a key to its shifts in [least, bound) among those at [start, stop). */
function setRange(
  ranges: Uint32Array,
  key: number,
  shifts: Uint32Array,
  start: number,
  stop: number,
  least: number,
  bound: number,
): void {
  const row = key * ShiftRange.WORDS;
  ranges[row + ShiftRange.begin] = lowerBound(shifts, least, start, stop);
  ranges[row + ShiftRange.end] = lowerBound(shifts, bound, start, stop);
}
