/** Plans of the residue-class method with kernels that a test chooses. */
import { FAR_KERNELS, type FarKernel } from '../../src/solver/residue-classes/kernel-costs.js';
import type { EpochPlan } from '../../src/solver/residue-classes/pair-plan.js';

/** The kernel of each pair of classes, and whether the source class marks the target inside a chunk. */
export interface Choice {
  readonly far: (source: number, target: number) => FarKernel;
  readonly nearMarks: (source: number, target: number) => boolean;
  /** Where in the order classes end that have a bitset to be probed; all have when absent. */
  readonly bitsetsTo?: number;
}

/** Puts the chosen kernels in the place of those of a plan. */
export function chosen({ far, nearMarks, bitsetsTo = Infinity }: Choice): (plan: EpochPlan) => EpochPlan {
  return (plan) => {
    const { modulus } = plan;
    // A pair that no subtrahend leads between has no kernel.
    const codes = plan.codes.map((code, i) =>
      code === 0 ? 0 : FAR_KERNELS.indexOf(far(i % modulus, Math.floor(i / modulus))) + 1,
    );
    return { ...plan, codes, nearMarks, bitsetsTo };
  };
}
