/** Reports of epochs of the residue-class method: estimated and measured cost of every kernel, shown by `extend --verbose`. */
import type { Range } from '../../common/range.js';
import type { Epoch } from './epoch.js';
import { FAR_KERNELS, type FarKernel } from './kernel-costs.js';

/** One kernel's part in an epoch. Seconds are summed over threads. */
export interface KernelReport {
  readonly kernel: FarKernel | 'near';
  readonly pairs: number;
  readonly estimatedSeconds: number;
  readonly measuredSeconds: number;
}

export interface PlanReport extends Range {
  readonly modulus: number;
  /** Positions of a chunk. */
  readonly chunk: number;
  readonly threads: number;
  readonly kernels: readonly KernelReport[];
  /** Seconds for choosing the modulus, making the plan, sorting the known positions into classes and laying out tables. */
  readonly planSeconds: number;
}

/** The cost of an epoch up to position `stop`. */
export function reportOf(epoch: Epoch, stop: number, threads: number, planSeconds: number): PlanReport {
  const { start, plan, shape, estimates, seconds } = epoch;
  return {
    start,
    stop,
    modulus: plan.modulus,
    chunk: shape.chunk,
    threads,
    kernels: ([...FAR_KERNELS, 'near'] as const).map((kernel) => ({
      kernel,
      pairs: estimates[kernel].pairs,
      estimatedSeconds: estimates[kernel].seconds,
      measuredSeconds: seconds[kernel],
    })),
    planSeconds,
  };
}
