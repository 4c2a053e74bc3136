/**
 * Finding the period of a game from its values, stored ones first, and recording it once it is proven. Separate
 * from the mathematics of it (game/periods.ts) and from the reading that relies on it (views/continued.ts).
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { statedPeriodOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import {
  canHavePeriod,
  nimPeriodOf,
  outcomePeriodOf,
  reachOf,
  type Period,
  type ProvenPeriod,
} from '../../game/periods.js';
import { createBitset, setBit } from '../../kernel/bitset.js';
import { columnOfIntegers, integersOf, valueAt, type ColumnValues } from '../../columnar/layout.js';
import { createIntegers, largestOf } from '../../solver/task/integers.js';
import type { SolverOptions } from '../../solver/methods.js';
import type { BlockStore } from '../../store/block-store.js';
import { periodRowProblem } from '../../store/catalog/period-rows.js';
import type { PeriodRecord, Quantity } from '../../store/records.js';
import type { Random } from './checks.js';
import { extendGame } from './extend.js';
import { SeriesView } from '../views/stored.js';
import { LowerValues } from './lower-values.js';
import { solve } from './solve.js';

/** Values looked through at the end of an extension: at most 0.2 s; 80 MB, and 280 MB for cofinite sets. */
const NOTICED = 2 ** 24;
/** Fewer values are not worth a look of their own. */
const FIRST_LOOK = 2 ** 12;

/** A period, and what proves it: values that were examined, or null for a theorem. */
export interface PeriodAnswer extends Period {
  readonly evidence: Evidence | null;
}

/** Why a period is certain: the part of its record that is not the period itself. */
export type Evidence = Omit<PeriodRecord, keyof Period | 'quantity'>;

/** What is known of the periods of a game. */
export interface GamePeriods {
  readonly game: string;
  /** Whether values can prove one: the set is finite or cofinite, and there are no hotspots. */
  readonly isPossible: boolean;
  /** How many values were looked at without finding one that is missing here; 0 when none is missing. */
  readonly examined: number;
  /** Null where none is known. */
  readonly nim: PeriodAnswer | null;
  readonly outcome: PeriodAnswer | null;
}

