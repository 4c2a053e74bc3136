/** Forms of the subtrahends for marks: numbers one by one for each class or, for one class, runs of a word or a dense bitset. */
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { RUN } from '../../kernel/layout.js';
import { CACHED, LINE, SECONDS } from './kernel-costs.js';

/** A form of the subtrahends, and the mean seconds of one of them for each position that is shifted. */
export interface MarkForm {
  readonly form: 'numbers' | 'runs' | 'bits';
  readonly seconds: number;
}

/** Positions that a step marks by a bitset. */
const STEP = 128;
/** Maximum length of a bitset: kernels count its bits in 32 bits. */
const MAX_BITS = 2 ** 31;

/** The fastest form of the subtrahends below `stop`, in chunks of `chunk` positions. O(subtrahends) with one class. */
export function markFormOf(
  modulus: number,
  subtrahends: Float64Array,
  stop: number,
  chunk: number,
): MarkForm {
  const below = subtrahends.subarray(0, lowerBound(subtrahends, stop));
  const count = Math.max(1, below.length);
  // Close marks share cache lines.
  const line = chunk > CACHED ? SECONDS.line : 0;
  const mark = modulus === 1 ? SECONDS.mark : SECONDS.markByClass;
  const lineOf = (marks: number): number => line * Math.min(1, stop / marks / LINE);
  const numbers: MarkForm = { form: 'numbers', seconds: mark + lineOf(count) };
  if (modulus > 1) return numbers;
  const steps = stop <= MAX_BITS ? stop / STEP : Infinity;
  const bits: MarkForm = { form: 'bits', seconds: (steps / count) * SECONDS.markStep };
  const best = bits.seconds < numbers.seconds ? bits : numbers;
  const found = countRuns(below, (best.seconds * count) / SECONDS.run);
  const runs: MarkForm = { form: 'runs', seconds: (found / count) * (SECONDS.run + lineOf(found)) };
  return runs.seconds < best.seconds ? runs : best;
}

/** Number of runs that the subtrahends make up; counting stops at `most`. */
export function countRuns(subtrahends: Float64Array, most = Infinity): number {
  let runs = 0;
  for (let k = 0, end = 0; k < subtrahends.length && runs < most; k++) {
    if (subtrahends[k] < end) continue;
    end = subtrahends[k] + RUN;
    runs++;
  }
  return runs;
}
