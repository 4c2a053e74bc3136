/** The label of a block file, read from its untrusted footer without an Arrow decoder. */
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
const MAX_FOOTER_BYTES = 1 << 14;

/** The end of the stream lies between the last buffer of an Arrow file and its footer. */
const END_OF_STREAM_BYTES = 8;

/** Returns the end of the last buffer of an Arrow file, padded to a multiple of 8 bytes. Raises for other files. */
export function bodyEndOf(file: Uint8Array): number {
  return footerIn(file).byteOffset - file.byteOffset - END_OF_STREAM_BYTES;
}

/** Returns the footer of a block file. Raises for other files and for a longer footer. */
export function footerIn(file: Uint8Array): Uint8Array {
  const footer = footerOf(file, MAX_FOOTER_BYTES);
  if (footer !== undefined) return footer;
  throw new Error(`block file: no Arrow IPC file with a footer of at most ${MAX_FOOTER_BYTES} bytes`);
}

/** Returns the label in the schema's metadata, and the encoding of the values. Raises if there is no label. */
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

/** Reads the pairs in the metadata of the schema, or raises. */
function readMetadata(file: Uint8Array): Map<string, string> {
  const tables = new FlatTables(footerIn(file));
  try {
    const pairs = tables.tables(tables.field(tables.root(), FOOTER_SCHEMA), SCHEMA_METADATA);
    return new Map(pairs.map((pair) => [tables.text(pair, PAIR.key), tables.text(pair, PAIR.value)]));
  } catch (error) {
    throw new Error('block file: no metadata of a block', { cause: error });
  }
}
