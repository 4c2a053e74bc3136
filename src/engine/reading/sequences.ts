/**
 * The integer sequences of a game as the OEIS has them: values by position, cold positions, the gaps between these,
 * and where each nim-value occurs first.
 */
import { checkCost, MOST_STEPS } from '../../common/cost.js';
import { failure, TakeawayError, throwIfAborted, usageError } from '../../common/errors.js';
import { ENDINGS, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { integersOf, numbersOf, type SeriesName } from '../../columnar/layout.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import { checkIndex, dataLine, termTable, type TermBatch } from '../../tables/oeis.js';
import { toBFile } from '../../tables/text.js';
import { noteFirst } from '../../game/first-positions.js';
import type { Period } from '../../game/periods.js';
import { forEachOne } from '../../kernel/bitset.js';
import type { Game } from '../../game/game.js';
import type { RangeOptions, SequenceOptions, SequenceTextOptions } from '../series/options.js';
import type { Run } from './scan.js';

/** Turns the values of a series, run by run, into terms. */
interface Terms {
  /** The terms that a run adds. */
  readonly take: (run: Run) => ArrayLike<number>;
  /** Those that were held back, at the end of all runs. */
  readonly end?: () => TermBatch[];
}

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

/** The names of all sequences. */
export const SEQUENCE_NAMES: readonly SequenceName[] = SEQUENCES.map(({ name }) => name);

/** The sequence of a name. Raises a usage error, with the nearest name. */
export function sequenceNamed(name: string): Sequence<SequenceName> {
  const known = oneOf(name, SEQUENCE_NAMES, 'The sequence');
  return SEQUENCES.find((sequence) => sequence.name === known)!;
}

function coldPositions({ start, values }: Run): number[] {
  const positions: number[] = [];
  forEachOne(values.bytes, (bit) => {
    if (bit < values.length) positions.push(start + bit);
  });
  return positions;
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
 * By nim-value, which is the index. Where positions begin at 0 and there is no seed, each value occurs after all lower
 * ones. Else one that occurs late, or never, holds back those above it; what is missing at the end is left out.
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

/** How to look for terms whose number is not known: they may not be worth as much work as what was asked for. */
export interface RowsOptions extends RangeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Seconds of computing at most; absent: what the store allows. */
  readonly seconds?: number | undefined;
}

/** The values of a series over a range, as a reader gives them; without an end, all that is stored. */
export type ReadRows = (options: RowsOptions) => AsyncIterable<Run>;

/** What a sequence is read from. */
export interface SequenceSource {
  readonly game: Game;
  readonly sequence: Sequence;
  /** The first position of its series that is not stored. */
  readonly frontier: number;
  /** The period of its series, as far as it is known by now. */
  readonly period: () => Period | null;
  readonly rows: ReadRows;
}

/** Seconds of computing for terms of which nobody knows how many positions they take. */
const SEARCH_SECONDS = 2;

/**
 * The terms of a sequence, in batches: all of a range, or exactly `terms` of them, for which positions are looked
 * through until there are so many. Raises a usage error where there are fewer, at once where that is clear.
 */
export async function* termsOf(
  source: SequenceSource,
  options: SequenceTextOptions | SequenceOptions,
): AsyncGenerator<TermBatch, void, undefined> {
  const { terms, to } = options;
  checkTerms(source, options);
  let left = terms ?? Infinity;
  for await (const { terms: found, skipped } of allTerms(source, options, MOST_LOOKED)) {
    const batch = found.length > left ? Array.from(found).slice(0, left) : found;
    left -= batch.length;
    if (batch.length > 0) yield { terms: batch, skipped };
    if (left === 0) return;
  }
  if (terms === undefined) return;
  throw tooFew(source, terms, `${terms - left}${to === undefined ? '' : ` below ${to}`}`);
}

function tooFew({ sequence, game }: SequenceSource, terms: number, found: string): TakeawayError {
  return failure('usage', `The ${sequence.describe} of ${game.key}`, `${terms} terms`, found);
}

/** Raises a usage error for terms that cannot be there, and for more positions that are not stored than may be looked at. */
function checkTerms(source: SequenceSource, { from = 0, to, terms }: SequenceOptions): void {
  const { sequence, frontier } = source;
  if (terms !== undefined && (!Number.isSafeInteger(terms) || terms < 0)) {
    throw usageError({ subject: 'The terms', expected: 'an integer of at least 0', found: String(terms) });
  }
  const isByPosition = isOfPositions(sequence);
  if (terms !== undefined && to === undefined) {
    const most = isByPosition ? POSITION_LIMIT - from : Math.max(frontier, from + MOST_LOOKED) - from;
    if (terms > most) throw tooFew(source, terms, `at most ${most} from position ${from} on`);
  }
  const end = to ?? (isByPosition && terms !== undefined ? from + terms : frontier);
  checkCost(end - Math.max(from, frontier), {
    subject: `The ${sequence.describe} of ${source.game.key}`,
    expected: `at most ${MOST_STEPS} positions that are not stored`,
    found: `${end - Math.max(from, frontier)} of them`,
    remedy: { do: 'lower', option: 'to' },
  });
}

/** Whether the terms are values by position. */
function isOfPositions(sequence: Sequence): boolean {
  return sequence.firstIndex(1, 0) === 1;
}

/** The terms that a line of data may have: as many as there are without dear work. Raises where there are none at all. */
async function* termsForData(
  source: SequenceSource,
  options: SequenceTextOptions,
): AsyncGenerator<TermBatch, void, undefined> {
  const { to, terms = to === undefined ? TERMS_OF_DATA : undefined } = options;
  let count = 0;
  checkTerms(source, { ...options, terms });
  try {
    for await (const batch of allTerms(source, { ...options, terms }, MOST_FOR_DATA)) {
      count += batch.terms.length;
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
  options: SequenceTextOptions | SequenceOptions,
  most: number,
): AsyncGenerator<TermBatch, void, undefined> {
  const signal = 'signal' in options ? options.signal : undefined;
  const breathe = breather(signal);
  const { take, end } = source.sequence.begin();
  const seconds = options.to === undefined && !isOfPositions(source.sequence) ? SEARCH_SECONDS : undefined;
  for (const range of stretches(source, options, most)) {
    for await (const run of source.rows({ ...range, signal, seconds })) {
      yield { terms: take(run), skipped: 0 };
      await breathe();
    }
  }
  yield* end?.() ?? [];
}

/** The ranges to look through one after the other, each as long as all before. */
function* stretches(
  { frontier, sequence, period }: SequenceSource,
  { from = 0, to, terms }: SequenceOptions,
  most: number,
): Generator<RangeOptions> {
  if (to !== undefined || terms === undefined) yield { from, to };
  else if (isOfPositions(sequence)) yield { from, to: from + terms };
  else {
    let end = Math.min(POSITION_LIMIT, Math.max(frontier, from + most));
    let start = from;
    for (let stop = Math.max(Math.min(frontier, end), from + FIRST_LOOK); start < end;) {
      yield { from: start, to: Math.min(stop, end) };
      const known = period();
      // Where all values repeat as they are, none is new from there on.
      if (sequence.name === 'records' && known?.saltus === 0)
        end = Math.min(end, Math.max(from, known.preperiod) + known.period);
      [start, stop] = [Math.min(stop, end), Math.min(end, from + 2 * (stop - from))];
    }
  }
}

/** The bytes of a sequence in a format. */
export async function* sequenceBytes(
  source: SequenceSource,
  coldBefore: (position: number) => Promise<number>,
  options: SequenceTextOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { format = 'bfile', offset, header = [], from = 0, to, terms } = options;
  if (format === 'oeis') {
    const line = await dataLine(termsForData(source, options), terms);
    yield new TextEncoder().encode(`${line}\n`);
    return;
  }
  const { firstIndex, series } = source.sequence;
  checkTerms(source, options);
  const isOfCold = series === 'cold' && from > 0;
  const first = offset ?? firstIndex(from, isOfCold ? await coldBefore(from) : 0);
  const count = terms ?? (to !== undefined && isOfPositions(source.sequence) ? to - from : 1);
  checkIndex(first + Math.max(0, count - 1));
  const batches = told(termsOf(source, options), options);
  if (header.length > 0) yield new TextEncoder().encode(header.map((line) => `# ${line}\n`).join(''));
  yield* toBFile(termTable(offset === undefined ? batches : fromFirst(batches), first));
}

/** The same batches, counted from the first term that there is. */
async function* fromFirst(batches: AsyncIterable<TermBatch>): AsyncGenerator<TermBatch, void, undefined> {
  let isFirst = true;
  for await (const { terms, skipped } of batches) {
    yield { terms, skipped: isFirst ? 0 : skipped };
    isFirst = false;
  }
}

/** The same terms; says the share that is done where their number is known, and stops when asked. */
async function* told(
  batches: AsyncIterable<TermBatch>,
  { signal, onProgress, terms: wanted }: SequenceTextOptions,
): AsyncGenerator<TermBatch, void, undefined> {
  let done = 0;
  for await (const batch of batches) {
    throwIfAborted(signal);
    done += batch.terms.length;
    if (wanted !== undefined) onProgress?.(done / wanted);
    yield batch;
  }
}
