/**
 * The library's face: an open store, with everything the command line does as a method. Separate from the use
 * cases it calls, so that this page alone is the public contract of the engine.
 */
import { availableParallelism } from 'node:os';
import { usageError, type TakeawayError } from '../common/errors.js';
import { cachedSet } from '../game/sets/cached-set.js';
import { parseGame, type Game } from '../game/game.js';
import type { SumAnswer } from '../game/heaps.js';
import { numbersOf, SERIES, SERIES_NAMES, type SeriesName } from '../columnar/layout.js';
import type { ColumnName, RowBatch } from '../columnar/row-batch.js';
import { checkEnd, checkRange, lengthOf, type Range } from '../common/range.js';
import { BlockStore } from '../store/block-store.js';
import type { GameSnapshot } from '../store/records.js';
import { nodeFileSystem, type FileSystem } from '../store/files/file-system.js';
import { replaceFile, writeNewFile } from '../store/files/new-file.js';
import { replaceFolder, writeNewFolder, type WrittenFolder } from '../store/files/new-folder.js';
import { checkThreads } from '../common/threads.js';
import {
  exportFormat,
  positionType,
  type ExportFileOptions,
  type ExportFolderOptions,
  type ExportOptions,
} from './reading/export-formats.js';
import { ExportTable } from './reading/export-table.js';
import { exportBytes, isPartName, partsOf } from './reading/exports.js';
import { adoptFiles, type FoundFile } from './keeping/adopt.js';
import { checkImport } from './keeping/check-import.js';
import { filesBeyond, type BeyondCatalog } from './keeping/beyond-catalog.js';
import { checkEmpty, checkedOffers, takeOver, type ImportOptions } from './keeping/import.js';
import type { Source } from './views/continuation.js';
import { ContinuedView } from './views/continued.js';
import { extendGame, type CommittedBlock, type PartsSource } from './extending/extend.js';
import type { MakeFarStage } from '../solver/residue-classes/far/making.js';
import { checkExtension, ruleFor, type ExtensionRequest } from './extending/request.js';
import { storedBlocks, storeInfo, valueHash, type BlockInfo, type GameInfo } from './reading/info.js';
import {
  checkSeries,
  DEFAULT_PART_LENGTH,
  DEFAULT_PERIOD_LIMIT,
  type CountOptions,
  type ExtendOptions,
  type OpenStoreOptions,
  type PeriodOptions,
  type RangeOptions,
  type ScanOptions,
  type SumOptions,
  type ValueRun,
  type ValuesOptions,
} from './series/options.js';
import { findPeriods, knownPeriods, noticePeriods, type GamePeriods } from './extending/periods.js';
import { highest, query, queryValues, requireStored, type Answer } from './reading/query.js';
import { coldPositions, POSITION_COLUMN, resolveColumns, scanBatches, scanRows } from './reading/scan.js';
import { SeriesSource, type ReadingOptions } from './views/aggregating.js';
import { SeriesView, type ReadableSeries } from './views/stored.js';
import { countSums, solveHeaps } from './reading/sums.js';
import { verifyStore, type Verification, type VerifyOptions } from './verifying/verify.js';

/** How far a series can be read. */
export interface Coverage {
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first position that cannot be read. */
  readonly reach: number;
  /** What gives the positions between, and in a few words how; null where nothing does. */
  readonly source: Exclude<Source, 'stored'> | null;
  readonly rule: string | null;
}

/** Who computes in place of threads of this machine. */
export interface OtherHands {
  /** Gives all values of an extension. */
  readonly parts?: PartsSource | undefined;
  /** Does the far stages of the residue-class method, where that is used. */
  readonly farStages?: MakeFarStage | undefined;
}

/**
 * Opens the store in a folder; for writing it is created when missing. Raises `locked` when another process
 * writes to it, `incompatible` when a newer version wrote it, `corrupt` when block files lie beside a catalog that
 * cannot be theirs, `io` when the folder cannot be used. Opened for writing, it takes over block files without a row
 * (`Store.found`).
 *
 * @example
 * const store = await openStore('storage');
 * for await (const block of store.extend('squares', { to: 2 ** 20 })) console.log(block.series, block.stop);
 * console.log(await store.query('squares', [34, 35]));
 * store.close();
 */
