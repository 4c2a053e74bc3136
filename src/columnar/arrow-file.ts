/**
 * An Arrow file of one batch of one column without nulls, whose values are packed already: to the byte as apache-arrow 21 writes
 * it, which takes longer to load than many an extension takes. Fields are those of Arrow's File.fbs, Message.fbs and Schema.fbs.
 */
import { concatenated } from '../platform/bytes.js';
import { FlatBuilder, type Field } from './flat-builder.js';
import type { Width } from './layout.js';

/** The column, and how its values lie in the file. */
export interface PackedColumn {
  readonly name: string;
  readonly width: Width;
  /** How many values there are, and the bytes that they are packed in. */
  readonly length: number;
  readonly packed: Uint8Array;
  /** Whether they are a compressed buffer. */
  readonly isCompressed: boolean;
}

/** The magic in front, to a multiple of 8 bytes; without the zeros it is also the end. */
const MAGIC = Uint8Array.from('ARROW1\0\0', (character) => character.charCodeAt(0));
const MAGIC_BYTES = 6;
/** In front of a message: that one follows, and its length. */
const PREFIX_BYTES = 8;
const VERSION_5: Field = { bytes: 2, value: 4 };
const RECORD_BATCH: Field = { bytes: 1, value: 3 };
const INT: Field = { bytes: 1, value: 2 };
const BOOL: Field = { bytes: 1, value: 6 };

/** The bytes of the file, with the pairs of its schema's metadata. */
export function arrowFile(column: PackedColumn, metadata: ReadonlyMap<string, string>): Uint8Array {
  const { packed } = column;
  const body = padded(packed.length);
  const message = messageOf(column, body);
  const messageBytes = PREFIX_BYTES + padded(message.length);
  const footer = footerOf(column, metadata, messageBytes, body);
  return concatenated(Uint8Array, [
    MAGIC,
    words(-1, padded(message.length)),
    message,
    new Uint8Array(padded(message.length) - message.length),
    packed,
    new Uint8Array(body - packed.length),
    words(-1, 0),
    footer,
    words(footer.length),
    MAGIC.subarray(0, MAGIC_BYTES),
  ]);
}

/** The message of the batch. Lengths of buffers that are not compressed are those with their padding. */
function messageOf({ length, packed, isCompressed }: PackedColumn, body: number): Uint8Array {
  const builder = new FlatBuilder();
  const nodes = builder.structs(2, [length, 0]);
  // No buffer of nulls, and that of the values.
  const buffers = builder.structs(2, [0, 0, 0, isCompressed ? packed.length : body]);
  const compression = isCompressed ? builder.table([]) : undefined;
  const batch = builder.table([
    [0, { bytes: 8, value: length }],
    [1, { at: nodes }],
    [2, { at: buffers }],
    ...(compression === undefined ? [] : ([[3, { at: compression }]] as const)),
  ]);
  const message = builder.table([
    [0, VERSION_5],
    [2, { at: batch }],
    [1, RECORD_BATCH],
    [3, { bytes: 8, value: body }],
  ]);
  return builder.finish(message);
}

function footerOf(
  { name, width }: PackedColumn,
  metadata: ReadonlyMap<string, string>,
  messageBytes: number,
  body: number,
): Uint8Array {
  const builder = new FlatBuilder();
  const type = builder.table(width === 1 ? [] : [[0, { bytes: 4, value: width }]]);
  const children = builder.vector([]);
  const column = builder.text(name);
  const field = builder.table([
    [3, { at: type }],
    [2, width === 1 ? BOOL : INT],
    [5, { at: children }],
    [0, { at: column }],
  ]);
  const fields = builder.vector([field]);
  const pairs = Array.from(metadata, ([key, value]) => {
    const [first, second] = [builder.text(key), builder.text(value)];
    return builder.table([
      [0, { at: first }],
      [1, { at: second }],
    ]);
  });
  const custom = builder.vector(pairs);
  const schema = builder.table([
    [1, { at: fields }],
    [2, { at: custom }],
  ]);
  const batches = builder.structs(3, [MAGIC.length, messageBytes, body]);
  const dictionaries = builder.structs(3, []);
  const footer = builder.table([
    [1, { at: schema }],
    [0, VERSION_5],
    [3, { at: batches }],
    [2, { at: dictionaries }],
  ]);
  return builder.finish(footer);
}

function padded(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

/** Words of 4 bytes. */
function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setInt32(4 * i, value, true);
  return bytes;
}
