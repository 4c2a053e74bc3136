/**
 * The choice of a modulus and a chunk for one epoch of the residue-class method, by the estimated cost of the plan
 * that each candidate would make.
 */
import type { EpochQuestion } from './class-counts.js';
import { estimateEpoch, type EpochEstimate } from './estimate-epoch.js';

/** Factors that a modulus is built from. */
const FACTORS = [2, 3, 5, 7, 11, 13, 17];
/** Moduli that are all tried where there is no earlier modulus to start from, and in short epochs. */
const SMALL_MODULI = 30;
/** Kernels count quotients in 31 bits. */
const MOST_QUOTIENTS = 2 ** 31;
/** Planning keeps a few matrices of modulus^2 bytes. */
const LARGEST_MODULUS = 4096;
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
  const { before } = question;
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
  if (before === undefined || limit < 4 * SMALL_MODULI)
    yield* improve(Array.from({ length: SMALL_MODULI - 1 }, (_, i) => i + 2));
  while (yield* improve(neighbours(best.modulus)));
  return best;
}

/** One class, and the moduli with a factor more, a factor less, or another factor in place of one. */
function neighbours(modulus: number): number[] {
  const less = FACTORS.filter((p) => modulus % p === 0).map((p) => modulus / p);
  const swapped = less.flatMap((m) => FACTORS.map((p) => m * p));
  return [1, ...FACTORS.map((p) => modulus * p), ...less, ...swapped];
}
