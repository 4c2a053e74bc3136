/**
 * The catalog: which games, series and blocks exist. Every query of the catalog is in this file.
 * Separate from the block files, which it names but never opens.
 */
import { TakeawayError } from '../../common/errors.js';
import type { Range } from '../../common/range.js';
import type { SeriesName } from '../../columnar/layout.js';
import { isCount, requireKnownSeries, rowProblem, unsound, type RowProblem } from './block-rows.js';
import { requireSoundPeriods } from './period-rows.js';
import type { Database, Statement } from './database.js';
import { frontierProblem, RELATIONS } from './game-rows.js';
import { blockOf, gameOf, periodOf, rowOf, seriesOf } from './typed-rows.js';
import type {
  StoredGame,
  StoredSeries,
  GameSnapshot,
  SeriesSnapshot,
  BlockRecord,
  PeriodRecord,
} from '../records.js';

const PERIOD_COLUMNS = `quantity, preperiod, period.period, saltus, examined, needed, seen,
  values_sha256 AS valuesSha256`;

const BLOCK_COLUMNS = `series_id AS seriesId, start, stop, file, bytes, sha256, values_sha256 AS valuesSha256,
  values_offset AS valuesOffset, width, cold_count AS coldCount, cold_before AS coldBefore, largest, method, encoding`;

const SERIES_ROWS = `SELECT series.id, game.key AS gameKey, series.name, frontier
  FROM series JOIN game ON game.id = game_id`;

/** Bound of a query that takes all rows. */
const NO_LIMIT = -1;

/** Queries and transactions on an open catalog. */
export class Catalog {
  readonly #db: Database;
  /** Statements by their text: each is prepared once. */
  readonly #statements = new Map<string, Statement>();
  readonly #gameAtOnce: (gameKey: string) => GameSnapshot;