/** How to look for periods. */
export interface FindOptions {
  /** Positions to look at, at most. */
  readonly limit: number;
  /** Whether the values and the periods are stored; else all is done in memory. */
  readonly keeps: boolean;
  readonly solver: SolverOptions;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of values before each look. */
  readonly onLook?: ((values: number) => void) | undefined;
  /** Called with the share of the values of a look that are there, as they are solved. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What is known of the periods of a game without looking at values. */
export function knownPeriods(store: BlockStore, game: Game): GamePeriods {
  const records = store.periods(game.key);
  const [nim, outcome] = [answerOf(records, 'nim'), answerOf(records, 'outcome')];
  return { game: game.key, isPossible: canHavePeriod(game), examined: 0, nim, outcome };
}

/** The period that is recorded of a quantity. */
function answerOf(records: readonly PeriodRecord[], quantity: Quantity): PeriodAnswer | null {
  const record = records.find((candidate) => candidate.quantity === quantity);
  if (record === undefined) return null;
  const { preperiod, period, saltus, examined, needed, seen, valuesSha256 } = record;
  return { preperiod, period, saltus, evidence: { examined, needed, seen, valuesSha256 } };
}

/**
 * The periods of a game: recorded ones, else those its first values prove, twice as many each time up to the limit.
 * These values and the periods are stored where `keeps` says so; else all is in memory. What a theorem states is taken
 * where the limit is too low to prove it. Memory: some 2 to 5 bytes a value, and 17 for cofinite sets.
 */
export async function findPeriods(store: BlockStore, game: Game, options: FindOptions): Promise<GamePeriods> {
  const { limit, keeps } = options;
  const known = knownPeriods(store, game);
  const reach = reachOf(game);
  if (reach === undefined || (known.nim !== null && known.outcome !== null)) return known;
  const stated = statedPeriodOf(game);
  const enough = stated === undefined ? undefined : stated.preperiod + stated.period + reach;
  if (stated !== undefined && enough !== undefined && enough > limit) {
    return { ...known, nim: { ...stated, evidence: null }, outcome: { ...stated, evidence: null } };
  }
  // Hardly fewer than reach + 2 values can prove anything.
  if (reach + 2 > limit) return known;
  const source = keeps ? new ValuesInStore(store, game, options) : new ValuesInMemory(store, game, options);
  let count = Math.min(limit, enough ?? Math.max(FIRST_LOOK, 4 * reach, source.stored));
  for (;;) {
    options.onLook?.(count);
    const values = await source.read(count);
    const records = periodsIn(game, values);
    if (keeps) store.putPeriods(game.key, records);
    if (records.length === 2 || count === limit) return merged(known, records, count);
    count = Math.min(limit, 2 * count);
  }
}

function merged(known: GamePeriods, records: readonly PeriodRecord[], count: number): GamePeriods {
  const nim = answerOf(records, 'nim') ?? known.nim;
  const outcome = answerOf(records, 'outcome') ?? known.outcome;
  return { ...known, examined: nim === null || outcome === null ? count : 0, nim, outcome };
}

/**
 * Records the periods that stored values prove, where these are cheap to look at: at the end of an extension. From
 * nim-values where there are some, else of outcomes alone from the cold positions.
 */
export async function noticePeriods(store: BlockStore, game: Game): Promise<void> {
  const reach = reachOf(game);
  if (reach === undefined) return;
  const known = knownPeriods(store, game);
  let least = reach + 2;
  for (const series of ['nim', 'cold'] as const) {
    if ((series === 'cold' || known.nim !== null) && known.outcome !== null) continue;
    const view = SeriesView.take(store, game.key, series, 'pass');
    const count = Math.min(NOTICED, view.frontier);
    if (count < least) continue;
    const values = await view.read({ start: 0, stop: count });
    const records = series === 'nim' ? periodsIn(game, values) : outcomePeriodIn(game, values);
    store.putPeriods(game.key, records);
    if (records.length === 2) return;
    // As many cold positions say no more of outcomes than these nim-values did.
    least = count + 1;
  }
}

/** What is wrong with a recorded period. */
export interface PeriodProblem {
  readonly quantity: string;
  readonly problem: string;
}

/**
 * What is wrong with the recorded periods of a game: each row must be one that can be, and is found again in the values
 * it was found in. Those that need more than 2^24 values are passed over unless `full`.
 */
export async function periodProblems(store: BlockStore, game: Game, full: boolean): Promise<PeriodProblem[]> {
  const problems: PeriodProblem[] = [];
  for (const record of store.periodRows(game.key)) {
    const { quantity, examined } = record;
    const row = periodRowProblem(game.key, record);
    if (row !== undefined) {
      const problem = `catalog: the ${quantity} period: expected ${row.expected}, found ${row.found}`;
      problems.push({ quantity, problem });
      continue;
    }
    if (examined > NOTICED && !full) continue;
    const nim = SeriesView.take(store, game.key, 'nim', 'pass');
    const isNim = quantity === 'nim' || nim.frontier >= examined;
    const view = isNim ? nim : SeriesView.take(store, game.key, 'cold', 'pass');
    let found: PeriodRecord | undefined;
    if (view.frontier >= examined) {
      const values = await view.read({ start: 0, stop: examined });
      const records = isNim ? periodsIn(game, values) : outcomePeriodIn(game, values);
      found = records.find((candidate) => candidate.quantity === quantity);
    }
    if (isDeepStrictEqual(found, record)) continue;
    const problem = `catalog: the ${quantity} period ${record.period} is not what the first ${examined} values prove`;
    problems.push({ quantity, problem });
  }
  return problems;
}

/** The periods of nim-values and of outcomes that nim-values from position 0 on prove. */
function periodsIn(game: Game, nimValues: ColumnValues): PeriodRecord[] {
  const values = integersOf(nimValues);
  const nim = nimPeriodOf(game, values);
  const cold = new Uint8Array(values.length);
  for (let n = 0; n < cold.length; n++) if (values[n] === 0) cold[n] = 1;
  const outcome = outcomePeriodOf(game, cold);
  return [
    ...(nim === undefined ? [] : [recordOf('nim', nim, hashOfNimValues(nimValues, nim))]),
    ...(outcome === undefined ? [] : [recordOf('outcome', outcome, hashOfCold(cold, outcome))]),
  ];
}

function outcomePeriodIn(game: Game, bits: ColumnValues): PeriodRecord[] {
  const cold = new Uint8Array(bits.length);
  for (let n = 0; n < cold.length; n++) cold[n] = valueAt(bits, n);
  const outcome = outcomePeriodOf(game, cold);
  return outcome === undefined ? [] : [recordOf('outcome', outcome, hashOfCold(cold, outcome))];
}

function recordOf(quantity: Quantity, proven: ProvenPeriod, valuesSha256: string): PeriodRecord {
  return { quantity, ...proven, valuesSha256 };
}

/** As `valueHash` of [0, preperiod + period): 16-bit integers, 32-bit where one needs it. */
function hashOfNimValues(values: ColumnValues, { preperiod, period }: ProvenPeriod): string {
  const first = integersOf(values).subarray(0, preperiod + period);
  const widened = createIntegers(first.length, Math.max(0xffff, largestOf(first)));
  widened.set(first);
  return createHash('sha256').update(columnOfIntegers(widened).bytes).digest('hex');
}

/** As `valueHash` of [0, preperiod + period): packed bits. */
function hashOfCold(cold: Uint8Array, { preperiod, period }: ProvenPeriod): string {
  const bits = createBitset(preperiod + period);
  for (let n = 0; n < preperiod + period; n++) if (cold[n] === 1) setBit(bits, n);
  return createHash('sha256').update(bits).digest('hex');
}

/** Nim-values of a game from 0 on, more each time they are asked for. */
interface GrowingValues {
  /** How many are there already. */
  readonly stored: number;
  read(count: number): Promise<ColumnValues>;
}

/** Extends the stored series. */
class ValuesInStore implements GrowingValues {
  readonly #store: BlockStore;
  readonly #game: Game;
  readonly #options: FindOptions;

