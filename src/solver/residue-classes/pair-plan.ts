/**
 * The plan of one epoch of the residue-class method: for each pair of a source class and a subtrahend class the
 * cheapest kernel, estimated from how many of the latest cold positions each class holds; and the plan as kernels walk it, by the
 * sources of each target and the pairs that are scattered.
 */
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

/** Classes of a lower density are taken to have lists. */
const LISTED = 1 / 256;
/** Pairs that a source's subtrahends are selected for, about. */
const SELECTED_FOR = 8;
/** All threads take part where they need at most this share of one thread's time: messages cost the processor, too. */
const WORTH_SHARING = 0.7;

/** A plan: the kernel of every pair, and the classes by falling density, the order that pairs are taken in. */
export interface EpochPlan {
  readonly modulus: number;
  /** Kernel codes, at target * modulus + source. */
  readonly codes: Uint8Array;
  readonly order: Uint16Array;
  /** Classes from this place on in the order have no bitset; where they are probed, a coarse one. */
  readonly bitsetsTo: number;
  /** Whether the source class marks the target inside a chunk; else the target probes the source. */
  readonly nearMarks: (source: number, target: number) => boolean;
}

/** What leads to one class. */
export interface TargetPlan {
  /** The kernel code of each source; 0 where no subtrahend leads from it. */
  readonly codes: Uint8Array;
  /** The share of the class that the far stage leaves open. */
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

/** What is left of a class when a pair's turn comes: a share of it is open, after so many hits, and in the end the survivors. */
type Left = Readonly<Record<'open' | 'closing' | 'survivors', number>>;

/** Plans one target class at a time. */
export class PairPlanner {
  readonly #counts: Counts;
  readonly #near: Float64Array;
  /** Positions of the epoch. */
  readonly #length: number;
  /** The forms that classes may have. */
  readonly forms: Forms;
  /** Classes by falling density: dense sources close most candidates and come first. */
  readonly #order: Uint16Array;
  /** log(1 - density): what one subtrahend would do to the logarithm of the share still open if all were alike. */
  readonly #logKept: Float64Array;
  /** A share of a class that is cold to this power is left open by the far stage. */
  readonly #survivingPower: number;
  /** What a class costs the kernels whatever its pairs: its list and the subtrahends looked through, and settling it. */
  readonly #listing: number;
  readonly #settling: number;
  /** A source that is no denser is scattered to all targets; for others subtrahends are selected, a share of which each pair takes. */
  readonly #whole: number;
  readonly #selecting: number;
  readonly #chunks: number;
  /** Quotients of a class in the epoch. */
  readonly #quotients: number;
  /** Seconds of a class in the epoch: for one shift, and for one pair looked up. */
  readonly #shift: number;
  readonly #lookUp: number;
  /** Residues of subtrahends inside a chunk. */
  readonly #nearResidues: readonly number[];
  /** Seconds by kernel code of the pair that was weighed last. */
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
    // By all subtrahends, a rare source is scattered in less time than those of some pairs are selected in.
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

  /** The classes by falling density. */
  get order(): Uint16Array {
    return this.#order;
  }

  /** Plans everything that leads to class `target`. O(modulus). */
  planTarget(target: number): TargetPlan {
    const { modulus, density, subtrahends, inReach } = this.#counts;
    const codes = new Uint8Array(modulus);
    const estimates = emptyEstimates();
    const survivors = density[target] ** this.#survivingPower;
    // What all sources so far do to the class, what those by shift-or do, and the shares of it that these leave open.
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
    // With one class, marks are taken out of the window word by word.
    const left = modulus === 1 ? survivors : shifted;
    estimates.scatter.seconds += this.#listing;
    estimates.probe.seconds += this.#settling + this.#quotients * left * SECONDS.drop;
    this.#estimateNear(target, open, estimates.near);
    return { codes, open, estimates };
  }

  /**
   * The cheapest kernel for a pair with `count` subtrahends, of those that read a form that its source may have: the class at
   * `place` in the order. The cost of each is left in `#costs`.
   */
  #cheapest(place: number, count: number, left: Left): number {
    const { open, closing, survivors } = left;
    const { listsFrom, bitsetsTo, coarse } = this.forms;
    const density = this.#counts.density[this.#order[place]];
    const costs = this.#costs;
    costs[SHIFT_OR] = count * this.#shift + this.#lookUp;
    costs[SCATTER] = count * density * this.#quotients * this.#counts.marking.seconds;
    // A hot candidate is soon found out, though the later the longer others have missed it; one that survives after every subtrahend.
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

  /** What class `target` costs inside chunks, where a source that is rarer than what is open marks, else is probed. */
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
   * The seconds on the clock that estimates of the whole epoch stand for, and whether they take all threads: these share lists part
   * by part while one decides the chunk below, and the rest class by class. Short chunks take less than telling others of them.
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

/** Pairs that are looked at in a step: some two milliseconds. */
const PAIRS_AT_ONCE = 2 ** 18;

export interface PairTables {
  /** The sources that are shifted, by falling density, and all targets in the order in which they are taken. */
  readonly order: Uint16Array;
  readonly targets: Uint16Array;
  /** The sources of each target by falling density, and where those of a target begin. */
  readonly shiftSources: Uint16Array;
  readonly shiftStarts: Uint32Array;
  readonly probeSources: Uint16Array;
  readonly probeStarts: Uint32Array;
  readonly gatherSources: Uint16Array;
  readonly gatherStarts: Uint32Array;
  /** At source * modulus + residue of the subtrahends: 1 where this pair is scattered. */
  readonly scatterFlags: Uint8Array;
  /** 1 for each source all of whose pairs are scattered. */
  readonly scattersAll: Uint8Array;
}

/** All that a plan says of pairs. */
export interface Pairs {
  readonly tables: PairTables;
  /** The kernels that each class is a source of: bit `code` for each. */
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

/** The targets, those with the same first sources beside each other. */
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
