/**
 * `auto`: takes the cheapest method for a game by the cost model, and chooses again further up. An extension of a dense set by a
 * recorded period or a closed form does not come here: `engine/extending/rule-parts.ts` chooses that.
 */
import { inOrder } from '../common/ahead.js';
import { isOutOfMemory } from '../kernel/arena.js';
import { countOnes, onesOf } from '../kernel/bitset.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import { DIVIDE_AND_CONQUER_CHUNK } from './convolution/divide-and-conquer.js';
import {
  bucketRange,
  createProfile,
  divideAndConquerCost,
  dynamicProgrammingCost,
  shiftedPositionsCost,
  workExponent,
} from './cost-model.js';
import { COLD_LIMITS, NIM_LIMITS, REMOTENESS_LIMITS, type Limits } from './limits.js';
import {
  COLD_METHODS,
  costsOf,
  methodNamed,
  NIM_METHODS,
  REMOTENESS_METHODS,
  type SolverName,
  type AnySolver,
  type ColdKnowledge,
  type CostQuestion,
  type Method,
  type Solve,
  type SolverOptions,
} from './methods.js';
import { MAX_KEPT_VALUES as SHIFTED_REACH } from './shifted-sets/shifted-sets.js';
import { largestOf } from '../kernel/counting.js';
import type { ColdSolver, ColdTask, IntegerSolver, IntegerTask } from './task/task.js';

/** The methods of one series, and the solver that chooses among those that were made for no set. */
export interface Solvers<Solver extends AnySolver> {
  readonly byCheapest: Solve<Solver>;
  /** Approximate seconds for a range on one machine, from the bits of lower values if it reads any. */
  readonly seconds: (task: CostTask, threads: number) => Promise<number> | number;
  /** Position from which on the values below a range determine its cost; 0 if none are read. */
  readonly firstEstimate: number;
  readonly methods: readonly Method<Solver, never, SolverName>[];
  readonly limits: Limits;
}

type CostTask = Pick<ColdTask, 'set' | 'range' | 'readLower'>;

/**
 * Positions where a method is chosen. Below the first, one method is best or nearly so for every known game, and no values
 * guide a choice. Each choice costs a start of the method, so there are few.
 */
const COLD_CHOICES = [2 ** 20, 2 ** 24];
const NIM_CHOICES = [2 ** 12, 2 ** 16, 2 ** 20];
const FIRST_NIM_METHOD = methodNamed(NIM_METHODS, 'dynamic-programming');
/** Minimum share of all numbers in a dense set, and maximum number of numbers below the first choice in a sparse set. */
const DENSE = 0.25;
const SPARSE = 2 ** 12;
/** Minimum nanoseconds a position of other methods; residue classes took 5 for squares, and 10 to 18 for six sparse sets. */
const MIN_OTHER_NS = 2;
/** Latest positions whose cold ones are listed, and maximum number of positions counted in a bucket. */
const LATEST = 1 << 24;
const SAMPLE = 1 << 16;
/** The same for the first bucket: if few positions are cold, they are often the lowest. */
const FIRST_SAMPLE = 1 << 20;
/** Samples read while one is counted. */
const READ_AHEAD = 4;
/** Ratio of the positions that estimates cover to the known ones. */
const FORESIGHT = 2 ** 8;
/** Maximum nanoseconds of a piece if the cheapest method lacks memory: 2^24 positions near 2^33 by divide and conquer. */
const MAX_PIECE_NS = 900e9;
/** Maximum number of subtrahends that an estimate lists, 16 bytes each with derived data; it covers less of a denser set. */
const MAX_SUBTRAHENDS = 2 ** 22;

/** A range up to the first choice in it. */
function toNextChoice({ start, stop }: Range, choices: readonly number[]): Range {
  return { start, stop: Math.min(stop, ...choices.filter((choice) => choice > start)) };
}

