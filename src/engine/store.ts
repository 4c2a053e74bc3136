/**
 * The library's face: an open store, with everything the command line does as a method. Separate from the use
 * cases it calls, so that this page alone is the public contract of the engine.
 */
import { availableParallelism } from 'node:os';
import { usageError, type TakeawayError } from '../common/errors.js';
import { cachedSet } from '../game/sets/cached-set.js';
import { parseGame, type Game } from '../game/game.js';
import type { SumAnswer } from '../game/heaps.js';
import type { Period } from '../game/periods.js';
import { numbersOf, SERIES, SERIES_NAMES, type SeriesName } from '../columnar/layout.js';
import type { ColumnName, RowBatch } from '../columnar/row-batch.js';
import { checkEnd, checkRange, lengthOf, POSITION_LIMIT, type Range } from '../common/range.js';
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
import { Computing } from './reading/computing.js';
import { ContinuedView } from './views/continued.js';
import { extendGame, type CommittedBlock, type PartsSource } from './extending/extend.js';
import type { MakeFarStage } from '../solver/residue-classes/far/making.js';
import { checkExtension, ruleFor, type ExtensionRequest } from './extending/request.js';
import { storedBlocks, storeInfo, valueHash, type BlockInfo, type GameInfo } from './reading/info.js';
import { seriesToExtend } from './series/declared.js';
import { DESCRIPTIONS } from './series/descriptions.js';
import {
  checkSeries,
  DEFAULT_PART_LENGTH,
  DEFAULT_PERIOD_LIMIT,
  type CountOptions,
  type ExtendOptions,
  type HashOptions,
  type OpenStoreOptions,
  type PeriodOptions,
  type QueryOptions,
  type RangeOptions,
  type ScanOptions,
  type SequenceOptions,
  type SequenceTextOptions,
  type SumOptions,
  type ValueRun,
  type ValuesOptions,
} from './series/options.js';
import { findPeriods, knownPeriods, noticePeriods, type GamePeriods } from './extending/periods.js';
import { highest, query, queryValues, requireStored, type Answer } from './reading/query.js';
import { coldPositions, POSITION_COLUMN, resolveColumns, scanBatches, scanRows } from './reading/scan.js';
import { sequenceBytes, sequenceNamed, termsOf, type SequenceSource } from './reading/sequences.js';
import type { Rows } from '../export/rows.js';
import { SeriesSource, type ReadingOptions } from './views/aggregating.js';
import { observed } from './views/observed.js';
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
  /** The period of the positions between, where it is known. */
  readonly period: Period | null;
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
  const {
    readOnly = false,
    random = Math.random,
    fileSystem = nodeFileSystem,
    cacheBytes,
    compute,
  } = options;
  const blocks = await BlockStore.open(folder, {
    readOnly,
    fileSystem,
    cacheBytes,
  });
  const computing = new Computing(blocks, compute);
  if (readOnly) return new Store(blocks, fileSystem, random, computing);
  try {
    return new Store(blocks, fileSystem, random, computing, await adoptFiles(blocks, random));
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
  readonly #computing: Computing;
  readonly #games = new Map<string, Game>();
  readonly #views = new Map<string, ContinuedView>();
  #isExtending = false;

  /** Use `openStore`. */
  constructor(
    blocks: BlockStore,
    fs: FileSystem,
    random: () => number,
    computing: Computing,
    found: readonly FoundFile[] = [],
  ) {
    this.found = found;
    this.#computing = computing;
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
   * iteration stops the work. Series that are there or further on already are left as they are; with `both`, a game
   * that has one of the two is extended in that one. `others` compute in place of threads of
   * this machine.
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
    const { limit = DEFAULT_PERIOD_LIMIT, threads = availableParallelism(), ...watch } = options;
    const solver = { threads: checkThreads(threads) };
    const parsed = this.#game(game);
    checkEnd(limit, 'The limit');
    this.#beginExtension();
    try {
      const keeps = !this.#blocks.isReadOnly;
      return await findPeriods(this.#blocks, parsed, {
        ...watch,
        limit,
        keeps,
        solver,
        random: this.#random,
      });
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
    const { source = null, rule = null, period } = continuation ?? {};
    return { frontier, reach, source, rule, period: period === undefined ? null : bare(period) };
  }

  /**
   * The minimal period of a series, when it is recorded, follows from a closed form, or is cheap to find; else null. All
   * positions can be read then. Looks at no values unless the store was opened to compute.
   */
  async periodOf(game: string | Game, series: SeriesName): Promise<Period | null> {
    const parsed = this.#game(game);
    const known = this.coverage(parsed, series).period;
    if (known !== null) return known;
    await this.#computing.findPeriods(parsed);
    const { quantity } = DESCRIPTIONS[series];
    const found = this.#computing.of(parsed).periods.find((period) => period.quantity === quantity);
    if (found === undefined) return null;
    await this.#computing.reach(parsed, series, found.preperiod + found.period);
    return this.coverage(parsed, series).period;
  }

  /**
   * Hot or cold, nim-value and every winning move of each position. Raises `not-stored` for those that are not known and
   * not cheap to compute; where some are computed, so are their nim-values, if these are cheap too.
   */
  async query(
    game: string | Game,
    positions: ArrayLike<number>,
    { winningMoves = true }: QueryOptions = {},
  ): Promise<Answer[]> {
    const parsed = this.#game(game);
    const stop = highest(positions) + 1;
    if (this.#view(parsed, 'cold').reach < stop) await this.#computing.reach(parsed, 'nim', stop);
    await this.#reaching(parsed, 'cold', stop);
    const snapshot = this.#snapshot(parsed);
    const views = {
      cold: this.#view(parsed, 'cold', snapshot),
      nim: this.#view(parsed, 'nim', snapshot),
      remoteness: this.#view(parsed, 'remoteness', snapshot),
    };
    return query(parsed, views, positions, winningMoves);
  }

  /** For each position 1 when it is cold, else 0: the fast way to ask many. */
  async isCold(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, await this.#viewFor(parsed, 'cold', positions), positions);
  }

  /** The nim-value of each position: the fast way to ask many. */
  async nimValues(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, await this.#viewFor(parsed, 'nim', positions), positions);
  }

  /** The remoteness of each position, which is even exactly for cold ones: the fast way to ask many. */
  async remotenesses(game: string | Game, positions: ArrayLike<number>): Promise<Uint32Array> {
    const parsed = this.#game(game);
    return queryValues(parsed, await this.#viewFor(parsed, 'remoteness', positions), positions);
  }

  /** Who wins a sum of heaps (at most 1000), and every winning move. Raises `not-stored` above the nim frontier. */
  async solveSum(
    game: string | Game,
    heaps: readonly number[],
    { misere = false }: SumOptions = {},
  ): Promise<SumAnswer> {
    const play = misere ? 'misere' : 'normal';
    const parsed = this.#game(game);
    return solveHeaps(parsed, heaps, play, async (positions) => {
      const view = await this.#viewFor(parsed, 'nim', positions);
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
    const { view, range } = await this.#readable(this.#game(game), checkSeries(options.series), options);
    for await (const { start, stop, values } of scanRows(view, range)) {
      // A copy: a whole block comes as it is cached, and the caller may change what it gets.
      yield { start, stop, values: numbersOf(values).slice() };
    }
  }

  /** The cold positions of a range, increasing, in runs. Memory: one block. */
  async *coldPositions(
    game: string | Game,
    options: RangeOptions = {},
  ): AsyncGenerator<Float64Array, void, undefined> {
    const { view, range } = await this.#readable(this.#game(game), 'cold', options);
    yield* coldPositions(view, range);
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
    const columns = resolveColumns(options.columns ?? this.#knownColumns(parsed));
    const named = columns.flatMap(({ series }) => series ?? []);
    // Positions alone are those of the longest series.
    const range = await this.#reachingRange(parsed, named.length === 0 ? ['cold'] : named, options);
    const snapshot = this.#snapshot(parsed);
    const viewOf = (series: SeriesName): ContinuedView => this.#passingView(parsed, series, snapshot);
    // Vectors of our columns hold no null, which the types of apache-arrow allow everywhere.
    yield* (await scanBatches(columns, viewOf, range)).batches as AsyncIterable<unknown> as AsyncIterable<
      RowBatch<Names>
    >;
  }

  /**
   * The bytes of an export in one of `EXPORT_FORMATS`. Memory: one block and one batch. Raises a usage error before any
   * work where the format cannot hold what is asked for.
   */
  async *export(game: string | Game, options: ExportOptions): AsyncGenerator<Uint8Array, void, undefined> {
    yield* exportBytes(await this.#exportTable(game, options), options);
  }

  /**
   * Exports into a new file, or with `force` in the place of one; returns its bytes. It has its name once it is whole:
   * a failed export leaves no file, and an old one as it was.
   */
  async exportToFile(game: string | Game, path: string, options: ExportFileOptions): Promise<number> {
    const write = options.force === true ? replaceFile : writeNewFile;
    return write(this.#fs, path, exportBytes(await this.#exportTable(game, options), options));
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
    const files = partsOf(await this.#exportTable(game, options), partLength, options);
    return options.force === true
      ? replaceFolder(this.#fs, folder, isPartName, files)
      : writeNewFolder(this.#fs, folder, files);
  }

  /**
   * The terms of a sequence of `SEQUENCES`, in batches: exactly `terms` of them where that is given, for which positions
   * are looked through as far as they are stored, known or cheap to compute.
   */
  async *sequence(
    game: string | Game,
    options: SequenceOptions,
  ): AsyncGenerator<ArrayLike<number>, void, undefined> {
    yield* termsOf(this.#sequenceSource(game, options), options);
  }

  /** A sequence as the OEIS takes it: the bytes of a b-file, or a line of data, of as many terms as an entry has. */
  async *sequenceText(
    game: string | Game,
    options: SequenceTextOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const coldBefore = async (position: number): Promise<number> => {
      const { view } = await this.#readable(this.#game(game), 'cold', { to: position });
      return view.coldBefore(position);
    };
    yield* sequenceBytes(this.#sequenceSource(game, options), coldBefore, options);
  }

  /** Writes a sequence into a new file, or with `force` in the place of one; returns its bytes. Leaves no file behind on failure. */
  sequenceToFile(game: string | Game, path: string, options: SequenceTextOptions): Promise<number> {
    const write = options.force === true ? replaceFile : writeNewFile;
    return write(this.#fs, path, this.sequenceText(game, options));
  }

  #sequenceSource(game: string | Game, { sequence: name }: SequenceOptions): SequenceSource {
    const parsed = this.#game(game);
    const sequence = sequenceNamed(name);
    const { frontier } = this.coverage(parsed, sequence.series);
    const readable = (options: RangeOptions): Promise<{ view: ContinuedView; range: Range }> =>
      this.#readable(parsed, sequence.series, options);
    const rows = async function* (options: RangeOptions): AsyncGenerator<Rows, void, undefined> {
      const { view, range } = await readable(options);
      yield* scanRows(view, range);
    };
    return { game: parsed, sequence, frontier, rows };
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
  async valueHash(game: string | Game, series: SeriesName, options: HashOptions = {}): Promise<string> {
    const { view, range } = await this.#readable(this.#game(game), checkSeries(series), options);
    return valueHash(observed(view, range, options), range);
  }

  /**
   * A range of a series as analyses read it, with at least one position: by default all that is stored; beyond that,
   * positions come from a period, a closed form or memory, as in every reading.
   */
  async source(
    game: string | Game,
    series: SeriesName,
    options: RangeOptions & ReadingOptions = {},
  ): Promise<SeriesSource> {
    const parsed = this.#game(game);
    const { view, range } = await this.#readable(parsed, checkSeries(series), options);
    return this.#sourceOf(parsed, view, range, options);
  }

  /** As `source`, of stored positions alone: for what is to be proven of them. */
  storedSource(
    game: string | Game,
    series: SeriesName,
    options: RangeOptions & ReadingOptions = {},
  ): SeriesSource {
    const parsed = this.#game(game);
    const view = SeriesView.take(this.#blocks, parsed.key, checkSeries(series), 'pass');
    const { range, needed } = wantedRange(parsed, [view], options);
    requireStored(parsed, view, needed);
    return this.#sourceOf(parsed, view, range, options);
  }

  #sourceOf(game: Game, view: ReadableSeries, range: Range, options: ReadingOptions): SeriesSource {
    if (lengthOf(range) === 0) {
      const found = `none from ${range.start} to ${range.stop}`;
      throw usageError({ subject: 'The range', expected: 'at least one position', found });
    }
    return new SeriesSource(game, view, range, this.#blocks.aggregates, options);
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
    const view = ContinuedView.of(this.#blocks, game, snapshot, series, 'keep', this.#computing.of(game));
    this.#views.set(`${series} ${game.key}`, view);
    return view;
  }

  /**
   * A view that has all the positions: the kept one where it does, since values never change, else a fresh one, after
   * computing what is cheap. One that lacks some is left to the caller's check.
   */
  async #viewFor(game: Game, series: SeriesName, positions: ArrayLike<number>): Promise<ContinuedView> {
    const stop = highest(positions) + 1;
    const kept = this.#views.get(`${series} ${game.key}`);
    if (kept !== undefined && stop <= kept.reach) return kept;
    const fresh = this.#view(game, series);
    if (stop <= fresh.reach) return fresh;
    await this.#computing.reach(game, series, stop);
    return this.#view(game, series);
  }

  /** Sees to it that a series is known below `stop`. Raises `not-stored` where that is not cheap. */
  async #reaching(game: Game, series: SeriesName, stop: number): Promise<void> {
    if (stop > this.#view(game, series).reach) await this.#computing.reach(game, series, stop);
    requireStored(game, this.#view(game, series), stop);
  }

  #passingView(game: Game, series: SeriesName, snapshot = this.#snapshot(game)): ContinuedView {
    return ContinuedView.of(this.#blocks, game, snapshot, series, 'pass', this.#computing.of(game));
  }

  async #exportTable(game: string | Game, options: ExportOptions): Promise<ExportTable> {
    const parsed = this.#game(game);
    const format = exportFormat(options.format, options.compress ?? false);
    const isSparse = options.sparse ?? false;
    const { view, range } = await this.#readable(parsed, checkSeries(options.series), options);
    const positions = positionType(format, isSparse, options.positions);
    return ExportTable.of(parsed.key, observed(view, range, options), range, { isSparse, positions });
  }

  /** The columns of the series that are stored; where none is, of those that are known; else of those that there are. */
  #knownColumns(game: Game): string[] {
    const snapshot = this.#snapshot(game);
    const views = SERIES_NAMES.map((series) => this.#view(game, series, snapshot));
    const stored = views.filter(({ frontier }) => frontier > 0);
    const known = views.filter(({ reach }) => reach > 0);
    const possible = views.filter(({ series }) => seriesToExtend(game).includes(series));
    const shown = [stored, known, possible].find(({ length }) => length > 0) ?? [];
    return [POSITION_COLUMN, ...shown.map(({ series }) => SERIES[series].column)];
  }

  /** A series with a range of it that the view has. */
  async #readable(
    game: Game,
    series: SeriesName,
    options: RangeOptions,
  ): Promise<{ view: ContinuedView; range: Range }> {
    const range = await this.#reachingRange(game, [series], options);
    return { view: this.#passingView(game, series), range };
  }

  /** The range that is wanted of some series, after seeing to it that all of them have it. */
  async #reachingRange(game: Game, names: readonly SeriesName[], options: RangeOptions): Promise<Range> {
    const views = names.map((series) => this.#view(game, series));
    const { range, needed } = wantedRange(game, views, options);
    for (const view of views) {
      if (lengthOf(range) === 0) requireStored(game, view, needed);
      else await this.#reaching(game, view.series, needed);
    }
    return range;
  }
}

/** A period without what is known besides. */
function bare({ preperiod, period, saltus }: Period): Period {
  return { preperiod, period, saltus };
}

/** The range that is wanted of some views, and the end of the positions that it needs. */
function wantedRange(
  game: Game,
  views: readonly ReadableSeries[],
  { from = 0, to }: RangeOptions,
): { range: Range; needed: number } {
  const frontier = Math.min(...views.map((view) => view.frontier));
  const range = checkRange({ start: from, stop: to ?? Math.max(from, frontier) });
  // All that is stored from a position on, where nothing is.
  const isMissing = to === undefined && (frontier === 0 || from > frontier);
  if (isMissing && views.every(({ reach }) => reach === POSITION_LIMIT)) throw endless(game);
  // An empty range that was asked for needs nothing.
  return { range, needed: isMissing ? from + 1 : lengthOf(range) > 0 ? range.stop : 0 };
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
