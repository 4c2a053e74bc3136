/**
 * The choice of a modulus for one epoch of the residue-class method, by the estimated cost of the plan that
 * each candidate would make. Separate because it is a search, and nothing depends on how well it searches.
 */
import { countResidues, type Shape, shapeOf } from './residue-shape.js';
import { emptyEstimates, PairPlanner, wallSeconds, type Counts } from './residue-plan.js';

/** Factors that a modulus is built from. */
const FACTORS = [2, 3, 5, 7, 11, 13, 17];
/** Moduli that are all tried where there is no earlier modulus to start from. */
const SMALL_MODULI = 30;
/** Planning keeps a few matrices of modulus^2 bytes. */
const LARGEST_MODULUS = 4096;
/** Target classes that an estimate is made from; evenly spaced by density. */
const ESTIMATED_TARGETS = 192;
/** Cold positions that a class of the sample should hold on average, or its density says little. */
const SAMPLED_PER_CLASS = 64;
/** A larger modulus has to promise this much, because estimates flatter it. */
const WORTHWHILE = 0.97;

/** What a modulus is chosen by. */
export interface ModulusQuestion {
  /** The latest cold positions, increasing, and how many positions they were found among. */
  readonly cold: Float64Array;
  readonly sampled: number;
  readonly subtrahends: Float64Array;
  readonly known: number;
  readonly stop: number;
  readonly threads: number;
  readonly chunk: number | undefined;
  /** The modulus of the epoch before. */
  readonly before: number | undefined;
}

/** The counts that a plan for `modulus` is made from. O(cold + subtrahends). */
export function countsFor(question: ModulusQuestion, modulus: number, shape: Shape): Counts {
  const { cold, sampled, subtrahends, stop } = question;
  const density = countResidues(cold, modulus, Infinity);
  // A tenth of a position stands for what a small sample did not show; without any, all may be cold.
  for (let a = 0; a < modulus; a++) {
    density[a] = sampled === 0 ? 1 : Math.min(1, ((density[a] + 0.1) * modulus) / sampled);
  }
  return {
    modulus,
    density,
    sampledQuotients: sampled / modulus,
    subtrahends: countResidues(subtrahends, modulus, stop),
    nearSubtrahends: countResidues(subtrahends, modulus, shape.chunk / 2),
  };
}

/** The modulus with the least estimated cost among those tried. */
export function chooseModulus(question: ModulusQuestion): number {
  const limit = Math.max(
    1,
    Math.min(LARGEST_MODULUS, question.cold.length / SAMPLED_PER_CLASS, question.known / 1024),
  );
  const seconds = new Map<number, number>();
  const costOf = (modulus: number): number => {
    const known = seconds.get(modulus);
    if (known !== undefined) return known;
    const cost = estimate(question, modulus);
    seconds.set(modulus, cost);
    return cost;
  };
  let best = 1;
  if (question.before !== undefined && question.before > 1 && question.before <= limit)
    best = question.before;
  else
    for (let m = 2; m <= Math.min(limit, SMALL_MODULI); m++)
      if (costOf(m) < WORTHWHILE * costOf(best)) best = m;
  for (;;) {
    const neighbours = FACTORS.flatMap((p) => (best % p === 0 ? [best * p, best / p] : [best * p]));
    let next = best;
    for (const m of neighbours) {
      if (m <= limit && costOf(m) < WORTHWHILE * costOf(next)) next = m;
    }
    if (next === best) return best;
    best = next;
  }
}

function estimate(question: ModulusQuestion, modulus: number): number {
  const shape = shapeOf(modulus, question.known, question.stop, question.chunk);
  const epoch = {
    known: question.known,
    length: question.stop - question.known,
    chunk: shape.chunk,
  };
  const planner = new PairPlanner(countsFor(question, modulus, shape), epoch);
  const estimates = emptyEstimates();
  const targets = Math.min(modulus, ESTIMATED_TARGETS);
  for (let i = 0; i < targets; i++) {
    planner.planTarget(planner.order[Math.floor(((i + 0.5) * modulus) / targets)], estimates);
  }
  for (const each of Object.values(estimates)) each.seconds *= modulus / targets;
  return wallSeconds(estimates, planner.overhead(), question.threads);
}
