/**
 * Positions counted by residue class, and those of single classes: what digits and residues are both made of.
 * Separate because a distribution of k low digits in base b is one of the classes modulo b^k.
 */
import { usageError } from '../common/errors.js';
import { integersOf, type ColumnValues, type SeriesName } from '../columnar/layout.js';
import type { Aggregate, SeriesSource } from '../engine/views/aggregating.js';
import type { Store } from '../engine/store.js';
import { forEachOne } from '../kernel/bitset.js';
import { checkPosition } from '../common/range.js';
import type { AnalysisOptions } from './analysis.js';
import type { Game } from '../game/game.js';

/** Positions that leave the same remainder. */
export interface ResidueClass {
  readonly residue: number;
  /** How many of the positions counted lie in the class. */
  readonly count: number;
  /** All of them, increasing, where the class is nearly empty (see `isNearlyEmpty`); else null. */
  readonly positions: readonly number[] | null;
}

/** A class with more positions than this is not nearly empty. */
const MOST_EXCEPTIONS = 64;

/** Whether a class is nearly empty: at most 64 positions, and at most a tenth of what an even split would give it. */
export function isNearlyEmpty(count: number, total: number, classes: number): boolean {
  return count <= MOST_EXCEPTIONS && 10 * count * classes <= total;
}

/** The series that tells which positions have a nim-value. */
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

/** How many positions of a range have a nim-value, by residue class; at least one has. */
export async function countClasses(
  source: SeriesSource,
  value: number,
  modulus: number,
): Promise<{ counts: number[]; total: number }> {
  const aggregate: Aggregate<number[]> = {
    name: 'classes',
    version: 1,
    parameters: `of ${value} modulo ${modulus}`,
    compute(values, { start }) {
      const counts = new Uint32Array(modulus);
      const shift = start % modulus;
      forEachWithValue(values, value, (i) => counts[(shift + i) % modulus]++);
      return Array.from(counts);
    },
  };
  const counts = new Array<number>(modulus).fill(0);
  for await (const part of source.aggregates(() => aggregate)) {
    part.value.forEach((count, residue) => (counts[residue] += count));
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    const { start, stop } = source.range;
    throw usageError({
      subject: `The nim-value ${value}`,
      expected: `one that ${source.game.key} takes from ${start} to ${stop}`,
      found: 'no position with it',
      remedy: { do: 'analyze-values', game: source.game.definition },
    });
  }
  return { counts, total };
}

/** All classes, with the positions of those that are nearly empty. Cost: reading the range once more where some are. */
export async function withPositions(
  source: SeriesSource,
  value: number,
  counts: readonly number[],
  total: number,
): Promise<ResidueClass[]> {
  const modulus = counts.length;
  const positions = new Map<number, number[]>();
  counts.forEach((count, residue) => {
    if (isNearlyEmpty(count, total, modulus)) positions.set(residue, []);
  });
  const occupied = [...positions.keys()].filter((residue) => counts[residue] > 0);
  if (occupied.length > 0) {
    const wanted = new Set(occupied);
    const aggregate: Aggregate<number[]> = {
      name: 'positions',
      version: 1,
      parameters: `of ${value} modulo ${modulus} in ${occupied.join()}`,
      compute(values, { start }) {
        const found: number[] = [];
        const shift = start % modulus;
        forEachWithValue(values, value, (i) => {
          if (wanted.has((shift + i) % modulus)) found.push(start + i);
        });
        return found;
      },
    };
    for await (const part of source.aggregates(() => aggregate)) {
      for (const position of part.value) positions.get(position % modulus)?.push(position);
    }
  }
  return counts.map((count, residue) => ({ residue, count, positions: positions.get(residue) ?? null }));
}

/** The source of the positions with a nim-value. */
export function sourceOfValue(
  store: Store,
  game: string | Game,
  value: number,
  options: AnalysisOptions,
): Promise<SeriesSource> {
  return store.source(game, seriesOfValue(value), options);
}
