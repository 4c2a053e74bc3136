/** The rows of a survey as a table, and as bytes. */
import type { Batch, Table } from '../tables/table.js';

/** Rows in columns s1, s2, ... and the periods, all uint32. */
export function surveyTable(size: number, rows: AsyncIterable<Uint32Array>): Table {
  const elements = Array.from({ length: size }, (_, i) => `s${i + 1}`);
  const names = [...elements, 'nim_preperiod', 'nim_period', 'outcome_preperiod', 'outcome_period'];
  const columns = names.map((name) => ({ name, type: 'uint32' as const }));
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const some of rows) if (some.length > 0) yield columnsOf(some, names.length);
  };
  return { columns, metadata: {}, batches };
}

/** Rows of `width` numbers as columns. */
function columnsOf(rows: Uint32Array, width: number): Batch {
  const length = rows.length / width;
  const columns = Array.from({ length: width }, (_, column) => {
    const values = new Uint32Array(length);
    for (let i = 0; i < length; i++) values[i] = rows[i * width + column];
    return values;
  });
  return { length, columns };
}

/** The bytes of rows, in the same memory. */
export function rowBytes(rows: Uint32Array): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}
