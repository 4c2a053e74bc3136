/**
 * Verifying a store: files against the catalog, counts against values, values against the definition, series
 * against each other, and with `full` everything against a second method. Repairing: the damaged range is computed
 * again and must have the stored hash. Separate from reading, which checks only what it reads.
 */
import { breather, type Breathe } from '../../common/stoppable.js';
import { factsOf, TakeawayError } from '../../common/errors.js';
import type { Remedy } from '../../common/remedies.js';
import type { Game } from '../../game/game.js';
import type { Rule } from '../../game/rules.js';
import { integersOf, SERIES_NAMES, valueAt, type ColumnValues } from '../../columnar/layout.js';
import { neighbourProblems, type RowProblem } from '../../store/catalog/block-rows.js';
import { blockFileName } from '../../store/files/block-files.js';
import type { BlockStore } from '../../store/block-store.js';
import {
  UNKNOWN_METHODS,
  type BlockRecord,
  type SeriesSnapshot,
  type StoredSeries,
} from '../../store/records.js';
import {
  contradiction,
  firstDifference,
  samplePositions,
  solveAgain,
  type Random,
} from '../extending/checks.js';
import { countsOf } from '../series/columns.js';
import { checkingMethod } from '../../solver/methods.js';
import { DESCRIPTIONS, type SeriesDescription } from '../series/descriptions.js';
import { periodProblems } from '../extending/periods.js';
import { isContiguous } from '../keeping/adopt.js';
import { provePeriods } from '../keeping/prove-periods.js';
import { storedGame } from '../keeping/stored-game.js';
import { SeriesView } from '../views/stored.js';
import { LowerValues } from '../extending/lower-values.js';

/** Positions of each block checked against the definition. */
const SAMPLED_POSITIONS = 16;

/** What mends damage: the values tell what is right, or the block files alone. */
const REPAIR: Remedy = { do: 'verify', repair: true };
const REBUILD: Remedy = { do: 'rebuild' };

/** Something that is not as it should be. */
export interface Problem {
  readonly game?: string;
  readonly series?: string;
  readonly start?: number;
  readonly stop?: number;
  readonly problem: string;
  readonly repaired: boolean;
  /** What mends it, where it is not repaired and a command does. */
  readonly remedy?: Remedy;
}

/** What verifying found. `ok` when nothing is wrong, or all that was is repaired. */
export interface Verification {
  readonly ok: boolean;
  /** Blocks checked. */
  readonly blocks: number;
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  readonly gameKey?: string | undefined;
  /** Compute every block again by a second method. */
  readonly full: boolean;
  /** Compute damaged blocks again and store them. */
  readonly repair: boolean;
  readonly random: Random;
  /** Threads to solve blocks again with. */
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each block with how many were checked, and how many there are. */
  readonly onBlock?: ((series: StoredSeries, checked: number, total: number) => void) | undefined;
}

/**
 * Verifies the store or one game in it, past everything that is damaged or cannot be read. A block counts as repaired
 * when a second look finds nothing wrong with it. Cost: reading every block once; with `full`, solving it again.
 */
