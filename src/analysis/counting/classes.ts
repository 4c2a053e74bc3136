/** Counts of positions by residue class, and the positions of single classes; digits and residues are made of these. */
import { gcd } from '../../common/divisors.js';
import { sha256 } from '../../common/sha256.js';
import { checkCost } from '../../common/cost.js';
import { refuse } from '../../common/errors.js';
import { integersOf, type ColumnValues, type Run, type SeriesName } from '../../columnar/layout.js';
import type { Aggregate, SeriesSource } from '../../engine/views/aggregating.js';
import type { RepeatedPart } from '../../engine/views/segments.js';
import { forEachOne } from '../../kernel/bitset.js';
import { checkPosition, lengthOf } from '../../common/range.js';
import { checkRows, ROWS_BETWEEN_BREATHS } from './rows.js';

export interface ResidueClass {
  readonly residue: number;
  readonly count: number;
  /** All of them, increasing, if the class is nearly empty (see `isNearlyEmpty`); else null. */
  readonly positions: readonly number[] | null;
}

/** Counts of more classes take longer to read than to recompute. */
const MAX_KEPT_CLASSES = 2 ** 16;
/** More classes are represented by a digest in the name of an aggregate. */
const MAX_NAMED_CLASSES = 1000;

/** Positions between two checks of the signal. */
const STEPS_BETWEEN_BREATHS = 2 ** 16;

const MAX_EXCEPTIONS = 64;

/** Returns whether a class is nearly empty: at most 64 positions, and at most a tenth of its share of an even split. */
export function isNearlyEmpty(count: number, total: number, classes: number): boolean {
  return count <= MAX_EXCEPTIONS && 10 * count * classes <= total;
}

/** Returns the series that shows which positions have a nim-value. */
export function seriesOfValue(value: number): SeriesName {
  return checkPosition(value, 'The nim-value') === 0 ? 'cold' : 'nim';
}

/** Calls `visit` with the index of each position that has a nim-value, in a run of its series. */
function forEachWithValue(values: ColumnValues, value: number, visit: (i: number) => void): void {
  if (values.width === 1) {
    forEachOne(values.bytes, visit);
    return;
  }
  const integers = integersOf(values);
  for (let i = integers.indexOf(value); i !== -1; i = integers.indexOf(value, i + 1)) visit(i);
}

/** Like `forEachWithValue`, for a part with a saltus, whose positions have a value in at most one repetition each. */
function forEachRisingTo(value: number, run: Run, part: RepeatedPart, visit: (n: number) => void): void {
  integersOf(run.values).forEach((least, i) => {
    const period = (value - least) / part.rise;
    if (period >= 0 && period < part.times && Number.isInteger(period)) {
      visit(run.start + i + period * lengthOf(part));
    }
  });
}

/** Returns the class of the first position of a run, as a 32-bit integer: division as doubles takes five times as long. */
export function shiftOf({ start }: Pick<Run, 'start'>, modulus: number): number {
  return (start % modulus) | 0;
}

/**
 * Counts the positions of a range with a nim-value by residue class; raises a usage error if there is none. `counted` has the
 * counts if they are known. Cost: reading the range unless they are, and once more if a class is nearly empty but not empty.
 */
export async function countClasses(
  source: SeriesSource,
  value: number,
  modulus: number,
  counted?: readonly number[],
): Promise<{ counts: readonly number[]; total: number; classes: ResidueClass[] }> {
  const counts = counted ?? (await countsOf(source, value, modulus));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    const { start, stop } = source.range;
    refuse(
      '{game} has no position with the nim-value {value} from {start} to {stop}.',
      { game: source.game.key, value, start, stop },
      { remedy: { do: 'analyze-values', game: source.game.definition } },
    );
  }
  return { counts, total, classes: await withPositions(source, value, counts, total) };
}

/** Returns the number of positions of a range with a nim-value, by residue class. */
export async function countsOf(source: SeriesSource, value: number, modulus: number): Promise<number[]> {
  const isFleeting = modulus > MAX_KEPT_CLASSES;
  const aggregateOf = (part: RepeatedPart): Aggregate<ArrayLike<number>> => ({
    name: 'classes',
    version: 1,
    parameters: `of ${value} modulo ${modulus}`,
    isFleeting,
    async compute(runs) {
      const counts = new Uint32Array(modulus);
      for await (const run of runs) {
        const shift = shiftOf(run, modulus);
        if (part.rise > 0) forEachRisingTo(value, run, part, (n) => counts[n % modulus]++);
        else forEachWithValue(run.values, value, (i) => counts[(shift + i) % modulus]++);
      }
      return isFleeting ? counts : Array.from(counts);
    },
  });
  const counts = new Array<number>(modulus).fill(0);
  for await (const part of source.aggregates(aggregateOf)) {
    // The counts of a part with a saltus already include its repetitions.
    addClasses(counts, part.value, part.rise > 0 ? { ...part, times: 1 } : part);
  }
  return counts;
}

