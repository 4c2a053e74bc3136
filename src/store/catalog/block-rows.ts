/** What a block's row in the catalog must be before anyone believes it. */
import { ENCODING_NAMES } from '../../columnar/encodings.js';
import { byteLength, SERIES, SERIES_NAMES } from '../../columnar/layout.js';
import { TakeawayError } from '../../common/errors.js';
import { lengthOf } from '../../common/range.js';
import type { Remedy } from '../../common/remedies.js';
import { blockFileName, MOST_BLOCK_BYTES } from '../files/block-files.js';
import { MOST_SERIES } from '../files/names.js';
import type { BlockRecord, SeriesSnapshot, StoredSeries } from '../records.js';

/** What is wrong with a row, in the parts of an error. */
export interface RowProblem {
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** Bytes of a block file other than its values, at most; the key of its game is the longest thing among them. */
const MOST_FRAMING = 2 ** 16;
/** Compressed values have at least this part of their bytes. */
const LEAST_PACKED = 1 / 255;
/** Blocks start at multiples of this. */
const ALIGNMENT = 64;

/** Whether a number of a row can count something. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Whether a text of a row can be a SHA-256. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** How errors name a row. */
function rowName({ gameKey, name }: StoredSeries, { start, stop }: BlockRecord): string {
  return `The catalog's block ${start}-${stop} of ${gameKey} ${name}`;
}

/** What is wrong with a row of the catalog's series: its number is no folder's, or its name that of none. */
function seriesProblem({ id, gameKey, name }: StoredSeries): RowProblem | undefined {
  const subject = `The catalog's series ${id} of ${gameKey}`;
  if (!isCount(id) || id === 0 || id > MOST_SERIES)
    return { subject, expected: `a number from 1 to ${MOST_SERIES}`, found: String(id) };
  if (SERIES_NAMES.some((known) => known === name)) return undefined;
  return { subject, expected: `one of ${SERIES_NAMES.join(', ')}`, found: JSON.stringify(name) };
}

/** Raises `corrupt` unless a row of the catalog's series is of a series that there is. */
export function requireKnownSeries(series: StoredSeries): void {
  const problem = seriesProblem(series);
  if (problem !== undefined) throw unsound(problem, { do: 'rebuild' });
}

/** What is wrong with the row of a block of a series, taken by itself; undefined when nothing is. */
export function rowProblem(series: StoredSeries, block: BlockRecord): RowProblem | undefined {
  const wrong = (expected: string, found: unknown): RowProblem => {
    return { subject: rowName(series, block), expected, found: String(found) };
  };
  const { start, stop, bytes, width, encoding, valuesOffset, coldCount, coldBefore, largest } = block;
  const ofSeries = seriesProblem(series);
  if (ofSeries !== undefined) return ofSeries;
  const length = lengthOf(block);
  const widths = SERIES[series.name].isBits ? [1] : [8, 16, 32];
  if (!isCount(start) || start % ALIGNMENT !== 0)
    return wrong(`a start at a multiple of ${ALIGNMENT}`, start);
  if (!isCount(stop) || stop <= start) return wrong('an end above its start', stop);
  if (stop > series.frontier) return wrong(`an end at or below the frontier ${series.frontier}`, stop);
  if (!widths.includes(width)) return wrong(`values of ${widths.join(', ')} bits`, width);
  if (!ENCODING_NAMES.includes(encoding))
    return wrong(`an encoding among ${ENCODING_NAMES.join(', ')}`, encoding);
  const most = byteLength(width, length);
  if (most > MOST_BLOCK_BYTES)
    return wrong(`values of at most ${MOST_BLOCK_BYTES} bytes`, `${length} of ${width} bits`);
  const least = encoding === 'none' ? most : LEAST_PACKED * most;
  const isFitting =
    valuesOffset + least <= bytes && bytes <= Math.min(valuesOffset + most + MOST_FRAMING, MOST_BLOCK_BYTES);
  if (!isCount(bytes) || !isCount(valuesOffset) || !isFitting) {
    const values = `${length} values of ${width} bits, packed as ${encoding}, from byte ${valuesOffset} on`;
    return wrong(`a file with ${values}, and little else`, `one of ${bytes} bytes`);
  }
  if (!isCount(coldCount) || coldCount > length) return wrong(`at most ${length} cold positions`, coldCount);
  if (!isCount(coldBefore) || coldBefore > start)
    return wrong(`at most ${start} cold positions below it`, coldBefore);
  if (!isCount(largest) || largest >= 2 ** width) return wrong(`values below 2^${width}`, largest);
  if (!isDigest(block.sha256)) return wrong('a SHA-256 of its file', block.sha256);
  if (!isDigest(block.valuesSha256)) return wrong('a SHA-256 of its values', block.valuesSha256);
  if (block.methods.length === 0) return wrong('the names of its methods', 'none');
  const file = blockFileName(block, block.sha256);
  return file === block.file ? undefined : wrong(`the file ${file}`, block.file);
}

/** What is wrong between the blocks of a series, and with its frontier; each row by itself is another matter. */
export function* neighbourProblems(series: SeriesSnapshot): Generator<RowProblem, void, undefined> {
  let stop = 0;
  let cold = 0;
  for (const block of series.blocks) {
    const subject = rowName(series, block);
    if (block.start !== stop) {
      yield {
        subject,
        expected: `a start at ${stop}, where the one below it ends`,
        found: String(block.start),
      };
    }
    if (block.coldBefore !== cold) {
      yield { subject, expected: `${cold} cold positions below it`, found: String(block.coldBefore) };
    }
    stop = block.stop;
    cold += block.coldCount;
  }
  if (stop !== series.frontier) {
    yield {
      subject: `The catalog of ${series.gameKey} ${series.name}`,
      expected: `the frontier ${stop}, where its blocks end`,
      found: `frontier ${series.frontier}`,
    };
  }
}

/** Raises `corrupt` unless the blocks of a series are what they must be, without gap, up to its frontier. */
export function requireSound(series: SeriesSnapshot): void {
  for (const block of series.blocks) {
    const problem = rowProblem(series, block);
    if (problem !== undefined) throw unsound(problem);
  }
  const problem = neighbourProblems(series).next();
  if (problem.done !== true) throw unsound(problem.value);
}

/** The error for rows that cannot be. */
export function unsound(
  problem: RowProblem,
  remedy: Remedy = { do: 'verify', repair: false },
): TakeawayError {
  return new TakeawayError('corrupt', { ...problem, help: 'No answer relies on it.', remedy });
}