export async function verifyStore(store: BlockStore, options: VerifyOptions): Promise<Verification> {
  const problems: Problem[] = [];
  const ofCatalog = store.catalogProblems();
  const breathe = breather(options.signal);
  let blocks = 0;
  // The blocks first: every series of this moment then has its game, also beside a writer that adds some.
  const snapshot = store.snapshot(options.gameKey);
  const total = snapshot.reduce((sum, series) => sum + series.blocks.length, 0);
  const games = new Map(
    store.games().map((stored) => [stored.key, storedGame(stored.key, stored.definition)]),
  );
  for (const series of snapshot) {
    const game = games.get(series.gameKey);
    if (game === undefined) {
      const problem = `catalog: the definition of ${series.gameKey} does not name it`;
      problems.push({ game: series.gameKey, series: series.name, problem, repaired: false, remedy: REBUILD });
      continue;
    }
    const described = await seriesFileProblem(store, game, series);
    if (described !== undefined) {
      problems.push({
        game: game.key,
        series: series.name,
        problem: described,
        repaired: false,
        remedy: REPAIR,
      });
    }
    const checker = new SeriesChecker(store, game, series, options, breathe);
    for (const block of series.blocks) {
      await breathe();
      options.onBlock?.(series, blocks, total);
      blocks++;
      problems.push(...(await checker.check(block)));
    }
    problems.push(...seriesProblems(store, series, options.repair));
  }
  for (const key of new Set(snapshot.map(({ gameKey }) => gameKey))) {
    const game = games.get(key);
    if (game !== undefined) problems.push(...(await recordedPeriodProblems(store, game, options)));
  }
  problems.unshift(...catalogProblems(store, ofCatalog, options.repair));
  return { ok: problems.every(({ repaired }) => repaired), blocks, problems };
}

/** What SQLite finds wrong with the catalog. Rows with numbers that cannot be are gone once what they say is mended. */
function catalogProblems(store: BlockStore, found: readonly string[], repair: boolean): Problem[] {
  const left = found.length > 0 && repair ? store.catalogProblems() : found;
  return found.map((problem) => {
    if (!left.includes(problem)) return { problem, repaired: true };
    const isOfRow = problem.startsWith('CHECK constraint failed');
    return { problem, repaired: false, remedy: isOfRow && !repair ? REPAIR : REBUILD };
  });
}

/**
 * What is wrong between the rows of a series. Counts of cold positions below blocks are mended where that is asked for;
 * of a gap only the block files can tell what belongs there.
 */
function seriesProblems(store: BlockStore, before: SeriesSnapshot, repair: boolean): Problem[] {
  const found = [...neighbourProblems(before)];
  const isWhole = isContiguous(before);
  if (found.length > 0 && isWhole && repair) store.recountColdBefore(before.id);
  const left = found.length > 0 && isWhole && repair ? problemsNow(store, before) : found;
  return found.map(({ subject, expected, found: actual }) => {
    const problem = `${subject}: expected ${expected}, found ${actual}`;
    if (left.length === 0) return { problem, repaired: true };
    return { problem, repaired: false, remedy: isWhole && !repair ? REPAIR : REBUILD };
  });
}

/** What is wrong between the rows of a series by now. */
function problemsNow(store: BlockStore, { id, gameKey }: SeriesSnapshot): readonly RowProblem[] {
  const series = store.snapshot(gameKey).find((candidate) => candidate.id === id);
  return series === undefined ? [] : [...neighbourProblems(series)];
}

/**
 * What is wrong with the recorded periods; where that is asked for, they are proven again. Where a block is damaged it is
 * itself reported, so not again here.
 */
