/**
 * One epoch of the residue-class method laid out in memory: its plan as tables that the stages walk, the
 * subtrahends in the three forms the kernels want, and the space of the threads. Separate because it is
 * all bookkeeping: the plan comes from pair-plan.ts, the work is done by far-stage.ts and the kernels.
 */
import { Arena } from '../../kernel/arena.js';
import { NEAR_ROW_BYTES, SUMS_BYTES } from '../../kernel/kernels.js';
import { CONVOLVE, PROBE, SCATTER, SHIFT_OR } from './kernel-costs.js';
import type { FarLayout } from './far-stage.js';
import type { ConvolvedPair } from './far-by-fft.js';
import type { Shape } from './chunk-shape.js';
import type { ClassStorage } from './class-storage.js';
import type { KernelContext } from '../../kernel/context.js';

/** A plan: the kernel of every pair, and the classes by falling density, the order that pairs are taken in. */
export interface EpochPlan {
  readonly modulus: number;
  /** Kernel codes, at target * modulus + source. */
  readonly codes: Uint8Array;
  readonly order: Uint16Array;
  readonly nearMarks: (source: number, target: number) => boolean;
}

/** What the stages of an epoch work with. */
export interface EpochLayout {
  readonly far: FarLayout;
  readonly convolved: readonly ConvolvedPair[];
  /** Address of the near lists' table, and of the bitmap of a chunk's cold positions. */
  readonly nearLists: number;
  readonly cold: number;
}

/** Lays an epoch out behind its storage. `subtrahends` are those below the end of the epoch. */
export function layOutEpoch(
  context: KernelContext,
  storage: ClassStorage,
  counter: number,
  plan: EpochPlan,
  shape: Shape,
  subtrahends: Float64Array,
  threads: number,
): EpochLayout {
  const { modulus, codes } = plan;
  const arena = new Arena(context.memory, storage.end);
  const sources = layOutSources(context, arena, plan);
  const tables = layOutSubtrahends(context, arena, modulus, subtrahends);
  const scatterFlags = arena.take(codes.length);
  context.views().u8.set(scatteredPairs(plan), scatterFlags);
  const nearLists = layOutNearLists(context, arena, plan, shape, tables, subtrahends);

  // A chunk has one quotient more than its window when it does not begin at residue 0.
  const width = shape.window + 1;
  const stride = 64 * Math.ceil((modulus * width) / 512) + 64;
  const windowBytes = 16 * Math.ceil(width / 128);
  const candidateBytes = 8 * Math.ceil((width + 1) / 2);
  const candidatesOffset = SUMS_BYTES + windowBytes;
  const selectedOffset = candidatesOffset + candidateBytes;
  const scratchStride = 64 * Math.ceil((selectedOffset + 8 * (subtrahends.length + 1)) / 64);
  const far: FarLayout = {
    modulus,
    classes: storage.classes,
    ...tables,
    ...sources.far,
    scatterFlags,
    counter,
    stride,
    marks: arena.take(threads * stride),
    open: arena.take(threads * stride),
    scratch: arena.take(threads * scratchStride),
    scratchStride,
    windowOffset: SUMS_BYTES,
    candidatesOffset,
    selectedOffset,
  };
  return { far, convolved: sources.convolved, nearLists, cold: arena.take(stride) };
}

/** One byte for each source and residue (source * modulus + residue): whether the pair is scattered. */
function scatteredPairs({ modulus, codes }: EpochPlan): Uint8Array {
  const flags = new Uint8Array(codes.length);
  for (let target = 0; target < modulus; target++) {
    for (let source = 0; source < modulus; source++) {
      if (codes[target * modulus + source] !== SCATTER) continue;
      flags[source * modulus + (target >= source ? target - source : target - source + modulus)] = 1;
    }
  }
  return flags;
}

/** Writes each target's sources, by falling density, for the kernels that work target by target. */
function layOutSources(
  { views }: KernelContext,
  arena: Arena,
  { modulus, codes, order }: EpochPlan,
): {
  readonly far: Pick<FarLayout, 'shiftSources' | 'shiftStarts' | 'probeSources' | 'probeStarts'>;
  readonly convolved: ConvolvedPair[];
} {
  const convolved: ConvolvedPair[] = [];
  const shiftStarts = new Uint32Array(modulus + 1);
  const probeStarts = new Uint32Array(modulus + 1);
  const total = [0, 0, 0, 0, 0];
  for (const code of codes) total[code]++;
  const shiftSources = new Uint16Array(total[SHIFT_OR]);
  const probeSources = new Uint16Array(total[PROBE]);
  let shifted = 0;
  let probed = 0;
  for (let target = 0; target < modulus; target++) {
    for (const source of order) {
      const code = codes[target * modulus + source];
      if (code === SHIFT_OR) shiftSources[shifted++] = source;
      else if (code === PROBE) probeSources[probed++] = source;
      else if (code === CONVOLVE) convolved.push({ source, target });
    }
    shiftStarts[target + 1] = shifted;
    probeStarts[target + 1] = probed;
  }
  const far = {
    shiftSources: arena.take(shiftSources.byteLength),
    shiftStarts: arena.take(shiftStarts.byteLength),
    probeSources: arena.take(probeSources.byteLength),
    probeStarts: arena.take(probeStarts.byteLength),
  };
  const { u16, u32 } = views();
  u16.set(shiftSources, far.shiftSources / 2);
  u32.set(shiftStarts, far.shiftStarts / 4);
  u16.set(probeSources, far.probeSources / 2);
  u32.set(probeStarts, far.probeStarts / 4);
  return { far, convolved };
}