  constructor(db: Database) {
    this.#db = db;
    this.#gameAtOnce = db.transaction((gameKey: string) => {
      const series = this.soundSeries(gameKey);
      for (const one of series) {
        const problem = frontierProblem(one, this.#lastStop(one.id));
        if (problem !== undefined) throw unsound(problem, { do: 'rebuild' });
      }
      return { series, periods: this.periods(gameKey) };
    });
  }

  /** Every stored game, or only that of a key. */
  games(gameKey?: string): StoredGame[] {
    const rows =
      gameKey === undefined
        ? this.#prepared('SELECT id, key, definition FROM game ORDER BY key').all()
        : this.#prepared('SELECT id, key, definition FROM game WHERE key = ?').all(gameKey);
    return rows.map(gameOf);
  }

  /** Every stored series, of one game or of all. Raises `corrupt` for one of a name that no series has. */
  series(gameKey?: string): StoredSeries[] {
    const ordered = 'ORDER BY game.key, series.name';
    const rows =
      gameKey === undefined
        ? this.#prepared(`${SERIES_ROWS} ${ordered}`).all()
        : this.#prepared(`${SERIES_ROWS} WHERE game.key = ? ${ordered}`).all(gameKey);
    const series = rows.map(seriesOf);
    series.forEach(requireKnownSeries);
    return series;
  }

  /** Whether some series has a number. */
  hasSeries(id: number): boolean {
    return this.#prepared('SELECT 1 FROM series WHERE id = ?').get(id) !== undefined;
  }

  /** The series of a game, whose frontiers are where their blocks end, and its periods. */
  game(gameKey: string): GameSnapshot {
    return this.#gameAtOnce(gameKey);
  }

  /** Raises `corrupt` where a row belongs to one that is missing. Cost: a few lookups, and a row for each series. */
  requireRelated(): void {
    for (const problem of this.#relationProblems()) throw unsound(problem, { do: 'rebuild' });
  }

  #relationProblems(): RowProblem[] {
    return RELATIONS.flatMap(({ subject, expected, sql }) => {
      const missing = this.#prepared(sql).pluck().all().map(String);
      return missing.length === 0 ? [] : [{ subject, expected, found: `none with the number ${missing[0]}` }];
    });
  }

  /** The series of a game, with frontiers that can be. */
  soundSeries(gameKey: string): StoredSeries[] {
    const series = this.series(gameKey);
    for (const { name, frontier } of series) {
      if (isCount(frontier)) continue;
      const subject = `The catalog's frontier of ${gameKey} ${name}`;
      throw unsound({ subject, expected: 'an integer from 0 to 2^53 - 1', found: String(frontier) });
    }
    return series;
  }

  /**
   * Every stored series with all its blocks, of one game or of all: one transaction, so all of one moment. The rows
   * are as they stand, unchecked.
   */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    return this.#db.transaction(() =>
      this.series(gameKey).map((series) => ({ ...series, blocks: this.#allBlocks(series.id) })),
    )();
  }

  /** The series; when it is new it is created with its game, with the number `id`, which no series has. */
  ensureSeries(gameKey: string, definition: string, name: SeriesName, id: number): StoredSeries {
    const known = this.series(gameKey).find((series) => series.name === name);
    if (known !== undefined) return known;
    this.#db.transaction(() => {
      if (this.games(gameKey).length === 0) {
        this.#change('INSERT INTO game (key, definition) VALUES (?, ?)', gameKey, definition);
      }
      const insert = 'INSERT INTO series (id, game_id, name) SELECT ?, id, ? FROM game WHERE key = ?';
      this.#change(insert, id, name, gameKey);
    })();
    return this.ensureSeries(gameKey, definition, name, id);
  }

  /**
   * The first blocks of a series that overlap a range, increasing, at most `limit` of them. Raises `corrupt` for a row
   * that cannot be. Cost: an indexed lookup, and the rows.
   */
  blocks(seriesId: number, range: Range, limit = NO_LIMIT): BlockRecord[] {
    // The one that starts at or below the range, where there is one, and those that start in it.
    const rows = this.#prepared(
      `SELECT ${BLOCK_COLUMNS}, series.id, key AS gameKey, name, frontier
       FROM block JOIN series ON series.id = series_id JOIN game ON game.id = game_id
       WHERE series_id = @seriesId AND start < @stop AND start >= coalesce(
         (SELECT max(start) FROM block WHERE series_id = @seriesId AND start <= @start), @start)
       ORDER BY start LIMIT @limit`,
    ).all({ seriesId, start: range.start, stop: range.stop, limit });
    const blocks: BlockRecord[] = [];
    for (const row of rows) {
      const block = blockOf(row);
      const problem = rowProblem(seriesOf(row), block);
      if (problem !== undefined) throw unsound(problem);
      if (block.stop > range.start) blocks.push(block);
    }
    return blocks;
  }

  /** A series with all its blocks, of one moment. The rows are as they stand, unchecked. */
  seriesSnapshot(seriesId: number): SeriesSnapshot {
    return this.#db.transaction(() => {
      return { ...this.#oneSeries(seriesId), blocks: this.#allBlocks(seriesId) };
    })();
  }

  /** The error for a position below the frontier of a series that no block holds. */
  gapAt(seriesId: number, position: number): TakeawayError {
    const { gameKey, name, frontier } = this.#oneSeries(seriesId);
    return unsound({
      subject: `The catalog of ${gameKey} ${name}`,
      expected: `a block that holds position ${position}, which is below the frontier ${frontier}`,
      found: 'none',
    });
  }

  /**
   * Adds a block above the frontier and moves the frontier to its end, in one transaction. With `replaces`,
   * the last block of the series, that block's row goes and the new one must start where it did.
   */
  append(block: BlockRecord, replaces: BlockRecord | undefined): void {
    this.#db.transaction(() => {
      const frontier = this.#frontier(block.seriesId);
      const expected = replaces === undefined ? block.start : replaces.stop;
      if (frontier !== expected || (replaces !== undefined && replaces.start !== block.start)) {
        throw new TakeawayError('internal', {
          subject: `A block ${block.start}-${block.stop}`,
          expected: `one that continues from the frontier ${frontier}`,
          found: replaces === undefined ? 'a gap' : `a replacement of ${replaces.start}-${replaces.stop}`,
        });
      }
      if (replaces !== undefined) this.#delete(replaces);
      this.#insert(block);
      this.#change('UPDATE series SET frontier = ? WHERE id = ?', block.stop, block.seriesId);
    })();
  }

  /** Writes the counts of cold positions below the blocks of a series anew, from the counts in them. */
  recountColdBefore(seriesId: number): void {
    this.#db.transaction(() => {
      let coldBefore = 0;
      for (const { start, coldCount } of this.#allBlocks(seriesId)) {
        const update = 'UPDATE block SET cold_before = ? WHERE series_id = ? AND start = ?';
        this.#change(update, coldBefore, seriesId, start);
        coldBefore += coldCount;
      }
    })();
  }

  /** Replaces a block's row by one for the same range and values: what a repair does. */
  replace(old: BlockRecord, block: BlockRecord): void {
    this.#db.transaction(() => {
      this.#delete(old);
      this.#insert(block);
    })();
  }

  /** The proven periods of a game. Raises `corrupt` for a row that cannot be. */
  periods(gameKey: string): PeriodRecord[] {
    const records = this.periodRows(gameKey);
    requireSoundPeriods(gameKey, records);
    return records;
  }

  /** The rows of the periods of a game as they stand, unchecked. */
  periodRows(gameKey: string): PeriodRecord[] {
    const rows = this.#prepared(
      `SELECT ${PERIOD_COLUMNS} FROM period JOIN game ON game.id = game_id WHERE key = ? ORDER BY quantity`,
    ).all(gameKey);
    return rows.map(periodOf);
  }

  /** Adds proven periods of a stored game, or replaces those there are of their quantities; all of them or none. */
  putPeriods(gameKey: string, records: readonly PeriodRecord[]): void {
    const insert = `
      INSERT OR REPLACE INTO period (game_id, quantity, preperiod, period, saltus, examined, needed, seen, values_sha256)
      SELECT id, @quantity, @preperiod, @period, @saltus, @examined, @needed, @seen, @valuesSha256
      FROM game WHERE key = @gameKey`;
    this.#db.transaction(() => {
      for (const record of records) this.#change(insert, { ...record, gameKey });
    })();
  }

  /** Removes the row of a period, whatever stands in it. */
  removePeriod(gameKey: string, quantity: string): void {
    this.#prepared(
      'DELETE FROM period WHERE game_id = (SELECT id FROM game WHERE key = ?) AND quantity = ?',
    ).run(gameKey, quantity);
  }

  /** What SQLite itself finds wrong, in the file and between its tables; empty when all is well. */
  problems(): string[] {
    const damaged = (this.#db.pragma('integrity_check') as { integrity_check: string }[])
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok');
    const lost = (
      this.#db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
    ).map(({ table, rowid, parent }) => `row ${rowid} of the table ${table} belongs to no row of ${parent}`);
    return [...damaged, ...lost];
  }

  close(): void {
    this.#db.close();
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Changes one row. Raises `corrupt` where SQLite says that it changed another number of them: nothing is announced then. */
  #change(sql: string, ...values: readonly unknown[]): void {
    const { changes } = this.#prepared(sql).run(...values);
    if (changes === 1) return;
    throw unsound(
      { subject: 'A change of the catalog', expected: 'one row that is changed', found: String(changes) },
      { do: 'rebuild' },
    );
  }

  /** A series by its number. Raises `corrupt` where its row or that of its game is missing, or is not found by its number. */
  #oneSeries(id: number): StoredSeries {
    const series = this.#prepared(`${SERIES_ROWS} WHERE series.id = ?`).get(id);
    if (series !== undefined) return seriesOf(series);
    const subject = `The catalog of series ${id}`;
    throw unsound({ subject, expected: 'its row, and that of its game', found: 'none' }, { do: 'rebuild' });
  }

  /** All blocks of a series, increasing, as their rows stand. */
  #allBlocks(seriesId: number): BlockRecord[] {
    return this.#prepared(`SELECT ${BLOCK_COLUMNS} FROM block WHERE series_id = ? ORDER BY start`)
      .all(seriesId)
      .map(blockOf);
  }

  /** Where the last block of a series ends; 0 when there is none. */
  #lastStop(seriesId: number): number {
    const sql = 'SELECT stop FROM block WHERE series_id = ? ORDER BY start DESC LIMIT 1';
    return (this.#prepared(sql).pluck().get(seriesId) ?? 0) as number;
  }

  #frontier(seriesId: number): number {
    return this.#prepared('SELECT frontier FROM series WHERE id = ?').pluck().get(seriesId) as number;
  }

  #delete(block: BlockRecord): void {
    this.#change('DELETE FROM block WHERE series_id = ? AND file = ?', block.seriesId, block.file);
  }

  #insert(block: BlockRecord): void {
    this.#change(
      `INSERT INTO block (series_id, start, stop, file, bytes, sha256, values_sha256, values_offset, width,
         cold_count, cold_before, largest, method, encoding)
       VALUES (@seriesId, @start, @stop, @file, @bytes, @sha256, @valuesSha256, @valuesOffset, @width,
         @coldCount, @coldBefore, @largest, @method, @encoding)`,
      rowOf(block),
    );
  }
}
