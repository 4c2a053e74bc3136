/**
 * The methods by name, and `auto`, which takes the cheapest by the cost model, and chooses again further up. Separate from the methods: each can be used alone, and only this file knows them all.
 */
import { inOrder } from '../common/ahead.js';
import { countOnes, onesOf } from '../kernel/bitset.js';
import { defaultKernelKind } from '../kernel/kernels-wasm.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { lengthOf, type Range } from '../common/range.js';
import {
  bucketRange,
  createProfile,
  divideAndConquerCost,
  dynamicProgrammingCost,
  levelsCost,
  sieveCost,
  type ColdProfile,
} from './cost-model.js';
import { DIVIDE_AND_CONQUER_CHUNK, solveByDivideAndConquer } from './convolution/divide-and-conquer.js';
import { solvePlainly } from './dynamic-programming/plain.js';
import { LEVELS_CHUNK, solveByLevels } from './convolution/levels.js';
import { solveCofinite } from './dynamic-programming/cofinite.js';
import { solveByDynamicProgramming } from './dynamic-programming/dynamic-programming.js';
import { largestOf } from './task/integers.js';
import { solveByResidueClasses } from './residue-classes/residue-classes.js';
import { solveRemotenessByDynamicProgramming } from './remoteness/dynamic-programming.js';
import { solveRemotenessPlainly } from './remoteness/plain.js';
import { residueClassesCost } from './residue-classes/range-cost.js';
import type { PlanReport } from './residue-classes/plan-report.js';
import { solveBySieve } from './sieve/sieve.js';
import type { ColdSolver, ColdTask, IntegerSolver, IntegerTask } from './task/task.js';

/** What a caller may tell a method; none of it changes the answer. */
export interface SolverOptions {
  /** Threads to use, the caller's included; at least 1. */
  readonly threads: number;
  /** Called with the plan of each epoch of the residue-class method and what it cost. */
  readonly onPlan?: ((report: PlanReport) => void) | undefined;
}

/** A solver and what it is told. */
export type Method<Solver extends (task: never) => unknown> = (
  task: Parameters<Solver>[0],
  options: SolverOptions,
) => ReturnType<Solver>;

/** The solvers of one series by their methods' names, and the one that chooses among them. */
interface SolversBy<Solver extends (task: never) => unknown> {
  readonly auto: Method<Solver>;
  readonly methods: Readonly<Record<string, Method<Solver>>>;
}

/** The solvers of one series; they give packed bits or integers. */
export type Solvers =
  | (SolversBy<ColdSolver> & { readonly isBits: true })
  | (SolversBy<IntegerSolver> & { readonly isBits: false });

/** The named methods for cold positions. */
export const COLD_METHODS: Readonly<Record<string, Method<ColdSolver>>> = {
  sieve: (task) => solveBySieve(task),
  'divide-and-conquer': (task) => solveByDivideAndConquer(task),
  'residue-classes': (task, { threads, onPlan }) =>
    solveByResidueClasses(task, onPlan === undefined ? { threads } : { threads, onPlan }),
};

/** The named methods for nim-values. */
export const NIM_METHODS: Readonly<Record<string, Method<IntegerSolver>>> = {
  'dynamic-programming': (task, { threads }) => solveByDynamicProgramming(task, { threads }),
  levels: (task) => solveByLevels(task),
  plain: (task) => solvePlainly(task),
  cofinite: (task) => solveCofinite(task),
};

/** The named methods for remoteness. */
export const REMOTENESS_METHODS: Readonly<Record<string, Method<IntegerSolver>>> = {
  'dynamic-programming': (task) => solveRemotenessByDynamicProgramming(task),
  plain: (task) => solveRemotenessPlainly(task),
};

/**
 * Where a method is chosen. Below the first of these one method is the best or nearly so for every game we know,
 * and nothing is known to choose by; each choice costs a start of the method, so there are few.
 */
const COLD_CHOICES = [2 ** 20, 2 ** 24];
const NIM_CHOICES = [2 ** 12, 2 ** 16, 2 ** 20];
/** The latest positions whose cold ones are listed, and positions counted in a bucket, at most. */
const LATEST = 1 << 24;
const SAMPLE = 1 << 16;
/** Samples that are read while one is counted. */
const READ_AHEAD = 4;
/** How many times as far as what is known estimates look. */
const FORESIGHT = 2 ** 8;
/** How much slower the residue-class method is with plain kernels, measured on squares to 2^26. */
const PLAIN_FACTOR = 30;

/** Cuts a range where a method is chosen. */
function* epochs({ start, stop }: Range, choices: readonly number[]): Generator<Range> {
  const cuts = [start, ...choices.filter((choice) => start < choice && choice < stop), stop];
  for (let i = 1; i < cuts.length; i++) yield { start: cuts[i - 1], stop: cuts[i] };
}

/**
 * The part of a range that a method is chosen for: what is known below it says little of positions far above, and
 * an estimate should take no time that the work does not.
 */
function foreseeable({ start, stop }: Range): Range {
  return { start, stop: Math.min(stop, FORESIGHT * start) };
}

