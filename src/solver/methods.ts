/** Every method as a record: its name, sets, cost and solver. */
import type { Range } from '../common/range.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import {
  cofiniteCost,
  cofinitePositionsCost,
  coldShiftedSetsCost,
  divideAndConquerCost,
  dynamicProgrammingCost,
  levelsCost,
  shiftedPositionsCost,
  shiftedSetsCost,
  sieveCost,
  type ColdProfile,
} from './cost-model.js';
import { DIVIDE_AND_CONQUER_CHUNK, solveByDivideAndConquer } from './convolution/divide-and-conquer.js';
import { LEVELS_CHUNK, solveByLevels } from './convolution/levels.js';
import { solveCofiniteByClasses } from './dynamic-programming/cofinite-classes.js';
import { solveCofinite } from './dynamic-programming/cofinite.js';
import { solveByDynamicProgramming } from './dynamic-programming/dynamic-programming.js';
import { solvePlainly } from './dynamic-programming/plain.js';
import { solveRemotenessByDynamicProgramming } from './remoteness/dynamic-programming.js';
import { solveRemotenessPlainly } from './remoteness/plain.js';
import type { PlanReport } from './residue-classes/plan-report.js';
import { residueClassesCost } from './residue-classes/choose-modulus.js';
import { solveByResidueClasses } from './residue-classes/residue-classes.js';
import {
  MAX_KEPT_VALUES as SHIFTED_REACH,
  solveByShiftedSets,
  solveColdByShiftedSets,
} from './shifted-sets/shifted-sets.js';
import {
  MAX_EXCLUDED as MAX_POSITIONS_EXCLUDED,
  solveCofinitePositions,
} from './sieve/cofinite-positions.js';
import { MAX_KEPT_POSITIONS as MAX_SHIFTED, solveByShiftedPositions } from './sieve/shifted-positions.js';
import { solveBySieve } from './sieve/sieve.js';
import type { ColdSolver, IntegerSolver } from './task/task.js';

/** Options of a method; none changes the answer. */
export interface SolverOptions {
  /** Threads to use, the caller's included; at least 1. */
  readonly threads: number;
  /** Called with the plan and the measured cost of each epoch of the residue-class method. */
  readonly onPlan?: ((report: PlanReport) => void) | undefined;
}

/** A solver of packed cold bits, or of integers. */
export type AnySolver = ColdSolver | IntegerSolver;

/** A solver that takes options besides its task. */
export type Solve<Solver extends AnySolver> = (
  task: Parameters<Solver>[0],
  options: SolverOptions,
) => ReturnType<Solver>;

export interface CostQuestion<Known> {
  readonly set: SubtractionSet;
  readonly range: Range;
  readonly threads: number;
  readonly known: Known;
}

/** A method; its estimate starts from a `Known`. */
export interface Method<Solver extends AnySolver, Known = never, Name extends string = string> {
  /** Unique in its series; stored in the catalog. */
  readonly name: Name;
  /** Whether it can solve games of this set. */
  readonly applies: (set: SubtractionSet) => boolean;
  /** Whether it was made for the sets it applies to: `auto` then considers no other. */
  readonly isSpecialized?: true;
  /** Position from which on `auto` takes another method. */
  readonly fastBelow?: (set: SubtractionSet) => number;
  /** Nanoseconds for a range. `auto` never takes a method without it unless it is specialized. */
  readonly cost?: (question: CostQuestion<Known>) => number;
  /** Rank among the methods that check others, the plainest first; absent if a check would take too long. */
  readonly checkTurn?: number;
  readonly solve: Solve<Solver>;
}

/** Knowledge of a game's cold positions below some position. */
export interface ColdKnowledge {
  readonly profile: ColdProfile;
  /** The latest cold positions, increasing, and the number of positions they were found among. */
  readonly latest: Float64Array;
  readonly sampled: number;
}

/** The approximate largest nim-value below some position. */
export interface NimKnowledge {
  readonly largest: number;
}

/** Maximum excluded number for which the values within reach are few enough to keep separately. */
const MAX_EXCLUDED_NUMBER = 2 ** 20;
/** A list whose type has the names of its methods. */
type Methods<Solver extends AnySolver, Known> = <Name extends string>(
  methods: readonly Method<Solver, Known, Name>[],
) => readonly Method<Solver, Known, Name>[];

const coldMethods: Methods<ColdSolver, ColdKnowledge> = (methods) => methods;
const nimMethods: Methods<IntegerSolver, NimKnowledge> = (methods) => methods;
const remotenessMethods: Methods<IntegerSolver, never> = (methods) => methods;

const toEverySet = (): boolean => true;

