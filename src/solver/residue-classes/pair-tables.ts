/** The plan of an epoch as kernels walk it: the sources of each target, and the pairs that are scattered. */
import { PROBE, SCATTER, SHIFT_OR } from './kernel-costs.js';
import type { EpochPlan } from './pair-plan.js';

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
  /** At source * modulus + residue of the subtrahends: 1 where this pair is scattered. */
  readonly scatterFlags: Uint8Array;
}

/** All that a plan says of pairs. */
export interface Pairs {
  readonly tables: PairTables;
  /** The kernels that each class is a source of: bit `code` for each. */
  readonly uses: Uint8Array;
}

/** The tables of a plan. O(modulus^2), in steps. */
export function* pairTables({ modulus, codes, order }: EpochPlan): Generator<void, Pairs, void> {
  const total = [0, 0, 0, 0];
  for (let pair = 0; pair < codes.length; pair++) total[codes[pair]]++;
  yield;
  const shiftSources = new Uint16Array(total[SHIFT_OR]);
  const probeSources = new Uint16Array(total[PROBE]);
  const shiftStarts = new Uint32Array(modulus + 1);
  const probeStarts = new Uint32Array(modulus + 1);
  const scatterFlags = new Uint8Array(modulus * modulus);
  const uses = new Uint8Array(modulus);
  let shifted = 0;
  let probed = 0;
  for (let target = 0, pairs = 0; target < modulus; target++, pairs += modulus) {
    shiftStarts[target] = shifted;
    probeStarts[target] = probed;
    for (let k = 0; k < modulus; k++) {
      const source = order[k];
      const code = codes[target * modulus + source];
      if (code === 0) continue;
      uses[source] |= 1 << code;
      if (code === SHIFT_OR) shiftSources[shifted++] = source;
      else if (code === PROBE) probeSources[probed++] = source;
      else
        scatterFlags[source * modulus + (target < source ? target - source + modulus : target - source)] = 1;
    }
    if (pairs < PAIRS_AT_ONCE) continue;
    pairs = 0;
    yield;
  }
  shiftStarts[modulus] = shifted;
  probeStarts[modulus] = probed;
  const shifts = order.filter((source) => (uses[source] & (1 << SHIFT_OR)) !== 0);
  const targets = besideEachOther(shiftSources, shiftStarts, modulus);
  const sources = { shiftSources, shiftStarts, probeSources, probeStarts };
  return { tables: { order: shifts, targets, ...sources, scatterFlags }, uses };
}

/** Whether a class is a source of a kernel that reads lists, and of one that reads bitsets. */
export function readsList(uses: number): boolean {
  return (uses & (1 << SCATTER)) !== 0;
}

export function readsBitset(uses: number): boolean {
  return (uses & ((1 << SHIFT_OR) | (1 << PROBE))) !== 0;
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