export async function openStore(folder: string, options: OpenStoreOptions = {}): Promise<Store> {
  const { readOnly = false, random = Math.random, fileSystem = nodeFileSystem, cacheBytes } = options;
  const blocks = await BlockStore.open(folder, {
    readOnly,
    fileSystem,
    cacheBytes,
  });
  if (readOnly) return new Store(blocks, fileSystem, random);
  try {
    return new Store(blocks, fileSystem, random, await adoptFiles(blocks, random));
  } catch (error) {
    blocks.close();
    throw error;
  }
}

/**
 * An open store. A game is text as on the command line (`squares`, `{1,3,4}`, `file:PATH`), or what `readGame`,
 * `finiteGame` or `cofiniteGame` made of it.
 */
export class Store {
  /** Block files that no row of the catalog named when the store was opened for writing, and what became of them. */
  readonly found: readonly FoundFile[];
  readonly #blocks: BlockStore;
  readonly #fs: FileSystem;
  readonly #random: () => number;
  readonly #games = new Map<string, Game>();
  readonly #views = new Map<string, ContinuedView>();
  #isExtending = false;

  /** Use `openStore`. */
  constructor(blocks: BlockStore, fs: FileSystem, random: () => number, found: readonly FoundFile[] = []) {
    this.found = found;
    this.#blocks = blocks;
    this.#fs = fs;
    this.#random = random;
  }

  /** Where samples are taken from: numbers 0 <= r < 1. */
  get random(): () => number {
    return this.#random;
  }

  /** The folder of the store. */
  get folder(): string {
    return this.#blocks.root;
  }

  /**
   * Moves the frontier of a game's series to `to`. Yields each block once it is durable; stopping the
   * iteration stops the work. With `both`, series that are further on already are left as they are, and a game
   * that has one of the two is extended in that one. `others` compute in place of threads of this machine.
   */
  async *extend(
    game: string | Game,
    options: ExtendOptions,
    others: OtherHands = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    const {
      to,
      series = 'both',
      method = 'auto',
      doubleCheck = false,
      blockLength,
      onPlan,
      signal,
    } = options;
    const threads = checkThreads(options.threads ?? availableParallelism());
    const parsed = this.#game(game);
    const names = checkExtension(parsed, { to, series, method, threads, blockLength });
    this.#beginExtension();
    try {
      const solver = { threads, onPlan, farStages: others.farStages };
      const random = this.#random;
      yield* extendGame(this.#blocks, parsed, names, {
        to,
        method,
        doubleCheck,
        blockLength,
        solver,
        random,
        signal,
        parts: others.parts,
      });
      await noticePeriods(this.#blocks, parsed);
    } finally {
      this.#isExtending = false;
    }
  }

