/**
 * The rows of the catalog: columns, digests and bounds. A row that is not as written lacks its digest. The digest has no key, so an
 * attacker can compute one; the bounds keep readers inside the folder and within memory.
 */
import { ENCODING_NAMES } from '../../columnar/encodings.js';
import { byteLength, SERIES as KINDS, SERIES_NAMES } from '../../columnar/layout.js';
import { MAX_LZ4_RATIO } from '../../columnar/lz4-frame.js';
import { failure, type TakeawayError } from '../../common/errors.js';
import { lengthOf } from '../../common/range.js';
import type { Remedy } from '../../common/remedies.js';
import { sha256 } from '../../common/sha256.js';
import { QUANTITIES, type Evidence, type Period } from '../../game/periods.js';
import { blockFileName, MAX_BLOCK_BYTES } from '../files/store-folder.js';
import { MAX_SERIES_NUMBER } from '../files/names.js';
import type { BlockRecord, WithDigest, StoredGame, StoredSeries } from '../records.js';

/** Columns by their names in records, each with an example of its type; all but the digest. */
type Columns<Row> = { readonly [Name in keyof Row]: Row[Name] extends number ? 0 : '' };

/** A table, and statements for its rows. */
export interface Table<Row> {
  readonly name: string;
  readonly columns: Columns<Row>;
  /** A query for rows, to which conditions can be appended. */
  readonly select: string;
  readonly insert: string;
}

/** A block as a row, with its methods as one text. */
type BlockRow = Omit<BlockRecord, 'methods'> & { readonly method: string };

/** A period as a row, with the key of its game. */
export type PeriodRow = Omit<Period, 'evidence'> &
  Evidence & { readonly gameKey: string; readonly quantity: string };

