/** The rows of a survey as a table, and as bytes. */
import { concatenated } from '../platform/bytes.js';
import { gcd } from '../game/divisors.js';
import { isAdditive, isSymmetric, periodSum } from '../game/kinds.js';
import { setText } from '../game/sets/set-text.js';
import type { Batch, ColumnData, ColumnType, Table, TableColumn } from '../tables/table.js';
import { PERIOD_NUMBERS } from './rows.js';
import type { SurveySpace } from './space.js';

type Derived = number | string | boolean | null;

/** A column that says something of a set and its period of nim-values. */
interface DerivedColumn extends TableColumn {
  readonly of: (set: readonly number[], nimPeriod: number) => Derived;
}

const DERIVED: readonly DerivedColumn[] = [
  { name: 'set', type: 'utf8', of: setText },
  { name: 'size', type: 'uint32', of: (set) => set.length },
  { name: 'gcd', type: 'uint32', of: (set) => set.reduce((a, b) => gcd(a, b)) },
  // Of a finite set it is always 0.
  { name: 'saltus', type: 'uint32', of: () => 0 },
  { name: 'additive', type: 'bool', of: isAdditive },
  { name: 'symmetric', type: 'bool', of: isSymmetric },
];
const PERIOD_SUM: DerivedColumn = { name: 'period_sum', type: 'utf8', isNullable: true, of: periodSum };

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
export function surveyTable(
  { size, series = 'both', list }: SurveySpace,
  rows: AsyncIterable<Uint32Array>,
): Table {
  const width = size + PERIOD_NUMBERS;
  const wanted = NUMBERS.map(([name, of], i) => ({ name, of, at: size + i })).filter(
    ({ of }) => series === 'both' || series === of,
  );
  const numbers = [...Array.from({ length: size }, (_, i) => ({ name: `s${i + 1}`, at: i })), ...wanted];
  const hasPeriodSum = series !== 'cold' && (size === 3 || (list !== undefined && size > 3));
  const derived = hasPeriodSum ? [...DERIVED, PERIOD_SUM] : DERIVED;
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
    const others = derived.map(({ type }) => emptyColumn(type, length));
    // One list for all sets: as many lists as rows take longer to be cleared away than to be made.
    const set: number[] = [];
    for (let row = 0; row < length; row++) {
      const at = row * width;
      let elements = 0;
      while (elements < size && some[at + elements] !== 0) elements++;
      // Only where it changes: a list that was emptied gets new memory.
      if (set.length !== elements) set.length = elements;
      for (let i = 0; i < elements; i++) set[i] = some[at + i];
      for (let k = 0; k < derived.length; k++) put(others[k], row, derived[k].of(set, some[at + size + 1]));
    }
    return { length, columns: [...plain, ...others] };
  };
  const columns = [...numbers.map(({ name }) => ({ name, type: 'uint32' as const })), ...derived];
  return { columns, metadata: {}, batches };
}

/** A column to be filled: integers and bits in memory, as a list of values costs its writer some ten times as much. */
function emptyColumn(type: ColumnType, length: number): Uint8Array | Uint32Array | Derived[] {
  if (type === 'utf8') return new Array<Derived>(length).fill(null);
  return type === 'bool' ? new Uint8Array(Math.ceil(length / 8)) : new Uint32Array(length);
}

/** Puts a value into a column that has none there yet. */
function put(column: Uint8Array | Uint32Array | Derived[], row: number, value: Derived): void {
  if (column instanceof Uint8Array) column[row >>> 3] |= Number(value) << (row & 7);
  else if (column instanceof Uint32Array) column[row] = Number(value);
  else column[row] = value;
}

/** Rows in pieces of at least so many numbers, but for the last: each costs a file some kilobyte. */
async function* gathered(rows: AsyncIterable<Uint32Array>, least: number): AsyncGenerator<Uint32Array> {
  let parts: Uint32Array[] = [];
  let length = 0;
  for await (const some of rows) {
    parts.push(some);
    length += some.length;
    if (length < least) continue;
    yield concatenated(Uint32Array, parts);
    [parts, length] = [[], 0];
  }
  if (length > 0) yield concatenated(Uint32Array, parts);
}