/**
 * Adds the counts of a part, for each of its repetitions. O(modulus): each repetition shifts the classes by its length, so they
 * cycle through `cycle` classes, and the last round may be incomplete.
 */
export function addClasses(counts: number[], ofPart: ArrayLike<number>, part: RepeatedPart): void {
  const modulus = counts.length;
  const step = lengthOf(part) % modulus;
  const cycle = modulus / gcd(step, modulus);
  const rounds = Math.floor(part.times / cycle);
  const rest = part.times % cycle;
  const forth = (residue: number): number => (residue + step) % modulus;
  const back = (residue: number): number => (residue - step + modulus) % modulus;
  for (let first = 0; first < modulus / cycle; first++) {
    let inRound = 0;
    for (let i = 0, residue = first; i < cycle; i++, residue = forth(residue)) inRound += ofPart[residue];
    // The incomplete round adds to a class the counts from `oldest` to it.
    let inRest = 0;
    let oldest = forth(first);
    for (let i = 0; i < rest; i++) inRest += ofPart[(oldest = back(oldest))];
    for (let i = 0, residue = first; i < cycle; i++) {
      counts[residue] += rounds * inRound + inRest;
      residue = forth(residue);
      inRest += ofPart[residue] - ofPart[oldest];
      oldest = forth(oldest);
    }
  }
}

async function withPositions(
  source: SeriesSource,
  value: number,
  counts: readonly number[],
  total: number,
): Promise<ResidueClass[]> {
  const modulus = counts.length;
  // Classes that are nearly empty, but not empty.
  const positions = new Map<number, number[]>();
  let listed = 0;
  for (let residue = 0; residue < modulus; residue++) {
    if (counts[residue] === 0 || !isNearlyEmpty(counts[residue], total, modulus)) continue;
    positions.set(residue, []);
    listed += counts[residue];
  }
  checkRows(listed, 'The positions in classes that are nearly empty');
  if (listed > 0) {
    for await (const part of source.aggregates(positionsIn(source, value, counts, [...positions.keys()]))) {
      for (const position of part.value) positions.get(position % modulus)?.push(position);
    }
  }
  const classes: ResidueClass[] = [];
  for (let residue = 0; residue < modulus; residue++) {
    if (residue % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    const count = counts[residue];
    const own = isNearlyEmpty(count, total, modulus) ? (positions.get(residue) ?? []) : null;
    classes.push({ residue, count, positions: own?.sort((x, y) => x - y) ?? null });
  }
  return classes;
}

/** Returns an aggregate: the positions with a nim-value in the given classes. */
function positionsIn(
  source: SeriesSource,
  value: number,
  counts: readonly number[],
  classes: readonly number[],
): (part: RepeatedPart) => Aggregate<number[]> {
  const modulus = counts.length;
  const wanted = new Set(classes);
  const names = classes.join();
  const named = classes.length > MAX_NAMED_CLASSES ? sha256(names) : names;
  return (part) => ({
    name: 'positions',
    version: 1,
    parameters: `of ${value} modulo ${modulus} in ${named}`,
    async compute(runs) {
      const found: number[] = [];
      const add = (n: number): void => {
        if (wanted.has(n % modulus)) found.push(n);
      };
      const inWantedOrbit = part.times > 1 && part.rise === 0 ? orbitsOf(part, counts, classes) : undefined;
      for await (const run of runs) {
        const shift = shiftOf(run, modulus);
        if (part.rise > 0) forEachRisingTo(value, run, part, add);
        else if (inWantedOrbit === undefined) {
          forEachWithValue(run.values, value, (i) => {
            if (wanted.has((shift + i) % modulus)) found.push(run.start + i);
          });
        } else {
          const starts: number[] = [];
          forEachWithValue(run.values, value, (i) => {
            if (inWantedOrbit(run.start + i)) starts.push(run.start + i);
          });
          for (const start of starts) {
            for (let period = 0; period < part.times; period++) {
              if (period % STEPS_BETWEEN_BREATHS === 0) await source.breathe();
              add(start + period * lengthOf(part));
            }
          }
        }
      }
      return found;
    },
  });
}

/**
 * Returns a test whether a repetition of a position is ever in a wanted class. Raises a usage error if too many positions pass
 * it: then wanted classes are nearly empty only because the part has hardly cycled.
 */
function orbitsOf(
  part: RepeatedPart,
  counts: readonly number[],
  wanted: readonly number[],
): (position: number) => boolean {
  const modulus = counts.length;
  const orbits = gcd(lengthOf(part) % modulus, modulus);
  const wantedOrbits = new Set(wanted.map((residue) => residue % orbits));
  const steps = counts.reduce(
    (sum, count, residue) => sum + (wantedOrbits.has(residue % orbits) ? count : 0),
    0,
  );
  checkCost(
    steps,
    'Too many positions ({steps}) must be looked through for the nearly empty classes modulo {modulus}. Choose a smaller modulus.',
    { steps, modulus },
  );
  return (position) => wantedOrbits.has(position % orbits);
}
