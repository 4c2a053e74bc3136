/** Reads exported bytes back by libraries that had no part in writing them, as plain columns by name. */
import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects, type FileMetaData } from 'hyparquet';

export type Columns = Readonly<Record<string, readonly unknown[]>>;

/** An exported file as another library sees it. */
export interface ReadBack {
  /** The types of the columns, in the words of the format, in their order. */
  readonly types: Readonly<Record<string, string>>;
  readonly columns: Columns;
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

const asNumber = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

export function readArrow(bytes: Uint8Array): ReadBack {
  const table = tableFromIPC(bytes);
  const { fields } = table.schema;
  return {
    types: Object.fromEntries(fields.map(({ name, type }) => [name, String(type)])),
    columns: Object.fromEntries(
      fields.map(({ name }) => [name, Array.from(table.getChild(name) ?? [], asNumber)]),
    ),
  };
}

export function metadataOfParquet(bytes: Uint8Array): FileMetaData {
  return parquetMetadata(bytes.slice().buffer);
}

export async function readParquet(bytes: Uint8Array): Promise<ReadBack> {
  const file = bytes.slice().buffer;
  const [, ...elements] = metadataOfParquet(bytes).schema;
  const rows = await parquetReadObjects({ file });
  return {
    types: Object.fromEntries(
      elements.map(({ name, type, converted_type }) => [name, converted_type ?? type ?? '']),
    ),
    columns: Object.fromEntries(elements.map(({ name }) => [name, rows.map((row) => asNumber(row[name]))])),
  };
}

/** A .npy file, read by the words of its specification: one column, named by nobody. */
export function readNpy(bytes: Uint8Array): { readonly type: string; readonly values: readonly unknown[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number): string =>
    new TextDecoder('latin1').decode(bytes.subarray(from, to));
  const length = view.getUint16(8, true);
  const header = /^\{'descr': '([<|]\w\d)', 'fortran_order': False, 'shape': \((\d+),\), \} *\n$/.exec(
    text(10, 10 + length),
  );
  if (text(1, 6) !== 'NUMPY' || bytes[0] !== 0x93 || (10 + length) % 64 !== 0 || header === null) {
    throw new Error('no .npy file');
  }
  const [, type, rows] = header;
  const size = Number(type.at(-1));
  if (bytes.length !== 10 + length + size * Number(rows)) throw new Error('a .npy file of another size');
  const at: Readonly<Record<string, (offset: number) => unknown>> = {
    '<i8': (offset) => Number(view.getBigInt64(offset, true)),
    '<i4': (offset) => view.getInt32(offset, true),
    '|b1': (offset) => view.getUint8(offset) === 1,
    '|u1': (offset) => view.getUint8(offset),
    '<u2': (offset) => view.getUint16(offset, true),
    '<u4': (offset) => view.getUint32(offset, true),
  };
  return { type, values: Array.from({ length: Number(rows) }, (_, i) => at[type](10 + length + i * size)) };
}