/** The part of a range to choose a method for: known values say little far above, and estimates must cost less than work. */
function foreseeable(set: SubtractionSet, { start, stop }: Range): Range {
  let far = FORESIGHT * start;
  while (far > 2 * start && set.approximateCount(Math.min(stop, far)) > MAX_SUBTRAHENDS) far /= 2;
  return { start, stop: Math.min(stop, far) };
}

function cheapest<Solver extends AnySolver, Known>(
  methods: readonly Method<Solver, Known>[],
  question: CostQuestion<Known>,
): Method<Solver, Known> {
  const costs = costsOf(methods, question);
  const name = Object.keys(costs).reduce((best, each) => (costs[each] < costs[best] ? each : best));
  return methodNamed(methods, name);
}

function specialized<Solver extends AnySolver, Known>(
  methods: readonly Method<Solver, Known>[],
  set: SubtractionSet,
): Method<Solver, Known> | undefined {
  return methods.find(({ isSpecialized, applies }) => isSpecialized === true && applies(set));
}

/** Upper estimate of the seconds for a range of nim-values on one machine: for bounds, not for promises. */
export function nimSeconds(set: SubtractionSet, range: Range, threads: number): number {
  const cost = specialized(NIM_METHODS, set)?.cost;
  const question = { set, range, threads, known: { largest: Infinity } };
  return (cost?.(question) ?? dynamicProgrammingCost(set, range, threads, Infinity)) / 1e9;
}

/** Maximum ratio of remoteness to nim-values in time: squares to 2^22 take a fifth, primes to 2^18 0.7. */
const REMOTENESS_FACTOR = 0.7;

/** The same for remoteness. */
function remotenessSeconds({ set, range }: CostTask, threads: number): number {
  return (REMOTENESS_FACTOR * dynamicProgrammingCost(set, range, threads, Infinity)) / 1e9;
}

/**
 * Estimates the seconds for a range of cold positions on one machine from those below it. Beyond the foreseeable part they grow as in
 * the last doubling: as n^1.2 for squares, which took 45 s to 2^32 and 10 to 15 minutes to 2^36, where this gives 47 s and 22
 * minutes. Below the first choice nothing is known; the estimate is then the cost of divide and conquer, whatever the game.
 */
async function coldSeconds(task: CostTask, threads: number): Promise<number> {
  const { set } = task;
  let { range } = task;
  if (set.excluded !== undefined) {
    // Positions that are all hot take no time. If none below is cold, the first of the range is taken for cold.
    const hotFrom = allHotFrom(set, (await firstCold(task)) ?? range.start);
    range = { start: range.start, stop: Math.max(range.start, Math.min(range.stop, hotFrom)) };
  }
  const cost = specialized(COLD_METHODS, set)?.cost;
  if (cost !== undefined) return cost({ set, range, threads, known: NOTHING_KNOWN }) / 1e9;
  if (range.start < COLD_CHOICES[0]) return divideAndConquerCost(set, range, DIVIDE_AND_CONQUER_CHUNK) / 1e9;
  const known = await knowledgeBelow(task, range.start);
  const near = foreseeable(set, range);
  const secondsTo = (stop: number): number => {
    const costs = costsOf(COLD_METHODS, { set, range: { start: range.start, stop }, threads, known });
    return Math.min(...Object.values(costs)) / 1e9;
  };
  const seconds = secondsTo(near.stop);
  if (near.stop === range.stop) return seconds;
  const half = near.stop / 2;
  const exponent = half > range.start ? Math.log2(seconds / secondsTo(half)) : workExponent(set, near.stop);
  // Beyond the largest subtrahend all positions take the same time.
  const bend = Math.min(range.stop, Math.max(near.stop, set.largest));
  return seconds * (bend / near.stop) ** Math.min(2, Math.max(1, exponent)) * (range.stop / bend);
}

