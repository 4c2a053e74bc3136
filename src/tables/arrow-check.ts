/**
 * Whether an Arrow file of somebody else may be given to a decoder, which believes what lengths and counts say: each must be one
 * that the file has the bytes for.
 */
import {
  FlatTables,
  FOOTER_SCHEMA,
  footerOf,
  isArrowFile,
  PAIR,
  SCHEMA_METADATA,
} from '../columnar/arrow-metadata.js';
import type { Range } from '../common/range.js';

/** Bytes of a footer, or of the metadata of a message, at most: a footer has 24 for each batch. */
export const LONGEST_METADATA = 2 ** 22;

/** Fields of flatbuffer tables, kinds of messages, and types (Arrow's File.fbs, Message.fbs and Schema.fbs). */
export const FOOTER = { dictionaries: 2, batches: 3 } as const;
const MESSAGE = { kind: 1, header: 2, bodyLength: 3, metadata: 4 } as const;
const BATCH = { rows: 0, nodes: 1, buffers: 2, compression: 3, variadic: 4 } as const;
const DICTIONARY_BATCH = 1;
const SCHEMA_FIELDS = 1;
const FIELD = { name: 0, kind: 2, type: 3, dictionary: 4, children: 5, metadata: 6 } as const;
export const KIND = { schema: 1, dictionary: 2, batch: 3 } as const;
const TIMESTAMP = 10;
const UNION = 14;
/** How many children of a field of a type have nodes of their own: none where it is absent. */
const CHILDREN: Readonly<Record<number, number>> = { 12: 1, 13: Infinity, 14: Infinity, 16: 1, 17: 1, 21: 1 };

/** Bytes of what a footer says of a batch, of a node, of a buffer's place, of a number. */
export const BATCH_BLOCK = 24;
const SIZES = { node: 16, buffer: 16, long: 8, int: 4 } as const;

/** Where the nodes of the columns are among the nodes of a batch, which those of their children follow; and how many it has. */
interface Nodes {
  readonly columns: readonly number[];
  readonly count: number;
}

interface MessagePlace {
  readonly kind: number;
  readonly bodyLength: number;
  /** Where its body ends. */
  readonly end: number;
}

interface Message extends MessagePlace {
  readonly tables: FlatTables;
  readonly header: number;
  readonly start: number;
}

/** Raises for an Arrow file, or stream, whose metadata do not fit into it. Cost: reading these, and no values. */
export function checkArrow(file: Uint8Array): void {
  try {
    if (isArrowFile(file)) checkFile(file);
    else checkStream(file);
  } catch (error) {
    // From a DataView, or a stack that fields in fields have filled.
    if (error instanceof RangeError) throw new Error('damaged metadata', { cause: error });
    throw error;
  }
}

function checkFile(file: Uint8Array): void {
  const footer = footerOf(file, LONGEST_METADATA);
  if (footer === undefined) throw new Error(`no footer of at most ${LONGEST_METADATA} bytes`);
  const tables = new FlatTables(footer);
  const nodes = nodesIn(tables, tables.field(tables.root(), FOOTER_SCHEMA));
  let bytes = 0;
  for (const part of ['dictionary', 'batch'] as const) {
    const field = part === 'batch' ? FOOTER.batches : FOOTER.dictionaries;
    for (const block of tables.structs(tables.root(), field, BATCH_BLOCK)) {
      const message = messageAt(file, tables.count(block));
      if (message?.kind !== KIND[part]) throw new Error(`a footer that takes something else for a ${part}`);
      checkMessage(message, nodes);
      bytes += message.end - message.start;
      if (bytes > file.length) throw new Error(`more than ${file.length} bytes in its batches`);
    }
  }
}

function checkStream(file: Uint8Array): void {
  const first = messageAt(file, 0);
  if (first?.kind !== KIND.schema) throw new Error('no schema');
  const nodes = nodesIn(first.tables, first.header);
  for (
    let message = messageAt(file, first.end);
    message !== undefined;
    message = messageAt(file, message.end)
  )
    checkMessage(message, nodes);
}

/** Bytes at the beginning of a message that say how long its metadata are. */
export const MESSAGE_HEAD = 2 * SIZES.int;