export const COLD_METHODS = coldMethods([
  {
    name: 'sieve',
    applies: toEverySet,
    cost: ({ set, range, known }) => sieveCost(set, range, known.profile),
    checkTurn: 1,
    solve: (task) => solveBySieve(task),
  },
  {
    name: 'divide-and-conquer',
    applies: toEverySet,
    cost: ({ set, range }) => divideAndConquerCost(set, range, DIVIDE_AND_CONQUER_CHUNK),
    checkTurn: 2,
    solve: (task) => solveByDivideAndConquer(task),
  },
  {
    name: 'residue-classes',
    applies: toEverySet,
    cost: ({ set, range, threads, known }) => {
      const { latest, sampled } = known;
      const subtrahends = set.between(1, range.stop);
      const { start, stop } = range;
      return residueClassesCost({ cold: latest, sampled, subtrahends, known: start, stop, threads });
    },
    solve: solveByResidueClasses,
  },
  {
    name: 'shifted-sets',
    applies: toEverySet,
    cost: ({ set, range, threads, known }) => coldShiftedSetsCost(set, range, threads, known.profile),
    solve: (task, { threads }) => solveColdByShiftedSets(task, { threads }),
  },
  {
    name: 'shifted-positions',
    applies: toEverySet,
    fastBelow: ({ largest }) => (largest > MAX_SHIFTED ? MAX_SHIFTED : Infinity),
    cost: ({ set, range }) => shiftedPositionsCost(set, range),
    solve: (task) => solveByShiftedPositions(task),
  },
  {
    name: 'cofinite',
    applies: ({ excluded }) => excluded !== undefined && excluded.length <= MAX_POSITIONS_EXCLUDED,
    isSpecialized: true,
    cost: ({ range }) => cofinitePositionsCost(range),
    solve: (task) => solveCofinitePositions(task),
  },
]);

export const NIM_METHODS = nimMethods([
  {
    name: 'dynamic-programming',
    applies: toEverySet,
    cost: (question) =>
      dynamicProgrammingCost(question.set, question.range, question.threads, expectedLargest(question)),
    checkTurn: 2,
    solve: (task, { threads }) => solveByDynamicProgramming(task, { threads }),
  },
  {
    name: 'levels',
    applies: toEverySet,
    cost: (question) => levelsCost(question.set, question.range, LEVELS_CHUNK, expectedLargest(question)),
    solve: (task) => solveByLevels(task),
  },
  {
    name: 'shifted-sets',
    applies: toEverySet,
    fastBelow: ({ largest }) => (largest > SHIFTED_REACH ? SHIFTED_REACH : Infinity),
    cost: (question) =>
      shiftedSetsCost(question.set, question.range, question.threads, expectedLargest(question)),
    solve: (task, { threads }) => solveByShiftedSets(task, { threads }),
  },
  { name: 'plain', applies: toEverySet, checkTurn: 1, solve: (task) => solvePlainly(task) },
  {
    name: 'cofinite',
    applies: (set) => set.excluded !== undefined,
    isSpecialized: true,
    cost: ({ set, range }) => cofiniteCost(set, range),
    solve: (task) => solveCofinite(task),
  },
  {
    name: 'cofinite-classes',
    applies: ({ excluded }) => excluded !== undefined && (excluded.at(-1) ?? 0) <= MAX_EXCLUDED_NUMBER,
    checkTurn: 0,
    solve: (task) => solveCofiniteByClasses(task),
  },
]);

export const REMOTENESS_METHODS = remotenessMethods([
  {
    name: 'dynamic-programming',
    applies: toEverySet,
    checkTurn: 2,
    solve: (task, { threads }) => solveRemotenessByDynamicProgramming(task, { threads }),
  },
  { name: 'plain', applies: toEverySet, checkTurn: 1, solve: (task) => solveRemotenessPlainly(task) },
]);

export type SolverName = (
  typeof COLD_METHODS | typeof NIM_METHODS | typeof REMOTENESS_METHODS
)[number]['name'];

/** Expected largest nim-value. It grows like a root of n in sparse games, and hardly at all in the densest. */
function expectedLargest({ range, known }: CostQuestion<NimKnowledge>): number {
  return known.largest * Math.sqrt(Math.min(2, range.stop / Math.max(1, range.start)));
}

export function methodNamed<Solver extends AnySolver, Known>(
  methods: readonly Method<Solver, Known>[],
  name: string,
): Method<Solver, Known> {
  const found = methods.find((method) => method.name === name);
  if (found === undefined) throw new Error(`no method ${name}`);
  return found;
}

/** Nanoseconds of each method that has an estimate and applies to the set, by name. */
export function costsOf<Solver extends AnySolver, Known>(
  methods: readonly Method<Solver, Known>[],
  question: CostQuestion<Known>,
): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const { name, applies, cost } of methods) {
    if (cost !== undefined && applies(question.set)) costs[name] = cost(question);
  }
  return costs;
}

/** A method that solves a set again to check others: the plainest that is not among them, else the last resort. */
export function checkingMethod(
  methods: readonly Method<AnySolver>[],
  set: SubtractionSet,
  solvedBy: readonly string[],
): string {
  const checking = methods
    .filter(({ applies }) => applies(set))
    .flatMap(({ name, checkTurn }) => (checkTurn === undefined ? [] : [{ name, checkTurn }]))
    .sort((a, b) => a.checkTurn - b.checkTurn)
    .map(({ name }) => name);
  return checking.find((name) => !solvedBy.includes(name)) ?? checking[checking.length - 1];
}
