/**
 * One epoch of the residue-class method: chooses the modulus, makes the plan, has the known positions sorted
 * into the classes it asks for, and lays everything out. Separate from the stages because it happens once for
 * many chunks.
 */
import type { ResidueClassOptions } from './residue-classes.js';
import { CONVOLVE, FAR_KERNELS, PROBE, SCATTER, SHIFT_OR, type FarKernel } from './kernel-costs.js';
import type { KnownPositions } from './known-positions.js';
import { layOutEpoch, type EpochLayout, type EpochPlan } from './epoch-layout.js';
import { countsOf, countSubtrahends, type Counts } from './class-counts.js';
import { chooseModulus } from './choose-modulus.js';
import { emptyEstimates, PairPlanner, type Estimates, type PlanChooser } from './pair-plan.js';
import type { PlanReport } from './plan-report.js';
import { shapeOf, type Shape } from './chunk-shape.js';
import type { StorageLayout } from './class-storage.js';
import type { KernelContext } from '../../kernel/context.js';

/** Latest cold positions that a plan is made from: some 80 a class at a modulus of 1625, fewer for short epochs. */
const LARGEST_SAMPLE = 2 ** 17;
const LEAST_SAMPLE = 2 ** 12;
const SAMPLE_SHARE = 1 / 64;
/** A list is shorter than a bitset up to this density. */
const LISTED_DENSITY = 1 / 32;

/** What an epoch is begun for: positions [known, stop). */
export interface EpochRequest {
  readonly known: number;
  readonly stop: number;
  readonly threads: number;
  readonly options: ResidueClassOptions;
  /** The subtrahends below `stop`. */
  readonly subtrahends: Float64Array;
  /** The modulus of the epoch before. */
  readonly before: number | undefined;
}

/** A planned epoch, ready for its chunks. */
export interface Epoch {
  readonly shape: Shape;
  readonly layout: EpochLayout;
  /** Measured seconds by kernel, summed over threads; the stages add to them. */
  readonly seconds: Record<FarKernel | 'near', number>;
  /** What the epoch has cost up to position `stop`. */
  report(stop: number): PlanReport;
}

/** Plans an epoch and sorts the known positions for it. `counter` is the address of the threads' counter. */
export async function beginEpoch(
  context: KernelContext,
  request: EpochRequest,
  positions: KnownPositions,
  counter: number,
): Promise<Epoch> {
  const begun = performance.now();
  const { known, stop, threads, options, subtrahends } = request;
  const length = stop - known;
  const question = { ...request, ...(await positions.latest(sampleFor(length))), chunk: options.chunk };
  const { modulus, shape } =
    options.modulus === undefined
      ? chooseModulus(question)
      : { modulus: options.modulus, shape: shapeOf(options.modulus, known, stop, options.chunk) };
  const counts = countsOf(question, modulus);
  const near = countSubtrahends(subtrahends, modulus, shape.chunk / 2, Infinity);
  const planner = new PairPlanner(counts, near, { known, length, chunk: shape.chunk });
  const { plan, estimates } = makePlan(counts, planner, options.plan);
  const storage = await positions.sort((slack) => storageLayout(plan, counts, stop, shape, slack));
  const layout = layOutEpoch(context, storage, counter, plan, shape, subtrahends, threads);
  const planSeconds = (performance.now() - begun) / 1000;
  const seconds = { 'shift-or': 0, scatter: 0, probe: 0, fft: 0, near: 0 };
  return {
    shape,
    layout,
    seconds,
    report: (end) => ({
      start: known,
      stop: end,
      modulus,
      chunk: shape.chunk,
      threads,
      kernels: ([...FAR_KERNELS, 'near'] as const).map((kernel) => ({
        kernel,
        pairs: estimates[kernel].pairs,
        estimatedSeconds: estimates[kernel].seconds,
        measuredSeconds: seconds[kernel],
      })),
      planSeconds,
    }),
  };
}

function sampleFor(length: number): number {
  return Math.min(LARGEST_SAMPLE, Math.max(LEAST_SAMPLE, length * SAMPLE_SHARE));
}

function makePlan(
  counts: Counts,
  planner: PairPlanner,
  chooser: PlanChooser | undefined,
): { readonly plan: EpochPlan; readonly estimates: Estimates } {
  const { modulus, subtrahends } = counts;
  const codes = new Uint8Array(modulus * modulus);
  const estimates = emptyEstimates();
  for (let target = 0; target < modulus; target++) planner.planTarget(target, estimates, codes);
  const { order } = planner;
  if (chooser === undefined) {
    return { plan: { modulus, codes, order, nearMarks: (a, b) => planner.nearMarks(a, b) }, estimates };
  }
  for (let source = 0; source < modulus; source++) {
    for (let residue = 0; residue < modulus; residue++) {
      if (subtrahends[residue] === 0) continue;
      const target = (source + residue) % modulus;
      codes[target * modulus + source] = FAR_KERNELS.indexOf(chooser.far(source, target)) + 1;
    }
  }
  return { plan: { modulus, codes, order, nearMarks: (a, b) => chooser.nearMarks(a, b) }, estimates };
}

/** Lists for classes that are scattered, bitsets for those that are shifted, probed or convolved. */
function storageLayout(
  { modulus, codes }: EpochPlan,
  { density, sampledQuotients }: Counts,
  stop: number,
  { window }: Shape,
  slack: number,
): StorageLayout {
  const hasBitset = new Uint8Array(modulus);
  const room = new Float64Array(modulus);
  const quotients = Math.ceil(stop / modulus);
  /** Which kernels each class is a source of: bit `code` for each. */
  const uses = new Uint8Array(modulus);
  for (let target = 0; target < modulus; target++) {
    for (let source = 0; source < modulus; source++) uses[source] |= 1 << codes[target * modulus + source];
  }
  const bitsetUses = (1 << SHIFT_OR) | (1 << PROBE) | (1 << CONVOLVE);
  for (let a = 0; a < modulus; a++) {
    const bitset = (uses[a] & bitsetUses) !== 0;
    const list = (uses[a] & (1 << SCATTER)) !== 0 || (!bitset && density[a] < LISTED_DENSITY);
    hasBitset[a] = bitset || !list ? 1 : 0;
    if (!list) continue;
    // Density falls as positions grow, so what is known is denser than the sample, by up to a half on squares;
    // and a sample of k may stand for k + 4 sqrt(k) + 6. A list that is too short costs a new epoch.
    const sample = density[a] * sampledQuotients;
    const most = 1.5 * (sample + 4 * Math.sqrt(sample) + 6);
    const scale = quotients / Math.max(1, sampledQuotients);
    room[a] = Math.min(quotients, Math.ceil(slack * (most * scale + 32)));
  }
  return { modulus, stop, window: window + 1, hasBitset, room };
}
