/**
 * The far part of dynamic programming: for each position of a chunk the set of nim-values that its long subtrahends
 * reach. All of these are finished values, so threads share the chunk. Separate because it runs in every
 * thread.
 */
import type { KernelContext } from '../../kernel/context.js';

/** The far part of one chunk. Addresses in bytes; see `MexKernels.excludeFar`. */
export interface ExcludeJob {
  readonly kind: 'exclude';
  readonly valueBits: number;
  readonly values: number;
  /** The index of the chunk's first value, and how many the chunk has. */
  readonly origin: number;
  readonly lanes: number;
  readonly before: number;
  readonly subtrahends: number;
  readonly count: number;
  /** Positions that a thread takes at a time, a multiple of LANES. */
  readonly share: number;
  /** Exclusion tables for each thread, share * width bytes each. */
  readonly tables: number;
  readonly width: number;
  readonly rows: number;
  /** How many shares are taken (u32). */
  readonly counter: number;
}

/** Does a thread's part: shares of positions until none is left. */
export function runExcludeJob({ kernels, views }: KernelContext, job: ExcludeJob, thread: number): void {
  const { valueBits, values, before, subtrahends, count, share, width } = job;
  const counter = new Int32Array(views().u32.buffer, job.counter, 1);
  const tables = job.tables + thread * share * width;
  for (;;) {
    const first = Atomics.add(counter, 0, 1) * share;
    if (first >= job.lanes) return;
    const lanes = Math.min(share, job.lanes - first);
    const rows = job.rows + (first * width) / 8;
    const origin = job.origin + first;
    kernels.excludeFar(valueBits, values, origin, lanes, before, subtrahends, count, tables, width, rows);
  }
}
