/**
 * The plan of one epoch of the residue-class method: for each pair of a source class and a subtrahend class
 * the cheapest kernel, estimated from how many of the latest cold positions each class holds. Separate
 * from the stages because any plan gives the right answer; this one only decides the cost.
 */
import type { Counts } from './class-counts.js';
import {
  LINE,
  CONVOLVE,
  PROBE,
  SCATTER,
  SECONDS,
  SHIFT_OR,
  SURVIVORS,
  FAR_KERNELS,
  type FarKernel,
} from './kernel-costs.js';

/** Forces the kernels of pairs; for tests. */
export interface PlanChooser {
  far(source: number, target: number): FarKernel;
  /** Whether the source class marks the target inside a chunk; else the target probes the source. */
  nearMarks(source: number, target: number): boolean;
}

/** The size of an epoch. Lengths in positions. */
export interface EpochShape {
  readonly known: number;
  readonly length: number;
  readonly chunk: number;
}

/** Pairs and estimated seconds (all threads together) of one kernel. */
export interface KernelEstimate {
  pairs: number;
  seconds: number;
}

export type Estimates = Record<FarKernel | 'near', KernelEstimate>;

export function emptyEstimates(): Estimates {
  const none = (): KernelEstimate => ({ pairs: 0, seconds: 0 });
  return { 'shift-or': none(), scatter: none(), probe: none(), fft: none(), near: none() };
}

/** Plans one target class at a time. */
export class PairPlanner {
  readonly #counts: Counts;
  readonly #near: Float64Array;
  readonly #shape: EpochShape;
  /** Classes by falling density: dense sources close most candidates and come first. */
  readonly #order: Uint16Array;
  /** log(1 - density): what one subtrahend does to the logarithm of the share still open. */
  readonly #logKept: Float64Array;
  /** What a mark costs: those of dense subtrahends share cache lines. */
  readonly #mark: number;
  /** The share of each planned class that the far stage leaves open. */
  readonly #candidates: Float64Array;
  readonly #chunks: number;
  readonly #transform: number;

  /** `near` counts the subtrahends of each residue below half a chunk. */
  constructor(counts: Counts, near: Float64Array, shape: EpochShape) {
    const { density, modulus } = counts;
    this.#counts = counts;
    this.#near = near;
    this.#candidates = new Float64Array(modulus);
    this.#shape = shape;
    this.#order = Uint16Array.from(density.keys()).sort((a, b) => density[b] - density[a]);
    this.#logKept = density.map((d) => Math.log1p(-Math.min(d, 0.999_999)));
    const all = counts.subtrahends.reduce((sum, count) => sum + count, 0);
    const spacing = (shape.known + shape.length) / Math.max(1, all);
    this.#mark = SECONDS.mark + SECONDS.line * Math.min(1, spacing / LINE);
    this.#chunks = shape.length / shape.chunk;
    // Convolution of one chunk's window with all known windows of a class, each by three transforms.
    const width = 2 ** Math.ceil(Math.log2(Math.max(2, shape.chunk / modulus)));
    const windows = Math.ceil((shape.known + shape.length / 2) / modulus / width) + 1;
    this.#transform = this.#chunks * windows * 3 * 2 * width * Math.log2(2 * width) * SECONDS.transformPoint;
  }

  /** The classes by falling density. */
  get order(): Uint16Array {
    return this.#order;
  }

  /**
   * Adds the estimated seconds of everything that leads to class `target`, and writes the code of each
   * pair to `codes` (at target * modulus + source) when that is given. O(modulus).
   */
  planTarget(target: number, estimates: Estimates, codes?: Uint8Array): void {
    const { modulus, density, subtrahends, inReach } = this.#counts;
    const quotients = this.#shape.length / modulus;
    const steps = (quotients / 128) * SECONDS.shiftStep + this.#chunks * SECONDS.shift;
    const lookUp = this.#chunks * SECONDS.pair;
    const cold = density[target];
    const survivors = Math.min(1, SURVIVORS * cold);
    const logSurvivors = Math.log(survivors);
    let logOpen = 0;
    let logShifted = 0;
    let nearLeast = 0;
    let nearMarked = 0;
    let open = 1;
    for (let k = 0; k < modulus; k++) {
      const source = this.#order[k];
      const residue = target >= source ? target - source : target - source + modulus;
      if (subtrahends[residue] === 0) continue;
      const count = subtrahends[residue] * inReach;
      const d = density[source];
      const shift = count * steps + lookUp;
      const mark = count * d * quotients * this.#mark;
      // A hot candidate is soon found out, a cold one only after every subtrahend.
      const probes = Math.max(0, open - cold) * Math.min(count, 1 / d) + cold * count;
      const probe = probes * quotients * SECONDS.probe + lookUp;
      let best = SCATTER;
      let seconds = mark;
      if (shift < seconds) {
        best = SHIFT_OR;
        seconds = shift;
      }
      if (probe < seconds) {
        best = PROBE;
        seconds = probe;
      }
      if (this.#transform < seconds) {
        best = CONVOLVE;
        seconds = this.#transform;
      }
      logOpen += count * this.#logKept[source];
      if (best === SHIFT_OR) logShifted += count * this.#logKept[source];
      open = logOpen > logSurvivors ? Math.exp(logOpen) : survivors;
      const far = estimates[FAR_KERNELS[best - 1]];
      far.pairs++;
      far.seconds += seconds;
      if (codes !== undefined) codes[target * modulus + source] = best;
      const near = this.#near[residue];
      if (near > 0) {
        estimates.near.pairs++;
        nearLeast += near * Math.min(d, survivors);
        nearMarked += near * d;
      }
    }
    this.#candidates[target] = open;
    estimates.near.seconds += (open > survivors ? nearMarked : nearLeast) * quotients * SECONDS.near;
    const left = Math.max(survivors, Math.exp(logShifted));
    estimates.probe.seconds += quotients * (left * SECONDS.drop);
  }

  /**
   * Whether `source` marks `target`, which has been planned, inside a chunk: when it holds fewer cold positions
   * than the far stage leaves candidates in the target.
   */
  nearMarks(source: number, target: number): boolean {
    return this.#counts.density[source] <= this.#candidates[target];
  }

  /** Estimated seconds of the epoch that no pair accounts for. */
  overhead(): number {
    const { modulus, density, subtrahends } = this.#counts;
    const all = subtrahends.reduce((sum, count) => sum + count, 0);
    const listed =
      density.reduce((sum, d) => (d < 1 / 256 ? sum + d : sum), 0) * (this.#shape.known / modulus);
    return (
      this.#chunks *
        (SECONDS.chunk + modulus * (SECONDS.settle + all * SECONDS.select) + listed * SECONDS.visit) +
      this.#shape.length * SECONDS.position
    );
  }
}

/** The seconds on the clock that estimates stand for: all but the near stage is shared among threads. */
export function wallSeconds(estimates: Estimates, overhead: number, threads: number): number {
  const { near, ...far } = estimates;
  const shared = Object.values(far).reduce((sum, { seconds }) => sum + seconds, 0);
  return (shared + overhead) / threads + near.seconds;
}
