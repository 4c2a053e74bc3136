/**
 * What the residue-class method would cost: one epoch with a given modulus, and a whole range as a method
 * among others. Separate because it only adds up estimates: it neither chooses a modulus nor solves anything.
 */
import { countSubtrahends, sampledCounts, type EpochQuestion } from './residue-counts.js';
import { SECONDS } from './residue-costs.js';
import { emptyEstimates, PairPlanner, wallSeconds } from './residue-plan.js';
import { shapeOf, type Shape } from './residue-shape.js';

/** Target classes that an estimate is made from; evenly spaced by density. */
const ESTIMATED_TARGETS = 48;
/** The least that an estimate counts, and what it may count for each position of an epoch at most. */
const LEAST_SAMPLE = 1024;
const SAMPLE_SHARE = 1 / 512;
const LARGEST_SAMPLE = 2 ** 14;
/** How much shorter each chunk is that is tried when deciding inside chunks costs the most. */
const SHORTER = 4;
/** Positions of the shortest chunk that is tried. */
const SHORTEST_CHUNK = 512;

/** The estimated cost of one epoch, in seconds on the clock, and the shape that it was estimated for. */
export interface EpochEstimate {
  readonly modulus: number;
  readonly shape: Shape;
  readonly seconds: number;
}

/**
 * Estimates an epoch with a modulus, from a sample of at least `least` cold positions, for chunks of the given
 * length or the best of a few. A small share of the cost of the epoch.
 */
export function estimateEpoch(
  question: EpochQuestion,
  modulus: number,
  chunk: number | undefined,
  least: number,
): EpochEstimate {
  const { known, stop, threads, subtrahends } = question;
  const length = stop - known;
  const size = Math.max(least, Math.min(LARGEST_SAMPLE, Math.max(LEAST_SAMPLE, length * SAMPLE_SHARE)));
  const counts = sampledCounts(question, modulus, size);
  const settled = known * SECONDS.known + modulus * modulus * SECONDS.planned;
  const withShape = (shape: Shape): EpochEstimate & { readonly nearShare: number } => {
    const near = countSubtrahends(subtrahends, modulus, shape.chunk / 2, size);
    const planner = new PairPlanner(counts, near, { known, length, chunk: shape.chunk });
    const estimates = emptyEstimates();
    const targets = Math.min(modulus, ESTIMATED_TARGETS);
    for (let i = 0; i < targets; i++) {
      planner.planTarget(planner.order[Math.floor(((i + 0.5) * modulus) / targets)], estimates);
    }
    for (const each of Object.values(estimates)) each.seconds *= modulus / targets;
    const seconds = wallSeconds(estimates, planner.overhead(), Math.min(threads, modulus));
    return { modulus, shape, seconds: seconds + settled, nearShare: estimates.near.seconds / seconds };
  };
  let best = withShape(shapeOf(modulus, known, stop, chunk));
  while (chunk === undefined && best.nearShare > 0.5 && best.shape.chunk > SHORTEST_CHUNK) {
    const shorter = withShape(shapeOf(modulus, known, stop, best.shape.chunk / SHORTER));
    if (shorter.seconds >= best.seconds) break;
    best = shorter;
  }
  return best;
}
