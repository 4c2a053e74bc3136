/**
 * The integer sequences of a game as the OEIS has them: values by position, cold and hot positions, the gaps between cold ones, and
 * the first position of each nim-value.
 */
import { integersOf, numbersOf, type Run, type SeriesName } from '../../columnar/layout.js';
import { ENDINGS, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { noteFirst } from '../../game/first-positions.js';
import { onesOf } from '../../kernel/bitset.js';
import type { TermBatch } from '../../tables/oeis.js';

/** Turns the values of a series, run by run, into terms. */
interface Terms {
  /** Returns the terms that a run adds. */
  readonly take: (run: Run) => ArrayLike<number>;
  /** Returns the terms that were held back, after all runs. */
  readonly end?: () => TermBatch[];
}

export interface Sequence<Name extends string = string> {
  readonly name: Name;
  /** Description of its terms in a few words. */
  readonly describe: string;
  /** The series that it is computed from. */
  readonly series: SeriesName;
  /** Returns the index of the first term of a range, from its first position and the number of cold positions below. */
  readonly firstIndex: (from: number, coldBefore: number) => number;
  /** Begins a sequence, whose runs must come in order. */
  readonly begin: () => Terms;
}

/** Every sequence. To add one: an entry here. */
export const SEQUENCES = [
  {
    name: 'nim',
    describe: 'nim-values',
    series: 'nim',
    firstIndex: (from) => from,
    begin: () => ({ take: (run) => integersOf(run.values) }),
  },
  {
    name: 'remoteness',
    describe: 'remoteness',
    series: 'remoteness',
    firstIndex: (from) => from,
    begin: () => ({ take: (run) => integersOf(run.values) }),
  },
  {
    name: 'cold',
    describe: 'cold positions',
    series: 'cold',
    firstIndex: (_, coldBefore) => coldBefore,
    begin: () => ({ take: coldPositions }),
  },
  {
    name: 'hot',
    describe: 'hot positions',
    series: 'cold',
    firstIndex: (from, coldBefore) => from - coldBefore,
    begin: () => ({ take: hotPositions }),
  },
  {
    name: 'gaps',
    describe: 'differences of consecutive cold positions',
    series: 'cold',
    firstIndex: (_, coldBefore) => coldBefore,
    begin: gaps,
  },
  {
    name: 'outcomes',
    describe: '1 for each cold position and 0 for each hot one',
    series: 'cold',
    firstIndex: (from) => from,
    begin: () => ({ take: (run) => numbersOf(run.values) }),
  },
  {
    name: 'records',
    describe: 'first position of each nim-value',
    series: 'nim',
    firstIndex: () => 0,
    begin: firstPositions,
  },
] as const satisfies readonly Sequence[];

/** The name of a sequence. */
export type SequenceName = (typeof SEQUENCES)[number]['name'];

export const SEQUENCE_NAMES: readonly SequenceName[] = SEQUENCES.map(({ name }) => name);

/** Returns the sequence of a name. Raises a usage error that suggests the nearest name. */
export function sequenceNamed(name: string): Sequence<SequenceName> {
  const known = oneOf(name, SEQUENCE_NAMES, 'The sequence');
  return SEQUENCES.find((sequence) => sequence.name === known)!;
}

function coldPositions({ start, values }: Run): Float64Array {
  return onesOf(values.bytes, values.length, start);
}

function hotPositions({ start, values }: Run): Float64Array {
  const cold = coldPositions({ start, values } as Run);
  const hot = new Float64Array(values.length - cold.length);
  let next = start;
  let count = 0;
  for (const end of [...cold, start + values.length]) {
    while (next < end) hot[count++] = next++;
    next = end + 1;
  }
  return hot;
}

function gaps(): Terms {
  let last: number | undefined;
  return {
    take: (run) => {
      const found: number[] = [];
      for (const position of coldPositions(run)) {
        if (last !== undefined) found.push(position - last);
        last = position;
      }
      return found;
    },
  };
}

/**
 * The first positions of nim-values, by value, which is the index. From position 0 on and without a seed, each value first occurs
 * after all lower ones. Otherwise a value that occurs late, or never, holds back those above it; values missing at the end are
 * omitted.
 */
function firstPositions(): Terms {
  const first = new Map<number, number>();
  let next = 0;
  return {
    take({ start, values }) {
      noteFirst(first, integersOf(values), start, next);
      const found: number[] = [];
      for (let position = first.get(next); position !== undefined; position = first.get(next)) {
        found.push(position);
        first.delete(next++);
      }
      return found;
    },
    end() {
      const held = [...first].sort(([a], [b]) => a - b);
      return held.map(([value, position]) => {
        const skipped = value - next;
        next = value + 1;
        return { skipped, terms: [position] };
      });
    },
  };
}

/** Whether the terms are values by position. */
export function isOfPositions(sequence: Sequence): boolean {
  return sequence.firstIndex(2, 1) === 2;
}

/** Formats of a sequence. */
export const SEQUENCE_FORMATS = [
  { name: 'bfile', describe: 'OEIS b-file', endings: ENDINGS.text, isBinary: false },
  { name: 'oeis', describe: 'line of data for an OEIS entry', endings: ENDINGS.text, isBinary: false },
] as const satisfies readonly Format[];