  constructor(store: BlockStore, game: Game, options: FindOptions) {
    this.#store = store;
    this.#game = game;
    this.#options = options;
  }

  get stored(): number {
    return this.#view().frontier;
  }

  async read(count: number): Promise<ColumnValues> {
    if (this.stored < count) {
      const { solver, random, signal, onProgress } = this.#options;
      const common = { method: 'auto', doubleCheck: false, blockLength: undefined, solver, random, signal };
      const blocks = extendGame(this.#store, this.#game, ['nim'], { ...common, to: count });
      for await (const { progress } of blocks) onProgress?.(progress);
    }
    return this.#view().read({ start: 0, stop: count });
  }

  #view(): SeriesView {
    return SeriesView.take(this.#store, this.#game.key, 'nim', 'pass');
  }
}

/** Goes on from the stored series in memory. */
class ValuesInMemory implements GrowingValues {
  readonly stored: number;
  readonly #game: Game;
  readonly #options: FindOptions;
  readonly #lower: LowerValues;
  #end: number;

  constructor(store: BlockStore, game: Game, options: FindOptions) {
    const view = SeriesView.take(store, game.key, 'nim');
    this.stored = view.frontier;
    this.#end = view.frontier;
    this.#game = game;
    this.#options = options;
    this.#lower = new LowerValues(view);
  }

  async read(count: number): Promise<ColumnValues> {
    if (this.#end < count) {
      const range = { start: this.#end, stop: count };
      const { solver, signal, onProgress } = this.#options;
      const task = { game: this.#game, series: 'nim', range, method: 'auto', pieceLength: 2 ** 20 } as const;
      for await (const part of solve({ ...task, read: this.#lower.read, solver, signal })) {
        this.#lower.add(part);
        this.#end = part.stop;
        onProgress?.((part.stop - range.start) / (range.stop - range.start));
      }
    }
    return this.#lower.read({ start: 0, stop: count });
  }
}