async function recordedPeriodProblems(
  store: BlockStore,
  game: Game,
  { full, repair, random }: VerifyOptions,
): Promise<Problem[]> {
  try {
    const found = await periodProblems(store, game, full);
    if (found.length === 0) return [];
    if (repair) {
      for (const { quantity } of found) store.removePeriod(game.key, quantity);
      await provePeriods(store, game, random);
    }
    const left = repair ? await periodProblems(store, game, full) : found;
    const repaired = left.length === 0;
    return found.map(({ problem }) => {
      return {
        game: game.key,
        problem,
        repaired,
        ...(repaired ? {} : { remedy: repair ? REBUILD : REPAIR }),
      };
    });
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

/** What is wrong with the file that makes a series known without the catalog; every writer that opens it mends it. */
async function seriesFileProblem(
  store: BlockStore,
  { key, definition }: Game,
  { id, name, blocks }: SeriesSnapshot,
): Promise<string | undefined> {
  const file = await store.leftovers.seriesFile(id);
  const isRight = file?.game === key && file.series === name && file.definition === definition;
  return isRight || blocks.length === 0 ? undefined : `series/${id}.json does not say what the series is`;
}

/** Whether an error is of what is stored, and not of the program. */
function isDamage(error: unknown): error is TakeawayError {
  return error instanceof TakeawayError && (error.code === 'corrupt' || error.code === 'io');
}

/** Checks the blocks of one series in increasing order. */
class SeriesChecker {
  readonly #store: BlockStore;
  readonly #game: Game;
  readonly #series: StoredSeries;
  readonly #description: SeriesDescription;
  readonly #options: VerifyOptions;
  readonly #breathe: Breathe;
  readonly #lower: LowerValues;

  constructor(
    store: BlockStore,
    game: Game,
    series: SeriesSnapshot,
    options: VerifyOptions,
    breathe: Breathe,
  ) {
    this.#store = store;
    this.#game = game;
    this.#series = series;
    this.#description = DESCRIPTIONS[series.name];
    this.#options = options;
    this.#breathe = breathe;
    this.#lower = new LowerValues(SeriesView.ofOwnBlocks(store, series));
  }

  /** What is wrong with a block. Each is mended where that is asked for and possible. */
  async check(block: BlockRecord): Promise<Problem[]> {
    const row = rowProblem(block);
    if (row !== undefined) return [{ ...this.#problem(block, row, false), remedy: REBUILD }];
    let values: ColumnValues;
    try {
      values = await this.#store.check(this.#series, block);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return [await this.#repaired(block, factsOf(error))];
    }
    await this.#breathe();
    const counts = countProblems(block, values, this.#description.rule);
    const wrong = await this.#valueProblems(block, values);
    if (wrong.length === 0 && counts.length > 0)
      return [await this.#repaired(block, counts.join('; '), values)];
    return [...counts, ...wrong].map((problem) => this.#problem(block, problem, false));
  }

  /** Checks that read other blocks too. Where one of those is damaged it is itself reported, so not again here. */
  async #valueProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    try {
      return [
        ...(await this.#definitionProblems(block, values)),
        ...(await this.#neighbourProblems(block, values)),
        ...(this.#options.full ? await this.#solveAgainProblems(block, values) : []),
      ];
    } catch (error) {
      if (isDamage(error)) return [];
      throw error;
    }
  }

  /** Tries to mend a block, when asked to: from its own values where these are right, else computed again. */
  async #repaired(block: BlockRecord, problem: string, intact?: ColumnValues): Promise<Problem> {
    if (!this.#options.repair) return { ...this.#problem(block, problem, false), remedy: REPAIR };
    try {
      const values = intact ?? (await this.#solve(block, 'auto'));
      const { rule } = this.#description;
      const counts = countsOf(values, rule);
      // Counted anew once all blocks are mended, so any that can be does for now.
      const coldBefore = Math.min(Math.max(0, block.coldBefore), block.start);
      const methods = block.methods.length === 0 ? UNKNOWN_METHODS : block.methods;
      const row = { ...block, ...counts, coldBefore, methods };
      const repaired = await this.#store.repair(this.#series, row, values);
      const left = await this.#secondLook(repaired);
      return this.#problem(block, [problem, ...left].join('; '), left.length === 0);
    } catch (error) {
      if (!(error instanceof TakeawayError) || error.code === 'interrupted') throw error;
      return this.#problem(block, `${problem} Repair failed: ${factsOf(error)}`, false);
    }
  }

  /** What is still wrong with a block after its repair, of what can be read of it again. */
  async #secondLook(block: BlockRecord): Promise<string[]> {
    const values = await this.#store.check(this.#series, block);
    return [
      ...countProblems(block, values, this.#description.rule),
      ...(await this.#definitionProblems(block, values)),
    ];
  }

  #solve(block: BlockRecord, method: string): Promise<ColumnValues> {
    const below = this.#lower.fork(block.start);
    const { threads, signal } = this.#options;
    return solveAgain(this.#game, this.#series.name, block, method, below, threads, signal);
  }

  async #definitionProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    const problems: string[] = [];
    for (const n of samplePositions(block, SAMPLED_POSITIONS, this.#options.random)) {
      const value = valueAt(values, n - block.start);
      const found = await contradiction(this.#game, this.#series.name, n, value, (positions) =>
        this.#lower.valuesAt(positions),
      );
      if (found !== undefined) problems.push(`position ${n} is ${found}`);
    }
    return problems;
  }

  /** Checks that need no solver: Ferguson's pairing where it holds, and which positions are cold in other series. */
  async #neighbourProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    const paired = this.#description.isPaired ? await this.#pairingProblems(block, values) : [];
    await this.#breathe();
    return [...paired, ...(await this.#coldnessProblems(block, values))];
  }

  /**
   * Ferguson's pairing: the value is 1 exactly when it is 0 the least subtrahend below. Its proof goes down to
   * position 0 by the mex rule, so that one seeded position can break it anywhere above.
   */
  async #pairingProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    if (this.#game.seed !== undefined) return [];
    const first = this.#game.set.smallest;
    const start = Math.max(0, block.start - first);
    const stop = Math.max(start, block.stop - first);
    const lower = integersOf(await this.#lower.read({ start, stop }));
    const bad = integersOf(values).findIndex((value, i) => {
      const partner = block.start + i - first;
      return (value === 1) !== (partner >= 0 && lower[partner - start] === 0);
    });
    return bad === -1 ? [] : [`position ${block.start + bad} breaks Ferguson's pairing`];
  }

  /** Whether a block agrees on which positions are cold with the series that come after its own in the list. */
  async #coldnessProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    const { isCold } = this.#description.rule;
    const problems: string[] = [];
    for (const name of SERIES_NAMES.slice(SERIES_NAMES.indexOf(this.#series.name) + 1)) {
      const view = SeriesView.take(this.#store, this.#game.key, name, 'pass');
      const other = DESCRIPTIONS[name].rule;
      for (const part of view.partsOf(block)) {
        await this.#breathe();
        const bad = integersOf(await view.read(part)).findIndex(
          (value, i) => other.isCold(value) !== isCold(valueAt(values, part.start + i - block.start)),
        );
        if (bad === -1) continue;
        problems.push(`position ${part.start + bad} disagrees with the stored series ${name}`);
      }
    }
    return problems;
  }

  async #solveAgainProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    const method = checkingMethod(this.#description.solvers.methods, this.#game.set, block.methods);
    const difference = firstDifference(values, await this.#solve(block, method));
    return difference === undefined ? [] : [`position ${block.start + difference} differs from ${method}`];
  }

  #problem({ start, stop }: BlockRecord, problem: string, repaired: boolean): Problem {
    return { game: this.#game.key, series: this.#series.name, start, stop, problem, repaired };
  }
}

/** What is wrong with a row that nothing can be computed from: a name has the range and the hash of its file. */
function rowProblem(block: BlockRecord): string | undefined {
  const isRange =
    Number.isSafeInteger(block.start) && Number.isSafeInteger(block.stop) && block.start < block.stop;
  if (isRange && block.file === blockFileName(block, block.sha256)) return undefined;
  return `catalog: the row does not fit its file ${JSON.stringify(block.file).slice(0, 100)}`;
}

function countProblems(block: BlockRecord, values: ColumnValues, rule: Rule): string[] {
  const { coldCount, largest } = countsOf(values, rule);
  const problems: string[] = [];
  if (coldCount !== block.coldCount) {
    problems.push(`catalog: expected ${coldCount} cold positions, found ${block.coldCount}`);
  }
  if (largest !== block.largest) {
    problems.push(`catalog: expected the largest value ${largest}, found ${block.largest}`);
  }
  return problems;
}
