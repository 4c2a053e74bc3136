/**
 * The integer sequences of a game as the OEIS has them: values by position, cold positions, the gaps between these, and
 * where each nim-value occurs first. Separate from exports, which are about ranges: a sequence has terms, and an offset.
 */
import { TakeawayError, throwIfAborted, usageError } from '../../common/errors.js';
import { ENDINGS, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { integersOf, numbersOf, type SeriesName } from '../../columnar/layout.js';
import { dataLine, toBFile } from '../../export/oeis.js';
import type { Rows } from '../../export/rows.js';
import { forEachOne } from '../../kernel/bitset.js';
import type { Game } from '../../game/game.js';
import type { RangeOptions, SequenceOptions, SequenceTextOptions } from '../series/options.js';

/** Turns the values of a series, run by run, into the terms that each run adds. */
type Terms = (run: Rows) => ArrayLike<number>;

/** A sequence of a game. */
export interface Sequence<Name extends string = string> {
  readonly name: Name;
  /** What its terms are, in a few words. */
  readonly describe: string;
  /** The series that they follow from. */
  readonly series: SeriesName;
  /** The index of the first term of a range, given the position it starts at and the cold positions below that. */
  readonly firstIndex: (from: number, coldBefore: number) => number;
  /** Begins a sequence: what turns the runs of its series into terms, one after the other. */
  readonly begin: () => Terms;
}

/** Every sequence. To add one: an entry here. */
export const SEQUENCES = [
  {
    name: 'nim',
    describe: 'nim-values',
    series: 'nim',
    firstIndex: (from) => from,
    begin: () => (run) => integersOf(run.values),
  },
  {
    name: 'remoteness',
    describe: 'remoteness',
    series: 'remoteness',
    firstIndex: (from) => from,
    begin: () => (run) => integersOf(run.values),
  },
  {
    name: 'cold',
    describe: 'cold positions',
    series: 'cold',
    firstIndex: (_, coldBefore) => coldBefore,
    begin: () => coldPositions,
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
    begin: () => (run) => numbersOf(run.values),
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

/** The names of all sequences. */
export const SEQUENCE_NAMES: readonly SequenceName[] = SEQUENCES.map(({ name }) => name);

/** The sequence of a name. Raises a usage error, with the nearest name. */
export function sequenceNamed(name: string): Sequence<SequenceName> {
  const known = oneOf(name, SEQUENCE_NAMES, 'The sequence');
  return SEQUENCES.find((sequence) => sequence.name === known)!;
}

function coldPositions({ start, values }: Rows): number[] {
  const positions: number[] = [];
  forEachOne(values.bytes, (bit) => {
    if (bit < values.length) positions.push(start + bit);
  });
  return positions;
}

function gaps(): Terms {
  let last: number | undefined;
  return (run) => {
    const found: number[] = [];
    for (const position of coldPositions(run)) {
      if (last !== undefined) found.push(position - last);
      last = position;
    }
    return found;
  };
}

/** In the order of the values: one that occurs late holds back those above it. */
function firstPositions(): Terms {
  const first = new Map<number, number>();
  let next = 0;
  return ({ start, values }) => {
    const found: number[] = [];
    integersOf(values).forEach((value, i) => {
      if (value >= next && !first.has(value)) first.set(value, start + i);
    });
    for (let position = first.get(next); position !== undefined; position = first.get(next)) {
      found.push(position);
      first.delete(next++);
    }
    return found;
  };
}

/** What a sequence can be written as. */
export const SEQUENCE_FORMATS = [
  { name: 'bfile', describe: 'OEIS b-file', endings: ENDINGS.text, isBinary: false },
  { name: 'oeis', describe: 'line of data for an OEIS entry', endings: ENDINGS.text, isBinary: false },
] as const satisfies readonly Format[];

/** Positions that are looked through at first for a number of terms; and at most, for all terms and for a line of data. */
const FIRST_LOOK = 2 ** 12;
const MOST_LOOKED = 2 ** 26;
const MOST_FOR_DATA = 2 ** 20;
/** More terms than a line of data can have. */
const TERMS_OF_DATA = 100;

/** The values of a series over a range, as a reader gives them; without an end, all that is stored. */
export type ReadRows = (options: RangeOptions) => AsyncIterable<Rows>;

/** What a sequence is read from. */
export interface SequenceSource {
  readonly game: Game;
  readonly sequence: Sequence;
  /** The first position of its series that is not stored. */
  readonly frontier: number;
  readonly rows: ReadRows;
}

/**
 * The terms of a sequence, in batches: all of a range, or exactly `terms` of them, for which positions are looked
 * through until there are so many. Raises a usage error where there are fewer.
 */
export async function* termsOf(
  source: SequenceSource,
  options: SequenceOptions,
): AsyncGenerator<ArrayLike<number>, void, undefined> {
  const { terms, to } = options;
  let left = terms ?? Infinity;
  for await (const found of allTerms(source, options, MOST_LOOKED)) {
    const batch = found.length > left ? Array.from(found).slice(0, left) : found;
    left -= batch.length;
    if (batch.length > 0) yield batch;
    if (left === 0) return;
  }
  if (terms === undefined) return;
  throw usageError({
    subject: `The ${source.sequence.describe} of ${source.game.key}`,
    expected: `${terms} terms`,
    found: `${terms - left}${to === undefined ? '' : ` below ${to}`}`,
  });
}

/** The terms that a line of data may have: as many as there are without dear work. Raises where there are none at all. */
async function* termsForData(
  source: SequenceSource,
  options: SequenceOptions,
): AsyncGenerator<ArrayLike<number>, void, undefined> {
  const { to, terms = to === undefined ? TERMS_OF_DATA : undefined } = options;
  let count = 0;
  try {
    for await (const batch of allTerms(source, { ...options, terms }, MOST_FOR_DATA)) {
      count += batch.length;
      yield batch;
      if (count >= (terms ?? Infinity)) return;
    }
  } catch (error) {
    const isEnd = error instanceof TakeawayError && error.code === 'not-stored' && count > 0;
    if (!isEnd) throw error;
  }
}

async function* allTerms(
  source: SequenceSource,
  options: SequenceOptions,
  most: number,
): AsyncGenerator<ArrayLike<number>, void, undefined> {
  const take = source.sequence.begin();
  for (const range of stretches(source, options, most)) {
    for await (const run of source.rows(range)) yield take(run);
  }
}

/** The ranges to look through one after the other, each as long as all before. */
function* stretches(
  { frontier, sequence }: SequenceSource,
  { from = 0, to, terms }: SequenceOptions,
  most: number,
): Generator<RangeOptions> {
  const isByPosition = sequence.firstIndex(1, 0) === 1;
  if (to !== undefined || terms === undefined) yield { from, to };
  else if (isByPosition) yield { from, to: from + terms };
  else {
    const end = Math.max(frontier, from + most);
    let start = from;
    for (let stop = Math.max(Math.min(frontier, end), from + FIRST_LOOK); start < end;) {
      yield { from: start, to: stop };
      [start, stop] = [stop, Math.min(end, from + 2 * (stop - from))];
    }
  }
}

/** The bytes of a sequence in a format. */
export async function* sequenceBytes(
  source: SequenceSource,
  coldBefore: (position: number) => Promise<number>,
  options: SequenceTextOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { format = 'bfile', offset, header, from = 0, terms } = options;
  if (format === 'oeis') {
    const line = await dataLine(termsForData(source, options), terms);
    yield new TextEncoder().encode(`${line}\n`);
    return;
  }
  const { firstIndex, series } = source.sequence;
  const isOfCold = series === 'cold' && from > 0;
  const first = offset ?? firstIndex(from, isOfCold ? await coldBefore(from) : 0);
  yield* toBFile(told(termsOf(source, options), options), first, header);
}

/** The same terms; says the share that is done where their number is known, and stops when asked. */
async function* told(
  terms: AsyncIterable<ArrayLike<number>>,
  { signal, onProgress, terms: wanted }: SequenceTextOptions,
): AsyncGenerator<ArrayLike<number>, void, undefined> {
  let done = 0;
  for await (const batch of terms) {
    throwIfAborted(signal);
    done += batch.length;
    if (wanted !== undefined) onProgress?.(done / wanted);
    yield batch;
  }
}
