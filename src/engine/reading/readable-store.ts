/** The reading half of the library's entry point, which changes nothing. */
import { hasCode, refuse } from '../../common/errors.js';
import type { SumAnswer } from '../../game/heaps.js';
import type { Period } from '../../game/periods.js';
import { numbersOf, type SeriesName } from '../../columnar/layout.js';
import type { ColumnName, RowBatch } from '../../columnar/row-batch.js';
import type { Price } from '../../common/price.js';
import { lengthOf } from '../../common/range.js';
import { encode } from '../../tables/formats.js';
import { answersOf, type GamePeriods } from '../extending/periods.js';
import { checkExtension, type ExtensionRequest } from '../extending/request.js';
import { exportOf, type ExportOptions } from './exports.js';
import {
  coverageOf,
  storedBlocks,
  storeInfo,
  valueHash,
  type BlockInfo,
  type Coverage,
  type GameInfo,
} from './info.js';
import {
  checkSeries,
  type CountOptions,
  type FarRun,
  type FarValuesOptions,
  type GameOrText,
  type QueryOptions,
  type RangeOptions,
  type ReadingOptions,
  type ScanOptions,
  type SequenceOptions,
  type SequenceTextOptions,
  type SumOptions,
  type ValueRun,
  type ValuesOptions,
  type WalkOptions,
} from '../series/options.js';
import { highest, requireStored, studiedRange } from './not-stored.js';
import { priceOfAll } from './price.js';
import { farValues, farValuesAt, queryFar, solveFarSum, whyFar } from './far.js';
import { query, queryValues, seriesFor, type Answer, type KnownAnswers } from './query.js';
import { scanRuns, scanTable } from './scan.js';
import { coldPositions } from './series-table.js';
import { sequenceBytes, sequenceOf, termsOf } from './terms.js';
import { whyOf, type Why } from './why.js';
import { SeriesSource } from '../views/aggregating.js';
import type { StatesRecord } from '../../store/period-files.js';
import type { StoredGame } from '../../store/records.js';
import { currentView } from '../views/game-views.js';
import { countSums, solveHeaps } from './sums.js';
import { resolveRange, type ReadableRange, type Reader } from './reader.js';

/** An open store for reading. */
export class ReadableStore {
  readonly #reader: Reader;

  /** Use `openStore`. */
  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get folder(): string {
    return this.#reader.store.root;
  }

  /** Returns the stored and the readable positions of a series, and the rule between. */
  coverage(game: GameOrText, series: SeriesName): Coverage {
    const view = this.#reader.open(game).view(checkSeries(series));
    if (view.frontier === 0) this.#reader.store.catalog.requireRelated();
    return coverageOf(view);
  }

  /** Returns the range of a study of a series, of `usual` positions if nothing is stored. Computes nothing. */
  studiedRange(named: GameOrText, series: SeriesName, range: RangeOptions, usual?: number): RangeOptions {
    const views = this.#reader.open(named);
    return studiedRange(views.game, views.view(checkSeries(series)), range, usual);
  }

  /**
   * Estimates the price of an extension; undefined if no method reaches that far, or the set is too dense for a quick estimate.
   * Raises as the extension would. Cost: some tenths of a second.
   */
  async price(
    game: GameOrText,
    request: Pick<ExtensionRequest, 'series' | 'to'>,
    signal?: AbortSignal,
  ): Promise<Price | undefined> {
    const views = this.#reader.open(game);
    return priceOfAll(views, checkExtension(views.game, request), request.to, signal);
  }

  /**
   * Returns the minimal period of a series if it is recorded, follows from a closed form, or is cheap to find; otherwise null. With
   * a period all positions can be read. Reads no values unless the store was opened to compute.
   */
  async periodOf(game: GameOrText, series: SeriesName): Promise<Period | null> {
    const views = this.#reader.open(game);
    const known = coverageOf(views.view(checkSeries(series))).period;
    if (known !== null) return known;
    const { computing } = this.#reader;
    const found = await computing.findPeriod(views, series);
    if (found === undefined) return null;
    await computing.reach(views, series, found.preperiod + found.period);
    return coverageOf(views.view(series)).period;
  }

