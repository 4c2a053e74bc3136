/**
 * One epoch of the residue-class method laid out in memory: its plan as tables that the stages walk, the
 * subtrahends in the three forms the kernels want, and the space of the threads. Separate because it is
 * all bookkeeping: the plan comes from residue-plan.ts, the work is done by residue-far.ts and the kernels.
 */
import { Arena } from '../kernel/arena.js';
import { NEAR_ROW_BYTES, SUMS_BYTES } from '../kernel/kernels.js';
import { CONVOLVE, PROBE, SCATTER, SHIFT_OR } from './residue-costs.js';
import type { FarLayout } from './residue-far.js';
import type { ConvolvedPair } from './residue-fft.js';
import { residueOf, type Shape } from './residue-shape.js';
import type { ClassStorage } from './residue-storage.js';
import type { KernelContext } from '../kernel/context.js';

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
    ranges: arena.take(8 * modulus),
    groupedShifts: arena.take(4 * count),
    groupedRanges: arena.take(64 * modulus),
  };
  const { u16, u32 } = views();
  const quotients = new Uint32Array(count);
  const residues = new Uint16Array(count);
  const groups = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const s = subtrahends[k];
    residues[k] = residueOf(s, modulus);
    quotients[k] = (s - residues[k]) / modulus;
    groups[k] = 8 * residues[k] + (quotients[k] & 7);
    u32[tables.subtrahends / 4 + 2 * k] = s;
    u32[tables.subtrahends / 4 + 2 * k + 1] = s / 2 ** 32;
  }
  u16.set(residues, tables.residues / 2);
  sortByKey(quotients, residues, modulus, u32, tables.shifts / 4, tables.ranges / 4);
  sortByKey(quotients, groups, 8 * modulus, u32, tables.groupedShifts / 4, tables.groupedRanges / 4);
  return tables;
}

/**
 * Writes values by key from element `out` on, and from element `ranges` on where each key's begin and end.
 * Every range is empty at first: a chunk says which subtrahends are in reach (widenRanges).
 */
function sortByKey(
  values: Uint32Array,
  keys: Uint16Array | Uint32Array,
  keyCount: number,
  u32: Uint32Array,
  out: number,
  ranges: number,
): void {
  const next = new Uint32Array(keyCount + 1);
  for (const key of keys) next[key + 1]++;
  for (let key = 0; key < keyCount; key++) {
    next[key + 1] += next[key];
    u32[ranges + 2 * key] = next[key];
    u32[ranges + 2 * key + 1] = next[key];
  }
  for (let k = 0; k < values.length; k++) u32[out + next[keys[k]]++] = values[k];
}

/** Lets the subtrahends [from, to), the next in increasing order, take part in shift-or and probe. */
export function widenRanges(
  { views }: KernelContext,
  { modulus, ranges, groupedRanges, subtrahends, residues }: FarLayout,
  from: number,
  to: number,
): void {
  const { u16, u32 } = views();
  for (let k = from; k < to; k++) {
    const residue = u16[residues / 2 + k];
    const s = u32[subtrahends / 4 + 2 * k] + 2 ** 32 * u32[subtrahends / 4 + 2 * k + 1];
    const group = 8 * residue + (((s - residue) / modulus) & 7);
    u32[ranges / 4 + 2 * residue + 1]++;
    u32[groupedRanges / 4 + 2 * group + 1]++;
  }
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
  const occurring = new Set(u16.subarray(residues / 2, residues / 2 + count));
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
