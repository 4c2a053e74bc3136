/**
 * The content of a block file: an Arrow IPC file with one record batch of one column (docs/FORMAT.md). Encode
 * and decode stand side by side so that each mirrors the other. No file system here.
 */
import { DataType, RecordBatchFileWriter, tableFromIPC, type Field, type Schema } from 'apache-arrow';
import { arrowData, arrowType, batchOf, schemaOf } from './arrow-types.js';
import {
  byteLength,
  SERIES,
  SERIES_NAMES,
  type ColumnValues,
  type SeriesName,
  type Width,
} from './layout.js';

/** The version of this layout, written into every file. */
export const BLOCK_FORMAT = '1';

/** What a block file says of itself, besides its values. */
export interface BlockLabel {
  /** The key of the game. */
  readonly game: string;
  readonly series: SeriesName;
  readonly start: number;
  readonly stop: number;
}

/** An encoded block: the whole file, and where in it the raw values lie. */
export interface EncodedBlock {
  readonly file: Uint8Array;
  /** Offset of the value buffer in the file, a multiple of 8. */
  readonly valuesOffset: number;
}

/** Encodes a block. The same input gives the same bytes. */
export function encodeBlock(label: BlockLabel, values: ColumnValues): EncodedBlock {
  const { column } = SERIES[label.series];
  const schema = schemaOf([{ name: column, type: arrowType(values.width) }], {
    'takeaway.format': BLOCK_FORMAT,
    'takeaway.game': label.game,
    'takeaway.series': label.series,
    'takeaway.start': String(label.start),
    'takeaway.stop': String(label.stop),
  });
  const batch = batchOf(schema, [{ name: column, data: arrowData(values) }]);
  const file = RecordBatchFileWriter.writeAll([batch]).toUint8Array(true);
  const stored = decodedBytes(file, column);
  return { file, valuesOffset: stored.byteOffset - file.byteOffset };
}

/**
 * Decodes a block file and returns its label and values. The caller has checked the file's hash: damaged
 * metadata can hang a decoder. Raises when the file is not a block file of this version.
 */
export function decodeBlock(file: Uint8Array): { label: BlockLabel; values: ColumnValues } {
  const { schema, numRows } = tableFromIPC(file);
  const { metadata } = schema;
  const format = metadata.get('takeaway.format');
  if (format !== BLOCK_FORMAT) {
    throw new Error(`block file: expected format ${BLOCK_FORMAT}, found ${String(format)}`);
  }
  const series = SERIES_NAMES.find((name) => name === metadata.get('takeaway.series'));
  if (series === undefined) throw new Error('block file: no known series in its metadata');
  const { column } = SERIES[series];
  const width = widthOf(schema, column);
  return {
    label: {
      game: metadata.get('takeaway.game') ?? '',
      series,
      start: Number(metadata.get('takeaway.start')),
      stop: Number(metadata.get('takeaway.stop')),
    },
    values: { width, length: numRows, bytes: valuesIn(decodedBytes(file, column), width, numRows) },
  };
}

/** The width of a column's values, from its Arrow type. */
function widthOf(schema: Schema, column: string): Width {
  const field = schema.fields.find(({ name }) => name === column) as Field<DataType> | undefined;
  if (DataType.isBool(field?.type)) return 1;
  const bits = DataType.isInt(field?.type) && !field.type.isSigned ? field.type.bitWidth : undefined;
  if (bits === 8 || bits === 16 || bits === 32) return bits;
  throw new Error(`block file: expected a column ${column} of bits or unsigned integers`);
}

/** The value buffer of the only batch of a file, as a view of the file's own bytes. */
function decodedBytes(file: Uint8Array, column: string): Uint8Array {
  const table = tableFromIPC(file);
  const values: unknown = table.getChild(column)?.data[0]?.values;
  if (table.batches.length !== 1 || !ArrayBuffer.isView(values)) {
    throw new Error(`block file: expected one batch with the column ${column}`);
  }
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Drops the padding that the value buffer of a column ends with. */
function valuesIn(buffer: Uint8Array, width: Width, length: number): Uint8Array {
  return buffer.subarray(0, byteLength(width, length));
}
