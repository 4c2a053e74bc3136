/**
 * An Arrow file, or stream, of any size in parts that are such files, or streams, themselves: each has one batch and what is
 * needed to decode it. Nothing has vouched for a part; its own metadata are still to be checked.
 */
import { FlatTables, footerOf, isArrowFile } from '../columnar/arrow-metadata.js';
import { concatenated } from '../platform/bytes.js';
import {
  BATCH_BLOCK,
  FOOTER,
  KIND,
  LONGEST_METADATA,
  MESSAGE_HEAD,
  messageIn,
  metadataOf,
} from './arrow-check.js';

/** A file of which parts are read in any order. */
export interface FileParts {
  readonly size: number;
  /** The bytes of [start, stop) that the file has. */
  read(start: number, stop: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes of a batch, and of all dictionaries, at most: they are in memory together. */
const LONGEST_BODY = 2 ** 30;
/** Bytes in front of the first message of a file, and behind its footer. */
const FILE_START = 8;
const FILE_END = 10;
const WORD = 4;

interface Message {
  readonly kind: number;
  readonly bytes: Uint8Array;
}

/** The parts, at least one. Raises for metadata that do not fit into the file. Memory: the footer, the dictionaries and a batch. */
export async function* arrowParts(file: FileParts): AsyncGenerator<Uint8Array> {
  try {
    const beginning = await file.read(0, FILE_START);
    yield* isArrowFile(beginning) ? partsOfFile(file, beginning) : partsOfStream(file);
  } catch (error) {
    // From a DataView.
    if (error instanceof RangeError) throw new Error('damaged metadata', { cause: error });
    throw error;
  }
}

async function* partsOfStream(file: FileParts): AsyncGenerator<Uint8Array> {
  const needed: Uint8Array[] = [];
  let length = 0;
  let hasBatch = false;
  let message = await messageAt(file, 0);
  for (let at = 0; message !== undefined; message = await messageAt(file, at)) {
    const { kind, bytes } = message;
    at += bytes.length;
    if (kind === KIND.batch) {
      hasBatch = true;
      yield concatenated(Uint8Array, [...needed, bytes]);
    } else {
      length += bytes.length;
      requireShort(length);
      needed.push(bytes);
    }
  }
  if (!hasBatch) yield concatenated(Uint8Array, needed);
}

async function* partsOfFile(file: FileParts, beginning: Uint8Array): AsyncGenerator<Uint8Array> {
  const end = await file.read(Math.max(FILE_START, file.size - LONGEST_METADATA - FILE_END), file.size);
  const footer = footerOf(concatenated(Uint8Array, [beginning, end]), LONGEST_METADATA);
  if (footer === undefined) throw new Error(`no footer of at most ${LONGEST_METADATA} bytes`);
  const tables = new FlatTables(footer);
  const [dictionaries, batches] = [FOOTER.dictionaries, FOOTER.batches].map((field) =>
    tables.structs(tables.root(), field, BATCH_BLOCK),
  );
  const own = Uint8Array.from(footer);
  const view = new DataView(own.buffer);
  const needed = [beginning];
  let length = FILE_START;
  const placed = async (block: number, place: number): Promise<Uint8Array> => {
    const message = await messageAt(file, tables.count(block));
    if (message === undefined) throw new Error('no message where the footer has one');
    view.setBigInt64(place, BigInt(length), true);
    return message.bytes;
  };
  for (const block of dictionaries) {
    const dictionary = await placed(block, block);
    length += dictionary.length;
    requireShort(length);
    needed.push(dictionary);
  }
  const size = new Uint8Array(new Uint32Array([own.length]).buffer);
  const behind = [own, size, beginning.subarray(0, FILE_END - WORD)];
  if (batches.length === 0) yield concatenated(Uint8Array, [...needed, ...behind]);
  const [first] = batches;
  let bytes = 0;
  for (const block of batches) {
    // The length of their vector is in front of it.
    view.setInt32(first - WORD, 1, true);
    const batch = await placed(block, first);
    bytes += batch.length;
    if (bytes > file.size) throw new Error(`more than ${file.size} bytes in its batches`);
    yield concatenated(Uint8Array, [...needed, batch, ...behind]);
  }
}

/** The message that begins at some byte; undefined at the end of a stream. */
async function messageAt(file: FileParts, start: number): Promise<Message | undefined> {
  const metadata = metadataOf(await file.read(start, start + MESSAGE_HEAD), start, file.size);
  if (metadata === undefined) return undefined;
  const tables = new FlatTables(await file.read(metadata.start, metadata.stop));
  const { kind, bodyLength, end } = messageIn(tables, metadata, file.size);
  if (bodyLength > LONGEST_BODY) throw new Error(`a batch of more than ${LONGEST_BODY} bytes`);
  return { kind, bytes: await file.read(start, end) };
}

/** Raises for more dictionaries than may be in memory together. */
function requireShort(length: number): void {
  if (length > LONGEST_BODY) throw new Error(`dictionaries of more than ${LONGEST_BODY} bytes`);
}
