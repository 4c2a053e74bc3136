/** All that can be read of an open store, the half of the library's face that changes nothing. */
import { usageError } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import type { SumAnswer } from '../../game/heaps.js';
import { quantitiesOf, withoutEvidence, type Period } from '../../game/periods.js';
import { numbersOf, type SeriesName } from '../../columnar/layout.js';
import type { ColumnName, RowBatch } from '../../columnar/row-batch.js';
import { checkEnd, lengthOf, type Range } from '../../common/range.js';
import { encode } from '../../tables/formats.js';
import { answersOf, type GamePeriods } from '../extending/periods.js';
import { exportOf, type ExportOptions } from './exports.js';
import { storedBlocks, storeInfo, valueHash, type BlockInfo, type GameInfo } from './info.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import {
  checkSeries,
  type CountOptions,
  type HashOptions,
  type QueryOptions,
  type RangeOptions,
  type ScanOptions,
  type SequenceOptions,
  type SequenceTextOptions,
  type SumOptions,
  type ValueRun,
  type ValuesOptions,
  type WalkOptions,
} from '../series/options.js';
import { highest, query, queryValues, requireStored, type Answer } from './query.js';
import { resolveColumns, scanRuns, type Run } from './scan.js';
import { coldPositions, rangeTable } from './series-table.js';
import { sequenceBytes, sequenceNamed, termsOf, type RowsOptions, type SequenceSource } from './sequences.js';
import { SeriesSource } from '../views/aggregating.js';
import type { StatesRecord } from '../../store/state-files.js';
import { takeView } from '../views/game-views.js';
import type { Source } from '../views/segments.js';
import { inPlay } from '../views/misere.js';
import { statesOf } from '../views/states.js';
import { WatchedView, type ReadingOptions, type View } from '../views/view.js';
import { countSums, solveHeaps } from './sums.js';
import { wantedRange, type Reader } from './reader.js';

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

/** An open store as it can be read. */
export class ReadableStore {
  readonly #reader: Reader;

  /** Use `openStore`. */
  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The folder of the store. */
  get folder(): string {
    return this.#reader.store.root;
  }