type SubtrahendTables = Pick<
  FarLayout,
  'subtrahends' | 'residues' | 'shifts' | 'ranges' | 'groupedShifts' | 'groupedRanges'
>;

/** Writes the subtrahends as numbers, as residues, and as quotients by residue, ungrouped and grouped. */
function layOutSubtrahends(
  { views }: KernelContext,
  arena: Arena,
  modulus: number,
  subtrahends: Float64Array,
): SubtrahendTables {
  const count = subtrahends.length;
  const tables = {
    subtrahends: arena.take(8 * count),
    residues: arena.take(2 * count),
    shifts: arena.take(4 * count),
    ranges: arena.take(8 * (modulus + 1)),
    groupedShifts: arena.take(4 * count),
    groupedRanges: arena.take(64 * modulus + 8),
  };
  const { u16, u32 } = views();
  const quotients = new Uint32Array(count);
  const next = new Uint32Array(modulus + 1);
  const nextGrouped = new Uint32Array(8 * modulus + 1);
  for (let k = 0; k < count; k++) {
    const s = subtrahends[k];
    const quotient = Math.floor(s / modulus);
    const residue = s - quotient * modulus;
    quotients[k] = quotient;
    u16[tables.residues / 2 + k] = residue;
    u32[tables.subtrahends / 4 + 2 * k] = s;
    u32[tables.subtrahends / 4 + 2 * k + 1] = s / 2 ** 32;
    next[residue + 1]++;
    nextGrouped[8 * residue + (quotient & 7) + 1]++;
  }
  beginRanges(next, u32, tables.ranges / 4);
  beginRanges(nextGrouped, u32, tables.groupedRanges / 4);
  for (let k = 0; k < count; k++) {
    const quotient = quotients[k];
    const residue = u16[tables.residues / 2 + k];
    u32[tables.shifts / 4 + next[residue]++] = quotient;
    u32[tables.groupedShifts / 4 + nextGrouped[8 * residue + (quotient & 7)]++] = quotient;
  }
  return tables;
}

/**
 * Sums up what each key counts, key k at k + 1, and writes from element `ranges` on where each key begins, with
 * the end of all after the last. Every range is empty at first: a chunk says what is in reach (widenRanges).
 */
function beginRanges(next: Uint32Array, u32: Uint32Array, ranges: number): void {
  for (let key = 0; key < next.length; key++) {
    if (key > 0) next[key] += next[key - 1];
    u32[ranges + 2 * key] = next[key];
    u32[ranges + 2 * key + 1] = next[key];
  }
}

/** Lets the subtrahends below `bound` take part in shift-or and probe; bounds may only rise. */
export function widenRanges(
  { views }: KernelContext,
  { modulus, ranges, shifts, groupedRanges, groupedShifts }: FarLayout,
  bound: number,
): void {
  const { u32 } = views();
  for (let residue = 0; residue < modulus; residue++) {
    const reachable = Math.ceil((bound - residue) / modulus);
    widenRange(u32, ranges / 4 + 2 * residue, shifts / 4, reachable);
    for (let group = 8 * residue; group < 8 * residue + 8; group++) {
      widenRange(u32, groupedRanges / 4 + 2 * group, groupedShifts / 4, reachable);
    }
  }
}

/** Moves the end of the range at element `range` up to its first shift that is not below `bound`. */
function widenRange(u32: Uint32Array, range: number, shifts: number, bound: number): void {
  let low = u32[range + 1];
  let high = u32[range + 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (u32[shifts + middle] < bound) low = middle + 1;
    else high = middle;
  }
  u32[range + 1] = low;
}

/** Writes for each class which subtrahends below a chunk's length it probes, and which it marks. */
function layOutNearLists(
  { kernels, views }: KernelContext,
  arena: Arena,
  { modulus, nearMarks }: EpochPlan,
  { chunk }: Shape,
  { residues }: SubtrahendTables,
  subtrahends: Float64Array,
): number {
  let count = 0;
  while (count < subtrahends.length && subtrahends[count] < chunk) count++;
  const table = arena.take(modulus * NEAR_ROW_BYTES);
  const near = arena.take(4 * count);
  views().u32.set(subtrahends.subarray(0, count), near / 4);
  const flags = arena.take(modulus);
  // Every pair is in one list, its source's or its target's: modulus * count entries, and one to spare.
  let next = arena.take(4 * (modulus * count + 1));
  const { u8, u16, u32 } = views();
  const occurs = new Uint8Array(modulus);
  for (let k = 0; k < count; k++) occurs[u16[residues / 2 + k]] = 1;
  const occurring = [...occurs.keys()].filter((r) => occurs[r] === 1);
  const select = (): number => {
    const entries = kernels.selectNear(near, residues, count, flags, next);
    next += 4 * entries;
    return next;
  };
  for (let a = 0; a < modulus; a++) {
    const row = table / 4 + 4 * a;
    u32[row] = next;
    for (const r of occurring) u8[flags + r] = nearMarks(a >= r ? a - r : a - r + modulus, a) ? 0 : 1;
    u32[row + 1] = select();
    u32[row + 2] = next;
    for (const r of occurring)
      u8[flags + r] = nearMarks(a, a + r < modulus ? a + r : a + r - modulus) ? 1 : 0;
    u32[row + 3] = select();
  }
  return table;
}
