/**
 * The far part of blocked mex: for each position of a chunk the set of nim-values that its long subtrahends
 * reach. All of these are finished values, so threads share the chunk. Separate because it runs in every
 * thread.
 */
import { LANES } from '../kernel/kernels.js';
import type { FarSeconds } from './residue-far.js';
import type { KernelContext } from '../kernel/context.js';

/** Positions that a thread takes at a time. */
const SHARE = 8 * LANES;

/** The far part of one chunk. Addresses in bytes; see `MexKernels.excludeFar`. */
export interface ExcludeJob {
  readonly kind: 'exclude';
  readonly valueBytes: number;
  readonly values: number;
  /** The index of the chunk's first value, and how many the chunk has. */
  readonly origin: number;
  readonly lanes: number;
  readonly before: number;
  readonly subtrahends: number;
  readonly count: number;
  /** One exclusion table for each thread, LANES * width bytes each. */
  readonly tables: number;
  readonly width: number;
  readonly rows: number;
  /** How many shares are taken (u32). */
  readonly counter: number;
}

/** Does a thread's share: runs of SHARE positions until none is left. */
export function runExcludeJob(
  { kernels, views }: KernelContext,
  job: ExcludeJob,
  thread: number,
): FarSeconds {
  const { valueBytes, values, before, subtrahends, count, width } = job;
  const counter = new Int32Array(views().u32.buffer, job.counter, 1);
  const table = job.tables + thread * LANES * width;
  for (;;) {
    const first = Atomics.add(counter, 0, 1) * SHARE;
    if (first >= job.lanes) return { 'shift-or': 0, scatter: 0, probe: 0 };
    const lanes = Math.min(SHARE, job.lanes - first);
    const rows = job.rows + (first * width) / 8;
    const origin = job.origin + first;
    kernels.excludeFar(valueBytes, values, origin, lanes, before, subtrahends, count, table, width, rows);
  }
}
