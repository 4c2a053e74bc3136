/**
 * The catalog: which games, series, blocks and periods exist. All its queries and commits are in this file. It names block files
 * but never opens one.
 */
import { fail, FAULT, type TakeawayError } from '../../common/errors.js';
import type { Range } from '../../common/range.js';
import type { Periods } from '../../game/periods.js';
import type { CatalogConnection } from './connection.js';
import { frontierProblem, missingBlock, RELATIONS, SERIES_OF_GAME } from './relations.js';
import {
  BLOCK,
  blockOf,
  blockProblem,
  GAME,
  gameProblem,
  knownSeries,
  PERIOD,
  periodOf,
  periodProblem,
  requireIntact,
  rowIn,
  rowOfBlock,
  rowOfPeriod,
  withDigest,
  SERIES,
  seriesProblem,
  unsound,
  type PeriodRow,
  type Table,
} from './rows.js';
import type {
  Addition,
  BlockRecord,
  GameSnapshot,
  WithDigest,
  SeriesSnapshot,
  StoredGame,
  StoredSeries,
} from '../records.js';

/** Maximum number of games, and of series: a store's folder may have as many names. More would take gigabytes. */
const MAX_ROWS = 2 ** 20;

/** Maximum number of series that a reader checks for files newer than the catalog. */
const MAX_SERIES_CHECKED = 64;

/** Queries for the rows of a table. Made once, as looking up the statement of a new text takes longer than running it. */
interface Queries<Row> {
  readonly table: Table<Row>;
  readonly all: string;
  readonly ofGame: string;
}

/** `order` uses column aliases: the raw text of a column may be too long to sort. */
function queries<Row>(table: Table<Row>, order: string, where = ''): Queries<Row> {
  const end = `ORDER BY ${order} LIMIT ${MAX_ROWS + 1}`;
  const ofGame = `${table.select} WHERE game.key = @gameKey ${end}`;
  return { table, all: `${table.select} ${where} ${end}`, ofGame };
}

const GAMES = queries(GAME, 'key');
const LONE_GAMES = queries(GAME, 'key', 'WHERE NOT EXISTS (SELECT 1 FROM series WHERE game_id = game.id)');
const ALL_SERIES = queries(SERIES, 'gameKey, name');
const PERIODS = queries(PERIOD, 'quantity');
const ONE_SERIES = `${SERIES.select} WHERE series.id = ?`;
const HAS_SERIES = 'SELECT 1 FROM series JOIN game ON game.id = game_id WHERE key = ? AND name = ?';
const BLOCKS_OF_SERIES = `${BLOCK.select} WHERE series_id = ? ORDER BY start`;
const ALL_BLOCKS = `${BLOCK.select} ORDER BY series_id, start`;

export class Catalog {
  readonly #db: CatalogConnection;
  /**
   * The series requested so far, at most `MAX_SERIES_CHECKED`, as they were then. If all were requested, the most recently extended
   * ones.
   */
  readonly requested = new Map<number, StoredSeries>();
  #isRelated = false;

  constructor(connection: CatalogConnection) {
    this.#db = connection;
  }

  /** Returns the result of several queries on one snapshot. */
  inReadTransaction<Result>(query: () => Result): Result {
    return this.#db.inReadTransaction(query);
  }

  /** Returns the problems that SQLite finds in the file and between its tables. */
  problems(): string[] {
    return this.#db.problems();
  }

  /** Returns every stored game, or only the one with a key. Raises `corrupt` for a row that is not as written. */
  games(gameKey?: string): StoredGame[] {
    const games = this.#db.read(() => this.#rows(GAMES, gameKey));
    for (const game of games) requireIntact(gameProblem(game), { do: 'rebuild' });
    return games;
  }

  /** Returns the rows of games without series, unchecked. No other query finds them. */
  gamesWithoutSeries(): WithDigest<StoredGame>[] {
    return this.#db.read(() => this.#rows(LONE_GAMES));
  }

  /** Returns every stored series, of one game or of all. Raises `corrupt` for an unknown series name. */
  series(gameKey?: string): WithDigest<StoredSeries>[] {
    return this.#db.read(() => this.#rows(ALL_SERIES, gameKey).map(knownSeries));
  }

