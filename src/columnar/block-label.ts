/** The label of a block file, read from its footer without an Arrow decoder; the bytes are not trusted. */
import { FlatTables, FOOTER_SCHEMA, footerOf, PAIR, SCHEMA_METADATA } from './arrow-metadata.js';
import { ENCODING_NAMES, ENCODINGS, type EncodingName } from './encodings.js';
import { SERIES_NAMES, type SeriesName } from './layout.js';

/** Game, series and range of a block, as its file states them. */
export interface BlockLabel {
  readonly game: string;
  readonly series: SeriesName;
  readonly start: number;
  readonly stop: number;
}

/** Footers of block files have some 600 bytes: a key has at most 200 characters. */
const LONGEST_FOOTER = 1 << 14;

/** What stands between the last buffer of an Arrow file and its footer: the end of the stream. */
const END_OF_STREAM_BYTES = 8;

/** Where the last buffer of an Arrow file ends, padded to a multiple of 8 bytes. Raises for what is no such file. */
export function bodyEndOf(file: Uint8Array): number {
  return footerIn(file).byteOffset - file.byteOffset - END_OF_STREAM_BYTES;
}

/** The footer of a block file. Raises for what is no Arrow file, or has a longer one. */
export function footerIn(file: Uint8Array): Uint8Array {
  const footer = footerOf(file, LONGEST_FOOTER);
  if (footer !== undefined) return footer;
  throw new Error(`block file: no Arrow IPC file with a footer of at most ${LONGEST_FOOTER} bytes`);
}

/** The label in the schema's metadata of a block file, and how its values are packed. Raises when there is none. */
export function readLabel(file: Uint8Array): { readonly label: BlockLabel; readonly encoding: EncodingName } {
  const metadata = readMetadata(file);
  const format = metadata.get('takeaway.format');
  const encoding = ENCODING_NAMES.find((name) => ENCODINGS[name].format === format);
  if (encoding === undefined) {
    const known = ENCODING_NAMES.map((name) => ENCODINGS[name].format).join(' or ');
    throw new Error(`block file: the format ${String(format)} instead of ${known}`);
  }
  const series = SERIES_NAMES.find((name) => name === metadata.get('takeaway.series'));
  if (series === undefined) throw new Error('block file: no known series in its metadata');
  const start = position(metadata.get('takeaway.start'));
  const stop = position(metadata.get('takeaway.stop'));
  if (start >= stop) throw new Error(`block file: no positions from ${start} to ${stop}`);
  return { label: { game: metadata.get('takeaway.game') ?? '', series, start, stop }, encoding };
}

function position(text: string | undefined): number {
  const value = /^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new Error('block file: no positions in its metadata');
}

/** The pairs in the metadata of the schema; those that do not fit raise. */
function readMetadata(file: Uint8Array): Map<string, string> {
  const tables = new FlatTables(footerIn(file));
  try {
    const pairs = tables.tables(tables.field(tables.root(), FOOTER_SCHEMA), SCHEMA_METADATA);
    return new Map(pairs.map((pair) => [tables.text(pair, PAIR.key), tables.text(pair, PAIR.value)]));
  } catch (error) {
    throw new Error('block file: no metadata of a block', { cause: error });
  }
}
