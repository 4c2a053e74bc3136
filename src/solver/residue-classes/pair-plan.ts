/** The plan of an epoch: the cheapest kernel for each pair of classes, estimated from latest cold positions, and its tables. */
import { MAX_BYTES } from '../../kernel/arena.js';
import type { Shape } from './chunk-shape.js';
import type { Counts, EpochQuestion } from './class-counts.js';
import {
  emptyEstimates,
  FAR_KERNELS,
  GATHER,
  missedAfter,
  NEAR_POWER,
  openAfter,
  PROBE,
  SCATTER,
  SECONDS,
  SHIFT_OR,
  type Estimates,
  type KernelEstimate,
} from './kernel-costs.js';
import { formsWithin, stageBytes, type Forms } from './storage-layout.js';

/** Classes of a lower density are assumed to have lists. */
const LISTED = 1 / 256;
/** Approximate number of pairs that share a selection of a source's subtrahends. */
const SELECTED_FOR = 8;
/** All threads take part if they need at most this share of one thread's wall time: messages cost CPU time, too. */
const WORTH_SHARING = 0.7;

/** A plan: the kernel of every pair, and the classes by falling density, the processing order of pairs. */
export interface EpochPlan {
  readonly modulus: number;
  /** Kernel codes, at target * modulus + source. */
  readonly codes: Uint8Array;
  readonly order: Uint16Array;
  /** Classes from this place in the order on have no bitset; if they are probed, they have a coarse one. */
  readonly bitsetsTo: number;
  /** Whether the source class marks the target inside a chunk; otherwise the target probes the source. */
  readonly nearMarks: (source: number, target: number) => boolean;
}

/** The pairs that lead to one class. */
export interface TargetPlan {
  /** Kernel code of each source; 0 if no subtrahend leads from it. */
  readonly codes: Uint8Array;
  /** Share of the class that the far stage leaves open. */
  readonly open: number;
  readonly estimates: Estimates;
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function add(estimate: KernelEstimate, seconds: number): void {
  estimate.pairs++;
  estimate.seconds += seconds;
}

/** A class at a pair's turn: its open share, the hits so far, and the survivors at the end. */
type Left = Readonly<Record<'open' | 'closing' | 'survivors', number>>;

export class PairPlanner {
  readonly #counts: Counts;
  readonly #near: Float64Array;
  /** Positions of the epoch. */
  readonly #length: number;
  readonly forms: Forms;
  /** Classes by falling density: dense sources close most candidates and come first. */
  readonly #order: Uint16Array;
  /** log(1 - density): the effect of one subtrahend on the logarithm of the open share if all were alike. */
  readonly #logKept: Float64Array;
  /** The far stage leaves a class's cold share to this power open. */
  readonly #survivingPower: number;
  /** Seconds of a class in the kernels whatever its pairs: reading its list and the subtrahends, and settling it. */
  readonly #listing: number;
  readonly #settling: number;
  /** Maximum density of a source that is scattered to all targets; each pair of others takes a share of selecting subtrahends. */
  readonly #whole: number;
  readonly #selecting: number;
  readonly #chunks: number;
  /** Quotients of a class in the epoch. */
  readonly #quotients: number;
  /** Seconds of a class in the epoch: for one shift, and for one pair's lookup. */
  readonly #shift: number;
  readonly #lookUp: number;
  /** Residues of subtrahends inside a chunk. */
  readonly #nearResidues: readonly number[];
  /** Seconds by kernel code of the pair weighed last. */
  readonly #costs = new Float64Array(FAR_KERNELS.length + 1);

