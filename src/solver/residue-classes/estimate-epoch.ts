/** Estimates the cost of an epoch with a given modulus, and chooses chunks that suit it. */
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { countSubtrahends, sampledCounts, type EpochQuestion } from './class-counts.js';
import { addEstimates, emptyEstimates, SEARCHED, SECONDS } from './kernel-costs.js';
import { PairPlanner } from './pair-plan.js';
import { shapeOf, type Shape } from './chunk-shape.js';

/** Limits of the target classes that an estimate is made from, evenly spaced by density; fewer if an epoch is short. */
const MAX_TARGETS = 32;
const MIN_TARGETS = 8;
const PAIR_SHARE = 1 / 1024;
/** Limits of the numbers that an estimate counts, and how many for each position of an epoch. */
const MIN_SAMPLE = 512;
const SAMPLE_SHARE = 1 / 2048;
const MAX_SAMPLE = 2 ** 14;
/** Factor by which each further chunk tried is shorter, if deciding inside chunks costs the most. */
const SHORTER = 4;
/** Minimum positions of a chunk that is tried. */
const MIN_CHUNK_POSITIONS = 512;

/** The estimated cost of an epoch in seconds of wall time, for a shape, and whether all threads take part. */
export interface EpochEstimate {
  readonly modulus: number;
  readonly shape: Shape;
  readonly isShared: boolean;
  readonly seconds: number;
}

/** Estimates an epoch from at least `least` cold positions, for `chunk` or the best of a few; takes a small share of its time. */
export function estimateEpoch(
  question: EpochQuestion,
  modulus: number,
  chunk: number | undefined,
  least: number,
): EpochEstimate {
  const { cold, sampled, known, stop, threads, subtrahends } = question;
  const length = stop - known;
  const size = Math.max(least, Math.min(MAX_SAMPLE, Math.max(MIN_SAMPLE, length * SAMPLE_SHARE)));
  const counts = sampledCounts(question, modulus, size);
  const affordable = Math.max(MIN_TARGETS, Math.floor((length * PAIR_SHARE) / modulus));
  const targets = Math.min(modulus, MAX_TARGETS, affordable);
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
  while (chunk === undefined && best.nearShare > 0.5 && best.shape.chunk > MIN_CHUNK_POSITIONS) {
    const shorter = withShape(shapeOf(modulus, question, best.shape.chunk / SHORTER));
    if (shorter.seconds >= best.seconds) break;
    best = shorter;
  }
  return best;
}