  /** Returns the recorded periods of a game. Reads no values. */
  recordedPeriods(game: GameOrText): GamePeriods {
    const parsed = this.#reader.game(game);
    return answersOf(parsed, this.#reader.store.catalog.periods(parsed.key));
  }

  /**
   * Returns outcome, nim-value and every winning move of each position, and its remoteness on request. Raises `not-stored` for
   * positions that are neither known nor cheap to compute. Such a nim-value is null.
   */
  query(game: GameOrText, positions: ArrayLike<number>, options?: QueryOptions): Promise<Answer[]>;
  query(game: GameOrText, positions: readonly bigint[], options?: QueryOptions): Promise<Answer<bigint>[]>;
  async query(
    game: GameOrText,
    positions: ArrayLike<number> | readonly bigint[],
    options: QueryOptions = {},
  ): Promise<Answer[] | Answer<bigint>[]> {
    return areBigints(positions)
      ? queryFar(this, this.#reader.game(game), positions, options)
      : query(this.#reader, game, positions, options);
  }

  /**
   * Explains why a position is hot or cold by its moves and their results. Raises as `query` does. Cost: that of 2^14 positions.
   */
  why(game: GameOrText, position: number, signal?: AbortSignal): Promise<Why>;
  why(game: GameOrText, position: bigint, signal?: AbortSignal): Promise<Why<bigint>>;
  why(game: GameOrText, position: number | bigint, signal?: AbortSignal): Promise<Why | Why<bigint>> {
    const parsed = this.#reader.open(game).game;
    return typeof position === 'number'
      ? whyOf(this, parsed, position, signal)
      : whyFar(this, parsed, checked([position])[0], signal);
  }

  /** As `query`, for all positions below the lowest one that is neither known nor cheap, with the reason for the others. */
  async queryKnown(
    game: GameOrText,
    positions: ArrayLike<number>,
    options: QueryOptions = {},
  ): Promise<KnownAnswers> {
    try {
      return { answers: await this.query(game, positions, options), refusal: undefined };
    } catch (refusal) {
      if (!hasCode(refusal, 'not-stored')) throw refusal;
      const { signal } = options;
      const end = await this.#reader.firstUnknown(game, seriesFor(options), positions, { signal });
      const all = Array.from(positions);
      const known = all.filter((position) => position < end);
      const answers = await this.query(game, known, options);
      let next = 0;
      return { answers: all.map((position) => (position < end ? answers[next++] : undefined)), refusal };
    }
  }

  /** Returns 1 for each cold position, otherwise 0: the fast way to ask many. */
  isCold(game: GameOrText, positions: ArrayLike<number>, signal?: AbortSignal): Promise<Uint32Array> {
    return this.valuesAt(game, 'cold', positions, signal);
  }

  /** Returns the nim-value of each position: the fast way to ask many. */
  nimValues(game: GameOrText, positions: ArrayLike<number>, signal?: AbortSignal): Promise<Uint32Array> {
    return this.valuesAt(game, 'nim', positions, signal);
  }

  /** Returns the remoteness of each position, which is even exactly for cold ones: the fast way to ask many. */
  remotenesses(game: GameOrText, positions: ArrayLike<number>, signal?: AbortSignal): Promise<Uint32Array> {
    return this.valuesAt(game, 'remoteness', positions, signal);
  }

  /**
   * Returns the value of a series at each position (cold: 1 or 0), in the type of the positions. Raises `interrupted` if `signal`
   * is aborted while values are computed.
   */
  valuesAt(
    game: GameOrText,
    series: SeriesName,
    positions: ArrayLike<number>,
    signal?: AbortSignal,
  ): Promise<Uint32Array>;
  valuesAt(
    game: GameOrText,
    series: SeriesName,
    positions: readonly bigint[],
    signal?: AbortSignal,
  ): Promise<bigint[]>;
  async valuesAt(
    game: GameOrText,
    series: SeriesName,
    positions: ArrayLike<number> | readonly bigint[],
    signal?: AbortSignal,
  ): Promise<Uint32Array | bigint[]> {
    if (areBigints(positions))
      return farValuesAt(this, this.#reader.game(game), checkSeries(series), positions);
    const view = await this.#reader.viewFor(game, series, positions, { signal });
    return queryValues(this.#reader.game(game), view, positions);
  }

  /** Returns the winner of a sum of heaps (at most 1000), and every winning move. Raises `not-stored` for unknown nim-values. */
  solveSum(game: GameOrText, heaps: readonly number[], options?: SumOptions): Promise<SumAnswer>;
  solveSum(game: GameOrText, heaps: readonly bigint[], options?: SumOptions): Promise<SumAnswer<bigint>>;
  async solveSum(
    game: GameOrText,
    heaps: readonly number[] | readonly bigint[],
    options: SumOptions = {},
  ): Promise<SumAnswer | SumAnswer<bigint>> {
    if (areBigints(heaps)) return solveFarSum(this, this.#reader.game(game), heaps, options);
    const { misere = false, mostMoves, signal } = options;
    const play = misere ? 'misere' : 'normal';
    const views = this.#reader.open(game);
    const nimValues = async (positions: Float64Array): Promise<Uint32Array | Float64Array> =>
      (await this.#reader.viewFor(views.game, 'nim', positions, { signal })).valuesAt(positions);
    // The largest heap first: computing for it may find the period.
    await this.#reader.computing.reach(views, 'nim', highest(heaps) + 1, { signal });
    const { period } = coverageOf(views.view('nim'));
    return solveHeaps(views.game, heaps, play, nimValues, { period, mostMoves, signal });
  }

  /**
   * Counts the sums of `heaps` heaps that the previous player wins, without order and with repetition, exactly. Cost: reading the
   * nim-values of the range once.
   *
   * @example await store.countPreviousWins('squares', { heaps: 3, to: 30 }); // 1160n (Project Euler 310)
   */
  async countPreviousWins(
    game: GameOrText,
    { heaps, misere = false, ...range }: CountOptions,
  ): Promise<bigint> {
    const runs = this.values(game, { series: 'nim', ...range });
    return countSums(this.#reader.game(game), runs, heaps, misere ? 'misere' : 'normal');
  }

  /**
   * Yields the values of a range of a series as plain numbers (cold: 1 or 0), in runs of up to 2^16 positions. Memory as `scan`,
   * which is faster for users of Arrow.
   */
  values(game: GameOrText, options: ValuesOptions): AsyncGenerator<ValueRun, void, undefined>;
  values(game: GameOrText, options: FarValuesOptions): AsyncGenerator<FarRun, void, undefined>;
  async *values(
    game: GameOrText,
    options: ValuesOptions | FarValuesOptions,
  ): AsyncGenerator<ValueRun | FarRun, void, undefined> {
    if (typeof options.from === 'bigint') {
      yield* farValues(this, this.#reader.game(game), options as FarValuesOptions);
      return;
    }
    const readable = await this.#reader.readable(game, [options.series], options as ValuesOptions);
    for await (const { start, stop, values } of scanRuns(readable)) {
      const numbers = numbersOf(values);
      // A copy, as a whole block comes from the cache and the caller may change it; unpacked bits are new anyway.
      yield { start, stop, values: values.width === 1 ? numbers : numbers.slice() };
    }
  }

  /** Yields the cold positions of a range, increasing, in runs. Memory: one block. */
  async *coldPositions(
    game: GameOrText,
    options: WalkOptions = {},
  ): AsyncGenerator<Float64Array, void, undefined> {
    const { views, range, walk } = await this.#reader.readable(game, ['cold'], options);
    yield* coldPositions(views[0], walk, range);
  }

  /**
   * Returns the number of cold positions below `position`. Cost: a block, or O(log n) or a period if a rule gives the positions.
   * Raises `not-stored` if they are neither known nor cheap to compute.
   */
  async coldBelow(game: GameOrText, position: number, signal?: AbortSignal): Promise<number> {
    return this.#reader.coldBelow(game, position, { signal });
  }

  /**
   * Yields record batches of a range in increasing order; each is a RecordBatch of apache-arrow. Memory: one block a column,
   * whatever the range. The iteration can be left at any time.
   */
  async *scan<Names extends ColumnName = ColumnName>(
    game: GameOrText,
    options: ScanOptions<Names> = {},
  ): AsyncGenerator<RowBatch<Names>, void, undefined> {
    const table = await scanTable(this.#reader, game, options);
    // Arrow is loaded on demand.
    const { batches } = (await import('../../tables/arrow.js')).recordBatches(table);
    // Our columns hold no null, which the types of apache-arrow allow everywhere.
    yield* batches as AsyncIterable<unknown> as AsyncIterable<RowBatch<Names>>;
  }

  /**
   * Yields the bytes of an export in a format. Memory: one block and one batch. Raises a usage error before any work if the format
   * cannot hold the data.
   */
  async *export(game: GameOrText, options: ExportOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const { format, range, tableOf } = await exportOf(this.#reader, game, options);
    yield* encode(tableOf(range), format, options);
  }

  /**
   * Yields the terms of a sequence (`SequenceName`) in batches: exactly `terms` if given, from as many positions as are stored,
   * known or cheap to compute.
   */
  async *sequence(
    game: GameOrText,
    options: SequenceOptions,
  ): AsyncGenerator<ArrayLike<number>, void, undefined> {
    const source = sequenceOf(this.#reader, game, options.sequence);
    for await (const { terms } of termsOf(source, options)) yield terms;
  }

  /** Yields a sequence in a format of the OEIS: the bytes of a b-file, or a line of data with as many terms as an entry has. */
  async *sequenceText(
    game: GameOrText,
    options: SequenceTextOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    yield* sequenceBytes(sequenceOf(this.#reader, game, options.sequence), options);
  }

  /** Returns the stored data of one game or of all. Reads only the catalog. */
  info(game?: GameOrText): GameInfo[] {
    return this.infoOf(game === undefined ? undefined : this.#reader.game(game).key);
  }

  /** @internal As `info`, by a game's key, which may be any text. */
  infoOf(gameKey: string | undefined): GameInfo[] {
    return storeInfo(this.#reader.store, gameKey);
  }

  /** Returns the stored games, each with text that names it. Reads one table of the catalog. */
  storedGames(): StoredGame[] {
    return this.#reader.store.catalog.games();
  }

  /** Returns the stored blocks of one game or of all. Reads only the catalog. */
  blocks(game?: GameOrText): BlockInfo[] {
    return this.blocksOf(game === undefined ? undefined : this.#reader.game(game).key);
  }

  /** @internal As `blocks`, by a game's key, which may be any text. */
  blocksOf(gameKey: string | undefined): BlockInfo[] {
    return storedBlocks(this.#reader.store, gameKey);
  }

  /** Returns the SHA-256 of the raw values of a range, independent of blocks, methods and steps. */
  async valueHash(game: GameOrText, series: SeriesName, options: WalkOptions = {}): Promise<string> {
    return valueHash(await this.#reader.readable(game, [series], options));
  }

  /**
   * Returns a range of a series for analyses, with at least one position: by default all stored ones; above them positions come
   * from a period, a closed form or memory, as in every reading.
   */
  async source(game: GameOrText, series: SeriesName, options: WalkOptions = {}): Promise<SeriesSource> {
    return this.#sourceOf(await this.#reader.readable(game, [series], options), options);
  }

  /** As `source`, for stored positions only, which proofs need. */
  storedSource(named: GameOrText, series: SeriesName, options: WalkOptions = {}): SeriesSource {
    const game = this.#reader.game(named);
    const view = currentView(this.#reader.store, game.key, checkSeries(series));
    const { range, needed } = resolveRange(game, [view], options);
    requireStored(game, view, needed);
    return this.#sourceOf({ game, views: [view], range }, options);
  }

  /**
   * Returns the recorded periods of a game that are stored as states, with these. Raises `corrupt` for damaged or missing states.
   */
  storedStates(game: GameOrText): Promise<StatesRecord[]> {
    return this.#reader.states(game);
  }

  #sourceOf(
    { game, views: [view], range }: Omit<ReadableRange, 'walk'>,
    options: ReadingOptions,
  ): SeriesSource {
    if (lengthOf(range) === 0)
      refuse('The range from {start} to {stop} is empty. Give at least one position.', { ...range });
    return new SeriesSource(game, view, range, this.#reader.store.aggregates, options);
  }
}

function areBigints(positions: ArrayLike<number> | readonly bigint[]): positions is readonly bigint[] {
  if (typeof positions[0] !== 'bigint') return false;
  checked(positions as readonly bigint[]);
  return true;
}

/** Raises a usage error for a negative position, or one that is no bigint. */
function checked(positions: readonly bigint[]): readonly bigint[] {
  const wrong = positions.find((position) => typeof position !== 'bigint' || position < 0n);
  if (wrong === undefined) return positions;
  refuse(
    'Positions are whole numbers of at least 0, in one call either all numbers or all bigints, not {position}.',
    {
      position: String(wrong),
    },
  );
}