  /** `near` counts the subtrahends of each residue below half a chunk. */
  constructor(counts: Counts, near: Float64Array, question: EpochQuestion, shape: Shape) {
    const { density, modulus } = counts;
    const { known, stop, memory = MAX_BYTES } = question;
    const length = stop - known;
    this.#counts = counts;
    this.#near = near;
    this.#nearResidues = [...near.keys()].filter((residue) => near[residue] > 0);
    this.#length = length;
    this.#order = Uint16Array.from(density.keys()).sort((a, b) => density[b] - density[a]);
    const room = memory - stageBytes(question, counts, shape);
    this.forms = formsWithin(counts, this.#order, shape, stop, room);
    this.#logKept = density.map((d) => Math.log1p(-Math.min(d, 0.999_999)));
    const all = sumOf(counts.subtrahends);
    this.#survivingPower = 1 - NEAR_POWER * Math.min(1, sumOf(near) / Math.max(1, all * counts.inReach));
    this.#chunks = length / shape.chunk;
    const listed = density.reduce((sum, d) => (d < LISTED ? sum + d : sum), 0) * (known / modulus);
    // Scattering a rare source by all subtrahends takes less time than selecting those of some pairs.
    this.#whole = SECONDS.select / (2 * shape.window * SECONDS.mark);
    const partly = density.reduce((sum, d) => (d > this.#whole ? sum + 1 : sum), 0) / modulus;
    const selected = counts.marking.form === 'numbers' && modulus > 1 ? partly * all : 0;
    this.#selecting = (this.#chunks * all * SECONDS.select) / SELECTED_FOR;
    this.#listing = this.#chunks * (selected * SECONDS.select + (listed / modulus) * SECONDS.visit);
    this.#settling = this.#chunks * SECONDS.settle;
    this.#quotients = length / modulus;
    this.#shift = (this.#quotients / 128) * SECONDS.shiftStep + this.#chunks * SECONDS.shift;
    this.#lookUp = this.#chunks * SECONDS.pair;
  }

  get order(): Uint16Array {
    return this.#order;
  }

  /** Plans all pairs that lead to class `target`. O(modulus). */
  planTarget(target: number): TargetPlan {
    const { modulus, density, subtrahends, inReach } = this.#counts;
    const codes = new Uint8Array(modulus);
    const estimates = emptyEstimates();
    const survivors = density[target] ** this.#survivingPower;
    // Effects of all sources so far, and of those by shift-or and gather, and the shares of the class that these leave open.
    let closing = 0;
    let shifting = 0;
    let open = 1;
    let shifted = 1;
    for (let k = 0; k < modulus; k++) {
      const source = this.#order[k];
      const residue = target >= source ? target - source : target - source + modulus;
      if (subtrahends[residue] === 0) continue;
      const count = subtrahends[residue] * inReach;
      const code = this.#cheapest(k, count, { open, closing, survivors });
      codes[source] = code;
      add(estimates[FAR_KERNELS[code - 1]], this.#costs[code]);
      const closed = -count * this.#logKept[source];
      closing += closed;
      if (open > survivors) open = Math.max(survivors, openAfter(closing));
      if (code !== SHIFT_OR && code !== GATHER) continue;
      shifting += closed;
      if (shifted > survivors) shifted = Math.max(survivors, openAfter(shifting));
    }
    // With one class, marks are removed from the window word by word.
    const left = modulus === 1 ? survivors : shifted;
    estimates.scatter.seconds += this.#listing;
    estimates.probe.seconds += this.#settling + this.#quotients * left * SECONDS.drop;
    this.#estimateNear(target, open, estimates.near);
    return { codes, open, estimates };
  }

  /** The cheapest kernel that may read the source at `place` in the order, by `count` subtrahends. Fills `#costs`. */
  #cheapest(place: number, count: number, left: Left): number {
    const { open, closing, survivors } = left;
    const { listsFrom, bitsetsTo, coarse } = this.forms;
    const density = this.#counts.density[this.#order[place]];
    const costs = this.#costs;
    costs[SHIFT_OR] = count * this.#shift + this.#lookUp;
    costs[SCATTER] = count * density * this.#quotients * this.#counts.marking.seconds;
    // A hot candidate is soon found, but later the longer others have missed it. A survivor takes every subtrahend.
    const missed = missedAfter(closing) / density;
    const probes = (open - survivors) * Math.min(count, missed) + survivors * count;
    costs[PROBE] = probes * this.#quotients * SECONDS.probe + this.#lookUp;
    costs[GATHER] =
      count * (this.#chunks * SECONDS.gather + density * this.#quotients * SECONDS.gathered) + this.#lookUp;
    if (place >= bitsetsTo) costs[SHIFT_OR] = Infinity;
    if (place >= bitsetsTo && !coarse) costs[PROBE] = Infinity;
    if (place < listsFrom) costs[SCATTER] = costs[GATHER] = Infinity;
    if (density <= this.#whole) return SCATTER;
    let best = SCATTER;
    for (const code of [SHIFT_OR, PROBE, GATHER]) {
      if (costs[code] < costs[best] + (best === SCATTER ? this.#selecting : 0)) best = code;
    }
    return best;
  }

  /** Estimates class `target` inside chunks: a source rarer than the open share marks, others are probed. */
  #estimateNear(target: number, open: number, estimate: KernelEstimate): void {
    const { modulus, density } = this.#counts;
    let perQuotient = 0;
    for (const residue of this.#nearResidues) {
      const d = density[target >= residue ? target - residue : target - residue + modulus];
      perQuotient += this.#near[residue] * Math.min(d, open);
    }
    estimate.pairs += this.#nearResidues.length;
    estimate.seconds += perQuotient * this.#quotients * SECONDS.near;
  }

  /**
   * Wall time in seconds of estimates for the whole epoch, and whether all threads take part: these share lists part by part
   * while one decides the chunk below, and the rest class by class. Short chunks take less time than messages about them.
   */
  onClock(
    { near, scatter, 'shift-or': shifts, probe, gather }: Estimates,
    threads: number,
  ): { readonly seconds: number; readonly isShared: boolean } {
    const kernels = shifts.seconds + probe.seconds + gather.seconds;
    const classes = kernels + this.#chunks * SECONDS.chunk + this.#length * SECONDS.position;
    const beside = near.seconds + scatter.seconds;
    const alone = beside + classes;
    const shared =
      Math.max(near.seconds, beside / threads) +
      classes / Math.min(threads, this.#counts.modulus) +
      this.#chunks * SECONDS.exchange;
    const isShared = shared < WORTH_SHARING * alone;
    return { seconds: isShared ? shared : alone, isShared };
  }
}

/** Pairs processed in a step: about two milliseconds. */
const PAIRS_AT_ONCE = 2 ** 18;

export interface PairTables {
  /** The shifted sources by falling density, and all targets, in processing order. */
  readonly order: Uint16Array;
  readonly targets: Uint16Array;
  /** The sources of each target by falling density, and the index of each target's first. */
  readonly shiftSources: Uint16Array;
  readonly shiftStarts: Uint32Array;
  readonly probeSources: Uint16Array;
  readonly probeStarts: Uint32Array;
  readonly gatherSources: Uint16Array;
  readonly gatherStarts: Uint32Array;
  /** 1 at source * modulus + residue of the subtrahends if this pair is scattered. */
  readonly scatterFlags: Uint8Array;
  /** 1 for each source whose pairs are all scattered. */
  readonly scattersAll: Uint8Array;
}

export interface Pairs {
  readonly tables: PairTables;
  /** Kernels of which each class is a source: bit `code` for each. */
  readonly uses: Uint8Array;
}

/** The tables of a plan. O(modulus^2), in steps. */
export function* pairTables({ modulus, codes, order }: EpochPlan): Generator<void, Pairs, void> {
  const total = [0, 0, 0, 0, 0];
  for (let pair = 0; pair < codes.length; pair++) total[codes[pair]]++;
  yield;
  const shiftSources = new Uint16Array(total[SHIFT_OR]);
  const probeSources = new Uint16Array(total[PROBE]);
  const gatherSources = new Uint16Array(total[GATHER]);
  const shiftStarts = new Uint32Array(modulus + 1);
  const probeStarts = new Uint32Array(modulus + 1);
  const gatherStarts = new Uint32Array(modulus + 1);
  const scatterFlags = new Uint8Array(modulus * modulus);
  const uses = new Uint8Array(modulus);
  let shifted = 0;
  let probed = 0;
  let gathered = 0;
  for (let target = 0, pairs = 0; target < modulus; target++, pairs += modulus) {
    shiftStarts[target] = shifted;
    probeStarts[target] = probed;
    gatherStarts[target] = gathered;
    for (let k = 0; k < modulus; k++) {
      const source = order[k];
      const code = codes[target * modulus + source];
      if (code === 0) continue;
      uses[source] |= 1 << code;
      if (code === SHIFT_OR) shiftSources[shifted++] = source;
      else if (code === PROBE) probeSources[probed++] = source;
      else if (code === GATHER) gatherSources[gathered++] = source;
      else
        scatterFlags[source * modulus + (target < source ? target - source + modulus : target - source)] = 1;
    }
    if (pairs < PAIRS_AT_ONCE) continue;
    pairs = 0;
    yield;
  }
  shiftStarts[modulus] = shifted;
  probeStarts[modulus] = probed;
  gatherStarts[modulus] = gathered;
  const shifts = order.filter((source) => (uses[source] & (1 << SHIFT_OR)) !== 0);
  const targets = besideEachOther(shiftSources, shiftStarts, modulus);
  const sources = { shiftSources, shiftStarts, probeSources, probeStarts, gatherSources, gatherStarts };
  const scattersAll = uses.map((use) => (use === 1 << SCATTER ? 1 : 0));
  return { tables: { order: shifts, targets, ...sources, scatterFlags, scattersAll }, uses };
}

/** The targets, sorted so that those with the same first sources are adjacent. */
function besideEachOther(sources: Uint16Array, starts: Uint32Array, modulus: number): Uint16Array {
  const compare = (a: number, b: number): number => {
    const length = Math.min(starts[a + 1] - starts[a], starts[b + 1] - starts[b]);
    for (let k = 0; k < length; k++) {
      const difference = sources[starts[a] + k] - sources[starts[b] + k];
      if (difference !== 0) return difference;
    }
    return a - b;
  };
  return Uint16Array.from({ length: modulus }, (_, target) => target).sort(compare);
}
