/**
 * One epoch of the residue-class method: chooses the modulus, makes the plan, has the known positions sorted into the
 * classes it asks for, and lays everything out.
 */
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { PROBE, SCATTER, SHIFT_OR, type FarKernel } from './kernel-costs.js';
import type { KnownPositions } from './known-positions.js';
import { countsOf, countSubtrahends, type Counts } from './class-counts.js';
import { chooseModulus } from './choose-modulus.js';
import { addEstimates, emptyEstimates, PairPlanner, type EpochPlan, type Estimates } from './pair-plan.js';
import { shapeOf, type Shape } from './chunk-shape.js';
import type { MarkForm } from './mark-form.js';
import type { ClassStorage, StorageLayout } from './class-storage.js';

/** Latest cold positions that a plan is made from: some 80 a class at a modulus of 1625, fewer for short epochs. */
const LARGEST_SAMPLE = 2 ** 17;
const LEAST_SAMPLE = 2 ** 12;
const SAMPLE_SHARE = 1 / 64;
/** A list is shorter than a bitset up to this density. */
const LISTED_DENSITY = 1 / 32;

/** What a caller may set; every choice gives the same cold positions. */
export interface EpochOptions {
  /** The modulus; chosen by estimated cost when absent. */
  readonly modulus?: number;
  /** Positions of a chunk, at most 2^30; rounded up to a multiple of the modulus. */
  readonly chunk?: number;
  /** Gives a plan to use in place of the one that was made. */
  readonly replan?: (plan: EpochPlan) => EpochPlan;
}

/** What an epoch is begun for: the positions from the end of the known ones to `stop`. */
export interface EpochRequest {
  readonly stop: number;
  readonly threads: number;
  readonly options: EpochOptions;
  /** The subtrahends below `stop`. */
  readonly subtrahends: Float64Array;
  /** The modulus of the epoch before. */
  readonly before: number | undefined;
}

/** A planned epoch of the positions [start, stop), with the known positions sorted for it. */
export interface Epoch {
  readonly start: number;
  readonly stop: number;
  readonly plan: EpochPlan;
  readonly shape: Shape;
  /** Whether all threads should do its far stages. */
  readonly isShared: boolean;
  readonly subtrahends: Float64Array;
  readonly marking: MarkForm;
  readonly storage: ClassStorage;
  /** The memory behind the storage, where the stages lay out what they need. */
  readonly arena: Arena;
  readonly estimates: Estimates;
  /** Measured seconds by kernel, summed over threads; the stages add to them. */
  readonly seconds: Record<FarKernel | 'near', number>;
}

/** Plans an epoch and sorts the known positions for it. */
export async function beginEpoch(
  context: KernelContext,
  positions: KnownPositions,
  request: EpochRequest,
): Promise<Epoch> {
  const { stop, options, subtrahends } = request;
  const start = positions.end;
  const length = stop - start;
  const sample = await positions.latest(sampleFor(length));
  const question = { ...request, ...sample, known: start, chunk: options.chunk };
  const { modulus, shape, isShared } =
    options.modulus === undefined
      ? chooseModulus(question)
      : {
          modulus: options.modulus,
          shape: shapeOf(options.modulus, question, options.chunk),
          isShared: options.modulus > 1,
        };
  const counts = countsOf(question, modulus);
  const near = countSubtrahends(subtrahends, modulus, shape.chunk / 2, Infinity);
  const planner = new PairPlanner(counts, near, { known: start, length, chunk: shape.chunk });
  const { plan: made, estimates } = makePlan(counts, planner);
  const plan = options.replan?.(made) ?? made;
  const storage = await positions.sort((slack) => storageLayout(plan, counts, stop, shape, slack));
  const arena = new Arena(context.memory, storage.end);
  const seconds = { 'shift-or': 0, scatter: 0, probe: 0, near: 0 };
  const { marking } = counts;
  return { start, stop, plan, shape, isShared, subtrahends, marking, storage, arena, estimates, seconds };
}

function sampleFor(length: number): number {
  return Math.min(LARGEST_SAMPLE, Math.max(LEAST_SAMPLE, length * SAMPLE_SHARE));
}

function makePlan(
  { modulus, density }: Counts,
  planner: PairPlanner,
): { readonly plan: EpochPlan; readonly estimates: Estimates } {
  const codes = new Uint8Array(modulus * modulus);
  const open = new Float64Array(modulus);
  const estimates = emptyEstimates();
  for (let target = 0; target < modulus; target++) {
    const planned = planner.planTarget(target);
    codes.set(planned.codes, target * modulus);
    open[target] = planned.open;
    addEstimates(estimates, planned.estimates);
  }
  const { order } = planner;
  // A source marks where it holds fewer cold positions than the far stage leaves candidates in the target.
  const nearMarks = (source: number, target: number): boolean => density[source] <= open[target];
  return { plan: { modulus, codes, order, nearMarks }, estimates };
}

/** Lists for classes that are scattered, bitsets for those that are shifted or probed. */
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
  const bitsetUses = (1 << SHIFT_OR) | (1 << PROBE);
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
