/** The rows of a survey as a table, and as bytes. */
import { inOnePiece } from '../platform/bytes.js';
import { gcd } from '../game/divisors.js';
import { isAdditive, isSymmetric, periodSum } from '../game/kinds.js';
import { putNumber } from '../common/whole-number.js';
import type { Batch, ColumnData, Table, TableColumn } from '../tables/table.js';
import { PERIOD_NUMBERS } from './rows.js';
import type { SurveySpace } from './space.js';

/** What says something of a set, in the order in which `derivedOf` gives it; of a finite set the saltus is always 0. */
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
const [COMMA, OPEN, CLOSE] = [44, 123, 125];

/** Rows that a file has together at least, while there are so many. */
const LEAST_ROWS = 2 ** 13;

/** The numbers of a row after its elements, each with the series that has it. */
const NUMBERS = [
  ['nim_preperiod', 'nim'],
  ['nim_period', 'nim'],
  ['outcome_preperiod', 'cold'],
  ['outcome_period', 'cold'],
  ['largest', 'nim'],
] as const;

/**
 * Rows in columns s1, s2, ... (0 where a set of a list has fewer) and the numbers of the periods that were looked for, all
 * uint32, and what follows from them.
 */
export function surveyTable(space: SurveySpace, rows: AsyncIterable<Uint32Array>): Table {
  const { size, series = 'both', list } = space;
  const width = size + PERIOD_NUMBERS;
  const wanted = NUMBERS.map(([name, of], i) => ({ name, of, at: size + i })).filter(
    ({ of }) => series === 'both' || series === of,
  );
  const numbers = [...Array.from({ length: size }, (_, i) => ({ name: `s${i + 1}`, at: i })), ...wanted];
  const hasPeriodSum = series !== 'cold' && (size === 3 || (list !== undefined && size > 3));
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const some of gathered(rows, width * LEAST_ROWS)) yield batchOf(some);
  };
  const batchOf = (some: Uint32Array): Batch => {
    const length = some.length / width;
    const plain = numbers.map(({ at }): ColumnData => {
      const values = new Uint32Array(length);
      for (let i = 0; i < length; i++) values[i] = some[i * width + at];
      return values;
    });
    return { length, columns: [...plain, ...derivedOf(some, space, hasPeriodSum)] };
  };
  const derived = hasPeriodSum ? [...DERIVED, PERIOD_SUM] : DERIVED;
  const columns = [...numbers.map(({ name }) => ({ name, type: 'uint32' as const })), ...derived];
  return { columns, metadata: {}, batches };
}

/** What follows from rows, in memory that formats take as it is: values one by one cost them some ten times as much. */
function derivedOf(
  rows: Uint32Array,
  { max, size, list }: SurveySpace,
  hasPeriodSum: boolean,
): readonly ColumnData[] {
  const width = size + PERIOD_NUMBERS;
  const length = rows.length / width;
  // A sign follows each element, and one is in front. Nobody has looked at the elements of a list that was joined.
  const digits = String(list === undefined ? max : 2 ** 32).length;
  const bytes = new Uint8Array(length * (1 + size * (digits + 1)));
  const offsets = new Int32Array(length + 1);
  const [sizes, gcds] = [new Uint32Array(length), new Uint32Array(length).fill(1)];
  const [additive, symmetric] = [0, 0].map(() => new Uint8Array(Math.ceil(length / 8)));
  const sums: (string | null)[] = [];
  // One list for all sets: as many lists as rows take longer to be cleared away than to be made.
  const set: number[] = [];
  let end = 0;
  for (let row = 0; row < length; row++) {
    const at = row * width;
    let elements = 0;
    bytes[end++] = OPEN;
    for (; elements < size && rows[at + elements] !== 0; elements++) {
      set[elements] = rows[at + elements];
      end = putNumber(bytes, end, set[elements]);
      bytes[end++] = COMMA;
    }
    bytes[end - 1] = CLOSE;
    offsets[row + 1] = end;
    // Only where it changes: a list that was cut short gets new memory.
    if (set.length !== elements) set.length = elements;
    sizes[row] = elements;
    // Of all sets of a size those with a common divisor are left out.
    if (list !== undefined) gcds[row] = set.reduce((a, b) => gcd(a, b));
    additive[row >>> 3] |= Number(isAdditive(set)) << (row & 7);
    symmetric[row >>> 3] |= Number(isSymmetric(set)) << (row & 7);
    if (hasPeriodSum) sums.push(periodSum(set, rows[at + size + 1]));
  }
  const derived = [{ bytes: bytes.subarray(0, end), offsets }, sizes, gcds, new Uint32Array(length)];
  return [...derived, additive, symmetric, ...(hasPeriodSum ? [sums] : [])];
}

/** Rows in pieces of at least so many numbers, but for the last: each costs a file some kilobyte. */
async function* gathered(rows: AsyncIterable<Uint32Array>, least: number): AsyncGenerator<Uint32Array> {
  let parts: Uint32Array[] = [];
  let length = 0;
  for await (const some of rows) {
    parts.push(some);
    length += some.length;
    if (length < least) continue;
    yield inOnePiece<Uint32Array>(Uint32Array, parts);
    [parts, length] = [[], 0];
  }
  if (length > 0) yield inOnePiece<Uint32Array>(Uint32Array, parts);
}
