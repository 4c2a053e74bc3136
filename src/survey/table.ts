/** The rows of a survey as a table, and as bytes. */
import type { Batch, CellValue, ColumnData, Table, TableColumn } from '../tables/table.js';

/** A column that says something of a row: its elements, preperiod and period of nim-values, and of outcomes. */
interface DerivedColumn extends TableColumn {
  readonly of: (row: Uint32Array) => CellValue;
}

/** Whether a set of `size` elements is, with 0, its own mirror image; of three elements, whether two add up to the third. */
function isSymmetric(size: number): DerivedColumn['of'] {
  return (row) => {
    const largest = row[size - 1];
    for (let i = 0; 2 * i < size - 1; i++) if (row[i] + row[size - 2 - i] !== largest) return false;
    return true;
  };
}

/** Which two of three elements add up to the period of nim-values. */
function periodSum(row: Uint32Array): string | null {
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    if (row[i] + row[j] === row[4]) return `s${i + 1}+s${j + 1}`;
  return null;
}

/** Rows in columns s1, s2, ... and the periods, all uint32, and what follows from them. */
export function surveyTable(size: number, rows: AsyncIterable<Uint32Array>): Table {
  const elements = Array.from({ length: size }, (_, i) => `s${i + 1}`);
  const names = [...elements, 'nim_preperiod', 'nim_period', 'outcome_preperiod', 'outcome_period'];
  const numbers = names.map((name) => ({ name, type: 'uint32' as const }));
  const derived: DerivedColumn[] = [{ name: 'symmetric', type: 'bool', of: isSymmetric(size) }];
  if (size === 3) derived.push({ name: 'period_sum', type: 'utf8', isNullable: true, of: periodSum });
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const some of rows) if (some.length > 0) yield batchOf(some, names.length, derived);
  };
  return { columns: [...numbers, ...derived], metadata: {}, batches };
}

/** Rows of `width` numbers as columns, and the columns that are derived. */
function batchOf(rows: Uint32Array, width: number, derived: readonly DerivedColumn[]): Batch {
  const length = rows.length / width;
  const numbers = Array.from({ length: width }, (_, column): ColumnData => {
    const values = new Uint32Array(length);
    for (let i = 0; i < length; i++) values[i] = rows[i * width + column];
    return values;
  });
  const others = derived.map(({ of }) =>
    Array.from({ length }, (_, i) => of(rows.subarray(i * width, (i + 1) * width))),
  );
  return { length, columns: [...numbers, ...others] };
}

/** The bytes of rows, in the same memory. */
export function rowBytes(rows: Uint32Array): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}
