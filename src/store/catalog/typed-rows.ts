/**
 * Rows of the catalog as the types say they are. SQLite keeps the types of columns when it writes; where a file is
 * damaged a row may hold anything, and no code that reads rows should have to think of that.
 */
import type { Evidence, Period } from '../../game/periods.js';
import type { BlockRecord, StoredGame, StoredSeries } from '../records.js';

/** What columns hold, by name: an example of the type. */
type Columns<Row> = { readonly [Name in keyof Row]: Row[Name] extends number ? 0 : '' };

/** A block as a row of the catalog: its methods are one text. */
type BlockRow = Omit<BlockRecord, 'methods'> & { readonly method: string };

/** A period as a row of the catalog. */
export type PeriodRow = Omit<Period, 'evidence'> & Evidence & { readonly quantity: string };

const GAME: Columns<StoredGame> = { id: 0, key: '', definition: '' };
const SERIES: Columns<StoredSeries> = { id: 0, gameKey: '', name: '', frontier: 0 };
const BLOCK: Columns<BlockRow> = {
  seriesId: 0,
  start: 0,
  stop: 0,
  file: '',
  bytes: 0,
  sha256: '',
  valuesSha256: '',
  valuesOffset: 0,
  width: 0,
  coldCount: 0,
  coldBefore: 0,
  largest: 0,
  method: '',
  encoding: '',
};
const PERIOD: Columns<PeriodRow> = {
  quantity: '',
  preperiod: 0,
  period: 0,
  saltus: 0,
  examined: 0,
  needed: 0,
  seen: 0,
  valuesSha256: '',
};

/** Between the names of methods in a row; no name has it. */
const AND = '+';

/** A row with all columns of their types: what is no text is the empty text, and what is no number is NaN. */
function typedRow<Row extends object>(columns: Columns<Row>, found: unknown): Row {
  const row: Record<string, unknown> = {};
  for (const [name, like] of Object.entries(columns)) {
    const value = (found as Record<string, unknown>)[name];
    row[name] = typeof value === typeof like ? value : like === '' ? '' : NaN;
  }
  return row as Row;
}

/** A game from its row. */
export function gameOf(row: unknown): StoredGame {
  return typedRow(GAME, row);
}

/** A series from its row. */
export function seriesOf(row: unknown): StoredSeries {
  return typedRow(SERIES, row);
}

/** The row of a period. */
export function periodRowOf(row: unknown): PeriodRow {
  return typedRow(PERIOD, row);
}

/** A period from its row. */
export function periodOf(row: PeriodRow): Period {
  const { preperiod, period, saltus, examined, needed, seen, valuesSha256 } = row;
  return { preperiod, period, saltus, evidence: { examined, needed, seen, valuesSha256 } };
}

/** A block from its row; without methods where there is no text of them. */
export function blockOf(row: unknown): BlockRecord {
  const { method, ...block } = typedRow(BLOCK, row);
  return { ...block, methods: method === '' ? [] : method.split(AND) };
}

/** The row of a block. */
export function rowOf({ methods, ...block }: BlockRecord): BlockRow {
  return { ...block, method: methods.join(AND) };
}
