/**
 * The catalog: which games, series and blocks exist. Every SQL statement of the project is in this file.
 * Separate from the block files, which it names but never opens.
 */
import { TakeawayError } from '../common/errors.js';
import type { Range } from '../common/range.js';
import type { SeriesName, Width } from '../columnar/layout.js';
import type { Database } from './database.js';

/** A game as stored. */
export interface StoredGame {
  readonly id: number;
  readonly key: string;
  readonly definition: string;
}

/** A series as stored; its frontier is the first position not stored. */
export interface StoredSeries {
  readonly id: number;
  readonly gameKey: string;
  readonly name: SeriesName;
  readonly frontier: number;
}

/** A series and its blocks, increasing, at one moment. */
export interface SeriesSnapshot extends StoredSeries {
  readonly blocks: readonly BlockRecord[];
}

/** What the catalog knows of a block. */
export interface BlockRecord extends Range {
  readonly seriesId: number;
  /** File name inside the folder of the series. */
  readonly file: string;
  /** Size and SHA-256 of the file. */
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of the raw values. */
  readonly valuesSha256: string;
  /** Where the raw values lie in the file. */
  readonly valuesOffset: number;
  readonly width: Width;
  /** Cold positions in the block, and below it. */
  readonly coldCount: number;
  readonly coldBefore: number;
  /** The largest value in the block. */
  readonly largest: number;
  /** The method that solved it; several joined by '+'. */
  readonly method: string;
}

/** What a stored period is of: nim-values, or which positions are cold. */
export type Quantity = 'nim' | 'outcome';

/** What the catalog knows of a proven period; see `ProvenPeriod`. */
export interface PeriodRecord {
  readonly quantity: Quantity;
  readonly preperiod: number;
  readonly period: number;
  readonly saltus: number;
  readonly examined: number;
  readonly needed: number;
  readonly seen: number;
  /** SHA-256 of the values of [0, preperiod + period), as value hashes are made (docs/FORMAT.md). */
  readonly valuesSha256: string;
}

const PERIOD_COLUMNS = `quantity, preperiod, period.period, saltus, examined, needed, seen,
  values_sha256 AS valuesSha256`;

const BLOCK_COLUMNS = `series_id AS seriesId, start, stop, file, bytes, sha256, values_sha256 AS valuesSha256,
  values_offset AS valuesOffset, width, cold_count AS coldCount, cold_before AS coldBefore, largest, method`;

/** Queries and transactions on an open catalog. */
export class Catalog {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  games(): StoredGame[] {
    return this.#db.prepare('SELECT id, key, definition FROM game ORDER BY key').all() as StoredGame[];
  }

  /** Every stored series, of one game or of all. */
  series(gameKey?: string): StoredSeries[] {
    return this.#db
      .prepare(
        `SELECT series.id, game.key AS gameKey, series.name, frontier FROM series JOIN game ON game.id = game_id
         WHERE @gameKey IS NULL OR game.key = @gameKey ORDER BY game.key, series.name`,
      )
      .all({ gameKey: gameKey ?? null }) as StoredSeries[];
  }

