/**
 * One epoch of the residue-class method. Planning chooses the modulus and a kernel for every pair and changes nothing, so its
 * steps run while the previous epoch is solved. Beginning the epoch sorts the known positions into its classes.
 */
import { Arena, MAX_BYTES } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import type { Range } from '../../common/range.js';
import { Steps } from '../task/steps.js';
import { addEstimates, emptyEstimates, type Estimates, type FarKernel } from './kernel-costs.js';
import type { KnownPositions, Sample } from './known-positions.js';
import { countsOf, countSubtrahends, type Counts } from './class-counts.js';
import { chooseModulus } from './choose-modulus.js';
import { PairPlanner, pairTables, type EpochPlan, type Pairs } from './pair-plan.js';
import { shapeOf, type Shape } from './chunk-shape.js';
import type { MarkForm } from './mark-form.js';
import type { ClassStorage } from './class-storage.js';
import { readsOf, storageLayout, type Reads, type StorageLayout } from './storage-layout.js';

/** Limits of the latest cold positions that a plan is made from: some 80 a class at a modulus of 1625, fewer for short epochs. */
const MAX_SAMPLE = 2 ** 17;
const MIN_SAMPLE = 2 ** 12;
const SAMPLE_SHARE = 1 / 64;
/** Pairs planned in a step: about two milliseconds. */
const PAIRS_AT_ONCE = 2 ** 17;

/** Options; every choice gives the same cold positions. */
export interface EpochOptions {
  /** The modulus; by default, chosen by estimated cost. */
  readonly modulus?: number;
  /** Positions of a chunk, at most 2^30; rounded up to a multiple of the modulus. */
  readonly chunk?: number;
  /** Bytes of the kernels' memory that epochs are laid out in; by default, all. */
  readonly memory?: number;
  /** Returns a plan to use instead of the given one. */
  readonly replan?: (plan: EpochPlan) => EpochPlan;
}

/** Input for an epoch: the range of positions to solve. */
export interface EpochRequest extends Range {
  readonly threads: number;
  readonly options: EpochOptions;
  /** The subtrahends below `stop`. */
  readonly subtrahends: Float64Array;
  /** Modulus of the previous epoch. */
  readonly before: number | undefined;
}

export interface PlannedEpoch extends Range {
  readonly plan: EpochPlan;
  readonly pairs: Pairs;
  readonly shape: Shape;
  /** The available threads, and whether all of them do its far stages. */
  readonly threads: number;
  readonly isShared: boolean;
  readonly subtrahends: Float64Array;
  readonly counts: Counts;
  readonly marking: MarkForm;
  readonly estimates: Estimates;
  readonly memory: number;
}

/** A planned epoch, with the known positions sorted for it. */
export interface Epoch extends PlannedEpoch {
  readonly storage: ClassStorage;
  /** The memory behind the storage, for the stages. */
  readonly arena: Arena;
  /** Measured seconds by kernel, summed over threads; the stages add to them. */
  readonly seconds: Record<FarKernel | 'near', number>;
}

/**
 * Plans an epoch in steps, from the latest positions known now, which need not reach up to its start. They are read into memory
 * from address `scratch` on, by default behind everything that is laid out.
 */
export async function planEpoch(
  positions: KnownPositions,
  request: EpochRequest,
  scratch?: number,
): Promise<Steps<PlannedEpoch>> {
  const { start, stop } = request;
  return new Steps(planFrom(request, await positions.latest(sampleFor(stop - start), scratch)));
}

function* planFrom(request: EpochRequest, sample: Sample): Generator<void, PlannedEpoch, void> {
  const { start, stop, threads, options, subtrahends } = request;
  const { chunk, memory = MAX_BYTES } = options;
  const question = { ...request, ...sample, known: start, chunk, memory };
  const { modulus, shape, isShared } =
    options.modulus === undefined
      ? yield* chooseModulus(question)
      : {
          modulus: options.modulus,
          shape: shapeOf(options.modulus, question, chunk),
          isShared: options.modulus > 1,
        };
  const counts = countsOf(question, modulus);
  const near = countSubtrahends(subtrahends, modulus, shape.chunk / 2, Infinity);
  const planner = new PairPlanner(counts, near, question, shape);
  yield;
  const { plan: made, estimates } = yield* makePlan(counts, planner);
  const plan = options.replan?.(made) ?? made;
  const pairs = yield* pairTables(plan);
  const { marking } = counts;
  const planned = { start, stop, plan, pairs, shape, threads, isShared, subtrahends, counts, marking };
  return { ...planned, estimates, memory };
}

/** Begins a planned epoch, which starts where the known positions end, and sorts these for it. */
export async function beginEpoch(
  context: KernelContext,
  positions: KnownPositions,
  planned: PlannedEpoch,
): Promise<Epoch> {
  const storage = await positions.sort((slack) => layoutOf(planned, slack), planned.memory);
  const arena = new Arena(context.memory, storage.end);
  return { ...planned, storage, arena, seconds: { 'shift-or': 0, scatter: 0, probe: 0, gather: 0, near: 0 } };
}

/** Number of latest cold positions from which an epoch of `length` positions is planned. */
function sampleFor(length: number): number {
  return Math.min(MAX_SAMPLE, Math.max(MIN_SAMPLE, length * SAMPLE_SHARE));
}

function* makePlan(
  { modulus, density }: Counts,
  planner: PairPlanner,
): Generator<void, { readonly plan: EpochPlan; readonly estimates: Estimates }, void> {
  const codes = new Uint8Array(modulus * modulus);
  const open = new Float64Array(modulus);
  const estimates = emptyEstimates();
  for (let target = 0, pairs = 0; target < modulus; target++, pairs += modulus) {
    const planned = planner.planTarget(target);
    codes.set(planned.codes, target * modulus);
    open[target] = planned.open;
    addEstimates(estimates, planned.estimates);
    if (pairs < PAIRS_AT_ONCE) continue;
    pairs = 0;
    yield;
  }
  const { order, forms } = planner;
  // A source marks if it has fewer cold positions than the far stage leaves candidates in the target.
  const nearMarks = (source: number, target: number): boolean => density[source] <= open[target];
  return { plan: { modulus, codes, order, bitsetsTo: forms.bitsetsTo, nearMarks }, estimates };
}

/** Storage layout for the lists, bitsets and coarse bitsets that the plan reads. */
function layoutOf({ counts, plan, pairs, shape, stop }: PlannedEpoch, slack: number): StorageLayout {
  const { uses } = pairs;
  const reads: Reads[] = [];
  for (const [place, a] of plan.order.entries()) {
    reads[a] = readsOf(uses[a], place < plan.bitsetsTo);
  }
  return storageLayout(counts, reads, shape, stop, slack);
}
