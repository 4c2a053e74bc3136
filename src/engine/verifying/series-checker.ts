/**
 * Verifying the blocks of one series: files against rows, counts against values, values against the definition and other
 * series, and with `full` against a second method. A damaged block is computed again where that is asked for, and must
 * have the stored hash.
 */
import { factsOf, TakeawayError } from '../../common/errors.js';
import type { Breathe } from '../../common/stoppable.js';
import { integersOf, SERIES_NAMES, valueAt, type ColumnValues } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import type { Rule } from '../../game/rules.js';
import { checkingMethod } from '../../solver/methods.js';
import type { BlockStore } from '../../store/block-store.js';
import { blockFileName } from '../../store/files/block-files.js';
import {
  UNKNOWN_METHODS,
  type BlockRecord,
  type SeriesSnapshot,
  type StoredSeries,
} from '../../store/records.js';
import { contradiction, firstDifference, samplePositions, solveAgain } from '../extending/checks.js';
import { LowerValues } from '../extending/lower-values.js';
import { countsOf } from '../series/columns.js';
import { DESCRIPTIONS, type SeriesDescription } from '../series/descriptions.js';
import { SeriesView } from '../views/stored.js';
import { isDamage, REBUILD, REPAIR, type Problem, type VerifyOptions } from './problems.js';

/** Positions of each block checked against the definition. */
const SAMPLED_POSITIONS = 16;

/** Checks the blocks of one series in increasing order. */
export class SeriesChecker {
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
