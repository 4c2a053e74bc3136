/**
 * What an epoch of the residue-class method tells about its plan: estimated against measured cost of every
 * kernel. Separate because callers that show it (`--explain`) need nothing else of the method.
 */
import type { Range } from '../../common/range.js';
import type { FarKernel } from './kernel-costs.js';

/** One kernel's part in an epoch. Seconds are summed over threads. */
export interface KernelReport {
  readonly kernel: FarKernel | 'near';
  readonly pairs: number;
  readonly estimatedSeconds: number;
  readonly measuredSeconds: number;
}

/** The plan of one epoch. */
export interface PlanReport extends Range {
  readonly modulus: number;
  /** Positions of a chunk. */
  readonly chunk: number;
  readonly threads: number;
  readonly kernels: readonly KernelReport[];
  /** Seconds for choosing the modulus, making the plan and sorting the known positions into classes. */
  readonly planSeconds: number;
}
