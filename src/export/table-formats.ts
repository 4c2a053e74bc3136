/** The formats of tables, of analyses, surveys and sweeps: small ones whole, and long ones in batches. */
import { ENDINGS, type Format } from '../common/formats.js';
import type { BatchTable } from './batch.js';
import { batchesToCsv, tableToCsv, type Table } from './table.js';

/** A format that a table can be written as. */
export interface TableFileFormat<Name extends string = string> extends Format<Name> {
  /** The bytes of a table in this format. */
  bytes(table: Table): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The same of a table of whole numbers that comes in batches. Memory: one batch. */
  batches(table: BatchTable): AsyncIterable<Uint8Array>;
}

/** Every format of a table. To add one: an entry here, and its writer beside this file. */
export const TABLE_FORMATS = [
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ENDINGS.csv,
    isBinary: false,
    bytes: (table) => tableToCsv(table),
    batches: (table) => batchesToCsv(table),
  },
  {
    name: 'arrow',
    describe: 'Arrow IPC file',
    endings: ENDINGS.arrow,
    isBinary: true,
    async *bytes(table) {
      const { tableToArrow } = await import('./arrow-table.js');
      yield tableToArrow(table);
    },
    async *batches(table) {
      const { tableInArrow } = await import('./arrow.js');
      yield* tableInArrow(table, 'arrow', false);
    },
  },
  {
    name: 'parquet',
    describe: 'Parquet file',
    endings: ENDINGS.parquet,
    isBinary: true,
    async *bytes(table) {
      const { tableToParquet } = await import('./parquet-table.js');
      yield* tableToParquet(table);
    },
    async *batches(table) {
      const { toParquet } = await import('./parquet.js');
      yield* toParquet(table);
    },
  },
] as const satisfies readonly TableFileFormat[];

/** The name of a format of tables. */
export type TableFormat = (typeof TABLE_FORMATS)[number]['name'];
