/** What callers may ask of a store, and the checks of what they ask. */
import { refuse } from '../../common/errors.js';
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import type { ColumnName } from '../../columnar/row-batch.js';
import { oneOf } from '../../common/one-of.js';
import type { Range } from '../../common/range.js';
import type { SetFile } from '../../game/sets/described-set.js';
import type { PlanReport } from '../../solver/residue-classes/plan-report.js';
import type { MethodName } from './methods.js';
import type { Game } from '../../game/game.js';
import { reachOf, type Quantity } from '../../game/periods.js';
import { hasStates } from './states.js';
import type { FileSystem } from '../../store/files/file-system.js';

/** The series that `both` stands for: what answers about single heaps and sums of heaps rest on. */
export const BOTH_SERIES: readonly SeriesName[] = ['cold', 'nim'];

/** A game: text as on the command line, or what `readGame`, `finiteGame` or `cofiniteGame` made of it. */
export type GameOrText = string | Game;

/** How work may be stopped. */
export interface Stoppable {
  /**
   * Stops the work when aborted, and `interrupted` is raised. What is solved by then is stored and announced, or kept in
   * memory; a file that is being written is removed.
   */
  readonly signal?: AbortSignal | undefined;
}

/** How work may be watched and stopped. */
export interface ReadingOptions extends Stoppable {
  /** Called with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** How to open a store. */
export interface OpenStoreOptions {
  /**
   * Open for reading only: takes no writer lock, and changes no block, row of the catalog or name. Two things are written where the
   * folder allows it: results of analyses are kept in `aggregates.sqlite`, and a commit that a killed writer left unfinished is
   * rolled back by SQLite. Default false.
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Bytes that are kept in memory between reads: values of blocks, rows, games with the elements of their sets, and views, least
   * recently used ones dropped first. The game that was asked last is kept beside them. `close` lets go of all. Values that are
   * computed in memory have a bound of their own, 64 MiB. Default 256 MiB.
   */
  readonly cacheBytes?: number | undefined;
  /**
   * How values that are asked for and not stored are computed in memory; by default if that takes about ten seconds or less. With
   * `false` they are refused as `not-stored`. Nothing computed this way is stored.
   */
  readonly compute?: ComputeOptions | false | undefined;
  /** Called once for each game whose set was read from a file: it is the finite set of the numbers that are there. */
  readonly onFile?: ((file: SetFile) => void) | undefined;
}

/** What a store reaches outside itself. */
export interface Environment {
  readonly fileSystem: FileSystem;
  /** Where samples are taken from: numbers 0 <= r < 1. */
  readonly random: () => number;
}

/** Seconds that one computation in memory may take unless told otherwise, for the library and the command line. */
export const COMPUTE_SECONDS = 10;

/** What may be computed in memory to answer a question. */
export interface ComputeOptions extends Stoppable {
  /** Seconds that one computation may take by the cost model, by default 10; a longer one is refused as `not-stored`. */
  readonly seconds?: number | undefined;
  /** Threads to use; default as many as the machine has cores. */
  readonly threads?: number | undefined;
  readonly onCompute?: ((computation: Computation) => void) | undefined;
}

/**
 * A computation in memory: the values of a series below `to`, or a period, looked for in at most `to` values; or values as far as
 * a number of terms takes, of which those below `to` are next.
 */
export interface Computation {
  readonly game: string;
  readonly series: SeriesName;
  readonly goal: 'values' | 'period' | 'terms';
  readonly to: number;
  /** About how long it takes; 0 for a period, which nobody knows. */
  readonly seconds: number;
}

/** How to extend a game. */
export interface ExtendOptions extends Stoppable {
  /** The frontier to reach, exactly: positions below it will be stored. */
  readonly to: number;
  /** Default `both`: cold and nim. */
  readonly series?: SeriesName | 'both' | undefined;
  /** A method's name; default `auto`, the cheapest by the cost model. */
  readonly method?: MethodName | undefined;
  /** Solve stretches of random blocks, and of the last, again by another method. Default false. */
  readonly doubleCheck?: boolean | undefined;
  /** Threads to use; default as many as the machine has cores. The answer does not depend on it. */
  readonly threads?: number | undefined;
  /** Called with the plan of each epoch of the residue-class method, and what it cost. */
  readonly onPlan?: ((report: PlanReport) => void) | undefined;
  /** Positions in a full block, a multiple of 64. Default 2^24 for cold, 2^20 for other series. */
  readonly blockLength?: number | undefined;
}

/** Values that are looked at for a period unless told otherwise, where they are all in memory. */
const DEFAULT_VALUES = 2 ** 26;
/** How many these can be: they take 2 to 5 bytes each, or 17 for cofinite sets. */
export const MOST_VALUES = 2 ** 30;
/** The same by states, of which memory holds a few: seconds for outcomes. */
const DEFAULT_BY_STATES = 2 ** 32;
const MOST_BY_STATES = 2 ** 53;

/** Values that are looked at for a period of a game unless told otherwise, and at most. */
function periodLimits(
  game: Game,
  quantities: readonly Quantity[],
): { readonly usual: number; readonly most: number } {
  return hasStates(game, quantities)
    ? { usual: DEFAULT_BY_STATES, most: MOST_BY_STATES }
    : { usual: DEFAULT_VALUES, most: MOST_VALUES };
}

/**
 * Whether so many values, by default those that are looked at unless told otherwise, may prove a period: a proof needs one period
 * and the reach of the set behind it, and most periods are about as long as the reach or longer.
 */
export function isProvable(
  game: Game,
  quantities: readonly Quantity[],
  limit = periodLimits(game, quantities).usual,
): boolean {
  return 2 * (reachOf(game) ?? Infinity) + 2 <= limit;
}

/**
 * How many values to look at for a period where `limit` of them were too few; undefined if there can be no more, or more cannot
 * prove one. These may be too few as well: the longest period of a set is not known before.
 */
export function higherLimit(
  game: Game,
  limit: number | undefined,
  quantities: readonly Quantity[],
): number | undefined {
  const { usual, most } = periodLimits(game, quantities);
  const last = limit ?? usual;
  if (last >= most) return undefined;
  const times = hasStates(game, quantities) ? 16 : 4;
  const higher = Math.min(Math.max(times * last, 4 * (reachOf(game) ?? 0)), most);
  return isProvable(game, quantities, higher) ? higher : undefined;
}

/** Returns how many values to look at for a period of a game. Raises a usage error for more than there can be. */
export function checkLimit(game: Game, asked: number | undefined, quantities: readonly Quantity[]): number {
  const { usual, most } = periodLimits(game, quantities);
  const limit = asked ?? usual;
  if (Number.isInteger(limit) && limit >= 0 && limit <= most) return limit;
  refuse(
    `The limit for {game} must be a whole number from 0 to {most}, not {limit}.${most === MOST_BY_STATES ? '' : ' Only periods of nim-values and outcomes of finite sets of at most 62 numbers up to 2^20 are found without all values in memory.'}`,
    { game: game.key, most: `2^${Math.log2(most)}`, limit },
  );
}

/** How to look for periods; progress is that of the values of a look. */
export interface PeriodOptions extends ReadingOptions {
  /** The series whose period is looked for; default those of nim-values and outcomes. */
  readonly series?: SeriesName | undefined;
  /** Values that are looked at: at most 2^53 and by default 2^32 for finite sets of up to 62 numbers below 2^20, else 2^30 and 2^26. */
  readonly limit?: number | undefined;
  readonly threads?: number | undefined;
  /** Called with the number of values before each look. */
  readonly onLook?: ((values: number) => void) | undefined;
  /** Called when a search by states goes on from where an earlier one ended, and whenever it is kept. */
  readonly onSearch?: ((event: SearchEvent) => void) | undefined;
}

/** What became of a search by states. */
export interface SearchEvent {
  /** `damaged`: what was kept of it cannot be used, and it begins anew. */
  readonly event: 'resumed' | 'kept' | 'damaged';
  readonly quantity: Quantity;
  /** Positions that were looked at so far, in this search and those that it goes on with, and the time that took. */
  readonly positions: number;
  readonly seconds: number;
}

/** Which play to read. */
export interface PlayOptions {
  /**
   * Misere play, in which who makes the last move loses: nim-values and cold positions are those of it. Default false. Of games
   * with hotspots or a seed there is none.
   */
  readonly misere?: boolean | undefined;
}

/** What to find out about positions. */
export interface QueryOptions extends PlayOptions, Stoppable {
  /** Whether to look for winning moves, which takes a value for each subtrahend. Default true. */
  readonly winningMoves?: boolean | undefined;
  /** Whether to tell the remoteness too, which a game with hotspots or a seed has not. Default false. */
  readonly remoteness?: boolean | undefined;
}

/** A range of positions to read; `from` defaults to 0 and `to` to the frontier. */
export interface RangeOptions {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A range to read through. */
export interface WalkOptions extends RangeOptions, ReadingOptions {}

/** What to scan: column names among `n`, `cold`, `nim_value` and `remoteness`; default the first three, as far as the game has them. */
export interface ScanOptions<Names extends ColumnName = ColumnName> extends WalkOptions, PlayOptions {
  readonly columns?: readonly Names[] | undefined;
}

/** What values to read. */
export interface ValuesOptions extends WalkOptions, PlayOptions {
  readonly series: SeriesName;
}

/** The values of the positions [start, stop): that of `start` is `values[0]`. */
export interface ValueRun extends Range {
  readonly values: Uint8Array | Uint16Array | Uint32Array;
}

/** Values to read of positions of any size, which a period or closed form gives from 2^53 - 1 on. */
export interface FarValuesOptions extends PlayOptions, Stoppable {
  readonly series: SeriesName;
  readonly from: bigint;
  readonly to: bigint;
}

/** The values of the positions [start, stop). */
export interface FarRun {
  readonly start: bigint;
  readonly stop: bigint;
  readonly values: readonly bigint[];
}

/** How a sum of heaps is played. */
export interface SumOptions extends Stoppable {
  /** Whether who makes the last move loses. Default false. */
  readonly misere?: boolean | undefined;
  /** Winning moves that are listed at most, of each heap as many; by default 2^21. */
  readonly mostMoves?: number | undefined;
}

/** Which sums of heaps to count: heaps are the positions of the range. */
export interface CountOptions extends Omit<SumOptions, 'mostMoves'>, RangeOptions {
  /** Heaps in a sum, at most 1000. */
  readonly heaps: number;
}

/** What terms of a sequence to give, and how many. */
export interface SequenceOptions {
  /** Its name (`SequenceName`). */
  readonly sequence: string;
  /** The position to begin at; default 0. */
  readonly from?: number | undefined;
  /** The position to stop before; default all that is stored, or as far as `terms` need. */
  readonly to?: number | undefined;
  /** How many terms, exactly; default all of the range. */
  readonly terms?: number | undefined;
}

/** How to write a sequence. */
export interface SequenceTextOptions extends SequenceOptions, ReadingOptions {
  /** For a file: replace one that exists, once the new one is whole. Default false: that is an error. */
  readonly force?: boolean | undefined;
  /** A b-file with all terms, or `oeis`, one line of data with up to 260 characters. Default bfile. */
  readonly format?: 'bfile' | 'oeis' | undefined;
  /** The index of the first term; default what follows from the range: the position, or the number of the cold position. */
  readonly offset?: number | undefined;
  /** Lines to begin a b-file with, as comments. */
  readonly header?: readonly string[] | undefined;
}

/** The types that the positions of an export can have; `none` leaves them out. */
export const POSITION_TYPES = ['int64', 'int32', 'none'] as const;

export type PositionType = (typeof POSITION_TYPES)[number];

/** Positions of a file in a folder of them, unless told otherwise. */
export const DEFAULT_PART_LENGTH = 2 ** 24;

/** The series of a name. Raises a usage error, with the nearest name. */
export function checkSeries(series: string): SeriesName {
  return oneOf(series, SERIES_NAMES, 'The series');
}

/** Raises a usage error unless blocks may have this length, in positions. */
export function checkBlockLength(length: number): void {
  if (Number.isSafeInteger(length) && length > 0 && length % 64 === 0 && length <= 2 ** 30) return;
  refuse('The block length must be a multiple of 64 from 64 to 2^30, not {length}.', { length });
}
