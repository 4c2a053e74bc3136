/** Measured costs of the kernels of the residue-class method, estimates from these, and shares of a class that stay open. */

/** The ways to mark a target class from a source class below the chunk. */
export const FAR_KERNELS = ['shift-or', 'scatter', 'probe', 'gather'] as const;
export type FarKernel = (typeof FAR_KERNELS)[number];

/** Codes of the kernels in a plan's matrix; 0 is a pair without subtrahends. */
export const SHIFT_OR = 1;
export const SCATTER = 2;
export const PROBE = 3;
export const GATHER = 4;

/**
 * Seconds, measured on squares near 2^30 on one core of a 2.6 GHz EPYC of 2024; only their ratios matter. Shifting was measured
 * again on triangular numbers near 2^28, whose sources lie in far caches: in near ones 0.22e-9. A step is 128 bits of one
 * shift; a mark or a probe is one cold position or candidate by one subtrahend.
 */
export const SECONDS = {
  shiftStep: 0.34e-9,
  /** One shift, once a chunk. */
  shift: 1e-9,
  /** A mark if all subtrahends are walked, and if only those of some residues are. Plans count a fifth too many marks. */
  mark: 0.7e-9,
  markByClass: 1.45e-9,
  /** The first mark in a line of LINE bits, if the marks of a chunk exceed the L2 cache. */
  line: 0.35e-9,
  /** The marks of one position by a run of close subtrahends, and by 128 bits of a bitset of subtrahends. */
  run: 1.1e-9,
  markStep: 0.35e-9,
  probe: 2e-9,
  /** A single mark in a target's window, and one subtrahend there, once a chunk. */
  gathered: 1e-9,
  gather: 30e-9,
  near: 1e-9,
  /** One subtrahend read to select a class's list, once a class and chunk. */
  select: 0.4e-9,
  /** A check whether one listed cold position is in reach, once a chunk. */
  visit: 4e-9,
  /** A pair looked up by shift-or or probe, once a chunk. */
  pair: 6e-9,
  /** A class settled, once a chunk. */
  settle: 1.5e-6,
  /** A position of a chunk: clearing and reading bitmaps. */
  position: 0.15e-9,
  /** A position that no shift closed: its lookup among the marks. */
  drop: 3e-9,
  /** A chunk: turns of the event loop; and the messages to other threads and back if they share it. */
  chunk: 10e-6,
  exchange: 0.5e-3,
  /** A known position moved, and a cold one sorted into its class, once an epoch. */
  known: 0.4e-9,
  stored: 4e-9,
  /** A pair planned, a subtrahend laid out, and one entered in or left out of a near list, once an epoch. */
  planned: 20e-9,
  laidOut: 15e-9,
  nearListed: 1e-9,
  /** The search for the modulus of a long epoch; proportionally shorter below SEARCHED positions. */
  search: 2e-3,
  /** Worker threads started, once a run. */
  workers: 20e-3,
} as const;

/** Minimum positions of an epoch with the full search. */
export const SEARCHED = 2 ** 18;
/** Bits of a cache line, and bits that stay in the L2 cache along with other data. */
export const LINE = 512;
export const CACHED = 2 ** 22;
/**
 * The far stage leaves open the candidates that only short subtrahends close. If a share `cold` of a class is cold, and `share` of
 * the subtrahends lie below half a chunk, it leaves the share cold ** (1 - NEAR_POWER * share) of the class open. Measured on
 * triangular numbers near 2^23 and 2^24: 0.56 to 0.57 with chunks of 1/4 to 1/43 of the positions below.
 */
export const NEAR_POWER = 0.57;

/** Shape of the gamma distribution of hits on the positions of a class; the power in `openAfter`. */
const SPREAD = 8;

/**
 * The share of a class that is open after a mean number of hits per position. Independent hits would leave exp(-hits), but some
 * positions have fewer than others. On triangular numbers near 2^27, with modulus 99, a shape of 10 came within a factor of two
 * for nearly all classes; after 15 to 25 hits, exp(-hits) would be 1e-7 to 1e-11, while 1e-3 to 1e-4 are open.
 */
export function openAfter(hits: number): number {
  return 1 / ((missedAfter(hits) ** 2) ** 2) ** 2;
}

/** Mean time to hit a position that is open after these hits, relative to that of a position at the start. */
export function missedAfter(hits: number): number {
  return 1 + hits / SPREAD;
}

/** Pairs and estimated seconds (all threads together) of one kernel. */
export interface KernelEstimate {
  pairs: number;
  seconds: number;
}

export type Estimates = Readonly<Record<FarKernel | 'near', KernelEstimate>>;

export function emptyEstimates(): Estimates {
  const none = (): KernelEstimate => ({ pairs: 0, seconds: 0 });
  return { 'shift-or': none(), scatter: none(), probe: none(), gather: none(), near: none() };
}

export function addEstimates(sum: Estimates, target: Estimates): void {
  for (const kernel of [...FAR_KERNELS, 'near'] as const) {
    sum[kernel].pairs += target[kernel].pairs;
    sum[kernel].seconds += target[kernel].seconds;
  }
}
