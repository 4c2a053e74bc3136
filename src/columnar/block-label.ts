/**
 * Reading what a block file says of itself without an Arrow decoder: damaged or hostile metadata can hang one, or make
 * it ask for all memory. Nothing has vouched for the bytes read here: every step is inside the bytes of the footer, and
 * the number of steps is bounded.
 */
import { ENCODING_NAMES, ENCODINGS, type EncodingName } from './encodings.js';
import { SERIES_NAMES, type SeriesName } from './layout.js';

/** What a block file says of itself, besides its values. */
export interface BlockLabel {
  readonly game: string;
  readonly series: SeriesName;
  readonly start: number;
  readonly stop: number;
}

/** An Arrow file begins with this, padded; it ends with the footer, the length of that, and this. */
const MAGIC = 'ARROW1';
/** Footers of block files have some 600 bytes: a key has at most 200 characters. */
const LONGEST_FOOTER = 1 << 14;
/** Fields of the flatbuffer tables on the way to the metadata (Arrow's File.fbs and Schema.fbs). */
const FOOTER_SCHEMA = 1;
const SCHEMA_METADATA = 2;
const PAIR_KEY = 0;
const PAIR_VALUE = 1;

/** What stands between the last buffer of an Arrow file and its footer: the end of the stream. */
const END_OF_STREAM_BYTES = 8;

/** Where the last buffer of an Arrow file ends, padded to a multiple of 8 bytes. Raises for what is no such file. */
export function bodyEndOf(file: Uint8Array): number {
  return footerOf(file).byteOffset - file.byteOffset - END_OF_STREAM_BYTES;
}

/** The footer of an Arrow file, which has its schema. */
function footerOf(file: Uint8Array): Uint8Array {
  const end = file.length - MAGIC.length - 4;
  const magic = (at: number): string => String.fromCharCode(...file.subarray(at, at + MAGIC.length));
  if (end < 8 || magic(0) !== MAGIC || magic(end + 4) !== MAGIC) {
    throw new Error('block file: expected an Arrow IPC file');
  }
  const length = new DataView(file.buffer, file.byteOffset + end, 4).getUint32(0, true);
  if (length > LONGEST_FOOTER || length > end) {
    throw new Error(`block file: expected a footer of at most ${LONGEST_FOOTER} bytes, found ${length}`);
  }
  return file.subarray(end - length, end);
}

/** The label in the schema's metadata of a block file, and how its values are packed. Raises when there is none. */
export function readLabel(file: Uint8Array): { readonly label: BlockLabel; readonly encoding: EncodingName } {
  const metadata = readMetadata(file);
  const format = metadata.get('takeaway.format');
  const encoding = ENCODING_NAMES.find((name) => ENCODINGS[name].format === format);
  if (encoding === undefined) {
    const known = ENCODING_NAMES.map((name) => ENCODINGS[name].format).join(' or ');
    throw new Error(`block file: expected format ${known}, found ${String(format)}`);
  }
  const series = SERIES_NAMES.find((name) => name === metadata.get('takeaway.series'));
  if (series === undefined) throw new Error('block file: no known series in its metadata');
  const start = position(metadata.get('takeaway.start'));
  const stop = position(metadata.get('takeaway.stop'));
  if (start >= stop) throw new Error(`block file: expected positions, found ${start} to ${stop}`);
  return { label: { game: metadata.get('takeaway.game') ?? '', series, start, stop }, encoding };
}

function position(text: string | undefined): number {
  const value = /^(0|[1-9]\d{0,15})$/.test(text ?? '') ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new Error('block file: expected positions in its metadata');
}

/** The pairs in the metadata of the schema; those that do not fit raise. */
function readMetadata(file: Uint8Array): Map<string, string> {
  const tables = new Tables(footerOf(file));
  try {
    const schema = tables.field(tables.root(), FOOTER_SCHEMA);
    const pairs = tables.vector(tables.field(schema, SCHEMA_METADATA));
    return new Map(
      pairs.map((pair) => [
        tables.text(tables.field(pair, PAIR_KEY)),
        tables.text(tables.field(pair, PAIR_VALUE)),
      ]),
    );
  } catch (error) {
    throw new Error('block file: expected the metadata of a block', { cause: error });
  }
}

/**
 * Flatbuffer tables, read with checks: a DataView raises where an offset leaves the bytes. Addresses are of the
 * thing itself, after its offset has been followed.
 */
class Tables {
  static readonly #MOST_ELEMENTS = 64;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  root(): number {
    return this.#follow(0);
  }

  field(table: number, index: number): number {
    const layout = table - this.#view.getInt32(table, true);
    const entry = 4 + 2 * index;
    const offset =
      entry < this.#view.getUint16(layout, true) ? this.#view.getUint16(layout + entry, true) : 0;
    if (offset === 0) throw new Error(`no field ${index}`);
    return this.#follow(table + offset);
  }

  vector(at: number): number[] {
    const length = this.#view.getUint32(at, true);
    if (length > Tables.#MOST_ELEMENTS) throw new Error(`${length} elements`);
    return Array.from({ length }, (_, i) => this.#follow(at + 4 + 4 * i));
  }

  text(at: number): string {
    const length = this.#view.getUint32(at, true);
    if (at + 4 + length > this.#bytes.length) throw new Error(`text of ${length} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(this.#bytes.subarray(at + 4, at + 4 + length));
  }

  #follow(at: number): number {
    return at + this.#view.getUint32(at, true);
  }
}
