/** Options of a store's callers, and their checks. */
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

/** The series of `both`, on which answers about heaps and sums of heaps rest. */
export const BOTH_SERIES: readonly SeriesName[] = ['cold', 'nim'];

/** A game: text as on the command line, or a result of `readGame`, `finiteGame` or `cofiniteGame`. */
export type GameOrText = string | Game;

/** Options to stop work. */
export interface Stoppable {
  /**
   * Stops the work when aborted, with the error `interrupted`. Solved values are stored and announced, or remain in memory; a file
   * being written is removed.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options to watch and stop work. */
export interface ReadingOptions extends Stoppable {
  /** Called with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Options of `openStore`. */
export interface OpenStoreOptions {
  /**
   * Opens for reading: takes no writer lock, and changes no block, row of the catalog or name. Writes only results of analyses in
   * `aggregates.sqlite`, and rolls back a commit that a killed writer left unfinished, if the folder allows it. Default false.
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Bytes of an LRU cache for values of blocks, rows, games with the elements of their sets, and views, until `close`. The most
   * recent game is kept in addition. Values computed in memory have a separate bound of 64 MiB. Default 256 MiB.
   */
  readonly cacheBytes?: number | undefined;
  /**
   * Options for computing requested values in memory that are not stored; by default if it takes about ten seconds or less. With
   * `false` they are refused as `not-stored`. Nothing computed this way is stored.
   */
  readonly compute?: ComputeOptions | false | undefined;
  /** Called once for each game whose set was read from a file, which is the finite set of the numbers in it. */
  readonly onFile?: ((file: SetFile) => void) | undefined;
}

/** File access and randomness of a store. */
export interface Environment {
  readonly fileSystem: FileSystem;
  /** Random numbers 0 <= r < 1 for samples. */
  readonly random: () => number;
}

/** Default maximum of seconds for one computation in memory, in the library and on the command line. */
export const COMPUTE_SECONDS = 10;

/** Options for computing in memory. */
export interface ComputeOptions extends Stoppable {
  /** Maximum of seconds for one computation by the cost model, by default 10. A longer one is refused as `not-stored`. */
  readonly seconds?: number | undefined;
  /** Number of threads; default the machine's cores. */
  readonly threads?: number | undefined;
  readonly onCompute?: ((computation: Computation) => void) | undefined;
}

/**
 * A computation in memory: values of a series below `to`; a search for a period in at most `to` values; or values for a number of
 * terms, of which those below `to` are next.
 */
export interface Computation {
  readonly game: string;
  readonly series: SeriesName;
  readonly goal: 'values' | 'period' | 'terms';
  readonly to: number;
  /** Estimated time; 0 for a period, whose time is unknown. */
  readonly seconds: number;
}

/** Options of an extension. */
export interface ExtendOptions extends Stoppable {
  /** The exact frontier to reach: positions below it will be stored. */
  readonly to: number;
  /** Default `both`: cold and nim. */
  readonly series?: SeriesName | 'both' | undefined;
  /** A method's name; default `auto`, the cheapest by the cost model. */
  readonly method?: MethodName | undefined;
  /** Solves parts of random blocks, and of the last one, again by another method. Default false. */
  readonly doubleCheck?: boolean | undefined;
  /** Number of threads; default the machine's cores. The answer does not depend on it. */
  readonly threads?: number | undefined;
  /** Called with each plan of an epoch of residue classes, and its cost. */
  readonly onPlan?: ((report: PlanReport) => void) | undefined;
  /** Positions in a full block, a multiple of 64. Default 2^24 for cold, 2^20 for other series. */
  readonly blockLength?: number | undefined;
}

/** Default number of values examined for a period, all in memory. */
const DEFAULT_VALUES = 2 ** 26;
/** Its maximum: values take 2 to 5 bytes each, or 17 for cofinite sets. */
export const MAX_VALUES = 2 ** 30;
/** The same for searches by states, which hold few values in memory: seconds for outcomes. */
const DEFAULT_BY_STATES = 2 ** 32;
const MAX_BY_STATES = 2 ** 53;

/** Returns the default and the maximum number of values to examine for a period. */
function periodLimits(
  game: Game,
  quantities: readonly Quantity[],
): { readonly usual: number; readonly most: number } {
  return hasStates(game, quantities)
    ? { usual: DEFAULT_BY_STATES, most: MAX_BY_STATES }
    : { usual: DEFAULT_VALUES, most: MAX_VALUES };
}

/**
 * Whether `limit` values, by default the usual number, may prove a period. A proof needs one period and the reach of the set above
 * it, and most periods are about as long as the reach or longer.
 */
export function isProvable(
  game: Game,
  quantities: readonly Quantity[],
  limit = periodLimits(game, quantities).usual,
): boolean {
  return 2 * (reachOf(game) ?? Infinity) + 2 <= limit;
}

/**
 * Returns a higher number of values to examine if `limit` of them were too few. Undefined at the maximum, or if more cannot prove a
 * period. The result may be too low as well: the longest period of a set is unknown.
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

/** Returns the number of values to examine for a period. Raises a usage error above the maximum. */
export function checkLimit(game: Game, asked: number | undefined, quantities: readonly Quantity[]): number {
  const { usual, most } = periodLimits(game, quantities);
  const limit = asked ?? usual;
  if (Number.isInteger(limit) && limit >= 0 && limit <= most) return limit;
  refuse(
    `The limit for {game} must be a whole number from 0 to {most}, not {limit}.${most === MAX_BY_STATES ? '' : ' Without all values in memory, periods are found only for finite sets of numbers up to 2^20, and those of nim-values only for at most 62 numbers.'}`,
    { game: game.key, most: `2^${Math.log2(most)}`, limit },
  );
}

/** Options of a search for periods. Its progress is that of one look. */
export interface PeriodOptions extends ReadingOptions {
  /** The series whose period is searched for; default nim-values and outcomes. */
  readonly series?: SeriesName | undefined;
  /**
   * Maximum number of values to examine, by default 2^32 and at most 2^53 if states can be used: for finite sets of numbers up to
   * 2^20, of at most 62 numbers for nim-values. Otherwise by default 2^26 and at most 2^30.
   */
  readonly limit?: number | undefined;
  readonly threads?: number | undefined;
  /** Called with the number of values before each look. */
  readonly onLook?: ((values: number) => void) | undefined;
  /** Called when a search by states continues an earlier one, and whenever it is saved. */
  readonly onSearch?: ((event: SearchEvent) => void) | undefined;
}

/** An event of a search by states. */
export interface SearchEvent {
  /** `damaged`: the saved search is unusable, and a new one begins. */
  readonly event: 'resumed' | 'kept' | 'damaged';
  readonly quantity: Quantity;
  /** Positions examined and time taken so far, with earlier parts of the search. */
  readonly positions: number;
  readonly seconds: number;
}

/** Options of a reading in normal or misere play. */
export interface PlayOptions {
  /**
   * Misere play, in which the player who makes the last move loses, also defines nim-values and cold positions. Default false.
   * Games with hotspots or a seed have none.
   */
  readonly misere?: boolean | undefined;
}

/** Options of `query`. */
export interface QueryOptions extends PlayOptions, Stoppable {
  /** Whether to find winning moves, which needs a value for each subtrahend. Default true. */
  readonly winningMoves?: boolean | undefined;
  /** Whether to report the remoteness, which games with hotspots or a seed lack. Default false. */
  readonly remoteness?: boolean | undefined;
}

/** A range of positions to read; `from` defaults to 0 and `to` to the frontier. */
export interface RangeOptions {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A range to read, with options to watch and stop. */
export interface WalkOptions extends RangeOptions, ReadingOptions {}

/** Columns of a scan, among `n`, `cold`, `nim_value` and `remoteness`; default the first three, as far as the game has them. */
export interface ScanOptions<Names extends ColumnName = ColumnName> extends WalkOptions, PlayOptions {
  readonly columns?: readonly Names[] | undefined;
}

/** Options of `values`. */
export interface ValuesOptions extends WalkOptions, PlayOptions {
  readonly series: SeriesName;
}

/** The values of the positions [start, stop); `values[0]` is that of `start`. */
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

/** Options of a sum of heaps. */
export interface SumOptions extends Stoppable {
  /** Whether the player who makes the last move loses. Default false. */
  readonly misere?: boolean | undefined;
  /** Maximum number of winning moves to list, and to find for each heap; by default 2^21. */
  readonly mostMoves?: number | undefined;
}

/** Sums of heaps to count: heaps are the positions of the range. */
export interface CountOptions extends Omit<SumOptions, 'mostMoves'>, RangeOptions {
  /** Number of heaps in a sum, at most 1000. */
  readonly heaps: number;
}

/** Terms of a sequence. */
export interface SequenceOptions {
  /** Its name (`SequenceName`). */
  readonly sequence: string;
  /** The first position; default 0. */
  readonly from?: number | undefined;
  /** The position to stop before; default the end of the stored positions, or as far as `terms` need. */
  readonly to?: number | undefined;
  /** The exact number of terms; default all of the range. */
  readonly terms?: number | undefined;
}

/** Options for writing a sequence. */
export interface SequenceTextOptions extends SequenceOptions, ReadingOptions {
  /** Replaces an existing file once the new one is complete. Default false, which raises an error. */
  readonly force?: boolean | undefined;
  /** A b-file with all terms, or `oeis`, one line of data with up to 260 characters. Default bfile. */
  readonly format?: 'bfile' | 'oeis' | undefined;
  /** The index of the first term; by default the position, or the number of the cold position. */
  readonly offset?: number | undefined;
  /** Comment lines at the start of a b-file. */
  readonly header?: readonly string[] | undefined;
}

/** Types of positions in an export; `none` omits them. */
export const POSITION_TYPES = ['int64', 'int32', 'none'] as const;

export type PositionType = (typeof POSITION_TYPES)[number];

/** Default number of positions in a file of a folder. */
export const DEFAULT_PART_LENGTH = 2 ** 24;

/** Returns the series of a name. Raises a usage error that suggests the nearest name. */
export function checkSeries(series: string): SeriesName {
  return oneOf(series, SERIES_NAMES, 'The series');
}

/** Raises a usage error for an invalid block length, in positions. */
export function checkBlockLength(length: number): void {
  if (Number.isSafeInteger(length) && length > 0 && length % 64 === 0 && length <= 2 ** 30) return;
  refuse('The block length must be a multiple of 64 from 64 to 2^30, not {length}.', { length });
}
