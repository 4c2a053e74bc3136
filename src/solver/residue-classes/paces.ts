/**
 * How much longer the kernels take than their figures say. These were measured on one machine with all data in its
 * caches; how far an epoch is from that shows best in the epoch before it, half as long. Only what is told of an epoch
 * depends on it. Plans do not: they have to be the same every time, and to fit into the memory.
 */
import { FAR_KERNELS, type FarKernel } from './kernel-costs.js';
import { emptyEstimates, type Estimates } from './pair-plan.js';

/** What each kernel takes, divided by what `SECONDS` says. */
export type Paces = Readonly<Record<FarKernel | 'near', number>>;

/** The paces of the machine that the figures are from. */
export const PLAIN_PACES: Paces = { 'shift-or': 1, scatter: 1, probe: 1, fft: 1, near: 1 };

/** Seconds of a kernel in an epoch, estimated or measured, below which chance decides. */
const LEAST_SECONDS = 0.02;
const SLOWEST = 32;
const FASTEST = 1 / 4;

/** Estimates that were made by the figures alone, at the given paces. */
export function atPaces(estimates: Estimates, paces: Paces): Estimates {
  const result = emptyEstimates();
  for (const kernel of [...FAR_KERNELS, 'near'] as const) {
    const { pairs, seconds } = estimates[kernel];
    result[kernel].pairs = pairs;
    result[kernel].seconds = paces[kernel] * seconds;
  }
  return result;
}

/**
 * The paces to tell of the epoch after one that was solved up to `reached`, by the threads here or by others. Of one that was
 * left early, or done elsewhere, there is less to measure than was estimated: then they are those of before.
 */
export function pacesAfter(
  epoch: { readonly stop: number; readonly estimates: Estimates; readonly seconds: Paces },
  { reached, isOwn }: { readonly reached: number; readonly isOwn: boolean },
  before: Paces | undefined,
): Paces | undefined {
  return reached === epoch.stop && isOwn ? pacesOf(epoch, before) : before;
}

/** The paces that an epoch has shown, whose estimates are at those of `before`; these for a kernel that it used too little. */
export function pacesOf(
  { estimates, seconds }: { readonly estimates: Estimates; readonly seconds: Paces },
  before: Paces = PLAIN_PACES,
): Paces {
  const paceOf = (kernel: FarKernel | 'near'): number => {
    const estimated = estimates[kernel].seconds;
    const measured = seconds[kernel];
    if (estimated < LEAST_SECONDS || measured < LEAST_SECONDS) return before[kernel];
    return Math.min(SLOWEST, Math.max(FASTEST, (before[kernel] * measured) / estimated));
  };
  return {
    'shift-or': paceOf('shift-or'),
    scatter: paceOf('scatter'),
    probe: paceOf('probe'),
    fft: paceOf('fft'),
    near: paceOf('near'),
  };
}
