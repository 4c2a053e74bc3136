/**
 * The far stage of the residue-class method: marks a chunk from all cold positions below it, and leaves the
 * few candidates that none of them reaches. Separate because this part runs in every thread: it reads what
 * the main thread has laid out in the shared memory and writes only to the thread's own space.
 */
import { CLASS_ROW_BYTES } from '../../kernel/kernels.js';
import type { KernelContext } from '../../kernel/context.js';

/** Where an epoch's tables and the threads' space lie in the memory (addresses in bytes). */
export interface FarLayout {
  readonly modulus: number;
  readonly classes: number;
  /** Quotients of the subtrahends (u32) by residue, where each residue's begin and end (two u32), then their end. */
  readonly shifts: number;
  readonly ranges: number;
  /** The same with each residue's quotients grouped by their remainder by 8, and one range a group. */
  readonly groupedShifts: number;
  readonly groupedRanges: number;
  /** Sources of each target (u16), and where those of a target begin (u32, modulus + 1 of them). */
  readonly shiftSources: number;
  readonly shiftStarts: number;
  readonly probeSources: number;
  readonly probeStarts: number;
  /** One byte for each source and residue: whether this pair is scattered. */
  readonly scatterFlags: number;
  /** All subtrahends (u64, increasing) and their residues (u16). */
  readonly subtrahends: number;
  readonly residues: number;
  /** The next class that no thread has taken (u32). */
  readonly counter: number;
  /** Two bitmaps of a chunk for each thread, each `stride` bytes. */
  readonly marks: number;
  readonly open: number;
  readonly stride: number;
  /** A thread's other space, `scratchStride` bytes: sums, a window, candidates (u32), selected subtrahends (u64). */
  readonly scratch: number;
  readonly scratchStride: number;
  readonly windowOffset: number;
  readonly candidatesOffset: number;
  readonly selectedOffset: number;
}

/** One half of the far stage of one chunk. */
export interface FarJob {
  readonly kind: 'mark' | 'settle';
  readonly layout: FarLayout;
  /** The chunk's first quotient, and how many it has; bit 0 of its bitmaps is modulus * quotient. */
  readonly quotient: number;
  readonly width: number;
  /** How many subtrahends are below the end of the chunk. */
  readonly reachable: number;
  readonly threads: number;
}

/** Seconds that a thread spent in each kernel. */
export interface FarSeconds {
  'shift-or': number;
  scatter: number;
  probe: number;
}

/** Does a thread's share of a job: classes are taken one at a time until none is left. */
export function runFarJob(context: KernelContext, job: FarJob, thread: number): FarSeconds {
  const seconds = { 'shift-or': 0, scatter: 0, probe: 0 };
  const { u8, u32 } = context.views();
  const { modulus, counter, marks, open, stride } = job.layout;
  const counters = new Int32Array(u32.buffer, counter, 1);
  if (job.kind === 'mark') {
    // The first thread's marks already hold the hotspots and what lies outside the range.
    if (thread > 0) u8.fill(0, marks + thread * stride, marks + (thread + 1) * stride);
  } else u8.fill(0, open + thread * stride, open + (thread + 1) * stride);
  for (;;) {
    const residue = Atomics.add(counters, 0, 1);
    if (residue >= modulus) return seconds;
    if (job.kind === 'mark') scatterClass(context, job, thread, residue, seconds);
    else settleClass(context, job, thread, residue, seconds);
  }
}

/** Scatters the listed cold positions of one source class. */
function scatterClass(
  { kernels, views }: KernelContext,
  { layout, quotient, width, reachable }: FarJob,
  thread: number,
  source: number,
  seconds: FarSeconds,
): void {
  const { modulus, classes, scatterFlags, subtrahends, residues } = layout;
  const { u32 } = views();
  const row = (classes + source * CLASS_ROW_BYTES) / 4;
  const count = (u32[row + 2] - u32[row + 1]) / 4;
  if (u32[row + 3] === 0 || count === 0) return;
  const begun = performance.now();
  const selected = layout.scratch + thread * layout.scratchStride + layout.selectedOffset;
  const flags = scatterFlags + source * modulus;
  const selectedCount = kernels.selectSubtrahends(subtrahends, residues, reachable, flags, selected);
  if (selectedCount > 0) {
    const origin = source - modulus * quotient;
    const marks = layout.marks + thread * layout.stride;
    const limit = modulus * width;
    kernels.markFromList(u32[row + 1], count, modulus, origin, selected, selectedCount, marks, limit);
  }
  seconds.scatter += (performance.now() - begun) / 1000;
}

/** Finds what stays open of one target class and sets it in the thread's bitmap. */
function settleClass(
  { kernels, views }: KernelContext,
  job: FarJob,
  thread: number,
  target: number,
  seconds: FarSeconds,
): void {
  const { layout, quotient, width, threads } = job;
  const { modulus, classes, ranges, shifts, marks, stride } = layout;
  const { u8, u32 } = views();
  const sums = layout.scratch + thread * layout.scratchStride;
  const window = sums + layout.windowOffset;
  const candidates = sums + layout.candidatesOffset;
  const bytes = 16 * Math.ceil(width / 128);
  const begun = performance.now();
  const shiftStart = u32[layout.shiftStarts / 4 + target];
  const shiftCount = u32[layout.shiftStarts / 4 + target + 1] - shiftStart;
  const shiftSources = layout.shiftSources + 2 * shiftStart;
  kernels.shiftOr(
    window,
    bytes,
    sums,
    target,
    modulus,
    quotient,
    shiftSources,
    shiftCount,
    classes,
    layout.groupedRanges,
    layout.groupedShifts,
  );
  const shifted = performance.now();
  let count = kernels.dropMarked(window, width, target, modulus, marks, stride, threads, candidates);
  const probeStart = u32[layout.probeStarts / 4 + target];
  const probeCount = u32[layout.probeStarts / 4 + target + 1] - probeStart;
  const probeSources = layout.probeSources + 2 * probeStart;
  count = kernels.probe(
    candidates,
    count,
    target,
    modulus,
    quotient,
    probeSources,
    probeCount,
    classes,
    ranges,
    shifts,
  );
  const open = layout.open + thread * stride;
  for (let k = 0; k < count; k++) {
    const bit = u32[candidates / 4 + k] * modulus + target;
    u8[open + (bit >>> 3)] |= 1 << (bit & 7);
  }
  seconds['shift-or'] += (shifted - begun) / 1000;
  seconds.probe += (performance.now() - shifted) / 1000;
}