  /** Every stored series with all its blocks, of one game or of all: one transaction, so all of one moment. */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    const everything = { start: 0, stop: Number.MAX_SAFE_INTEGER };
    return this.#db.transaction(() =>
      this.series(gameKey).map((series) => ({ ...series, blocks: this.blocks(series.id, everything) })),
    )();
  }

  /** The series; when it is new it is created with its game, with the number `id` or the next that is free. */
  ensureSeries(gameKey: string, definition: string, name: SeriesName, id: number): StoredSeries {
    const known = this.series(gameKey).find((series) => series.name === name);
    if (known !== undefined) return known;
    this.#db.transaction(() => {
      this.#db
        .prepare('INSERT INTO game (key, definition) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(gameKey, definition);
      this.#db
        .prepare(
          `INSERT INTO series (id, game_id, name)
           SELECT CASE WHEN ? IN (SELECT id FROM series) THEN (SELECT max(id) + 1 FROM series) ELSE ? END, id, ?
           FROM game WHERE key = ?`,
        )
        .run(id, id, name, gameKey);
    })();
    return this.ensureSeries(gameKey, definition, name, id);
  }

  /** The blocks of a series that overlap a range, increasing: one read, so one consistent snapshot. */
  blocks(seriesId: number, range: Range): BlockRecord[] {
    return this.#db
      .prepare(
        `SELECT ${BLOCK_COLUMNS} FROM block WHERE series_id = ? AND start < ? AND stop > ? ORDER BY start`,
      )
      .all(seriesId, range.stop, range.start) as BlockRecord[];
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
          expected: `one that goes on from the frontier ${frontier}`,
          found: replaces === undefined ? 'a gap' : `a replacement of ${replaces.start}-${replaces.stop}`,
        });
      }
      if (replaces !== undefined) this.#delete(replaces);
      this.#insert(block);
      this.#db.prepare('UPDATE series SET frontier = ? WHERE id = ?').run(block.stop, block.seriesId);
    })();
  }

  /** Replaces a block's row by one for the same range and values: what a repair does. */
  replace(old: BlockRecord, block: BlockRecord): void {
    this.#db.transaction(() => {
      this.#delete(old);
      this.#insert(block);
    })();
  }

  /** The proven periods of a game. */
  periods(gameKey: string): PeriodRecord[] {
    return this.#db
      .prepare(
        `SELECT ${PERIOD_COLUMNS} FROM period JOIN game ON game.id = game_id WHERE key = ? ORDER BY quantity`,
      )
      .all(gameKey) as PeriodRecord[];
  }

  /** Adds a proven period of a stored game, or replaces the one there is of that quantity. */
  putPeriod(gameKey: string, record: PeriodRecord): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO period (game_id, quantity, preperiod, period, saltus, examined, needed, seen, values_sha256)
         SELECT id, @quantity, @preperiod, @period, @saltus, @examined, @needed, @seen, @valuesSha256
         FROM game WHERE key = @gameKey`,
      )
      .run({ ...record, gameKey });
  }

  /** What SQLite itself and the rules between rows find wrong; empty when all is well. */
  problems(): string[] {
    const found = (this.#db.pragma('integrity_check') as { integrity_check: string }[])
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok');
    for (const series of this.snapshot()) {
      let stop = 0;
      let cold = 0;
      for (const block of series.blocks) {
        const name = `${series.gameKey} ${series.name} block ${block.start}-${block.stop}`;
        if (block.start !== stop) found.push(`${name}: expected to start at ${stop}`);
        if (block.coldBefore !== cold) {
          found.push(`${name}: expected ${cold} cold positions below it, found ${block.coldBefore}`);
        }
        stop = block.stop;
        cold += block.coldCount;
      }
      if (stop !== series.frontier) {
        found.push(`${series.gameKey} ${series.name}: frontier ${series.frontier}, blocks end at ${stop}`);
      }
    }
    return found;
  }

  close(): void {
    this.#db.close();
  }

  #frontier(seriesId: number): number {
    return this.#db.prepare('SELECT frontier FROM series WHERE id = ?').pluck().get(seriesId) as number;
  }

  #delete(block: BlockRecord): void {
    const { changes } = this.#db
      .prepare('DELETE FROM block WHERE series_id = ? AND file = ?')
      .run(block.seriesId, block.file);
    if (changes !== 1) throw new Error(`catalog: no block ${block.file} to replace`);
  }

  #insert(block: BlockRecord): void {
    this.#db
      .prepare(
        `INSERT INTO block (series_id, start, stop, file, bytes, sha256, values_sha256, values_offset, width,
           cold_count, cold_before, largest, method)
         VALUES (@seriesId, @start, @stop, @file, @bytes, @sha256, @valuesSha256, @valuesOffset, @width,
           @coldCount, @coldBefore, @largest, @method)`,
      )
      .run(block);
  }
}