  /** Returns the series of a game. Raises `corrupt` for a row that is not as written. */
  soundSeries(gameKey: string): StoredSeries[] {
    const series = this.#db.memoized(`series ${gameKey}`, () => {
      const found = this.series(gameKey);
      for (const one of found) requireIntact(seriesProblem(one), { do: 'rebuild' });
      return found;
    });
    for (const one of series) this.#noteRequest(one);
    return series;
  }

  #noteRequest(series: StoredSeries): void {
    if (this.requested.size < MAX_SERIES_CHECKED || this.requested.has(series.id))
      this.requested.set(series.id, series);
  }

  hasSeries(id?: number): boolean {
    const where = id === undefined ? '' : 'WHERE id = @id';
    return this.#db.read(
      () => this.#db.prepared(`SELECT 1 FROM series ${where} LIMIT 1`).get({ id }) !== undefined,
    );
  }

  /** Returns the numbers of the series that have blocks, unchecked. Cost: one pass over the rows of series. */
  filledSeries(): Set<number> {
    const sql = 'SELECT id FROM series WHERE frontier > 0';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all()) as number[]);
  }

  /** Returns at most `limit` numbers of series: the lowest ones, or those of the `limit` latest blocks. */
  someSeries(order: 'lowest' | 'latest', limit: number): number[] {
    const sql =
      order === 'lowest'
        ? 'SELECT id FROM series ORDER BY id LIMIT ?'
        : 'SELECT DISTINCT series_id FROM (SELECT series_id FROM block ORDER BY id DESC LIMIT ?)';
    return this.#db.read(() => this.#db.prepared(sql).pluck().all(limit)) as number[];
  }

  /** Returns a series by its number, unchecked, or undefined. */
  seriesOf(id: number): StoredSeries | undefined {
    const found = this.#db.read(() => this.#db.prepared(ONE_SERIES).get(id));
    return found === undefined ? undefined : knownSeries(rowIn(SERIES, found));
  }

  /** Returns the names of a series' block files in the catalog, unchecked. */
  filesOf(seriesId: number): Set<string> {
    const sql = 'SELECT file FROM block WHERE series_id = ?';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all(seriesId)) as string[]);
  }

  /** Returns the hashes of the values of all blocks, unchecked. */
  valueHashes(): Set<string> {
    const sql = 'SELECT values_sha256 FROM block';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all()) as string[]);
  }

  /** Returns the series of a game, whose frontiers match their blocks, and its periods, at one moment. */
  game(gameKey: string): GameSnapshot {
    return this.#db.memoized(`game ${gameKey}`, () => {
      this.requireRelated(gameKey);
      const series = this.soundSeries(gameKey);
      for (const one of series)
        requireIntact(frontierProblem(one, this.#lastStop(one.id)), { do: 'rebuild' });
      return { series, periods: this.periods(gameKey) };
    });
  }

  /**
   * Raises `corrupt` if a row belongs to a missing one, or an index does not lead to a row: then other rows may seem missing too.
   * Checks once. Cost: a lookup for each game and each series. With the key of a stored game, checks its rows only, in one pass
   * over the rows of series.
   */
  requireRelated(gameKey?: string): void {
    if (this.#isRelated || (gameKey !== undefined && this.#isRelatedGame(gameKey))) return;
    for (const [problem, sql] of RELATIONS) {
      const missing = this.#db.read(() => this.#db.prepared(sql).pluck().get()) as number | undefined;
      if (missing === undefined) continue;
      throw unsound({ subject: 'The catalog', problem: `${problem} ${missing}` }, { do: 'rebuild' });
    }
    this.#isRelated = true;
  }

  /** Whether the index of series leads to all series of a game. False for a game without series, which needs the full check. */
  #isRelatedGame(gameKey: string): boolean {
    const ids = this.#db.read(() => this.#db.prepared(SERIES_OF_GAME).pluck().all(gameKey)) as number[];
    const found = new Set(this.series(gameKey).map(({ id }) => id));
    return ids.length > 0 && ids.every((id) => found.has(id));
  }

  /** Returns every stored series with all its blocks, of one game or of all, at one moment, unchecked. */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    return this.#db.inReadTransaction(() => {
      const all = this.series(gameKey);
      const latest = new Set(
        gameKey === undefined ? this.someSeries('latest', MAX_SERIES_CHECKED) : undefined,
      );
      for (const series of all) if (gameKey !== undefined || latest.has(series.id)) this.#noteRequest(series);
      if (gameKey !== undefined)
        return all.map((series) => ({ ...series, blocks: this.#allBlocks(series.id) }));
      // One query for all series: one for each takes three times as long.
      const blocks = new Map<number, WithDigest<BlockRecord>[]>(all.map(({ id }) => [id, []]));
      for (const found of this.#db.prepared(ALL_BLOCKS).iterate()) {
        const block = blockOf(rowIn(BLOCK, found));
        blocks.get(block.seriesId)?.push(block);
      }
      return all.map((series) => ({ ...series, blocks: blocks.get(series.id)! }));
    });
  }

  /** Returns a series with all its blocks, at one moment, unchecked. */
  seriesSnapshot(seriesId: number): SeriesSnapshot {
    return this.#db.inReadTransaction(() => ({
      ...this.#oneSeries(seriesId),
      blocks: this.#allBlocks(seriesId),
    }));
  }

  /**
   * Returns the first blocks of a series that overlap a range, increasing, at most `limit`. Raises `corrupt` for an invalid row.
   * Cost: an indexed lookup, and the rows.
   */
  blocks(seriesId: number, range: Range, limit: number): BlockRecord[] {
    return this.#db.inReadTransaction(() => {
      const series = this.#oneSeries(seriesId);
      // The last block that starts at or below the range's start, and those that start in the range.
      const blocks = this.#db
        .prepared(
          `${BLOCK.select}
         WHERE series_id = @seriesId AND start < @stop AND start >= coalesce(
           (SELECT max(start) FROM block WHERE series_id = @seriesId AND start <= @start), @start)
         ORDER BY start LIMIT @limit`,
        )
        .all({ seriesId, start: range.start, stop: range.stop, limit })
        .map((found) => blockOf(rowIn(BLOCK, found)));
      for (const block of blocks) requireIntact(blockProblem(series, block));
      return blocks.filter(({ stop }) => stop > range.start);
    });
  }

  /** Returns the error for a position below the frontier of a series that no block holds. */
  gapAt(seriesId: number, position: number): TakeawayError {
    const series = this.#db.read(() => this.#oneSeries(seriesId));
    return unsound(missingBlock(series, position));
  }

  /** Returns the proven periods of a game. Raises `corrupt` for an invalid row. */
  periods(gameKey: string): Periods {
    return this.allPeriods(gameKey).get(gameKey) ?? {};
  }

  /** Returns the proven periods by game, of one game or of all. Raises `corrupt` for an invalid row. */
  allPeriods(gameKey?: string): Map<string, Periods> {
    const found = new Map<string, Periods>();
    const rows = gameKey === undefined ? this.#db.read(() => this.#rows(PERIODS)) : this.periodRows(gameKey);
    for (const row of rows) {
      requireIntact(periodProblem(row), { do: 'verify', repair: true });
      found.set(row.gameKey, { ...found.get(row.gameKey), [row.quantity]: periodOf(row) });
    }
    return found;
  }

  /** Returns the rows of the periods of a game, unchecked. */
  periodRows(gameKey: string): WithDigest<PeriodRow>[] {
    return this.#db.memoized(`periods ${gameKey}`, () => this.#rows(PERIODS, gameKey));
  }

  /** Creates a series, with its game if that is new. The number must be unused. An existing series stays unchanged. */
  createSeries(series: StoredSeries, definition: string): void {
    this.#db.commit(() => this.#create(series, definition));
  }

  /**
   * Adds blocks above the frontiers of their series and moves these, with new series, games and periods, in one transaction. A
   * block that replaces the last one of its series must start at the same position.
   */
  append(additions: readonly Addition[]): void {
    this.#db.commit(() => additions.forEach((addition) => this.#append(addition)));
  }

  /**
   * Recomputes the cold counts below the blocks of a series from the counts in them. Rows that are not as written stay unchanged.
   */
  recountColdBefore(seriesId: number): void {
    this.#db.commit(() => {
      const series = this.#oneSeries(seriesId);
      let coldBefore = 0;
      for (const block of this.#allBlocks(seriesId)) {
        // Counts above a damaged row are unknown.
        if (blockProblem(series, block) !== undefined) return;
        if (block.coldBefore !== coldBefore) this.#replace(block, { ...block, coldBefore });
        coldBefore += block.coldCount;
      }
    });
  }

  /** Replaces a block's row with one for the same range and values, for a repair. */
  replace(old: BlockRecord, block: BlockRecord): void {
    this.#db.commit(() => this.#replace(old, block));
  }

  /** Adds or replaces proven periods of a stored game in one transaction. */
  putPeriods(gameKey: string, periods: Periods): void {
    if (Object.keys(periods).length > 0) this.#db.commit(() => this.#putPeriods(gameKey, periods));
  }

  /** Removes the row of a period, whatever its content. */
  removePeriod(gameKey: string, quantity: string): void {
    this.#db.commit(() => {
      this.#db
        .prepared('DELETE FROM period WHERE game_id = (SELECT id FROM game WHERE key = ?) AND quantity = ?')
        .run(gameKey, quantity);
    });
  }

  /** Returns the rows of a table, of one game or of all, unchecked. */
  #rows<Row>({ table, all, ofGame }: Queries<Row>, gameKey?: string): WithDigest<Row>[] {
    const found = this.#db.prepared(gameKey === undefined ? all : ofGame).all({ gameKey });
    if (found.length <= MAX_ROWS) return found.map((row) => rowIn(table, row));
    const problem = `has more than ${MAX_ROWS} ${table.name} rows`;
    throw unsound({ subject: 'The catalog', problem }, { do: 'rebuild' });
  }

  /** Returns a series by its number, unchecked. Raises `corrupt` if its row or that of its game is missing. */
  #oneSeries(id: number): WithDigest<StoredSeries> {
    const found = this.#db.prepared(ONE_SERIES).get(id);
    if (found !== undefined) return knownSeries(rowIn(SERIES, found));
    const problem = `lacks the row of series ${id}, or that of its game`;
    throw unsound({ subject: 'The catalog', problem }, { do: 'rebuild' });
  }

  /** Returns all blocks of a series, increasing, unchecked. */
  #allBlocks(seriesId: number): WithDigest<BlockRecord>[] {
    return this.#db
      .prepared(BLOCKS_OF_SERIES)
      .all(seriesId)
      .map((found) => blockOf(rowIn(BLOCK, found)));
  }

  /** Returns the end of the last block of a series, or 0. */
  #lastStop(seriesId: number): number {
    const sql = 'SELECT stop FROM block WHERE series_id = ? ORDER BY start DESC LIMIT 1';
    return (this.#db.prepared(sql).pluck().get(seriesId) ?? 0) as number;
  }

  #append({ series, definition, block, replaces, periods = {} }: Addition): void {
    this.#create(series, definition);
    const own = this.#oneSeries(block.seriesId);
    // The row gets a new digest below, which must not hide damage.
    requireIntact(seriesProblem(own), { do: 'rebuild' });
    const { frontier } = own;
    const expected = replaces === undefined ? block.start : replaces.stop;
    if (frontier !== expected || (replaces !== undefined && replaces.start !== block.start)) {
      const place = replaces === undefined ? '' : ` in place of ${replaces.start}-${replaces.stop}`;
      const reason = `The block ${block.start}-${block.stop}${place} does not continue from the frontier ${frontier}`;
      fail('internal', FAULT, { reason });
    }
    if (replaces === undefined) this.#db.change(BLOCK.insert, withDigest(BLOCK, rowOfBlock(block)));
    else this.#replace(replaces, block);
    const moved = withDigest(SERIES, { ...own, frontier: block.stop });
    this.#db.change('UPDATE series SET frontier = @frontier, digest = @digest WHERE id = @id', moved);
    this.#putPeriods(series.gameKey, periods);
  }

  #create({ id, gameKey, name }: StoredSeries, definition: string): void {
    if (this.#db.prepared(HAS_SERIES).get(gameKey, name) !== undefined) return;
    if (this.#db.prepared('SELECT 1 FROM game WHERE key = ?').get(gameKey) === undefined) {
      this.#db.change(GAME.insert, withDigest(GAME, { key: gameKey, definition }));
    }
    this.#db.change(SERIES.insert, withDigest(SERIES, { id, gameKey, name, frontier: 0 }));
  }

  #putPeriods(gameKey: string, periods: Periods): void {
    for (const [quantity, period] of Object.entries(periods)) {
      this.#db.change(PERIOD.insert, withDigest(PERIOD, rowOfPeriod(gameKey, quantity, period)));
    }
  }

  #replace(old: BlockRecord, block: BlockRecord): void {
    this.#db.change('DELETE FROM block WHERE series_id = ? AND file = ?', old.seriesId, old.file);
    this.#db.change(BLOCK.insert, withDigest(BLOCK, rowOfBlock(block)));
  }
}
