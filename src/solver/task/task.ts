/** Tasks of solvers, and their results. */
import { refuse } from '../../common/errors.js';
import { lengthOf, type Range } from '../../common/range.js';
import { createBitset, setBit } from '../../kernel/bitset.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';

/** Nim-values, one an element, in the narrowest of the three widths that holds them all. */
export type Integers = Uint8Array | Uint16Array | Uint32Array;

/** Reads final values of lower positions, including the pieces that the solver has already yielded. */
export type ReadLower<Values> = (range: Range) => Promise<Values>;

/** The part of a task that all series share. */
interface Task<Values> {
  readonly set: SubtractionSet;
  /** The positions to solve; all positions below `range.start` are final. */
  readonly range: Range;
  readonly readLower: ReadLower<Values>;
  /** Pieces end at the multiples of this, at the latest: the consumer stores as many positions at a time. */
  readonly pieceLength: number;
  /** Lets other work run. Raises the `interrupted` error if the caller has asked to stop. */
  readonly breathe: () => Promise<void>;
}

/** The task of finding the cold positions of a range. `readLower` gives packed cold bits, bit 0 for `range.start`. */
export interface ColdTask extends Task<Uint8Array> {
  /** The hotspots in a range, increasing (Eppstein 2018, section 2.1). None when absent. */
  readonly hotspots?: (range: Range) => Float64Array;
}

/** The task of finding the nim-values or the remoteness of a range. */
export interface IntegerTask extends Task<Integers> {
  /** Returns the nim-value of one more option of a position, if it has any. Only `plain` and `levels` take it. */
  readonly also?: ((n: number) => number | undefined) | undefined;
}

/** Solved positions; `values` are packed cold bits (bit 0 for `start`) or nim-values. */
export interface Piece<Values> extends Range {
  readonly values: Values;
  readonly method: string;
}

/** Solves a task; pieces are contiguous, in increasing order, and cover exactly the range. */
export type ColdSolver = (task: ColdTask) => AsyncGenerator<Piece<Uint8Array>, void, undefined>;
export type IntegerSolver = (task: IntegerTask) => AsyncGenerator<Piece<Integers>, void, undefined>;

/** The hotspots of a range as bits, bit 0 for its start. */
export function hotspotsIn({ hotspots }: Pick<ColdTask, 'hotspots'>, range: Range): Uint8Array {
  const bits = createBitset(lengthOf(range));
  for (const hotspot of hotspots?.(range) ?? []) setBit(bits, hotspot - range.start);
  return bits;
}

/** The numbers that a cofinite set excludes. Raises a usage error for other sets. */
export function leftOutOf({ excluded }: SubtractionSet, method: string): Float64Array {
  if (excluded !== undefined) return excluded;
  refuse(
    'The method {method} solves sets that leave out finitely many numbers, such as all-but{2,3}. Choose another method.',
    { method },
  );
}
