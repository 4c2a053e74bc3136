/** What each kernel of the residue-class method costs, estimates made of that, and what shares of a class they leave open. */

/** The ways to mark a target class from a source class below the chunk. */
export const FAR_KERNELS = ['shift-or', 'scatter', 'probe', 'gather'] as const;
export type FarKernel = (typeof FAR_KERNELS)[number];

/** Codes of the kernels in a plan's matrix; 0 is a pair without subtrahends. */
export const SHIFT_OR = 1;
export const SCATTER = 2;
export const PROBE = 3;
export const GATHER = 4;

/**
 * Seconds, measured on squares near 2^30 on one core of a 2.6 GHz EPYC of 2024; only their ratios decide.
 * Shifting was measured again on triangular numbers near 2^28, where sources lie in far caches: in near ones 0.22e-9.
 * A step is 128 bits of one shift; a mark or a probe is one cold position or candidate by one subtrahend.
 */
export const SECONDS = {
  shiftStep: 0.34e-9,
  /** What a shift costs by itself, once a chunk. */
  shift: 1e-9,
  /** A mark by all subtrahends, and by those of some residues, of which a position has fewer in a chunk. Plans count a fifth too many. */
  mark: 0.7e-9,
  markByClass: 1.45e-9,
  /** The first mark in a line of LINE bits, where the marks of a chunk do not fit the L2 cache. */
  line: 0.35e-9,
  /** All marks of one position by a run of close numbers, and by 128 numbers of a bitset. */
  run: 1.1e-9,
  markStep: 0.35e-9,
  probe: 2e-9,
  /** A mark in a target's window, one by one, and what one subtrahend costs there by itself, once a chunk. */
  gathered: 1e-9,
  gather: 30e-9,
  near: 1e-9,
  /** One subtrahend looked at while a class's list is selected, once a class and chunk. */
  select: 0.4e-9,
  /** One listed cold position found to lie out of reach or not, once a chunk. */
  visit: 4e-9,
  /** A pair looked up by shift-or or probe, once a chunk. */
  pair: 6e-9,
  /** A class settled, once a chunk. */
  settle: 1.5e-6,
  /** A position of a chunk: the bitmaps that are cleared and read. */
  position: 0.15e-9,
  /** A position that no shift closed, looked up among the marks. */
  drop: 3e-9,
  /** A chunk: turns of the event loop; and the messages to other threads and back where it is shared with them. */
  chunk: 10e-6,
  exchange: 0.5e-3,
  /** A known position moved, and a cold one sorted into its class, once an epoch. */
  known: 0.4e-9,
  stored: 4e-9,
  /** A pair planned, a subtrahend laid out, and one entered in or left out of a near list, once an epoch. */
  planned: 20e-9,
  laidOut: 15e-9,
  nearListed: 1e-9,
  /** The search for the modulus of a long epoch; below SEARCHED positions it is shorter in proportion. */
  search: 2e-3,
  /** Worker threads started, once a run. */
  workers: 20e-3,
} as const;

/** Positions of an epoch whose search takes as long as any. */
export const SEARCHED = 2 ** 18;
/** Bits of a cache line, and those that stay in the L2 cache beside what else is there. */
export const LINE = 512;
export const CACHED = 2 ** 22;
/**
 * The far stage leaves candidates that only short subtrahends close: cold ** (1 - NEAR_POWER * share) of a class of which a share `cold`
 * is cold, if `share` of the subtrahends lie below half a chunk. Measured on triangular numbers near 2^23 and 2^24: 0.56 to 0.57
 * with chunks of 1/4 to 1/43 of what lies below.
 */
export const NEAR_POWER = 0.57;

/** Hits on the positions of a class have a gamma distribution of this shape, the power in `openAfter`. */
const SPREAD = 8;

/**
 * The share of a class that is open after a number of hits on a position on average. Independent hits would leave exp(-hits), but some
 * positions have fewer than others. On triangular numbers near 2^27, with modulus 99, a shape of 10 came within a factor of two for
 * nearly all classes; after 15 to 25 hits, exp(-hits) would be 1e-7 to 1e-11 where 1e-3 to 1e-4 are open.
 */
export function openAfter(hits: number): number {
  return 1 / ((missedAfter(hits) ** 2) ** 2) ** 2;
}

/** How many times as long it takes to hit a position that is open then, compared with any at the start. */
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

/** Adds a target's estimates to those of others. */
export function addEstimates(sum: Estimates, target: Estimates): void {
  for (const kernel of [...FAR_KERNELS, 'near'] as const) {
    sum[kernel].pairs += target[kernel].pairs;
    sum[kernel].seconds += target[kernel].seconds;
  }
}
