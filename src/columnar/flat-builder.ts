/**
 * Flatbuffers written from their end to their beginning, as the format's own builder does (Internals of FlatBuffers): what is
 * referred to comes before what refers to it, and tables of the same layout share it. The reader is `FlatTables`.
 */

/** A field of a table: a number of so many bytes, or where something lies that was written before. */
export type Field = { readonly bytes: 1 | 2 | 4 | 8; readonly value: number } | { readonly at: number };

const OFFSET_BYTES = 4;

export class FlatBuilder {
  /** The bytes so far, the last one first. */
  readonly #reversed: number[] = [];
  /** Layouts of tables: where each lies, and what it has. */
  readonly #layouts = new Map<string, number>();
  #alignment = 1;

  /** A text, in UTF-8. Returns where it lies, counted from the end. */
  text(text: string): number {
    const bytes = new TextEncoder().encode(text);
    this.#align(OFFSET_BYTES, bytes.length + 1);
    this.#reversed.push(0, ...bytes.toReversed());
    return this.#number(OFFSET_BYTES, bytes.length);
  }

  /** A vector of what was written before, in its order. */
  vector(elements: readonly number[]): number {
    this.#align(OFFSET_BYTES, OFFSET_BYTES * elements.length);
    for (const at of elements.toReversed()) this.#offset(at);
    return this.#number(OFFSET_BYTES, elements.length);
  }

  /** A vector of structs of `each` fields of 8 bytes: `fields` are those of all. */
  structs(each: number, fields: readonly number[]): number {
    this.#align(OFFSET_BYTES, 8 * fields.length);
    this.#align(8, 8 * fields.length);
    for (const field of fields.toReversed()) this.#number(8, field);
    return this.#number(OFFSET_BYTES, fields.length / each);
  }

  /** A table with fields at some indices, written in the order given. Fields of value 0 are left out. */
  table(fields: readonly (readonly [index: number, field: Field])[]): number {
    const start = this.#reversed.length;
    const places: number[] = [];
    for (const [index, field] of fields) {
      if ('at' in field) places[index] = this.#offset(field.at);
      else if (field.value !== 0) {
        this.#align(field.bytes, 0);
        places[index] = this.#number(field.bytes, field.value);
      }
    }
    this.#align(OFFSET_BYTES, 0);
    const table = this.#reversed.length + OFFSET_BYTES;
    const entries = Array.from(places, (place: number | undefined) =>
      place === undefined ? 0 : table - place,
    );
    const layout = [2 * (entries.length + 2), table - start, ...entries];
    const known = this.#layouts.get(layout.join());
    // Where the layout lies, from the table on: behind it in the buffer, or just in front of it.
    this.#number(OFFSET_BYTES, known === undefined ? 2 * layout.length : known - table);
    if (known === undefined) {
      for (const entry of layout.toReversed()) this.#number(2, entry);
      this.#layouts.set(layout.join(), this.#reversed.length);
    }
    return table;
  }

  /** The whole buffer, whose root is a table. */
  finish(root: number): Uint8Array {
    this.#align(this.#alignment, OFFSET_BYTES);
    this.#offset(root);
    return Uint8Array.from(this.#reversed.toReversed());
  }

  #offset(at: number): number {
    this.#align(OFFSET_BYTES, 0);
    return this.#number(OFFSET_BYTES, this.#reversed.length - at + OFFSET_BYTES);
  }

  /** Zeros, so that what begins `further` bytes on is aligned. */
  #align(bytes: number, further: number): void {
    this.#alignment = Math.max(this.#alignment, bytes);
    while ((this.#reversed.length + further) % bytes !== 0) this.#reversed.push(0);
  }

  /** A number, the lowest byte in front. Below 0 in two's complement, above -2^31. */
  #number(bytes: number, value: number): number {
    const high = Math.floor(value / 2 ** 32);
    for (let byte = bytes - 1; byte >= 0; byte--) {
      this.#reversed.push(((byte < 4 ? value : high) >>> (8 * (byte % 4))) & 255);
    }
    return this.#reversed.length;
  }
}