/** Where the metadata of a message lie that begins at `start` with this head; undefined at the end of a stream. */
export function metadataOf(head: Uint8Array, start: number, fileSize: number): Range | undefined {
  const words = new Int32Array(2);
  new Uint8Array(words.buffer).set(head);
  // Since version 0.15 of the format, -1 stands in front of the length.
  const [length, at] = words[0] === -1 ? [words[1], start + MESSAGE_HEAD] : [words[0], start + SIZES.int];
  if (length === 0) return undefined;
  if (length < 0 || length > LONGEST_METADATA || at + length > fileSize)
    throw new Error(`${length} bytes of metadata`);
  return { start: at, stop: at + length };
}

/** What a message is, and where its body ends, by its metadata. */
export function messageIn(tables: FlatTables, { stop }: Range, fileSize: number): MessagePlace {
  const root = tables.root();
  const bodyLength = tables.count(tables.place(root, MESSAGE.bodyLength));
  const end = stop + bodyLength;
  if (end > fileSize) throw new Error(`a batch of ${bodyLength} bytes in a file of ${fileSize}`);
  return { kind: tables.byte(tables.place(root, MESSAGE.kind)), bodyLength, end };
}

/** The message that begins at some byte; undefined at the end of a stream. */
function messageAt(file: Uint8Array, start: number): Message | undefined {
  const metadata = metadataOf(file.subarray(start, start + MESSAGE_HEAD), start, file.length);
  if (metadata === undefined) return undefined;
  const tables = new FlatTables(file.subarray(metadata.start, metadata.stop));
  const place = messageIn(tables, metadata, file.length);
  passPairs(tables, tables.root(), MESSAGE.metadata);
  return { ...place, tables, header: tables.field(tables.root(), MESSAGE.header), start };
}

/** Raises for a message that is no batch, or one whose rows the body cannot hold. */
function checkMessage({ tables, kind, header, bodyLength }: Message, nodes: Nodes): void {
  if (kind !== KIND.batch && kind !== KIND.dictionary) throw new Error(`a message of kind ${kind}`);
  const batch = kind === KIND.batch ? header : tables.field(header, DICTIONARY_BATCH);
  if (tables.place(batch, BATCH.compression) !== undefined) throw new Error('compressed batches');
  const rows = tables.count(tables.place(batch, BATCH.rows));
  const lengths = tables.structs(batch, BATCH.nodes, SIZES.node).map((node) => tables.count(node));
  for (const length of [rows, ...lengths])
    if (length > 8 * bodyLength) throw new Error(`${length} rows in ${bodyLength} bytes`);
  const isOfRows = nodes.columns.every((column) => lengths[column] === rows);
  if (kind === KIND.batch && !(isOfRows && lengths.length === nodes.count))
    throw new Error(`a batch without ${rows} rows of each column`);
  const buffers = tables.structs(batch, BATCH.buffers, SIZES.buffer);
  for (const buffer of buffers)
    if (tables.count(buffer) + tables.count(buffer + SIZES.long) > bodyLength)
      throw new Error(`a buffer beyond the ${bodyLength} bytes of its batch`);
  const counts = tables.structs(batch, BATCH.variadic, SIZES.long).map((place) => tables.count(place));
  for (const count of counts) if (count > buffers.length) throw new Error(`a column of ${count} buffers`);
}

function nodesIn(tables: FlatTables, schema: number): Nodes {
  passPairs(tables, schema, SCHEMA_METADATA);
  let count = 0;
  const columns = tables.tables(schema, SCHEMA_FIELDS).map((field) => {
    const own = count;
    count += nodesOf(tables, field);
    return own;
  });
  return { columns, count };
}

/** How many nodes of a batch belong to a field. */
function nodesOf(tables: FlatTables, field: number): number {
  tables.vector(field, FIELD.name, 1);
  passPairs(tables, field, FIELD.metadata);
  const kind = tables.byte(tables.place(field, FIELD.kind));
  // A zone, and the numbers of types.
  if (kind === TIMESTAMP) tables.vector(tables.field(field, FIELD.type), 1, 1);
  if (kind === UNION) tables.vector(tables.field(field, FIELD.type), 1, SIZES.int);
  const ofChildren = tables.tables(field, FIELD.children).map((child) => nodesOf(tables, child));
  // Only its numbers: what they stand for is in batches of dictionaries.
  if (tables.place(field, FIELD.dictionary) !== undefined) return 1;
  return ofChildren.slice(0, CHILDREN[kind] ?? 0).reduce((sum, nodes) => sum + nodes, 1);
}

/** Counts the texts by texts that a decoder will read. */
function passPairs(tables: FlatTables, table: number, index: number): void {
  for (const pair of tables.tables(table, index))
    for (const text of [PAIR.key, PAIR.value]) tables.vector(pair, text, 1);
}
