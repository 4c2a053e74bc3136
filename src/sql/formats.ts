/** Results of SQL as tables, and as files. */
import { formatForFile, formatNamed } from '../common/formats.js';
import { writeOutput } from '../store/files/new-file.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import type { Batch, ColumnType, Table } from '../tables/table.js';
import type { SqlBatch } from './sql.js';

/** Encodes a result; `table` in lines of at most `width` columns. Raises a usage error for an unknown format or unfit value. */
export async function* sqlBytes(
  batches: AsyncIterable<SqlBatch>,
  format: string,
  width = Infinity,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chosen = formatNamed<TableFileFormat>(TABLE_FORMATS, format);
  const iterator = batches[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    if (first.done !== true) yield* encode(tableOf(first.value, iterator), chosen, { width });
  } finally {
    await iterator.return?.();
  }
}

/** Writes a complete result to a new file, or with `force` over an existing one. Returns the number of bytes. */
export async function sqlToFile(
  batches: AsyncIterable<SqlBatch>,
  path: string,
  { format, force }: { readonly format: string; readonly force?: boolean | undefined },
): Promise<number> {
  formatForFile<TableFileFormat>(TABLE_FORMATS, path, format);
  return writeOutput(path, sqlBytes(batches, format), { force });
}

/** Joins a first batch, which has the columns, and all later ones to one table. */
function tableOf(first: SqlBatch, rest: AsyncIterator<SqlBatch>): Table {
  const columns = first.columns.map(({ name, type }) => ({ name, type: typeOf(type), isNullable: true }));
  const batches = async function* (): AsyncGenerator<Batch> {
    for (
      let next: IteratorResult<SqlBatch> = { value: first };
      next.done !== true;
      next = await rest.next()
    ) {
      yield { length: next.value.length, columns: next.value.values };
    }
  };
  return { columns, metadata: {}, batches };
}

/** Keeps numbers and booleans; all other types become text. */
function typeOf(type: string): ColumnType {
  if (type === 'BOOLEAN') return 'bool';
  if (type === 'DOUBLE' || type === 'FLOAT') return 'float64';
  if (type.startsWith('DECIMAL')) return 'decimal';
  return /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type) ? 'int64' : 'utf8';
}
