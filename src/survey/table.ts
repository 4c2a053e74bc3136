/** The rows of a survey as a table. */
import { SUMS_OF_THREE } from '../game/kinds.js';
import { concatenated } from '../platform/bytes.js';
import type { Integers } from '../solver/task/task.js';
import type { Batch, Table, TableColumn } from '../tables/table.js';
import { columnsOf, hasSums, numbersIn, rowsOf, type SurveyColumns } from './columns.js';
import type { SurveySpace } from './space.js';

/** What says something of a set, in the order in which `batchOf` gives it; of a finite set the saltus is always 0. */
const DERIVED: readonly TableColumn[] = [
  { name: 'set', type: 'utf8' },
  { name: 'size', type: 'uint32' },
  { name: 'gcd', type: 'uint32' },
  { name: 'saltus', type: 'uint32' },
  { name: 'additive', type: 'bool' },
  { name: 'symmetric', type: 'bool' },
];
/** The same of a set of three and its period of nim-values. */
const PERIOD_SUM: TableColumn = { name: 'period_sum', type: 'utf8', isNullable: true };

/** Rows that a file has together at least, while there are so many: each piece of them costs it some kilobyte. */
const LEAST_ROWS = 2 ** 13;

/**
 * Rows in columns s1, s2, ... (0 where a set of a list has fewer) and the numbers of the periods that were looked for, all
 * uint32, and what follows from them.
 */
export function surveyTable(space: SurveySpace, found: AsyncIterable<SurveyColumns>): Table {
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const some of gathered(space, found)) yield batchOf(some);
  };
  const numbers = numbersIn(space).map(({ name }) => ({ name, type: 'uint32' as const }));
  const derived = hasSums(space) ? [...DERIVED, PERIOD_SUM] : DERIVED;
  return { columns: [...numbers, ...derived], metadata: {}, batches };
}

function batchOf({ length, numbers, texts, sizes, gcds, additive, symmetric, sums }: SurveyColumns): Batch {
  const wide = (column: Integers): Uint32Array => new Uint32Array(column);
  const derived = [texts, wide(sizes), wide(gcds), new Uint32Array(length), additive, symmetric];
  const named = Array.from(sums, (sum) => (sum === 0 ? null : SUMS_OF_THREE[sum - 1]));
  return { length, columns: [...numbers.map(wide), ...derived, ...(sums.length === 0 ? [] : [named])] };
}

function joined(space: SurveySpace, parts: readonly SurveyColumns[]): SurveyColumns {
  const rows = parts.map((columns) => rowsOf(space, columns));
  return columnsOf(space, concatenated(Uint32Array, rows));
}

/** The same rows in pieces of at least so many, but for the last. */
async function* gathered(
  space: SurveySpace,
  found: AsyncIterable<SurveyColumns>,
): AsyncGenerator<SurveyColumns> {
  let parts: SurveyColumns[] = [];
  let length = 0;
  const whole = (): SurveyColumns => (parts.length === 1 ? parts[0] : joined(space, parts));
  for await (const some of found) {
    parts.push(some);
    length += some.length;
    if (length < LEAST_ROWS) continue;
    yield whole();
    [parts, length] = [[], 0];
  }
  if (length > 0) yield whole();
}
