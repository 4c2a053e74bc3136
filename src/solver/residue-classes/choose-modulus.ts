/** Chooses the modulus and chunk of an epoch by the estimated cost of candidates' plans, and estimates the cost of a range. */
import { Steps } from '../task/steps.js';
import { epochStop, PARALLEL_FROM } from './chunk-shape.js';
import type { EpochQuestion } from './class-counts.js';
import { estimateEpoch, type EpochEstimate } from './estimate-epoch.js';
import { SECONDS } from './kernel-costs.js';

/** Prime factors of moduli. */
const FACTORS = [2, 3, 5, 7, 11, 13, 17];
/** Moduli that are all tried if there is no earlier modulus, and in short epochs. */
const SMALL_MODULI = 30;
/** Known positions from which on all products are tried instead: from 2^36 on, all small moduli are ruled out. */
const FAR = 2 ** 31;
/** Kernels count quotients in 31 bits. */
const MAX_QUOTIENTS = 2 ** 31;
/** Planning keeps a few matrices of modulus^2 bytes. */
const MAX_MODULUS = 4096;
/** End of the positions that any epoch has. */
export const MAX_POSITIONS = MAX_MODULUS * MAX_QUOTIENTS;
/** Minimum number of known positions in a class. */
const MIN_CLASS_POSITIONS = 4096;
/** Minimum mean number of sampled cold positions in a class; with fewer, its density says little. */
const SAMPLED_PER_CLASS = 64;
/** Ratio of costs that a larger modulus has to promise, because estimates flatter it. */
const WORTHWHILE = 0.97;

export interface ModulusQuestion extends EpochQuestion {
  readonly chunk: number | undefined;
  /** Modulus of the previous epoch. */
  readonly before: number | undefined;
}

/** Returns the modulus and the chunk with the least estimated cost among those tried, one in each step. */
export function* chooseModulus(question: ModulusQuestion): Generator<void, EpochEstimate, void> {
  const least = Math.min(MAX_MODULUS, Math.ceil(question.stop / MAX_QUOTIENTS));
  const limit = Math.max(
    least,
    Math.min(MAX_MODULUS, question.cold.length / SAMPLED_PER_CLASS, question.known / MIN_CLASS_POSITIONS),
  );
  const tried = new Map<number, EpochEstimate>();
  const estimateOf = (modulus: number): EpochEstimate => {
    const known = tried.get(modulus);
    if (known !== undefined) return known;
    const estimate = estimateEpoch(question, modulus, question.chunk, SAMPLED_PER_CLASS * modulus);
    tried.set(modulus, estimate);
    return estimate;
  };
  const { before, known } = question;
  let best = estimateOf(before !== undefined && before >= least && before <= limit ? before : least);
  const improve = function* (moduli: Iterable<number>): Generator<void, boolean, void> {
    const from = best;
    for (const m of moduli) {
      if (m < least || m > limit || tried.has(m)) continue;
      if (estimateOf(m).seconds < WORTHWHILE * best.seconds) best = estimateOf(m);
      yield;
    }
    return best !== from;
  };
  // Small moduli lead to good ones step by step, but not always far up. There, all products are tried, in half a second.
  if (before === undefined && known >= FAR) yield* improve(productsUpTo(limit));
  else if (before === undefined || limit < 4 * SMALL_MODULI)
    yield* improve(Array.from({ length: SMALL_MODULI - 1 }, (_, i) => i + 2));
  while (yield* improve(neighbours(best.modulus)));
  return best;
}

function productsUpTo(limit: number): number[] {
  let products = [1];
  for (const p of FACTORS) {
    products = products.flatMap((product) => {
      const multiples: number[] = [];
      for (let m = product; m <= limit; m *= p) multiples.push(m);
      return multiples;
    });
  }
  return products;
}

/** Modulus 1, and the moduli with a factor more, a factor less, or one factor replaced. */
function neighbours(modulus: number): number[] {
  const less = FACTORS.filter((p) => modulus % p === 0).map((p) => modulus / p);
  const swapped = less.flatMap((m) => FACTORS.map((p) => m * p));
  return [1, ...FACTORS.map((p) => modulus * p), ...less, ...swapped];
}

/**
 * Estimated nanoseconds of wall time, planning included, for extending cold positions from [0, known) to [0, stop), if the
 * latest ones keep their density. Takes a few milliseconds for each of about log2(stop / known) epochs.
 */
export function residueClassesCost(question: EpochQuestion): number {
  const { threads, subtrahends } = question;
  // Positions beyond the reach of the largest subtrahend are left out, like in the method.
  const reach = subtrahends.length === 0 ? 0 : subtrahends[subtrahends.length - 1];
  const stop = question.stop - Math.max(0, question.known - reach);
  let seconds = 0;
  let before: number | undefined;
  let workers = 0;
  for (let known = Math.min(question.known, reach); known < stop;) {
    const end = epochStop(known, stop);
    const parallel = threads > 1 && end > PARALLEL_FROM;
    const epoch = {
      ...question,
      known,
      stop: end,
      threads: parallel ? threads : 1,
      chunk: undefined,
      before,
    };
    const chosen = new Steps(chooseModulus(epoch)).finish();
    if (chosen.isShared) workers = SECONDS.workers;
    seconds += chosen.seconds;
    before = chosen.modulus;
    known = end;
  }
  return (seconds + workers) * 1e9;
}