/** Converts `valuesSha256` to `values_sha256`. */
function sqlName(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A definition may be as long as a series' description file. */
const MAX_DEFINITION_BYTES = 2 ** 26;
export const MAX_TEXT_BYTES = 2 ** 16;

/** Returns SQL for a text, or NULL if it is too long: SQLite knows the length without reading it. */
export function shortEnough(text: string): string {
  const longest = text.endsWith('definition') ? MAX_DEFINITION_BYTES : MAX_TEXT_BYTES;
  return `CASE WHEN octet_length(${text}) <= ${longest} THEN ${text} END`;
}

/** Defines the table of a record; `gameKey` there is `game_id` in SQL. */
function table<Row extends object>(name: string, columns: Columns<Row>, insert = 'INSERT'): Table<Row> {
  const own = [...Object.keys(columns), 'digest'].filter((column) => column !== 'gameKey');
  const isText = (column: string): boolean => columns[column as keyof Row] !== 0;
  const selected = own.map((column) => {
    const value = `${name}.${sqlName(column)}`;
    return `${isText(column) ? shortEnough(value) : value} AS ${column}`;
  });
  const into = `${insert} INTO ${name} (${own.map(sqlName).join(', ')}`;
  const values = own.map((column) => `@${column}`).join(', ');
  return 'gameKey' in columns
    ? {
        name,
        columns,
        select: `SELECT ${shortEnough('game.key')} AS gameKey, ${selected.join(', ')} FROM ${name} JOIN game ON game.id = game_id`,
        insert: `${into}, game_id) SELECT ${values}, id FROM game WHERE key = @gameKey`,
      }
    : {
        name,
        columns,
        select: `SELECT ${selected.join(', ')} FROM ${name}`,
        insert: `${into}) VALUES (${values})`,
      };
}

export const GAME = table<StoredGame>('game', { key: '', definition: '' });
export const SERIES = table<StoredSeries>('series', { id: 0, gameKey: '', name: '', frontier: 0 });
export const BLOCK = table<BlockRow>('block', {
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
});
/** A period that is found again replaces the stored one. */
export const PERIOD = table<PeriodRow>(
  'period',
  {
    gameKey: '',
    quantity: '',
    preperiod: 0,
    period: 0,
    saltus: 0,
    examined: 0,
    needed: 0,
    seen: 0,
    valuesSha256: '',
  },
  'INSERT OR REPLACE',
);

/** Digits of a digest, as in the names of block files. */
const DIGITS = 16;
/** Separates the names of methods in a row; no name contains it. */
const AND = '+';
/** Maximum size of a block file without its values; the key of its game is the longest part. */
const MAX_FRAMING_BYTES = 2 ** 16;
const ALIGNMENT = 64;

/** Returns the digest of a row, given as a JSON array of its table's name and its columns. */
export function digestOfJson(json: string): string {
  return sha256(json).slice(0, DIGITS);
}

function digestOf<Row>({ name, columns }: Table<Row>, row: Row): string {
  const values: unknown[] = [name];
  for (const column in columns) values.push(row[column]);
  return digestOfJson(JSON.stringify(values));
}

export function withDigest<Row>(table: Table<Row>, row: Row): WithDigest<Row> {
  return { ...row, digest: digestOf(table, row) };
}

/**
 * Converts a row to the declared types: anything else becomes an empty text or NaN. SQLite enforces column types when it writes; a
 * damaged file may hold anything.
 */
export function rowIn<Row>({ columns }: Table<Row>, found: unknown): WithDigest<Row> {
  const values = found as Readonly<Record<string, unknown>>;
  const row: Record<string, unknown> = { digest: textIn(values['digest']) };
  for (const name in columns) {
    const value = values[name];
    row[name] = columns[name] === '' ? textIn(value) : typeof value === 'number' ? value : NaN;
  }
  return row as WithDigest<Row>;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function blockOf({ method, ...block }: WithDigest<BlockRow>): WithDigest<BlockRecord> {
  return { ...block, methods: method.split(AND) };
}

export function rowOfBlock({ methods, ...block }: BlockRecord): BlockRow {
  return { ...block, method: methods.join(AND) };
}

export function periodOf(row: PeriodRow): Period {
  const { preperiod, period, saltus, examined, needed, seen, valuesSha256 } = row;
  return { preperiod, period, saltus, evidence: { examined, needed, seen, valuesSha256 } };
}

export function rowOfPeriod(gameKey: string, quantity: string, { evidence, ...period }: Period): PeriodRow {
  return { gameKey, quantity, ...period, ...(evidence as Evidence) };
}

/** The problem of a row as a sentence: subject and predicate. */
export interface RowProblem {
  readonly subject: string;
  readonly problem: string;
}

/** Returns the problem of a wrong digest, or that of the first demand that does not hold. */
function problemOf<Row>(
  table: Table<Row>,
  row: WithDigest<Row>,
  subject: string,
  demands: readonly (readonly [holds: boolean, problem: string])[] = [],
): RowProblem | undefined {
  const digest = digestOf(table, row);
  if (digest !== row.digest) {
    return { subject, problem: `has the digest ${row.digest}, but its row has ${digest}` };
  }
  const broken = demands.find(([holds]) => !holds);
  return broken && { subject, problem: broken[1] };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

export function gameProblem(game: WithDigest<StoredGame>): RowProblem | undefined {
  const { key, definition } = game;
  const name = key === '' ? `without a key of 1 to ${MAX_TEXT_BYTES} bytes` : key;
  return problemOf(GAME, game, `The catalog's game ${name}`, [
    // A reader of the text would open the file.
    [![key, definition].some((text) => /file:/i.test(text)), `names a file: ${definition}`],
  ]);
}

export function seriesProblem(series: WithDigest<StoredSeries>): RowProblem | undefined {
  const { id, gameKey, name, frontier } = series;
  return problemOf(SERIES, series, `The catalog's series ${id} of ${gameKey} ${name}`, [
    [isCount(frontier), `has the frontier ${frontier}, which cannot be one`],
  ]);
}

/** Returns a series with a valid name and number. Raises `corrupt` for another: other checks rely on the meaning of its name. */
export function knownSeries(series: WithDigest<StoredSeries>): WithDigest<StoredSeries> {
  const { id, gameKey, name } = series;
  const subject = `The catalog's series ${id} of ${gameKey}`;
  const isNumber = isCount(id) && id > 0 && id <= MAX_SERIES_NUMBER;
  if (isNumber && SERIES_NAMES.includes(name)) return series;
  const problem = isNumber
    ? `is called ${JSON.stringify(name)}, which is none of ${SERIES_NAMES.join(', ')}`
    : `has a number that is not from 1 to ${MAX_SERIES_NUMBER}`;
  throw unsound({ subject, problem }, { do: 'rebuild' });
}

/** Returns the name of a block's row for errors. */
export function blockName({ gameKey, name }: StoredSeries, { start, stop }: BlockRecord): string {
  return `The catalog's block ${start}-${stop} of ${gameKey} ${name}`;
}

/** Returns the problem of a block's row by itself. */
export function blockProblem(series: StoredSeries, block: WithDigest<BlockRecord>): RowProblem | undefined {
  const { start, stop, bytes, width, encoding, valuesOffset, coldCount, coldBefore, largest } = block;
  const widths = KINDS[series.name].isBits ? [1] : [8, 16, 32];
  const length = lengthOf(block);
  const most = byteLength(width, length);
  const least = encoding === 'none' ? most : most / MAX_LZ4_RATIO;
  const file = blockFileName(block, block.sha256);
  return problemOf(BLOCK, { ...rowOfBlock(block), digest: block.digest }, blockName(series, block), [
    [isCount(start) && start % ALIGNMENT === 0, `starts at ${start}, no multiple of ${ALIGNMENT}`],
    [isCount(stop) && start < stop, `ends at ${stop}, not above its start`],
    [widths.includes(width), `has values of ${width} bits, not of ${widths.join(' or ')}`],
    [
      ENCODING_NAMES.includes(encoding),
      `has the encoding ${encoding}, which is none of ${ENCODING_NAMES.join(', ')}`,
    ],
    [most <= MAX_BLOCK_BYTES, `has ${length} values of ${width} bits, more than ${MAX_BLOCK_BYTES} bytes`],
    [
      isCount(bytes) &&
        isCount(valuesOffset) &&
        valuesOffset + least <= bytes &&
        bytes <= Math.min(valuesOffset + most + MAX_FRAMING_BYTES, MAX_BLOCK_BYTES),
      `has a file of ${bytes} bytes, which cannot be ${length} values of ${width} bits, ${encoding}, from byte ${valuesOffset} on`,
    ],
    [
      [coldCount, coldBefore, largest].every(isCount),
      `has the counts ${coldCount}, ${coldBefore}, ${largest}`,
    ],
    [file === block.file, `has the file ${block.file}, not ${file}`],
  ]);
}

/** Returns the problem of a period's row by itself. */
export function periodProblem(row: WithDigest<PeriodRow>): RowProblem | undefined {
  const { gameKey, quantity, preperiod, period, saltus, examined, needed, seen } = row;
  const end = preperiod + period;
  return problemOf(PERIOD, row, `The catalog's ${quantity} period of ${gameKey}`, [
    [
      (QUANTITIES as readonly string[]).includes(quantity),
      `is of the quantity ${quantity}, which is none of ${QUANTITIES.join(', ')}`,
    ],
    [
      isCount(preperiod) && isCount(period) && period > 0,
      `has the preperiod ${preperiod} and the period ${period}, which cannot be`,
    ],
    [
      isCount(saltus) && (quantity !== 'outcome' || saltus === 0),
      `has the saltus ${saltus}, which cannot be`,
    ],
    [isCount(examined) && examined >= end, `was found in ${examined} values, fewer than ${end}`],
    [
      isCount(needed) && isCount(seen) && needed <= seen,
      `has ${seen} of the ${needed} equalities that prove it`,
    ],
  ]);
}

/** Raises `corrupt` if a row has a problem. */
export function requireIntact(problem: RowProblem | undefined, remedy?: Remedy): void {
  if (problem !== undefined) throw unsound(problem, remedy);
}

/** Returns the error for a row with a problem. */
export function unsound(
  { subject, problem }: RowProblem,
  remedy: Remedy = { do: 'verify', repair: false },
): TakeawayError {
  return failure('corrupt', '{subject} {problem}. No answer relies on it.', { subject, problem }, { remedy });
}
