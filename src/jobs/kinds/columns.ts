/** Values in inputs and results of jobs: a head as JSON, and a blob. The blob of a result is packed as in block files. */
import { ENCODING_NAMES, ENCODINGS, type EncodingName } from '../../columnar/encodings.js';
import {
  byteLength,
  hasSpareBits,
  SERIES,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { oneOf } from '../../common/one-of.js';
import type { Range } from '../../common/range.js';
import { sha256 } from '../../common/sha256.js';
import { RunSegment } from '../../engine/views/segments.js';
import { SolvedView } from '../../engine/views/view.js';
import type { JobContext } from '../job.js';
import type { BlobSource } from '../blob-source.js';
import { hashIn, objectOf, rangeOf, textOf } from '../reading.js';

/** A run of values without its bytes. */
export interface ColumnHead extends Range {
  readonly width: Width;
}

/** A run of values with the hash of its bytes. */
export interface NamedColumn extends ColumnHead {
  readonly hash: string;
}

/** A run of values whose bytes are packed. */
export interface PackedHead extends ColumnHead {
  readonly encoding: EncodingName;
}

const INTEGER_WIDTHS: readonly Width[] = [8, 16, 32];

function readHead(json: unknown, series: SeriesName): ColumnHead {
  const { width } = objectOf(json);
  const found = (SERIES[series].isBits ? [1 as const] : INTEGER_WIDTHS).find((one) => one === width);
  if (found === undefined) throw new TypeError(`expected a width of ${series} values`);
  return { ...rangeOf(json), width: found };
}

/** Reads the head and hash of a run of values; raises if they are invalid. */
export function readNamed(json: unknown, series: SeriesName): NamedColumn {
  return { ...readHead(json, series), hash: hashIn(objectOf(json).hash) };
}

/** Offers the values of some runs, which are read again on request, and returns their heads and hashes. */
export async function offerValues(
  blobSource: BlobSource,
  runs: Iterable<Range>,
  read: (run: Range) => Promise<ColumnValues>,
): Promise<NamedColumn[]> {
  const known: NamedColumn[] = [];
  for (const run of runs) {
    const values = await read(run);
    const bytes = exactBytes(values);
    const hash = sha256(bytes);
    await blobSource.offer(hash, bytes, async () => exactBytes(await read(run)));
    known.push({ ...run, width: values.width, hash });
  }
  return known;
}

/** Returns a view of contiguous runs, each fetched when it is read. Only the latest is cached. */
export function namedView(
  series: SeriesName,
  known: readonly NamedColumn[],
  context: Pick<JobContext, 'blob'>,
): SolvedView {
  let latest: { readonly run: NamedColumn; readonly values: ColumnValues } | undefined;
  const fetch = async (run: NamedColumn): Promise<ColumnValues> => {
    if (latest?.run !== run) latest = { run, values: columnOf(run, await context.blob(run.hash)) };
    return latest.values;
  };
  const segments = known.map(
    (run) => new RunSegment(series, run, { width: run.width, fetch: () => fetch(run) }),
  );
  return new SolvedView(series, segments);
}

/** Returns a run of the given bytes. Raises for a wrong length, and for bits after the last value. */
function columnOf({ start, stop, width }: ColumnHead, bytes: Uint8Array): ColumnValues {
  const length = stop - start;
  if (bytes.length !== byteLength(width, length))
    throw new TypeError(`${bytes.length} bytes are not ${length} values`);
  const values = { width, length, bytes };
  if (hasSpareBits(values)) throw new TypeError('bits after the last value');
  return values;
}

/** Returns the bytes of a run exactly, with zero bits after the last value. */
export function exactBytes({ width, length, bytes }: ColumnValues): Uint8Array {
  const exact = bytes.slice(0, byteLength(width, length));
  const spare = (length * width) % 8;
  if (spare !== 0) exact[exact.length - 1] &= (1 << spare) - 1;
  return exact;
}

export function readPackedHead(json: unknown, series: SeriesName): PackedHead {
  const encoding = oneOf(textOf(objectOf(json).encoding), ENCODING_NAMES, 'The encoding');
  return { ...readHead(json, series), encoding };
}

/** Unpacks a run of values; raises unless the bytes are exactly such a run. */
export function unpackedOf(head: PackedHead, packed: Uint8Array): ColumnValues {
  const { width, start, stop, encoding } = head;
  const { bytes, end } = ENCODINGS[encoding].unpack(packed, byteLength(width, stop - start));
  if (end !== packed.length) throw new TypeError('bytes after the values');
  return { ...columnOf(head, bytes), packed: { encoding, packed } };
}
