/**
 * The catalog: which games, series, blocks and periods exist. Every query and every commit of it is in this file; it names
 * block files but never opens one.
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

/** Games, or series, of a catalog at most: as many as its folder may have names, one a series. More would take gigabytes. */
const MAX_ROWS = 2 ** 20;

/** Series that a reader looks at, at most, for files that are newer than the catalog. */
const MAX_SERIES_CHECKED = 64;

/** Queries for the rows of a table. They are made once, as finding the statement of a new text takes longer than running it. */
interface Queries<Row> {
  readonly table: Table<Row>;
  readonly all: string;
  readonly ofGame: string;
}

/** They are ordered by names that the query gives: the text of a column may be too long to be sorted. */
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
  /** The first series that were asked for, by number, as they were then; where all were, the latest ones. */
  readonly requested = new Map<number, StoredSeries>();
  #isRelated = false;

  constructor(connection: CatalogConnection) {
    this.#db = connection;
  }

  /** Returns the result of some queries, all of one snapshot. */
  inReadTransaction<Result>(query: () => Result): Result {
    return this.#db.inReadTransaction(query);
  }

  /** Returns the problems that SQLite finds in the file and between its tables. */
  problems(): string[] {
    return this.#db.problems();
  }

  /** Every stored game, or only that of a key. Raises `corrupt` for a row that is not what was written. */
  games(gameKey?: string): StoredGame[] {
    const games = this.#db.read(() => this.#rows(GAMES, gameKey));
    for (const game of games) requireIntact(gameProblem(game), { do: 'rebuild' });
    return games;
  }

  /** The rows of games that have no series, as they stand, unchecked: nothing else leads to them. */
  gamesWithoutSeries(): WithDigest<StoredGame>[] {
    return this.#db.read(() => this.#rows(LONE_GAMES));
  }

  /** Every stored series, of one game or of all. Raises `corrupt` for one of a name that no series has. */
  series(gameKey?: string): WithDigest<StoredSeries>[] {
    return this.#db.read(() => this.#rows(ALL_SERIES, gameKey).map(knownSeries));
  }

  /** The series of a game. Raises `corrupt` for a row that is not what was written. */
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

  /** The numbers of the series that have blocks, as they stand. Cost: one pass over the rows of series. */
  filledSeries(): Set<number> {
    const sql = 'SELECT id FROM series WHERE frontier > 0';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all()) as number[]);
  }

  /** The numbers of the series with the lowest numbers, or of those to which blocks were added last; at most `limit`. */
  someSeries(order: 'lowest' | 'latest', limit: number): number[] {
    const sql =
      order === 'lowest'
        ? 'SELECT id FROM series ORDER BY id LIMIT ?'
        : 'SELECT DISTINCT series_id FROM (SELECT series_id FROM block ORDER BY id DESC LIMIT ?)';
    return this.#db.read(() => this.#db.prepared(sql).pluck().all(limit)) as number[];
  }

  /** A series by its number, unchecked; undefined where there is none. */
  seriesOf(id: number): StoredSeries | undefined {
    const found = this.#db.read(() => this.#db.prepared(ONE_SERIES).get(id));
    return found === undefined ? undefined : knownSeries(rowIn(SERIES, found));
  }

  /** The names of the block files that rows name, of a series, as they stand. */
  filesOf(seriesId: number): Set<string> {
    const sql = 'SELECT file FROM block WHERE series_id = ?';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all(seriesId)) as string[]);
  }

  /** The hashes of the values of all blocks, as they stand. */
  valueHashes(): Set<string> {
    const sql = 'SELECT values_sha256 FROM block';
    return new Set(this.#db.read(() => this.#db.prepared(sql).pluck().all()) as string[]);
  }

  /** The series of a game, whose frontiers are where their blocks end, and its periods, at one moment. */
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
   * Raises `corrupt` where a row belongs to one that is missing, or its index does not lead to it: then it cannot be told what
   * else is missing. Looks once. Cost: a lookup for each game and each series; with the key of a stored game, only one pass over
   * the rows of series, as its own rows alone are looked at.
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

  /** Whether the index of series leads to all of a game. False for a game without series: whether that is so, all rows tell. */
  #isRelatedGame(gameKey: string): boolean {
    const ids = this.#db.read(() => this.#db.prepared(SERIES_OF_GAME).pluck().all(gameKey)) as number[];
    const found = new Set(this.series(gameKey).map(({ id }) => id));
    return ids.length > 0 && ids.every((id) => found.has(id));
  }

  /** Every stored series with all its blocks, of one game or of all, at one moment. The rows are as they stand, unchecked. */
  snapshot(gameKey?: string): SeriesSnapshot[] {
    return this.#db.inReadTransaction(() => {
      const all = this.series(gameKey);
      const latest = new Set(
        gameKey === undefined ? this.someSeries('latest', MAX_SERIES_CHECKED) : undefined,
      );
      for (const series of all) if (gameKey !== undefined || latest.has(series.id)) this.#noteRequest(series);
      if (gameKey !== undefined)
        return all.map((series) => ({ ...series, blocks: this.#allBlocks(series.id) }));
      // One question for all of them: asking once for each series takes three times as long.
      const blocks = new Map<number, WithDigest<BlockRecord>[]>(all.map(({ id }) => [id, []]));
      for (const found of this.#db.prepared(ALL_BLOCKS).iterate()) {
        const block = blockOf(rowIn(BLOCK, found));
        blocks.get(block.seriesId)?.push(block);
      }
      return all.map((series) => ({ ...series, blocks: blocks.get(series.id)! }));
    });
  }

  /** A series with all its blocks, of one moment. The rows are as they stand, unchecked. */
  seriesSnapshot(seriesId: number): SeriesSnapshot {
    return this.#db.inReadTransaction(() => ({
      ...this.#oneSeries(seriesId),
      blocks: this.#allBlocks(seriesId),
    }));
  }

  /**
   * The first blocks of a series that overlap a range, increasing, at most `limit` of them. Raises `corrupt` for a row
   * that cannot be. Cost: an indexed lookup, and the rows.
   */
  blocks(seriesId: number, range: Range, limit: number): BlockRecord[] {
    return this.#db.inReadTransaction(() => {
      const series = this.#oneSeries(seriesId);
      // The one that starts at or below the range, where there is one, and those that start in it.
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

  /** The error for a position below the frontier of a series that no block holds. */
  gapAt(seriesId: number, position: number): TakeawayError {
    const series = this.#db.read(() => this.#oneSeries(seriesId));
    return unsound(missingBlock(series, position));
  }

  /** The proven periods of a game. Raises `corrupt` for a row that cannot be. */
  periods(gameKey: string): Periods {
    return this.allPeriods(gameKey).get(gameKey) ?? {};
  }

  /** The proven periods by the keys of their games, of one game or of all. Raises `corrupt` for a row that cannot be. */
  allPeriods(gameKey?: string): Map<string, Periods> {
    const found = new Map<string, Periods>();
    const rows = gameKey === undefined ? this.#db.read(() => this.#rows(PERIODS)) : this.periodRows(gameKey);
    for (const row of rows) {
      requireIntact(periodProblem(row), { do: 'verify', repair: true });
      found.set(row.gameKey, { ...found.get(row.gameKey), [row.quantity]: periodOf(row) });
    }
    return found;
  }

  /** The rows of the periods of a game as they stand, unchecked. */
  periodRows(gameKey: string): WithDigest<PeriodRow>[] {
    return this.#db.memoized(`periods ${gameKey}`, () => this.#rows(PERIODS, gameKey));
  }

  /** Creates a series, with its game where that is new, with a number that no series has; one that is there stays as it is. */
  createSeries(series: StoredSeries, definition: string): void {
    this.#db.commit(() => this.#create(series, definition));
  }

  /**
   * Adds blocks above the frontiers of their series and moves these to their ends, with series, games and periods where these
   * are new: all of it or nothing. A block that replaces the last one of its series must start where that did.
   */
  append(additions: readonly Addition[]): void {
    this.#db.commit(() => additions.forEach((addition) => this.#append(addition)));
  }

  /**
   * Writes the counts of cold positions below the blocks of a series anew, from the counts in them. A row that is not what was
   * written stays so.
   */
  recountColdBefore(seriesId: number): void {
    this.#db.commit(() => {
      const series = this.#oneSeries(seriesId);
      let coldBefore = 0;
      for (const block of this.#allBlocks(seriesId)) {
        // What lies above a row that is not what was written cannot be counted.
        if (blockProblem(series, block) !== undefined) return;
        if (block.coldBefore !== coldBefore) this.#replace(block, { ...block, coldBefore });
        coldBefore += block.coldCount;
      }
    });
  }

  /** Replaces a block's row by one for the same range and values: what a repair does. */
  replace(old: BlockRecord, block: BlockRecord): void {
    this.#db.commit(() => this.#replace(old, block));
  }

  /** Adds proven periods of a stored game, or replaces those there are of their quantities; all of them or none. */
  putPeriods(gameKey: string, periods: Periods): void {
    if (Object.keys(periods).length > 0) this.#db.commit(() => this.#putPeriods(gameKey, periods));
  }

  /** Removes the row of a period, whatever stands in it. */
  removePeriod(gameKey: string, quantity: string): void {
    this.#db.commit(() => {
      this.#db
        .prepared('DELETE FROM period WHERE game_id = (SELECT id FROM game WHERE key = ?) AND quantity = ?')
        .run(gameKey, quantity);
    });
  }

  /** The rows of a table, of one game or of all, as they stand. */
  #rows<Row>({ table, all, ofGame }: Queries<Row>, gameKey?: string): WithDigest<Row>[] {
    const found = this.#db.prepared(gameKey === undefined ? all : ofGame).all({ gameKey });
    if (found.length <= MAX_ROWS) return found.map((row) => rowIn(table, row));
    const problem = `has more than ${MAX_ROWS} ${table.name} rows`;
    throw unsound({ subject: 'The catalog', problem }, { do: 'rebuild' });
  }

  /** A series by its number, as its row stands. Raises `corrupt` where that or the row of its game is missing. */
  #oneSeries(id: number): WithDigest<StoredSeries> {
    const found = this.#db.prepared(ONE_SERIES).get(id);
    if (found !== undefined) return knownSeries(rowIn(SERIES, found));
    const problem = `lacks the row of series ${id}, or that of its game`;
    throw unsound({ subject: 'The catalog', problem }, { do: 'rebuild' });
  }

  /** All blocks of a series, increasing, as their rows stand. */
  #allBlocks(seriesId: number): WithDigest<BlockRecord>[] {
    return this.#db
      .prepared(BLOCKS_OF_SERIES)
      .all(seriesId)
      .map((found) => blockOf(rowIn(BLOCK, found)));
  }

  /** Where the last block of a series ends; 0 when there is none. */
  #lastStop(seriesId: number): number {
    const sql = 'SELECT stop FROM block WHERE series_id = ? ORDER BY start DESC LIMIT 1';
    return (this.#db.prepared(sql).pluck().get(seriesId) ?? 0) as number;
  }

  #append({ series, definition, block, replaces, periods = {} }: Addition): void {
    this.#create(series, definition);
    const own = this.#oneSeries(block.seriesId);
    // Its row is written anew, which must not make a damaged one right.
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