  /** Raises the usage error that `extend` would, before anything is stored; also of a store opened for reading. */
  checkExtension(game: string | Game, request: ExtensionRequest): void {
    const parsed = this.#game(game);
    const { method = 'auto', to } = request;
    for (const name of checkExtension(parsed, request)) ruleFor(this.#blocks, parsed, name, { method, to });
  }

  /**
   * The minimal periods of a game's nim-values and outcomes: recorded ones, else found and proven by its first
   * values, of which twice as many are looked at each time up to `limit`. A store opened for writing is extended by
   * them and keeps the periods; one opened for reading computes in memory.
   */
  async periods(game: string | Game, options: PeriodOptions = {}): Promise<GamePeriods> {
    const { limit = DEFAULT_PERIOD_LIMIT, threads = availableParallelism(), signal, onLook } = options;
    const solver = { threads: checkThreads(threads) };
    const parsed = this.#game(game);
    checkEnd(limit, 'The limit');
    this.#beginExtension();
    try {
      return await findPeriods(this.#blocks, parsed, { limit, solver, random: this.#random, signal, onLook });
    } finally {
      this.#isExtending = false;
    }
  }

  /** The recorded periods of a game. Looks at no values. */
  recordedPeriods(game: string | Game): GamePeriods {
    return knownPeriods(this.#blocks, this.#game(game));
  }

  /** How far a series is stored, how far it can be read, and what rule gives the positions between. */
  coverage(game: string | Game, series: SeriesName): Coverage {
    const { frontier, reach, continuation } = this.#view(this.#game(game), checkSeries(series));
    return { frontier, reach, source: continuation?.source ?? null, rule: continuation?.rule ?? null };
  }

  /** Hot or cold, nim-value and every winning move of each position. Raises `not-stored` above the frontier. */
  async query(game: string | Game, positions: readonly number[]): Promise<Answer[]> {
    const parsed = this.#game(game);
    const snapshot = this.#snapshot(parsed);
    const views = {
      cold: this.#view(parsed, 'cold', snapshot),
      nim: this.#view(parsed, 'nim', snapshot),
      remoteness: this.#view(parsed, 'remoteness', snapshot),
    };
    return query(parsed, views, positions);
  }

  /** For each position 1 when it is cold, else 0: the fast way to ask many. */
  async isCold(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, this.#viewFor(parsed, 'cold', positions), positions);
  }

  /** The nim-value of each position: the fast way to ask many. */
  async nimValues(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, this.#viewFor(parsed, 'nim', positions), positions);
  }

  /** The remoteness of each position, which is even exactly for cold ones: the fast way to ask many. */
  async remotenesses(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, this.#viewFor(parsed, 'remoteness', positions), positions);
  }

  /** Who wins a sum of heaps (at most 1000), and every winning move. Raises `not-stored` above the nim frontier. */
  async solveSum(
    game: string | Game,
    heaps: readonly number[],
    { misere = false }: SumOptions = {},
  ): Promise<SumAnswer> {
    const play = misere ? 'misere' : 'normal';
    const parsed = this.#game(game);
    return solveHeaps(parsed, heaps, play, (positions) => {
      const view = this.#viewFor(parsed, 'nim', positions);
      requireStored(parsed, view, highest(positions) + 1);
      return view.valuesAt(positions);
    });
  }

  /**
   * How many sums of so many heaps the previous player wins, counted without order and with repetition, exactly.
   * Cost: reading the nim-values of the range once.
   *
   * @example
   * await store.countPreviousWins('squares', { heaps: 3, to: 30 }); // 1160n (Project Euler 310)
   */
  async countPreviousWins(
    game: string | Game,
    { heaps, misere = false, ...range }: CountOptions,
  ): Promise<bigint> {
    const runs = this.values(game, { series: 'nim', ...range });
    return countSums(this.#game(game), runs, heaps, misere ? 'misere' : 'normal');
  }

  /**
   * The values of a range of a series as plain numbers (cold: 1 or 0), in runs of up to 2^16 positions. Memory as
   * `scan`, which is faster where Arrow can be used.
   */
  async *values(game: string | Game, options: ValuesOptions): AsyncGenerator<ValueRun, void, undefined> {
    const parsed = this.#game(game);
    const view = this.#passingView(parsed, checkSeries(options.series));
    for await (const { start, stop, values } of scanRows(view, this.#rangeOf(parsed, [view], options))) {
      // A copy: a whole block comes as it is cached, and the caller may change what it gets.
      yield { start, stop, values: numbersOf(values).slice() };
    }
  }

  /** The cold positions of a range, increasing, in runs. Memory: one block. */
  async *coldPositions(
    game: string | Game,
    options: RangeOptions = {},
  ): AsyncGenerator<Float64Array, void, undefined> {
    const parsed = this.#game(game);
    const view = this.#passingView(parsed, 'cold');
    yield* coldPositions(view, this.#rangeOf(parsed, [view], options));
  }

  /**
   * Record batches of the positions of a range in increasing order; each is a RecordBatch of apache-arrow. Memory:
   * one block a column, whatever the range. Stop iterating at any time.
   */
  async *scan<Names extends ColumnName = ColumnName>(
    game: string | Game,
    options: ScanOptions<Names> = {},
  ): AsyncGenerator<RowBatch<Names>, void, undefined> {
    const parsed = this.#game(game);
    const snapshot = this.#snapshot(parsed);
    const names = options.columns ?? this.#storedColumns(parsed, snapshot);
    const views: ContinuedView[] = [];
    const columns = resolveColumns(names, (series) => {
      const view = this.#passingView(parsed, series, snapshot);
      views.push(view);
      return view;
    });
    // Positions alone are those of the longest series.
    if (views.length === 0) views.push(this.#passingView(parsed, 'cold', snapshot));
    const range = this.#rangeOf(parsed, views, options);
    // Vectors of our columns hold no null, which the types of apache-arrow allow everywhere.
    yield* (await scanBatches(columns, range)).batches as AsyncIterable<unknown> as AsyncIterable<
      RowBatch<Names>
    >;
  }

  /**
   * The bytes of an export in one of `EXPORT_FORMATS`. Memory: one block and one batch. Raises a usage error before any
   * work where the format cannot hold what is asked for.
   */
  async *export(game: string | Game, options: ExportOptions): AsyncGenerator<Uint8Array, void, undefined> {
    yield* exportBytes(this.#exportTable(game, options), options);
  }

  /**
   * Exports into a new file, or with `force` in the place of one; returns its bytes. It has its name once it is whole:
   * a failed export leaves no file, and an old one as it was.
   */
  async exportToFile(game: string | Game, path: string, options: ExportFileOptions): Promise<number> {
    const write = options.force === true ? replaceFile : writeNewFile;
    return write(this.#fs, path, exportBytes(this.#exportTable(game, options), options));
  }

  /**
   * Exports into a new folder of files, or with `force` in the place of one. All files have the same columns of the
   * same types, so that tools read the folder as one table; a file is named by its range. Like a file, the folder has
   * its name once it is whole. Formats: those of `EXPORT_FORMATS` that are partitioned.
   */
  async exportToFolder(
    game: string | Game,
    folder: string,
    options: ExportFolderOptions,
  ): Promise<WrittenFolder> {
    const { partLength = DEFAULT_PART_LENGTH } = options;
    const files = partsOf(this.#exportTable(game, options), partLength, options);
    return options.force === true
      ? replaceFolder(this.#fs, folder, isPartName, files)
      : writeNewFolder(this.#fs, folder, files);
  }

  /** What is stored, of one game or of all. Reads only the catalog. */
  info(game?: string | Game): GameInfo[] {
    return storeInfo(this.#blocks, game === undefined ? undefined : this.#game(game).key);
  }

  /** The blocks that are stored, of one game or of all. Reads only the catalog. */
  blocks(game?: string | Game): BlockInfo[] {
    return storedBlocks(this.#blocks, game === undefined ? undefined : this.#game(game).key);
  }

  /** SHA-256 of the raw values of a range: the same whatever blocks, methods and steps they came by. */
  async valueHash(game: string | Game, series: SeriesName, options: RangeOptions = {}): Promise<string> {
    const parsed = this.#game(game);
    const view = this.#passingView(parsed, checkSeries(series));
    return valueHash(view, this.#rangeOf(parsed, [view], options));
  }

  /** A range of a series as analyses read it, with at least one position. */
  source(game: string | Game, series: SeriesName, options: RangeOptions & ReadingOptions = {}): SeriesSource {
    const parsed = this.#game(game);
    const view = SeriesView.take(this.#blocks, parsed.key, checkSeries(series), 'pass');
    const range = this.#rangeOf(parsed, [view], options);
    if (lengthOf(range) === 0) {
      const found = `none from ${range.start} to ${range.stop}`;
      throw usageError({ subject: 'The range', expected: 'at least one position', found });
    }
    return new SeriesSource(parsed, view, range, this.#blocks.aggregates, options);
  }

  /**
   * Block files that the catalog does not know, of the series that were read so far, and of series without a row: the
   * catalog is older than they are, or a writer was stopped. A store opened for writing has none: it takes them over.
   */
  beyondCatalog(): Promise<BeyondCatalog[]> {
    return filesBeyond(this.#blocks, [...this.#blocks.looked.values()]);
  }

  /** Checks what is stored, of one game or of all, and with `repair` computes damaged blocks again. */
  async verify(
    options: Partial<Omit<VerifyOptions, 'gameKey' | 'random'>> & {
      readonly game?: string | Game | undefined;
    } = {},
  ): Promise<Verification> {
    const { game, full = false, repair = false, threads = availableParallelism(), ...rest } = options;
    const common = { full, repair, threads: checkThreads(threads), random: this.#random, ...rest };
    return verifyStore(
      this.#blocks,
      game === undefined ? common : { ...common, gameKey: this.#game(game).key },
    );
  }

  /**
   * Takes over what another store has of games that agree with what is here; yields each block once it is durable.
   * Raises `corrupt`, naming the first position, where the two differ; nothing is changed then.
   */
  async *importFrom(
    folder: string,
    options: ImportOptions = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    await checkImport(folder, this.#fs);
    this.#beginExtension();
    let other: BlockStore | undefined;
    try {
      other = await BlockStore.open(folder, { readOnly: true, fileSystem: this.#fs });
      const offers = await checkedOffers(other, options);
      yield* takeOver(this.#blocks, other, offers, this.#random, options);
    } finally {
      this.#isExtending = false;
      other?.close();
    }
  }

  /**
   * Makes a copy of the store in a new or empty folder, also beside a writer: each series as far as it goes at this
   * moment. Every block is checked on the way; yields each once it is durable in the copy.
   */
  async *copyTo(
    folder: string,
    options: ImportOptions = {},
  ): AsyncGenerator<CommittedBlock, void, undefined> {
    await checkEmpty(this.#fs, folder);
    // Before there is a copy: one that is refused leaves nothing behind.
    const offers = await checkedOffers(this.#blocks, options);
    const copy = await BlockStore.open(folder, { readOnly: false, fileSystem: this.#fs });
    try {
      yield* takeOver(copy, this.#blocks, offers, this.#random, options);
    } finally {
      copy.close();
    }
  }

  /** Closes the catalog and frees the writer lock. The store cannot be used afterwards. */
  close(): void {
    this.#blocks.close();
  }

  /** Closes the store at the end of the block of an `await using` declaration. */
  [Symbol.asyncDispose](): Promise<void> {
    this.close();
    return Promise.resolve();
  }

  /** The game of a text, or a game as it is, with a set that remembers its elements. */
  #game(named: string | Game): Game {
    const isText = typeof named === 'string';
    const text = isText ? named : named.definition;
    let game = this.#games.get(text);
    if (game === undefined) {
      const parsed = isText ? parseGame(named, (path) => this.#fs.readText(path)) : named;
      game = { ...parsed, set: cachedSet(parsed.set) };
      this.#games.set(text, game);
    }
    return game;
  }

  #beginExtension(): void {
    if (this.#isExtending) {
      throw usageError({
        subject: `The store ${this.folder}`,
        expected: 'one extension at a time',
        found: 'another one that has not ended',
        help: 'Iterate over the first to its end, or leave its loop.',
      });
    }
    this.#isExtending = true;
  }

  #snapshot(game: Game): GameSnapshot {
    return this.#blocks.game(game.key);
  }

  /** The view of a series now, kept for the positions it has. */
  #view(game: Game, series: SeriesName, snapshot = this.#snapshot(game)): ContinuedView {
    const view = ContinuedView.of(this.#blocks, game, snapshot, series);
    this.#views.set(`${series} ${game.key}`, view);
    return view;
  }

  /** The kept view when it has all the positions, since values never change; else a fresh one. */
  #viewFor(game: Game, series: SeriesName, positions: ArrayLike<number>): ContinuedView {
    const kept = this.#views.get(`${series} ${game.key}`);
    if (kept === undefined) return this.#view(game, series);
    for (let i = 0; i < positions.length; i++) {
      if (!(positions[i] < kept.reach)) return this.#view(game, series);
    }
    return kept;
  }

  #passingView(game: Game, series: SeriesName, snapshot = this.#snapshot(game)): ContinuedView {
    return ContinuedView.of(this.#blocks, game, snapshot, series, 'pass');
  }

  #exportTable(game: string | Game, options: ExportOptions): ExportTable {
    const parsed = this.#game(game);
    const format = exportFormat(options.format, options.compress ?? false);
    const isSparse = options.sparse ?? false;
    const view = this.#passingView(parsed, checkSeries(options.series));
    const positions = positionType(format, isSparse, options.positions);
    return ExportTable.of(parsed.key, view, this.#rangeOf(parsed, [view], options), { isSparse, positions });
  }

  #storedColumns(game: Game, snapshot: GameSnapshot): string[] {
    const views = SERIES_NAMES.map((series) => this.#view(game, series, snapshot));
    const stored = views.filter(({ frontier }) => frontier > 0);
    const shown = stored.length > 0 ? stored : views.filter(({ reach }) => reach > 0);
    return [POSITION_COLUMN, ...shown.map(({ series }) => SERIES[series].column)];
  }

  #rangeOf(game: Game, views: readonly ReadableSeries[], { from = 0, to }: RangeOptions): Range {
    const frontier = Math.min(...views.map((view) => view.frontier));
    const range = checkRange({ start: from, stop: to ?? Math.max(from, frontier) });
    // All that is stored from a position on, where nothing is.
    const isMissing = to === undefined && (frontier === 0 || from > frontier);
    if (isMissing && views.every(({ reach }) => reach > from)) throw endless(game);
    // An empty range that was asked for needs nothing.
    const needed = isMissing ? from + 1 : lengthOf(range) > 0 ? range.stop : 0;
    for (const view of views) requireStored(game, view, needed);
    return range;
  }
}

/** All that is stored from a position on, where nothing is but a rule gives every position. */
function endless(game: Game): TakeawayError {
  return usageError({
    subject: `The range of ${game.key}`,
    expected: 'an end, as nothing is stored there and a rule gives every position',
    found: 'none',
    remedy: { do: 'give', option: 'to', value: null },
  });
}
