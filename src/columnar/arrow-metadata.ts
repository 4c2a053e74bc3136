/**
 * The metadata of Arrow files, read without an Arrow decoder: damaged or hostile metadata can hang one, or make it ask for all
 * memory. Nothing has vouched for the bytes read here: every step is inside them, and the number of steps is bounded.
 */

/** An Arrow file begins with this, padded; it ends with the footer, the length of that, and this. */
const MAGIC = 'ARROW1';

/** Fields of flatbuffer tables (Arrow's File.fbs and Schema.fbs). */
export const FOOTER_SCHEMA = 1;
export const SCHEMA_METADATA = 2;
/** Schemas, fields and messages carry texts by texts. */
export const PAIR = { key: 0, value: 1 } as const;

/** The footer of an Arrow file, which has its schema; undefined for what is no such file, or has a longer footer. */
export function footerOf(file: Uint8Array, longest: number): Uint8Array | undefined {
  const end = file.length - MAGIC.length - 4;
  if (end < 8 || !hasMagic(file, 0) || !hasMagic(file, end + 4)) return undefined;
  const length = new DataView(file.buffer, file.byteOffset + end, 4).getUint32(0, true);
  return length > longest || length > end ? undefined : file.subarray(end - length, end);
}

function hasMagic(file: Uint8Array, at: number): boolean {
  return String.fromCharCode(...file.subarray(at, at + MAGIC.length)) === MAGIC;
}

/** Flatbuffers lets things share bytes, as equal texts may; so many may share one, on average. */
const SHARING = 4;
/** What a table in a vector counts as: its offset and the least that it takes have 8 bytes. */
const TABLE_COST = SHARING * 8;

/**
 * Flatbuffer tables, read with checks. A DataView raises where an offset leaves the bytes, and what is read altogether is
 * bounded by their number, also where an offset leads back. Offsets have a sign, as in the decoders of the format, so that
 * those see the same tables. Addresses are of the thing itself, after its offset has been followed.
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

  /** Where a field of a table lies; undefined where the table leaves it out. */
  #place(table: number, index: number): number | undefined {
    const layout = table - this.#view.getInt32(table, true);
    const entry = 4 + 2 * index;
    const offset = entry < this.#view.getInt16(layout, true) ? this.#view.getInt16(layout + entry, true) : 0;
    return offset === 0 ? undefined : table + offset;
  }

  /** The table, vector or text that a field leads to. */
  field(table: number, index: number): number {
    const place = this.#place(table, index);
    if (place === undefined) throw new Error(`no field ${index}`);
    return this.#follow(place);
  }

  /** A vector, or a text, of elements of `size` bytes, each of which counts as `cost`. Empty where the table leaves it out. */
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

  /** The tables of a vector. */
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
