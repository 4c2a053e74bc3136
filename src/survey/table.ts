/** The table of a survey. */
import { SUMS_OF_THREE } from '../game/kinds.js';
import type { Integers } from '../solver/task/task.js';
import { recut } from '../tables/recut.js';
import type { Batch, CellValue, Table, TableColumn } from '../tables/table.js';
import { hasSums, numbersIn, valueOf, type NumberColumn, type SurveyColumns } from './columns.js';
import type { FoundBatch } from './part.js';
import type { SurveySpace } from './space.js';

/** The derived columns, in the order of `batchOf`. The saltus of a finite set, and of outcomes, is 0. */
const DERIVED: readonly TableColumn[] = [
  { name: 'set', type: 'utf8' },
  { name: 'size', type: 'uint32' },
  { name: 'gcd', type: 'uint32' },
  { name: 'saltus', type: 'uint32' },
  { name: 'additive', type: 'bool' },
  { name: 'symmetric', type: 'bool' },
];
/** The sum of two of three elements that equals the period of nim-values. */
const PERIOD_SUM: TableColumn = { name: 'period_sum', type: 'utf8', isNullable: true };

/** Rows of a record batch; each batch adds a kilobyte to a file. */
const BATCH_ROWS = 2 ** 14;

export type Columns = Pick<FoundBatch, 'columns'>;

/** Returns columns s1, s2, ... (0 after the last element), the numbers of the periods, and the derived columns. */
export function surveyTable(space: SurveySpace, found: AsyncIterable<Columns> | Iterable<Columns>): Table {
  const numbers = numbersIn(space);
  const hasSaltus = numbers.some(({ name }) => name === 'saltus');
  const columns = [
    ...numbers.map(({ name, words, isNullable = words !== undefined }): TableColumn => ({
      ...{ name, type: words === undefined ? 'uint32' : 'utf8' },
      ...(isNullable && { isNullable }),
    })),
    ...DERIVED.filter(({ name }) => !hasSaltus || name !== 'saltus'),
    ...(hasSums(space) ? [PERIOD_SUM] : []),
  ];
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const { columns } of found) yield batchOf(numbers, columns);
  };
  return { columns, metadata: {}, batches: () => recut(columns, batches(), BATCH_ROWS) };
}

function batchOf(layout: readonly NumberColumn[], columns: SurveyColumns): Batch {
  const { length, numbers, texts, sizes, gcds, additive, symmetric, sums } = columns;
  const wide = (column: Integers): Uint32Array => new Uint32Array(column);
  const valuesOf = (column: Integers, as: NumberColumn): CellValue[] =>
    Array.from(column, (number) => valueOf(as, number));
  const integers = numbers.map((column, i) => {
    const { words, isNullable } = layout[i];
    return words === undefined && isNullable !== true ? wide(column) : valuesOf(column, layout[i]);
  });
  const saltus = layout.some(({ name }) => name === 'saltus') ? [] : [new Uint32Array(length)];
  const derived = [texts, wide(sizes), wide(gcds), ...saltus, additive, symmetric];
  const named = sums.length === 0 ? [] : [valuesOf(sums, { name: '', at: 0, words: SUMS_OF_THREE })];
  return { length, columns: [...integers, ...derived, ...named] };
}