  /** How far a series is stored, how far it can be read, and what rule gives the positions between. */
  coverage(game: string | Game, series: SeriesName): Coverage {
    return coverageOf(this.#reader.open(game).view(checkSeries(series)));
  }

  /**
   * The minimal period of a series, when it is recorded, follows from a closed form, or is cheap to find; else null. All
   * positions can be read then. Looks at no values unless the store was opened to compute.
   */
  async periodOf(game: string | Game, series: SeriesName): Promise<Period | null> {
    const views = this.#reader.open(game);
    const known = coverageOf(views.view(checkSeries(series))).period;
    const { quantity } = DESCRIPTIONS[series];
    if (known !== null || quantity === undefined) return known;
    const found = (await this.#reader.findPeriods(views))[quantity];
    if (found === undefined) return null;
    await this.#reader.compute(views, series, found.preperiod + found.period);
    return coverageOf(views.view(series)).period;
  }

  /** The recorded periods of a game. Looks at no values. */
  recordedPeriods(game: string | Game): GamePeriods {
    const parsed = this.#reader.game(game);
    return answersOf(parsed, this.#reader.store.catalog.periods(parsed.key));
  }

  /**
   * Hot or cold, nim-value and every winning move of each position, and its remoteness where that is asked for. Raises
   * `not-stored` for those that are not known and not cheap to compute. A nim-value that is neither known nor cheap is null.
   */
  async query(
    game: string | Game,
    positions: ArrayLike<number>,
    options: QueryOptions = {},
  ): Promise<Answer[]> {
    const stop = highest(positions) + 1;
    const { remoteness = false, signal } = options;
    const views = this.#reader.open(game);
    await this.#reader.computeNimValues(views, positions, { signal });
    await this.#reader.reach(views, 'cold', stop, { signal });
    if (remoteness) await this.#reader.reach(views, 'remoteness', stop, { signal });
    const of = (series: SeriesName): View => inPlay(views.game, views.view(series), options);
    const all = { cold: of('cold'), nim: of('nim'), remoteness: remoteness ? of('remoteness') : undefined };
    return query(views.game, all, positions, options);
  }

  /** For each position 1 when it is cold, else 0: the fast way to ask many. */
  async isCold(
    game: string | Game,
    positions: ArrayLike<number>,
    signal?: AbortSignal,
  ): Promise<Uint32Array> {
    return this.valuesAt(game, 'cold', positions, signal);
  }

  /** The nim-value of each position: the fast way to ask many. */
  async nimValues(
    game: string | Game,
    positions: ArrayLike<number>,
    signal?: AbortSignal,
  ): Promise<Uint32Array> {
    return this.valuesAt(game, 'nim', positions, signal);
  }

  /** The remoteness of each position, which is even exactly for cold ones: the fast way to ask many. */
  async remotenesses(
    game: string | Game,
    positions: ArrayLike<number>,
    signal?: AbortSignal,
  ): Promise<Uint32Array> {
    return this.valuesAt(game, 'remoteness', positions, signal);
  }

  /**
   * The value of a series at each position (cold: 1 or 0). Raises `interrupted` when `signal` is aborted while values are
   * computed for it.
   */
  async valuesAt(
    game: string | Game,
    series: SeriesName,
    positions: ArrayLike<number>,
    signal?: AbortSignal,
  ): Promise<Uint32Array> {
    const view = await this.#reader.viewFor(game, series, positions, { signal });
    return queryValues(this.#reader.game(game), view, positions);
  }

  /** Who wins a sum of heaps (at most 1000), and every winning move. Raises `not-stored` above the nim frontier. */
  async solveSum(
    game: string | Game,
    heaps: readonly number[],
    { misere = false, mostMoves, signal }: SumOptions = {},
  ): Promise<SumAnswer> {
    const play = misere ? 'misere' : 'normal';
    const parsed = this.#reader.game(game);
    const nimValues = async (positions: Float64Array): Promise<Uint32Array | Float64Array> => {
      const view = await this.#reader.viewFor(parsed, 'nim', positions, { signal });
      requireStored(parsed, view, highest(positions) + 1);
      return view.valuesAt(positions);
    };
    // What the largest heap needs is computed first: it may find the period.
    if (heaps.length > 0) await this.#reader.viewFor(parsed, 'nim', heaps, { signal });
    const { period } = this.coverage(parsed, 'nim');
    return solveHeaps(parsed, heaps, play, nimValues, { period, mostMoves, signal });
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
    return countSums(this.#reader.game(game), runs, heaps, misere ? 'misere' : 'normal');
  }

  /**
   * The values of a range of a series as plain numbers (cold: 1 or 0), in runs of up to 2^16 positions. Memory as
   * `scan`, which is faster where Arrow can be used.
   */
  async *values(game: string | Game, options: ValuesOptions): AsyncGenerator<ValueRun, void, undefined> {
    const parsed = this.#reader.game(game);
    const { view: normal, range } = await this.#reader.readable(parsed, checkSeries(options.series), options);
    const view = inPlay(parsed, normal, options);
    for await (const { start, stop, values } of scanRuns(new WatchedView(view, range, options), range)) {
      // A copy: a whole block comes as it is cached, and the caller may change what it gets.
      yield { start, stop, values: numbersOf(values).slice() };
    }
  }

  /** The cold positions of a range, increasing, in runs. Memory: one block. */
  async *coldPositions(
    game: string | Game,
    options: WalkOptions = {},
  ): AsyncGenerator<Float64Array, void, undefined> {
    const { view, range } = await this.#reader.readable(game, 'cold', options);
    yield* coldPositions(new WatchedView(view, range, options), range);
  }

  /**
   * How many positions below `position` are cold. Cost: a block, where a rule gives the positions O(log n) or a period.
   * Raises `not-stored` where they are not known and not cheap to compute.
   */
  async coldBelow(game: string | Game, position: number, signal?: AbortSignal): Promise<number> {
    const views = this.#reader.open(game);
    await this.#reader.reach(views, 'cold', checkEnd(position, 'The position'), { signal });
    return views.view('cold').coldBefore(position);
  }

  /**
   * Record batches of the positions of a range in increasing order; each is a RecordBatch of apache-arrow. Memory:
   * one block a column, whatever the range. Stop iterating at any time.
   */
  async *scan<Names extends ColumnName = ColumnName>(
    game: string | Game,
    options: ScanOptions<Names> = {},
  ): AsyncGenerator<RowBatch<Names>, void, undefined> {
    const columns = resolveColumns(options.columns ?? this.#reader.usualColumns(this.#reader.game(game)));
    const named = columns.flatMap(({ series }) => series ?? []);
    // Positions alone are those of the longest series.
    const views = this.#reader.open(game);
    const range = await this.#reader.reachRange(views, named.length === 0 ? ['cold'] : named, options);
    const read = columns.map(({ name, series }) => ({
      name,
      view:
        series === undefined
          ? undefined
          : new WatchedView(inPlay(views.game, views.view(series, 'pass'), options), range, options),
    }));
    // Arrow is loaded only when it is used.
    const { recordBatches } = await import('../../tables/arrow.js');
    const { batches } = recordBatches(rangeTable(read, range)(range));
    // Vectors of our columns hold no null, which the types of apache-arrow allow everywhere.
    yield* batches as AsyncIterable<unknown> as AsyncIterable<RowBatch<Names>>;
  }

  /**
   * The bytes of an export in a format. Memory: one block and one batch. Raises a usage error before any
   * work where the format cannot hold what is asked for.
   */
  async *export(game: string | Game, options: ExportOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const { format, range, tableOf } = await exportOf(this.#reader, game, options);
    yield* encode(tableOf(range), format, options);
  }

  /**
   * The terms of a sequence (`SequenceName`), in batches: exactly `terms` of them where that is given, for which positions
   * are looked through as far as they are stored, known or cheap to compute.
   */
  async *sequence(
    game: string | Game,
    options: SequenceOptions,
  ): AsyncGenerator<ArrayLike<number>, void, undefined> {
    for await (const { terms } of termsOf(this.#sequenceSource(game, options), options)) yield terms;
  }

  /** A sequence as the OEIS takes it: the bytes of a b-file, or a line of data, of as many terms as an entry has. */
  async *sequenceText(
    game: string | Game,
    options: SequenceTextOptions,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const coldBefore = (position: number): Promise<number> => this.coldBelow(game, position, options.signal);
    yield* sequenceBytes(this.#sequenceSource(game, options), coldBefore, options);
  }

  /** What is stored, of one game or of all. Reads only the catalog. */
  info(game?: string | Game): GameInfo[] {
    return storeInfo(this.#reader.store, game === undefined ? undefined : this.#reader.game(game).key);
  }

  /** The blocks that are stored, of one game or of all. Reads only the catalog. */
  blocks(game?: string | Game): BlockInfo[] {
    return storedBlocks(this.#reader.store, game === undefined ? undefined : this.#reader.game(game).key);
  }

  /** SHA-256 of the raw values of a range: the same whatever blocks, methods and steps they came by. */
  async valueHash(game: string | Game, series: SeriesName, options: HashOptions = {}): Promise<string> {
    const { view, range } = await this.#reader.readable(game, checkSeries(series), options);
    return valueHash(new WatchedView(view, range, options), range);
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
    const parsed = this.#reader.game(game);
    const { view, range } = await this.#reader.readable(parsed, checkSeries(series), options);
    return this.#sourceOf(parsed, view, range, options);
  }

  /** As `source`, of stored positions alone: for what is to be proven of them. */
  storedSource(
    game: string | Game,
    series: SeriesName,
    options: RangeOptions & ReadingOptions = {},
  ): SeriesSource {
    const parsed = this.#reader.game(game);
    const view = takeView(this.#reader.store, parsed.key, checkSeries(series), 'pass');
    const { range, needed } = wantedRange(parsed, [view], options);
    requireStored(parsed, view, needed);
    return this.#sourceOf(parsed, view, range, options);
  }

  /** The recorded periods of a game that are kept as states, with these. Raises `corrupt` for states that are damaged or gone. */
  async storedStates(game: string | Game): Promise<StatesRecord[]> {
    const parsed = this.#reader.game(game);
    const { store } = this.#reader;
    const records: StatesRecord[] = [];
    for (const quantity of quantitiesOf(parsed)) {
      const period = store.catalog.periods(parsed.key)[quantity];
      const { lacksStates } = this.#reader.open(parsed).view(quantity === 'nim' ? 'nim' : 'cold');
      if (period === undefined || (!lacksStates && !store.states.has(parsed.key, quantity))) continue;
      records.push(await statesOf(store, parsed, quantity, period));
    }
    return records;
  }

  #sourceOf(game: Game, view: View, range: Range, options: ReadingOptions): SeriesSource {
    if (lengthOf(range) === 0) {
      const found = `none from ${range.start} to ${range.stop}`;
      throw usageError({ subject: 'The range', expected: 'at least one position', found });
    }
    return new SeriesSource(game, view, range, this.#reader.store.aggregates, options);
  }

  #sequenceSource(game: string | Game, { sequence: name }: SequenceOptions): SequenceSource {
    const parsed = this.#reader.game(game);
    const sequence = sequenceNamed(name);
    const { frontier } = this.coverage(parsed, sequence.series);
    const readable = (options: RowsOptions): Promise<{ view: View; range: Range }> =>
      this.#reader.readable(parsed, sequence.series, options);
    const rows = async function* (options: RowsOptions): AsyncGenerator<Run, void, undefined> {
      const { view, range } = await readable(options);
      yield* scanRuns(view, range);
    };
    const period = (): Period | null => this.coverage(parsed, sequence.series).period;
    return { game: parsed, sequence, frontier, period, rows };
  }
}

function coverageOf({ frontier, reach, above }: View): Coverage {
  const { source, rule = null, period = null } = above ?? {};
  // Nothing else reaches above what is stored.
  const known = source === 'stored' || source === undefined ? null : source;
  return { frontier, reach, source: known, rule, period: period === null ? null : withoutEvidence(period) };
}
