/**
 * The choice of a modulus and a chunk for one epoch of the residue-class method, by the estimated cost of the plan
 * that each candidate would make; and what a range would cost with those chosen, for choosing among methods.
 */
import { Steps } from '../task/steps.js';
import { epochStop, PARALLEL_FROM } from './chunk-shape.js';
import type { EpochQuestion } from './class-counts.js';
import { estimateEpoch, type EpochEstimate } from './estimate-epoch.js';
import { SECONDS } from './kernel-costs.js';

/** Factors that a modulus is built from. */
const FACTORS = [2, 3, 5, 7, 11, 13, 17];
/** Moduli that are all tried where there is no earlier modulus to start from, and in short epochs. */
const SMALL_MODULI = 30;
/** Known positions from which all products are tried instead: from 2^36 on, all small moduli are ruled out. */
const FAR = 2 ** 31;
/** Kernels count quotients in 31 bits. */
const MOST_QUOTIENTS = 2 ** 31;
/** Planning keeps a few matrices of modulus^2 bytes. */
const LARGEST_MODULUS = 4096;
/** One past the last position that any epoch has. */
export const MOST_POSITIONS = LARGEST_MODULUS * MOST_QUOTIENTS;
/** Known positions of a class that is worth telling apart. */
const SHORTEST_CLASS = 4096;
/** Cold positions that a class of the sample should hold on average, or its density says little. */
const SAMPLED_PER_CLASS = 64;
/** A larger modulus has to promise this much, because estimates flatter it. */
const WORTHWHILE = 0.97;

/** What an epoch's modulus is chosen by. */
export interface ModulusQuestion extends EpochQuestion {
  readonly chunk: number | undefined;
  /** The modulus of the epoch before. */
  readonly before: number | undefined;
}

/** The modulus and the chunk with the least estimated cost among those tried, a step each. */
export function* chooseModulus(question: ModulusQuestion): Generator<void, EpochEstimate, void> {
  const least = Math.min(LARGEST_MODULUS, Math.ceil(question.stop / MOST_QUOTIENTS));
  const limit = Math.max(
    least,
    Math.min(LARGEST_MODULUS, question.cold.length / SAMPLED_PER_CLASS, question.known / SHORTEST_CLASS),
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
  // The way up from small moduli leads to good ones, but far up not always: there, every one is tried in half a second.
  if (before === undefined && known >= FAR) yield* improve(productsUpTo(limit));
  else if (before === undefined || limit < 4 * SMALL_MODULI)
    yield* improve(Array.from({ length: SMALL_MODULI - 1 }, (_, i) => i + 2));
  while (yield* improve(neighbours(best.modulus)));
  return best;
}

/** The products of factors up to a limit. */
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

/** One class, and the moduli with a factor more, a factor less, or another factor in place of one. */
function neighbours(modulus: number): number[] {
  const less = FACTORS.filter((p) => modulus % p === 0).map((p) => modulus / p);
  const swapped = less.flatMap((m) => FACTORS.map((p) => m * p));
  return [1, ...FACTORS.map((p) => modulus * p), ...less, ...swapped];
}

/**
 * Estimated nanoseconds on the clock, planning included, for extending cold positions from [0, known) to
 * [0, stop), if the latest ones go on at their density. A few milliseconds for each epoch, of which there are
 * about log2(stop / known).
 */
export function residueClassesCost(question: EpochQuestion): number {
  const { threads, subtrahends } = question;
  // Positions that the largest subtrahend cannot reach back to are left out, as the method does.
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