/** The name with the least cost. */
function cheapest(costs: Readonly<Record<string, number>>): string {
  return Object.keys(costs).reduce((best, name) => (costs[name] < costs[best] ? name : best));
}

/** What is known of a game's cold positions below some position, for estimates. */
export interface ColdKnowledge {
  readonly profile: ColdProfile;
  /** The latest cold positions, increasing, and how many positions they were found among. */
  readonly latest: Float64Array;
  readonly sampled: number;
}

/** What each method would cost for the next range of a game, nanoseconds. */
export function coldCosts(
  { set }: Pick<ColdTask, 'set'>,
  range: Range,
  { profile, latest, sampled }: ColdKnowledge,
  threads: number,
): Record<string, number> {
  const question = {
    cold: latest,
    sampled,
    subtrahends: set.between(1, range.stop),
    known: range.start,
    stop: range.stop,
    threads,
  };
  const kernels = defaultKernelKind() === 'plain' ? PLAIN_FACTOR : 1;
  return {
    sieve: sieveCost(set, range, profile),
    'divide-and-conquer': divideAndConquerCost(set, range, DIVIDE_AND_CONQUER_CHUNK),
    'residue-classes': kernels * residueClassesCost(question),
  };
}

/** What each method would cost for the next range of a game whose largest nim-value so far is given, nanoseconds. */
export function nimCosts(
  { set }: Pick<IntegerTask, 'set'>,
  range: Range,
  largest: number,
  threads: number,
): Record<string, number> {
  // Largest nim-values grow like a root of n in the sparse games, and hardly at all in the densest.
  const expected = largest * Math.sqrt(Math.min(2, range.stop / Math.max(1, range.start)));
  return {
    'dynamic-programming': dynamicProgrammingCost(set, range, threads, expected),
    levels: levelsCost(set, range, LEVELS_CHUNK, expected),
  };
}

/** About how many seconds a range of nim-values takes at most, on one machine: for bounds, not for promises. */
export function nimSeconds(set: SubtractionSet, range: Range, threads: number): number {
  return dynamicProgrammingCost(set, range, threads, Infinity) / 1e9;
}

const solveColdByCheapest: Method<ColdSolver> = async function* (task, options) {
  for (const range of epochs(task.range, COLD_CHOICES)) {
    const method =
      range.start < COLD_CHOICES[0]
        ? 'residue-classes'
        : cheapest(
            coldCosts(task, foreseeable(range), await knowledgeBelow(task, range.start), options.threads),
          );
    yield* COLD_METHODS[method]({ ...task, range }, options);
  }
};

const solveNimByCheapest: Method<IntegerSolver> = async function* (task, options) {
  if (task.set.excluded !== undefined) {
    yield* solveCofinite(task);
    return;
  }
  let largest: number | undefined;
  for (const range of epochs(task.range, NIM_CHOICES)) {
    if (range.start > 0) largest ??= await largestBelow(task, range.start);
    const method =
      range.start < NIM_CHOICES[0]
        ? 'dynamic-programming'
        : cheapest(nimCosts(task, foreseeable(range), largest ?? 0, options.threads));
    for await (const piece of NIM_METHODS[method]({ ...task, range }, options)) {
      largest = Math.max(largest ?? 0, largestOf(piece.values));
      yield piece;
    }
  }
};

/** Looks at the cold positions below `stop`: the latest ones, and a sample in the middle of each bucket. */
async function knowledgeBelow(task: ColdTask, stop: number): Promise<ColdKnowledge> {
  const profile = createProfile(stop);
  const samples = Array.from(profile.counts, (_, i) => {
    const bucket = bucketRange(profile, i);
    const length = Math.min(SAMPLE, lengthOf(bucket));
    const start = bucket.start + Math.floor((lengthOf(bucket) - length) / 2);
    return { i, start, stop: start + length, share: length / lengthOf(bucket) };
  });
  for await (const [sample, bits] of inOrder(samples, READ_AHEAD, (range) => task.readLower(range))) {
    profile.counts[sample.i] = countOnes(bits, 0, lengthOf(sample)) / sample.share;
  }
  const sampled = Math.min(stop, LATEST);
  const bits = await task.readLower({ start: stop - sampled, stop });
  return { profile, latest: onesOf(bits, sampled, stop - sampled), sampled };
}

/** The largest nim-value among the last positions below `stop`, which is near the largest of all. */
async function largestBelow(task: IntegerTask, stop: number): Promise<number> {
  return largestOf(await task.readLower({ start: Math.max(0, stop - SAMPLE), stop }));
}

/** The solvers of each series. */
export const SOLVERS = {
  cold: { isBits: true, auto: solveColdByCheapest, methods: COLD_METHODS },
  nim: { isBits: false, auto: solveNimByCheapest, methods: NIM_METHODS },
  remoteness: {
    isBits: false,
    auto: REMOTENESS_METHODS['dynamic-programming'],
    methods: REMOTENESS_METHODS,
  },
} as const satisfies Record<string, Solvers>;

/** The solver of a checked method name. */
export function solverOf<Solver extends (task: never) => unknown>(
  { auto, methods }: SolversBy<Solver>,
  method: string,
): Method<Solver> {
  return method === 'auto' ? auto : methods[method];
}
