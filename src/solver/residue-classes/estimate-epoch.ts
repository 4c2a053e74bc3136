/** What one epoch of the residue-class method would cost with a given modulus, and the chunks that suit it. */
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { countSubtrahends, sampledCounts, type EpochQuestion } from './class-counts.js';
import { addEstimates, emptyEstimates, SEARCHED, SECONDS } from './kernel-costs.js';
import { PairPlanner } from './pair-plan.js';
import { shapeOf, type Shape } from './chunk-shape.js';

/** Target classes that an estimate is made from, evenly spaced by density; fewer when an epoch is short. */
const MOST_TARGETS = 32;
const LEAST_TARGETS = 8;
const PAIR_SHARE = 1 / 1024;
/** The least that an estimate counts, and what it may count for each position of an epoch at most. */
const LEAST_SAMPLE = 512;
const SAMPLE_SHARE = 1 / 2048;
const LARGEST_SAMPLE = 2 ** 14;
/** How much shorter each chunk is that is tried when deciding inside chunks costs the most. */
const SHORTER = 4;
/** Positions of the shortest chunk that is tried. */
const SHORTEST_CHUNK = 512;

/** The estimated cost of one epoch, in seconds on the clock, the shape that it was estimated for, and whether by all threads. */
export interface EpochEstimate {
  readonly modulus: number;
  readonly shape: Shape;
  readonly isShared: boolean;
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
  const { cold, sampled, known, stop, threads, subtrahends } = question;
  const length = stop - known;
  const size = Math.max(least, Math.min(LARGEST_SAMPLE, Math.max(LEAST_SAMPLE, length * SAMPLE_SHARE)));
  const counts = sampledCounts(question, modulus, size);
  const affordable = Math.max(LEAST_TARGETS, Math.floor((length * PAIR_SHARE) / modulus));
  const targets = Math.min(modulus, MOST_TARGETS, affordable);
  const share = sampled === 0 ? 0 : cold.length / sampled;
  const beginning =
    SECONDS.search * Math.min(1, length / SEARCHED) +
    known * SECONDS.known +
    stop * share * SECONDS.stored +
    modulus * modulus * SECONDS.planned +
    lowerBound(subtrahends, stop) * SECONDS.laidOut;
  const withShape = (shape: Shape): EpochEstimate & { readonly nearShare: number } => {
    const near = countSubtrahends(subtrahends, modulus, shape.chunk / 2, size);
    const planner = new PairPlanner(counts, near, question, shape);
    const estimates = emptyEstimates();
    for (let i = 0; i < targets; i++) {
      const target = planner.order[Math.floor(((i + 0.5) * modulus) / targets)];
      addEstimates(estimates, planner.planTarget(target).estimates);
    }
    for (const each of Object.values(estimates)) each.seconds *= modulus / targets;
    const { seconds, isShared } = planner.onClock(estimates, threads);
    const nearLists = modulus * lowerBound(subtrahends, shape.chunk) * SECONDS.nearListed;
    return {
      modulus,
      shape,
      isShared,
      seconds: beginning + nearLists + seconds,
      nearShare: estimates.near.seconds / seconds,
    };
  };
  let best = withShape(shapeOf(modulus, question, chunk));
  while (chunk === undefined && best.nearShare > 0.5 && best.shape.chunk > SHORTEST_CHUNK) {
    const shorter = withShape(shapeOf(modulus, question, best.shape.chunk / SHORTER));
    if (shorter.seconds >= best.seconds) break;
    best = shorter;
  }
  return best;
}
