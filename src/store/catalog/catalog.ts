/**
 * The catalog: which games, series, blocks and periods exist. Every query and every commit of it is in this file; it names
 * block files but never opens one.
 */
import { TakeawayError } from '../../common/errors.js';
import type { Range } from '../../common/range.js';
import type { Periods } from '../../game/periods.js';
import { isCount, requireKnownSeries, rowProblem, unsound } from './block-rows.js';
import { requireSoundPeriods } from './period-rows.js';
import { CatalogConnection } from './connection.js';
import { frontierProblem, RELATIONS } from './game-rows.js';
import { blockOf, gameOf, periodOf, periodRowOf, rowOf, seriesOf, type PeriodRow } from './typed-rows.js';
import type { StoredGame, StoredSeries, GameSnapshot, SeriesSnapshot, BlockRecord } from '../records.js';

const PERIOD_COLUMNS = `quantity, preperiod, period.period, saltus, examined, needed, seen,
  values_sha256 AS valuesSha256`;

const BLOCK_COLUMNS = `series_id AS seriesId, start, stop, file, bytes, sha256, values_sha256 AS valuesSha256,
  values_offset AS valuesOffset, width, cold_count AS coldCount, cold_before AS coldBefore, largest, method, encoding`;

const SERIES_ROWS = `SELECT series.id, game.key AS gameKey, series.name, frontier
  FROM series JOIN game ON game.id = game_id`;

/** Bound of a query that takes all rows. */
const NO_LIMIT = -1;

/** What one commit adds to a series: a block, and periods of its game. */
export interface Addition {
  /** The series, which is created with its game where the catalog does not have it. */
  readonly series: StoredSeries;
  /** Text that names the game. */
  readonly definition: string;
  readonly block: BlockRecord;
  /** The last block of the series, in the place of which the new one comes. */
  readonly replaces?: BlockRecord | undefined;
  readonly periods?: Periods | undefined;
}

/** Queries and commits of an open catalog. */
export class Catalog extends CatalogConnection {
  /** The series that were asked for so far, by number, as they were then. */
  readonly looked = new Map<number, StoredSeries>();
  #isRelated = false;

  /** Every stored game, or only that of a key. */
  games(gameKey?: string): StoredGame[] {
    return this.read(() => {
      const rows =
        gameKey === undefined
          ? this.prepared('SELECT id, key, definition FROM game ORDER BY key').all()
          : this.prepared('SELECT id, key, definition FROM game WHERE key = ?').all(gameKey);
      return rows.map(gameOf);
    });
  }

