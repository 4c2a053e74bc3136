/**
 * How much longer the kernels take than their figures say. These were measured on one machine with all data in its
 * caches; how far an epoch is from that shows best in the epoch before it, half as long. Only the plan and its estimates
 * depend on it: any plan gives the same positions.
 */
import { PLAIN_PACES, type FarKernel, type Paces } from './kernel-costs.js';
import type { Estimates } from './pair-plan.js';

/** Seconds of a kernel in an epoch, estimated or measured, below which chance decides. */
const LEAST_SECONDS = 0.02;
const SLOWEST = 32;
const FASTEST = 1 / 4;

/** The paces that an epoch has shown, whose estimates were made with those of `before`; its own for a kernel it used too little. */
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