/** The first method: shifted sets take at most 1 s on a dense set, residue classes up to a minute; a sparse set needs no plan. */
function firstColdMethod(set: SubtractionSet, { stop }: Range): Method<ColdSolver, ColdKnowledge> {
  const count = set.approximateCount(stop);
  const isDense = count > DENSE * stop && count > SPARSE;
  const name = isDense ? 'shifted-sets' : count > SPARSE ? 'residue-classes' : 'shifted-positions';
  return methodNamed(COLD_METHODS, name);
}

/** Whether shifted positions are cheapest whatever is known: estimates would take a third of the work. */
function isQuickByShifts(set: SubtractionSet, range: Range): boolean {
  return shiftedPositionsCost(set, range) < MIN_OTHER_NS * lengthOf(range);
}

type ColdMethod = Method<ColdSolver, ColdKnowledge>;

/** The method for a range of cold positions of a set without a specialized one. */
async function coldMethodFor({ set, range, readLower }: CostTask, threads: number): Promise<ColdMethod> {
  if (range.start < COLD_CHOICES[0]) return firstColdMethod(set, range);
  if (isQuickByShifts(set, range)) return methodNamed(COLD_METHODS, 'shifted-positions');
  const known = await knowledgeBelow({ readLower }, range.start);
  return cheapest(COLD_METHODS, { set, range: foreseeable(set, range), threads, known });
}

/** The cheapest of some methods for the first piece of a task; undefined if each takes too long for it. */
async function coldMethodInTime(
  methods: readonly ColdMethod[],
  { set, range: { start, stop }, readLower, pieceLength }: ColdTask,
  threads: number,
): Promise<ColdMethod | undefined> {
  const known = await knowledgeBelow({ readLower }, start);
  const question = { set, range: { start, stop: Math.min(stop, start + pieceLength) }, threads, known };
  const method = cheapest(methods, question);
  return method.cost!(question) > MAX_PIECE_NS ? undefined : method;
}

