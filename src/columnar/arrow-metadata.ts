/**
 * The metadata of Arrow files, read without an Arrow decoder: damaged or hostile metadata can make one hang or request all
 * memory. The bytes are untrusted: every read is inside them, and the number of reads is bounded.
 */

/** A file is the magic, padding, the content, the footer, its length, and the magic again. */
const MAGIC = 'ARROW1';

/** Fields of flatbuffer tables (Arrow's File.fbs and Schema.fbs). */
export const FOOTER_SCHEMA = 1;
export const SCHEMA_METADATA = 2;
/** Schemas, fields and messages have pairs of texts. */
export const PAIR = { key: 0, value: 1 } as const;

/** Returns the footer, which has the schema; undefined for other files and for a footer longer than `longest`. */
export function footerOf(file: Uint8Array, longest: number): Uint8Array | undefined {
  const end = file.length - MAGIC.length - 4;
  if (end < 8 || !hasMagic(file, 0) || !hasMagic(file, end + 4)) return undefined;
  const length = new DataView(file.buffer, file.byteOffset + end, 4).getUint32(0, true);
  return length > longest || length > end ? undefined : file.subarray(end - length, end);
}

function hasMagic(file: Uint8Array, at: number): boolean {
  return String.fromCharCode(...file.subarray(at, at + MAGIC.length)) === MAGIC;
}

/** Flatbuffer values may share bytes, as equal texts do: on average at most this many times. */
const SHARING = 4;
/** The cost of a table in a vector: its offset and the smallest table have 8 bytes. */
const TABLE_COST = SHARING * 8;

/**
 * Flatbuffer tables, read with checks. A DataView raises for an offset outside of the bytes, and the total bytes read are
 * bounded by their number, even if an offset leads back. Offsets are signed, as in decoders of the format, so that these see
 * the same tables. Addresses are those of values, not of their offsets.
 */
export class FlatTables {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Bytes that may still be read. */
  #left: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = SHARING * bytes.length;
  }

  root(): number {
    return this.#follow(0);
  }

  /** Returns the address of a field, or undefined if the table lacks it. */
  #place(table: number, index: number): number | undefined {
    const layout = table - this.#view.getInt32(table, true);
    const entry = 4 + 2 * index;
    const offset = entry < this.#view.getInt16(layout, true) ? this.#view.getInt16(layout + entry, true) : 0;
    return offset === 0 ? undefined : table + offset;
  }

  /** Returns the address of the table, vector or text of a field. */
  field(table: number, index: number): number {
    const place = this.#place(table, index);
    if (place === undefined) throw new Error(`no field ${index}`);
    return this.#follow(place);
  }

  /** Returns a vector or text with elements of `size` bytes, each at a cost of `cost`; empty if the table lacks it. */
  vector(table: number, index: number, size: number, cost = size): { start: number; length: number } {
    if (this.#place(table, index) === undefined) return { start: 0, length: 0 };
    const at = this.field(table, index);
    const start = at + 4;
    const length = this.#view.getInt32(at, true);
    this.#left -= 4 + cost * length;
    if (length < 0 || start + size * length > this.#bytes.length || this.#left < 0)
      throw new Error(`${length} elements in ${this.#bytes.length} bytes`);
    return { start, length };
  }

  tables(table: number, index: number): number[] {
    const { start, length } = this.vector(table, index, 4, TABLE_COST);
    return Array.from({ length }, (_, i) => this.#follow(start + 4 * i));
  }

  text(table: number, index: number): string {
    const { start, length } = this.vector(table, index, 1);
    return new TextDecoder('utf-8', { fatal: true }).decode(this.#bytes.subarray(start, start + length));
  }

  #follow(at: number): number {
    return at + this.#view.getInt32(at, true);
  }
}
