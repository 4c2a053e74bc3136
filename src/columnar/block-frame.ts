/**
 * What a block file has around its values. Arrow's writer takes longer for it than for the values of a short series, and it differs
 * between files of one shape only in some texts and lengths: so the frame of a file that was written is kept, and filled anew.
 */
import { FlatTables, FOOTER_SCHEMA, PAIR, SCHEMA_METADATA } from './arrow-metadata.js';

/** Fields of flatbuffer tables, and bytes of what a footer says of a batch (Arrow's File.fbs and Message.fbs). */
const FOOTER_BATCHES = 3;
const MESSAGE = { header: 2, bodyLength: 3 } as const;
const BATCH = { rows: 0, nodes: 1, buffers: 2 } as const;
const SIZES = { block: 24, node: 16, buffer: 16 } as const;
/** Where the metadata of the first message begin: behind the file's magic, a mark and their length. */
const MESSAGE_START = 16;
/** Bytes behind the footer: its length, and the magic. */
const FOOTER_END = 10;
/** Of the place of a buffer, and of a batch: where in it its length is. */
const LENGTH_IN = { buffer: 8, block: 16 } as const;
/** Buffers begin at multiples of this, and zeros are between them. */
const ALIGNMENT = 8;

/** The texts and lengths in which files of one shape differ. */
export interface FrameContent {
  /** The values of the pairs in the metadata of the schema, in their order, each as long as that of every file of the shape. */
  readonly texts: readonly Uint8Array[];
  readonly rows: number;
  /** The values as they lie in the file. */
  readonly body: Uint8Array;
  /** Whether the length of the body is said without the zeros behind it. */
  readonly isExact: boolean;
}

/** The frame of files of one shape. */
export class BlockFrame {
  readonly #head: Uint8Array;
  readonly #end: Uint8Array;
  /** Where in the file's head, or from its body's end on, what differs stands. */
  readonly #rows: readonly number[];
  readonly #bufferLength: number;
  readonly #bodyLength: number;
  readonly #bodyLengthInFooter: number;
  readonly #texts: readonly number[];

  /** The frame of a file whose body lies between these; the footer is that of the file. */
  constructor(file: Uint8Array, bodyStart: number, bodyEnd: number, footer: Uint8Array) {
    this.#head = file.slice(0, bodyStart);
    this.#end = file.slice(bodyEnd);
    const message = new FlatTables(this.#head.subarray(MESSAGE_START));
    const batch = message.field(message.root(), MESSAGE.header);
    const nodes = message.structs(batch, BATCH.nodes, SIZES.node);
    const buffer = message.structs(batch, BATCH.buffers, SIZES.buffer).at(-1)!;
    this.#rows = [message.place(batch, BATCH.rows)!, ...nodes].map((place) => MESSAGE_START + place);
    this.#bufferLength = MESSAGE_START + buffer + LENGTH_IN.buffer;
    this.#bodyLength = MESSAGE_START + message.place(message.root(), MESSAGE.bodyLength)!;
    const footerStart = this.#end.length - FOOTER_END - footer.length;
    const tables = new FlatTables(footer);
    const [block] = tables.structs(tables.root(), FOOTER_BATCHES, SIZES.block);
    this.#bodyLengthInFooter = footerStart + block + LENGTH_IN.block;
    const pairs = tables.tables(tables.field(tables.root(), FOOTER_SCHEMA), SCHEMA_METADATA);
    this.#texts = pairs.map((pair) => footerStart + tables.vector(pair, PAIR.value, 1).start);
  }

  /** A file of the shape. */
  fileOf({ texts, rows, body, isExact }: FrameContent): Uint8Array {
    const padded = ALIGNMENT * Math.ceil(body.length / ALIGNMENT);
    const endStart = this.#head.length + padded;
    const file = new Uint8Array(endStart + this.#end.length);
    file.set(this.#head);
    file.set(body, this.#head.length);
    file.set(this.#end, endStart);
    const view = new DataView(file.buffer);
    const put = (place: number, length: number): void => view.setBigInt64(place, BigInt(length), true);
    for (const place of this.#rows) put(place, rows);
    put(this.#bufferLength, isExact ? body.length : padded);
    put(this.#bodyLength, padded);
    put(endStart + this.#bodyLengthInFooter, padded);
    for (const [i, place] of this.#texts.entries()) file.set(texts[i], endStart + place);
    return file;
  }
}