/** The first cold position below a range; undefined if none is. */
async function firstCold({
  range,
  readLower,
}: Pick<CostTask, 'range' | 'readLower'>): Promise<number | undefined> {
  for (const lower of cutAtMultiples({ start: 0, stop: range.start }, SAMPLE)) {
    const first = onesOf(await readLower(lower), lengthOf(lower), lower.start).at(0);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The position from which on all can reach the first cold position `first`, as no number above is excluded. */
function allHotFrom({ excluded }: SubtractionSet, first: number | undefined): number {
  return excluded === undefined || first === undefined ? Infinity : first + (excluded.at(-1) ?? 0) + 1;
}

const solveColdByCheapest: Solve<ColdSolver> = async function* (task, options) {
  const { set } = task;
  let first: number | undefined;
  for (let left = task.range; lengthOf(left) > 0;) {
    if (set.excluded !== undefined) first ??= await firstCold({ ...task, range: left });
    const hotFrom = allHotFrom(set, first);
    const near = toNextChoice(left, [...COLD_CHOICES, hotFrom]);
    const method =
      near.start >= hotFrom
        ? methodNamed(COLD_METHODS, 'cofinite')
        : await coldMethodFor({ ...task, range: near }, options.threads);
    const range = toNextChoice(near, [method.fastBelow?.(set) ?? Infinity]);
    yield* withinMemory(method, COLD_METHODS, { ...task, range }, options);
    left = { ...left, start: range.stop };
  }
};

/**
 * Solves a range by a method. If that runs out of memory, the cheapest of the others takes over: the sieve and divide and
 * conquer need the same memory at any position. Rethrows the error if each of them takes too long.
 */
async function* withinMemory(
  method: ColdMethod,
  methods: readonly ColdMethod[],
  task: ColdTask,
  options: SolverOptions,
): ReturnType<ColdSolver> {
  let { start } = task.range;
  try {
    for await (const piece of method.solve(task, options)) {
      start = piece.stop;
      yield piece;
    }
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    const rest = { ...task, range: { start, stop: task.range.stop } };
    const others = methods.filter((other) => other !== method);
    const next = await coldMethodInTime(others, rest, options.threads);
    if (next === undefined) throw error;
    yield* withinMemory(next, others, rest, options);
  }
}

const solveNimByCheapest: Solve<IntegerSolver> = async function* (task, options) {
  const { set } = task;
  const { threads } = options;
  for (let left = task.range; lengthOf(left) > 0;) {
    const near = toNextChoice(left, NIM_CHOICES);
    const method =
      near.start < NIM_CHOICES[0]
        ? FIRST_NIM_METHOD
        : cheapest(NIM_METHODS, {
            set,
            range: foreseeable(set, toNextChoice(near, [SHIFTED_REACH])),
            threads,
            known: { largest: await largestBelow(task, near.start) },
          });
    const range = toNextChoice(near, [method.fastBelow?.(set) ?? Infinity]);
    yield* method.solve({ ...task, range }, options);
    left = { ...left, start: range.stop };
  }
};

/** The knowledge given to specialized methods, which read no more. */
const NOTHING_KNOWN: ColdKnowledge = { profile: createProfile(0), latest: new Float64Array(), sampled: 0 };

/** Reads the cold positions below `stop`: the latest ones, and a sample in the middle of each bucket. */
async function knowledgeBelow(task: Pick<ColdTask, 'readLower'>, stop: number): Promise<ColdKnowledge> {
  const profile = createProfile(stop);
  const samples = Array.from(profile.counts, (_, i) => {
    const bucket = bucketRange(profile, i);
    const length = Math.min(i === 0 ? FIRST_SAMPLE : SAMPLE, lengthOf(bucket));
    const start = bucket.start + Math.floor((lengthOf(bucket) - length) / 2);
    return { i, start, stop: start + length, share: length === 0 ? 1 : length / lengthOf(bucket) };
  });
  for await (const [sample, bits] of inOrder(samples, READ_AHEAD, (range) => task.readLower(range))) {
    profile.counts[sample.i] = countOnes(bits, 0, lengthOf(sample)) / sample.share;
  }
  const sampled = Math.min(stop, LATEST);
  const bits = await task.readLower({ start: stop - sampled, stop });
  return { profile, latest: onesOf(bits, sampled, stop - sampled), sampled };
}

/** The largest nim-value of the last positions below `stop`, which is near the largest of all. */
async function largestBelow(task: IntegerTask, stop: number): Promise<number> {
  return largestOf(await task.readLower({ start: Math.max(0, stop - SAMPLE), stop }));
}

export const COLD_SOLVERS: Solvers<ColdSolver> = {
  byCheapest: solveColdByCheapest,
  methods: COLD_METHODS,
  limits: COLD_LIMITS,
  seconds: coldSeconds,
  firstEstimate: COLD_CHOICES[0],
};
export const NIM_SOLVERS: Solvers<IntegerSolver> = {
  byCheapest: solveNimByCheapest,
  methods: NIM_METHODS,
  limits: NIM_LIMITS,
  seconds: ({ set, range }, threads) => nimSeconds(set, range, threads),
  firstEstimate: 0,
};
export const REMOTENESS_SOLVERS: Solvers<IntegerSolver> = {
  byCheapest: methodNamed(REMOTENESS_METHODS, 'dynamic-programming').solve,
  methods: REMOTENESS_METHODS,
  limits: REMOTENESS_LIMITS,
  seconds: remotenessSeconds,
  firstEstimate: 0,
};

/** The solver for a checked method name; for `auto`, the method made for the set, or else the cheapest. */
export function solverOf<Solver extends AnySolver>(
  { byCheapest, methods }: Solvers<Solver>,
  method: string,
  set: SubtractionSet,
): Solve<Solver> {
  if (method !== 'auto') return methodNamed(methods, method).solve;
  return specialized(methods, set)?.solve ?? byCheapest;
}
