/** Counts for the plans of the residue-class method: the latest cold positions and the subtrahends in each residue class. */
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { residueOf, shapeOf } from './chunk-shape.js';
import { markFormOf, type MarkForm } from './mark-form.js';

/** Input for a plan that extends cold positions from [0, known) to [0, stop). */
export interface EpochQuestion {
  /** The latest cold positions, increasing, and the number of positions they were found among. */
  readonly cold: Float64Array;
  readonly sampled: number;
  /** The subtrahends below `stop`, increasing. */
  readonly subtrahends: Float64Array;
  readonly known: number;
  readonly stop: number;
  readonly threads: number;
  /** Bytes of the kernels' memory that it is laid out in; by default, all. */
  readonly memory?: number | undefined;
}

/** Input for a plan with one modulus. */
export interface Counts {
  readonly modulus: number;
  /** Share of cold positions in each class, and the number of positions it was counted among. */
  readonly density: Float64Array;
  readonly sampledQuotients: number;
  /** Subtrahends of each residue below the end of the epoch. */
  readonly subtrahends: Float64Array;
  /** Mean share of them that lies below a position of the epoch. */
  readonly inReach: number;
  readonly marking: MarkForm;
}

/** Consecutive subtrahends in a sample: every k-th one would favour the residues of multiples of k. */
const RUN = 64;

/** Exact counts. O(cold + subtrahends). */
export function countsOf(question: EpochQuestion, modulus: number): Counts {
  const { subtrahends, stop } = question;
  return sampledCounts(question, modulus, Math.max(question.cold.length, lowerBound(subtrahends, stop)));
}

/** The counts estimated from about `size` of the latest cold positions, and as many of the subtrahends. O(size). */
export function sampledCounts(question: EpochQuestion, modulus: number, size: number): Counts {
  const { cold, sampled, subtrahends, known, stop } = question;
  const first = Math.max(0, cold.length - Math.ceil(size));
  const positions = first === 0 ? sampled : cold[cold.length - 1] - cold[first - 1];
  const density = new Float64Array(modulus);
  countRange(cold, first, cold.length, modulus, density, 1);
  // A tenth of a position stands for those that even the whole sample did not show. Without a sample, all may be cold.
  for (let a = 0; a < modulus; a++) {
    density[a] =
      positions === 0 ? 1 : Math.min(1, (density[a] * modulus) / positions + (0.1 * modulus) / sampled);
  }
  return {
    modulus,
    density,
    sampledQuotients: positions / modulus,
    subtrahends: countSubtrahends(subtrahends, modulus, stop, size),
    inReach: lowerBound(subtrahends, (known + stop) / 2) / Math.max(1, lowerBound(subtrahends, stop)),
    marking: markFormOf(modulus, subtrahends, stop, shapeOf(modulus, question, undefined).chunk),
  };
}

/** Number of subtrahends below `bound` of each residue, from a sample of about `size` if there are more. */
export function countSubtrahends(
  subtrahends: Float64Array,
  modulus: number,
  bound: number,
  size: number,
): Float64Array {
  const counts = new Float64Array(modulus);
  const below = lowerBound(subtrahends, bound);
  if (modulus === 1) return counts.fill(below);
  if (below <= size) {
    countRange(subtrahends, 0, below, modulus, counts, 1);
    return counts;
  }
  const runs = Math.ceil(size / RUN);
  const length = Math.min(RUN, below / runs);
  for (let run = 0; run < runs; run++) {
    const start = Math.floor((run * (below - length)) / Math.max(1, runs - 1));
    countRange(
      subtrahends,
      start,
      Math.floor(start + length),
      modulus,
      counts,
      below / (runs * Math.floor(length)),
    );
  }
  return counts;
}

/** Adds `weight` to the count of each residue of values[start, stop). */
function countRange(
  values: Float64Array,
  start: number,
  stop: number,
  modulus: number,
  counts: Float64Array,
  weight: number,
): void {
  for (let i = start; i < stop; i++) counts[residueOf(values[i], modulus)] += weight;
}
