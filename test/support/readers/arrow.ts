/** Reads Arrow files by others' code: apache-arrow with an LZ4 of its own, and Polars where it is there. */
import { CompressionType, compressionRegistry, tableFromIPC } from 'apache-arrow';
import { expect } from 'vitest';
import { readLz4Frame } from './lz4.js';
import { NO_POLARS, polars } from './polars.js';

// Arrow's own reader has no codec until it is given one.
compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: readLz4Frame });

/** The integers of a column of an Arrow file or stream, in which all readers agree. */
export function integersByReaders(bytes: Uint8Array, column: string, isStream = false): number[] {
  const found = Array.from(tableFromIPC(bytes).getChild(column) ?? [], Number);
  if (NO_POLARS === undefined) {
    const [pl, buffer] = [polars(), Buffer.from(bytes)];
    const frame = isStream ? pl.readIPCStream(buffer) : pl.readIPC(buffer);
    expect(frame.getColumn(column).toArray().map(Number)).toEqual(found);
  }
  return found;
}