  /** Every stored series, of one game or of all. Raises `corrupt` for one of a name that no series has. */
  series(gameKey?: string): StoredSeries[] {
    return this.read(() => this.#seriesOf(gameKey));
  }

  /** The series of a game, with frontiers that can be. */
  soundSeries(gameKey: string): StoredSeries[] {
    return this.read(() => this.#soundSeriesOf(gameKey));
  }

  /** Whether there is any series, or one with a number. */
  hasSeries(id?: number): boolean {
    return this.read(() => {
      const row =
        id === undefined
          ? this.prepared('SELECT 1 FROM series LIMIT 1').get()
          : this.prepared('SELECT 1 FROM series WHERE id = ?').get(id);
      return row !== undefined;
    });
  }

  /** The series of a game, whose frontiers are where their blocks end, and its periods, at one moment. */
  game(gameKey: string): GameSnapshot {
    return this.readAtOnce(() => {
      this.#requireRelated();
      const series = this.#soundSeriesOf(gameKey);
      for (const one of series) {
        const problem = frontierProblem(one, this.#lastStop(one.id));
        if (problem !== undefined) throw unsound(problem, { do: 'rebuild' });
      }
      return { series, periods: this.#periodsOf(gameKey) };
    });
  }

  /**
   * Raises `corrupt` where a row belongs to one that is missing: then it cannot be told what else is. Looks once. Cost: a
   * few lookups, and a row for each series.
   */
  requireRelated(): void {
    this.readAtOnce(() => this.#requireRelated());
  }

  /**
   * Every stored series with all its blocks, of one game or of all, at one moment. The rows are as they stand, unchecked.
   */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    return this.readAtOnce(() =>
      this.#seriesOf(gameKey).map((series) => {
        this.looked.set(series.id, series);
        return { ...series, blocks: this.#allBlocks(series.id) };
      }),
    );
  }

  /** A series with all its blocks, of one moment. The rows are as they stand, unchecked. */
  seriesSnapshot(seriesId: number): SeriesSnapshot {
    return this.readAtOnce(() => ({ ...this.#oneSeries(seriesId), blocks: this.#allBlocks(seriesId) }));
  }

  /**
   * The first blocks of a series that overlap a range, increasing, at most `limit` of them. Raises `corrupt` for a row
   * that cannot be. Cost: an indexed lookup, and the rows.
   */
  blocks(seriesId: number, range: Range, limit = NO_LIMIT): BlockRecord[] {
    return this.read(() => {
      // The one that starts at or below the range, where there is one, and those that start in it.
      const rows = this.prepared(
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
    });
  }

  /** The error for a position below the frontier of a series that no block holds. */
  gapAt(seriesId: number, position: number): TakeawayError {
    const { gameKey, name, frontier } = this.read(() => this.#oneSeries(seriesId));
    return unsound({
      subject: `The catalog of ${gameKey} ${name}`,
      expected: `a block that holds position ${position}, which is below the frontier ${frontier}`,
      found: 'none',
    });
  }

  /** The proven periods of a game. Raises `corrupt` for a row that cannot be. */
  periods(gameKey: string): Periods {
    return this.read(() => this.#periodsOf(gameKey));
  }

  /** The rows of the periods of a game as they stand, unchecked. */
  periodRows(gameKey: string): PeriodRow[] {
    return this.read(() => this.#periodRowsOf(gameKey));
  }

  /** What SQLite itself finds wrong, in the file and between its tables; empty when all is well. */
  problems(): string[] {
    return this.read(() => {
      const damaged = (this.pragma('integrity_check') as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((line) => line !== 'ok');
      const lost = (
        this.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
      ).map(
        ({ table, rowid, parent }) => `row ${rowid} of the table ${table} belongs to no row of ${parent}`,
      );
      return [...damaged, ...lost];
    });
  }

  /** Creates a series, with its game where that is new, with a number that no series has; one that is there stays as it is. */
  createSeries(series: StoredSeries, definition: string): void {
    this.commit(() => this.#create(series, definition));
  }

  /**
   * Adds blocks above the frontiers of their series and moves these to their ends, with series, games and periods where these
   * are new: all of it or nothing. A block that replaces the last one of its series must start where that did.
   */
  append(additions: readonly Addition[]): void {
    this.commit(() => additions.forEach((addition) => this.#append(addition)));
  }

  /** Writes the counts of cold positions below the blocks of a series anew, from the counts in them. */
  recountColdBefore(seriesId: number): void {
    this.commit(() => {
      let coldBefore = 0;
      for (const { start, coldCount } of this.#allBlocks(seriesId)) {
        const update = 'UPDATE block SET cold_before = ? WHERE series_id = ? AND start = ?';
        this.change(update, coldBefore, seriesId, start);
        coldBefore += coldCount;
      }
    });
  }

  /** Replaces a block's row by one for the same range and values: what a repair does. */
  replace(old: BlockRecord, block: BlockRecord): void {
    this.commit(() => {
      this.#delete(old);
      this.#insert(block);
    });
  }

  /** Adds proven periods of a stored game, or replaces those there are of their quantities; all of them or none. */
  putPeriods(gameKey: string, periods: Periods): void {
    if (Object.keys(periods).length > 0) this.commit(() => this.#putPeriods(gameKey, periods));
  }

  /** Removes the row of a period, whatever stands in it. */
  removePeriod(gameKey: string, quantity: string): void {
    this.commit(() => {
      this.prepared(
        'DELETE FROM period WHERE game_id = (SELECT id FROM game WHERE key = ?) AND quantity = ?',
      ).run(gameKey, quantity);
    });
  }

  #requireRelated(): void {
    if (this.#isRelated) return;
    for (const { subject, expected, sql } of RELATIONS) {
      const missing = this.prepared(sql).pluck().all().map(String).at(0);
      if (missing === undefined) continue;
      throw unsound({ subject, expected, found: `none with the number ${missing}` }, { do: 'rebuild' });
    }
    this.#isRelated = true;
  }

  #seriesOf(gameKey: string | undefined): StoredSeries[] {
    const ordered = 'ORDER BY game.key, series.name';
    const rows =
      gameKey === undefined
        ? this.prepared(`${SERIES_ROWS} ${ordered}`).all()
        : this.prepared(`${SERIES_ROWS} WHERE game.key = ? ${ordered}`).all(gameKey);
    const series = rows.map(seriesOf);
    series.forEach(requireKnownSeries);
    return series;
  }

  #soundSeriesOf(gameKey: string): StoredSeries[] {
    const series = this.#seriesOf(gameKey);
    for (const { name, frontier } of series) {
      if (isCount(frontier)) continue;
      const subject = `The catalog's frontier of ${gameKey} ${name}`;
      throw unsound({ subject, expected: 'an integer from 0 to 2^53 - 1', found: String(frontier) });
    }
    for (const one of series) this.looked.set(one.id, one);
    return series;
  }

  /** A series by its number. Raises `corrupt` where its row or that of its game is missing, or is not found by its number. */
  #oneSeries(id: number): StoredSeries {
    const series = this.prepared(`${SERIES_ROWS} WHERE series.id = ?`).get(id);
    if (series !== undefined) return seriesOf(series);
    const subject = `The catalog of series ${id}`;
    throw unsound({ subject, expected: 'its row, and that of its game', found: 'none' }, { do: 'rebuild' });
  }

  /** All blocks of a series, increasing, as their rows stand. */
  #allBlocks(seriesId: number): BlockRecord[] {
    return this.prepared(`SELECT ${BLOCK_COLUMNS} FROM block WHERE series_id = ? ORDER BY start`)
      .all(seriesId)
      .map(blockOf);
  }

  /** Where the last block of a series ends; 0 when there is none. */
  #lastStop(seriesId: number): number {
    const sql = 'SELECT stop FROM block WHERE series_id = ? ORDER BY start DESC LIMIT 1';
    return (this.prepared(sql).pluck().get(seriesId) ?? 0) as number;
  }

  #periodRowsOf(gameKey: string): PeriodRow[] {
    return this.prepared(
      `SELECT ${PERIOD_COLUMNS} FROM period JOIN game ON game.id = game_id WHERE key = ? ORDER BY quantity`,
    )
      .all(gameKey)
      .map(periodRowOf);
  }

  #periodsOf(gameKey: string): Periods {
    const rows = this.#periodRowsOf(gameKey);
    requireSoundPeriods(gameKey, rows);
    return Object.fromEntries(rows.map((row) => [row.quantity, periodOf(row)]));
  }

  #append({ series, definition, block, replaces, periods = {} }: Addition): void {
    this.#create(series, definition);
    const { frontier } = this.#oneSeries(block.seriesId);
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
    this.change('UPDATE series SET frontier = ? WHERE id = ?', block.stop, block.seriesId);
    this.#putPeriods(series.gameKey, periods);
  }

  #create({ id, gameKey, name }: StoredSeries, definition: string): void {
    if (this.#seriesOf(gameKey).some((series) => series.name === name)) return;
    if (this.prepared('SELECT 1 FROM game WHERE key = ?').get(gameKey) === undefined) {
      this.change('INSERT INTO game (key, definition) VALUES (?, ?)', gameKey, definition);
    }
    const insert = 'INSERT INTO series (id, game_id, name) SELECT ?, id, ? FROM game WHERE key = ?';
    this.change(insert, id, name, gameKey);
  }

  #putPeriods(gameKey: string, periods: Periods): void {
    const insert = `
      INSERT OR REPLACE INTO period (game_id, quantity, preperiod, period, saltus, examined, needed, seen, values_sha256)
      SELECT id, @quantity, @preperiod, @period, @saltus, @examined, @needed, @seen, @valuesSha256
      FROM game WHERE key = @gameKey`;
    for (const [quantity, { evidence, ...period }] of Object.entries(periods)) {
      this.change(insert, { quantity, ...period, ...evidence, gameKey });
    }
  }

  #delete(block: BlockRecord): void {
    this.change('DELETE FROM block WHERE series_id = ? AND file = ?', block.seriesId, block.file);
  }

  #insert(block: BlockRecord): void {
    this.change(
      `INSERT INTO block (series_id, start, stop, file, bytes, sha256, values_sha256, values_offset, width,
         cold_count, cold_before, largest, method, encoding)
       VALUES (@seriesId, @start, @stop, @file, @bytes, @sha256, @valuesSha256, @valuesOffset, @width,
         @coldCount, @coldBefore, @largest, @method, @encoding)`,
      rowOf(block),
    );
  }
}
