/**
 * Verifies the blocks of one series: files against rows, counts against values, values against the definition and other series, and
 * with `full` against a second method. Computes damaged blocks again on request; they must have the stored hash.
 */
import { inOrder } from '../../common/ahead.js';
import { factsOf, hasCode, TakeawayError } from '../../common/errors.js';
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { breather, type Breathe } from '../../common/stoppable.js';
import { integersOf, SERIES_NAMES, sliceColumn, valueAt, type ColumnValues } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import type { BlockStore } from '../../store/block-store.js';
import {
  UNKNOWN_METHODS,
  type BlockRecord,
  type WithDigest,
  type SeriesSnapshot,
} from '../../store/records.js';
import { blockProblem } from '../../store/catalog/rows.js';
import { firstDifference, secondMethod, solveAgain } from '../extending/checks.js';
import { Samples } from '../extending/samples.js';
import { countsOf } from '../series/columns.js';
import { DESCRIPTIONS, type SeriesDescription } from '../series/descriptions.js';
import { storedView, currentView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';
import { drawIndices, MIN_OPTIONS } from './sampling.js';
import { isMendable, isSound, textsOf, withContradictions, type Finding } from './findings.js';
import { REBUILD, REPAIR, type Problem, type VerifyOptions } from './problems.js';

/** Values examined between turns of the event loop. */
const VALUES_A_TURN = 2 ** 20;
/** Blocks read ahead of the one being checked. */
const READ_AHEAD = 1;

/** Result of one look at all blocks, by increasing position. */
interface Look {
  readonly findings: readonly Finding[];
  /** Number of positions that the definition decides. */
  readonly sampled: number;
}

export class SeriesChecker {
  readonly #store: BlockStore;
  readonly #game: Game;
  readonly #series: SeriesSnapshot;
  readonly #description: SeriesDescription;
  readonly #options: VerifyOptions;
  readonly #breathe: Breathe;
  readonly #onBlock: () => void;
  readonly #lower: SolvedView;

  /** `onBlock` is called before each look at a block. */
  constructor(
    store: BlockStore,
    game: Game,
    series: SeriesSnapshot,
    options: VerifyOptions,
    onBlock: () => void,
  ) {
    this.#store = store;
    this.#game = game;
    this.#series = series;
    this.#description = DESCRIPTIONS[series.name];
    this.#options = options;
    this.#breathe = breather(options.signal);
    this.#onBlock = onBlock;
    this.#lower = storedView(store, [series], series.name);
  }

  /** Checks the blocks and repairs them on request. Returns the problems and the numbers of sampled and stored values. */
  async check(): Promise<{ problems: Problem[]; sampled: number; values: number }> {
    const { full, repair } = this.#options;
    const first = await this.#look(this.#series.blocks);
    /** Differences from a second method by block. */
    const differing = new Map<number, string[]>();
    /** Reasons for failed repairs by block; undefined for a successful one. */
    const tried = new Map<number, string | undefined>();
    const whole = (finding: Finding): Finding => {
      return { ...finding, wrong: [...finding.wrong, ...(differing.get(finding.block.start) ?? [])] };
    };
    for (const finding of first.findings) {
      const { start } = finding.block;
      if (full) differing.set(start, await this.#solveAgainProblems(finding));
      if (repair && isMendable(whole(finding))) tried.set(start, await this.#mend(finding));
    }
    const isMended = [...tried.values()].includes(undefined);
    // A repaired block allows more checks of the others, and is trusted only after a second look.
    const { findings, sampled } = isMended ? await this.#look(this.#blocksNow()) : first;
    const left = new Map(findings.map((finding) => [finding.block.start, finding]));
    const problems = first.findings.flatMap((finding) => {
      const { start } = finding.block;
      const now = whole(left.get(start) ?? finding);
      if (!tried.has(start)) return this.#problemsOf(now);
      const failure = tried.get(start);
      const before = finding.damage ?? finding.counts.join('; ');
      if (failure !== undefined)
        return [this.#problem(finding, `${before} Repair failed: ${failure}`, false)];
      return [this.#problem(finding, [before, ...textsOf(now)].join('; '), textsOf(now).length === 0)];
    });
    const sound = first.findings.filter(({ row }) => row === undefined);
    const values = sound.reduce((sum, { block }) => sum + lengthOf(block), 0);
    return { problems, sampled, values };
  }

  #problemsOf(finding: Finding): Problem[] {
    const problems = textsOf(finding).map((text) => this.#problem(finding, text, false));
    if (finding.row !== undefined) return problems.map((problem) => ({ ...problem, remedy: REBUILD }));
    if (!isMendable(finding)) return problems;
    return [{ ...this.#problem(finding, textsOf(finding).join('; '), false), remedy: REPAIR }];
  }

  /** Returns the present rows of the blocks. */
  #blocksNow(): SeriesSnapshot['blocks'] {
    const { id, gameKey, blocks } = this.#series;
    return this.#store.catalog.snapshot(gameKey).find((series) => series.id === id)?.blocks ?? blocks;
  }

  /** Looks at each block once, from the highest down, so that all samples have met their options at the end. */
  async #look(blocks: SeriesSnapshot['blocks']): Promise<Look> {
    const findings: Finding[] = [];
    const stop = blocks.reduce((most, block) => Math.max(most, isSound(block) ? block.stop : 0), 1);
    const samples = new Samples(this.#game, this.#series.name, stop);
    const fromAbove = [...blocks].reverse();
    for await (const [block, read] of inOrder(fromAbove, READ_AHEAD, (one) => this.#read(one))) {
      await this.#breathe();
      this.#onBlock();
      if (typeof read === 'string') {
        findings.push({ block, [isSound(block) ? 'damage' : 'row']: read, counts: [], wrong: [] });
        continue;
      }
      const counts = await this.#countProblems(block, read);
      findings.push({ block, counts, wrong: await this.#neighbourProblems(block, read) });
      const { random } = this.#options;
      const options = samples.optionsOf(block.stop - 1);
      if (options * lengthOf(block) <= MIN_OPTIONS) await samples.addAll(block, read, this.#breathe);
      else
        for (const i of await drawIndices(read, options, random, this.#breathe))
          samples.add(block.start + i, valueAt(read, i));
      await samples.compareWith(block, read, this.#breathe);
    }
    return {
      findings: withContradictions(findings.reverse(), samples.contradictions),
      sampled: samples.decided,
    };
  }

  /** Returns the values of a block whose file matches its row, or the problem. */
  async #read(block: WithDigest<BlockRecord>): Promise<ColumnValues | string> {
    if (!isSound(block))
      return `catalog: the row does not fit its file ${JSON.stringify(block.file).slice(0, 100)}`;
    try {
      return await this.#store.check(this.#series, block);
    } catch (error) {
      if (hasCode(error, 'corrupt', 'io')) return factsOf(error);
      throw error;
    }
  }

  /** Repairs a block: from its own values if these are right, otherwise by computing it again. Returns the reason of a failure. */
  async #mend({ block, damage }: Finding): Promise<string | undefined> {
    try {
      const values =
        damage === undefined
          ? await this.#store.check(this.#series, block)
          : await this.#solve(block, 'auto');
      const counts = countsOf(values, this.#description.rule);
      // Recounted once all blocks are repaired, so any valid count will do.
      const coldBefore = Math.min(Math.max(0, block.coldBefore), block.start);
      // Only an intact row names the methods.
      const isIntact = blockProblem(this.#series, block) === undefined;
      const methods = isIntact ? block.methods : UNKNOWN_METHODS;
      await this.#store.repair(this.#series, { ...block, ...counts, coldBefore, methods }, values);
      return undefined;
    } catch (error) {
      if (!(error instanceof TakeawayError) || error.code === 'interrupted') throw error;
      return factsOf(error);
    }
  }

  #solve(block: BlockRecord, method: string): Promise<ColumnValues> {
    const below = this.#lower.below(block.start);
    const { threads, signal } = this.#options;
    return solveAgain(this.#game, this.#series.name, block, method, below, threads, signal);
  }

  async #countProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    let [coldCount, largest] = [0, 0];
    for (const part of cutAtMultiples({ start: 0, stop: values.length }, VALUES_A_TURN)) {
      const counts = countsOf(sliceColumn(values, part.start, lengthOf(part)), this.#description.rule);
      coldCount += counts.coldCount;
      largest = Math.max(largest, counts.largest);
      await this.#breathe();
    }
    const problems: string[] = [];
    if (coldCount !== block.coldCount) {
      problems.push(`the catalog has ${block.coldCount} cold positions instead of ${coldCount}`);
    }
    if (largest !== block.largest) {
      problems.push(`the catalog has the largest value ${block.largest} instead of ${largest}`);
    }
    return problems;
  }

  /** Checks without a solver: Ferguson's pairing, and coldness in other series. Another damaged block is reported by itself. */
  async #neighbourProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    try {
      const paired = this.#description.isPaired ? await this.#pairingProblems(block, values) : [];
      return [...paired, ...(await this.#coldnessProblems(block, values))];
    } catch (error) {
      if (hasCode(error, 'corrupt', 'io')) return [];
      throw error;
    }
  }

  /**
   * Ferguson's pairing: the value is 1 exactly if the value min S below is 0. Its proof descends to position 0 by the mex rule, so
   * one seeded position, or a pass, can break it anywhere above.
   */
  async #pairingProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    if (this.#game.seed !== undefined || this.#game.pass !== undefined) return [];
    const first = this.#game.set.smallest;
    const start = Math.max(0, block.start - first);
    const below = integersOf(
      await this.#lower.read({ start, stop: Math.max(start, Math.min(block.start, block.stop - first)) }),
    );
    const own = integersOf(values);
    const bad = await this.#firstWhere(own.length, (i) => {
      const partner = block.start + i - first;
      const isPaired = partner >= 0 && (i >= first ? own[i - first] : below[partner - start]) === 0;
      return (own[i] === 1) !== isPaired;
    });
    return bad === -1 ? [] : [`position ${block.start + bad} breaks Ferguson's pairing`];
  }

  /** Compares the cold positions of a block with those of the series after its own in the list. */
  async #coldnessProblems(block: BlockRecord, values: ColumnValues): Promise<string[]> {
    const { isCold } = this.#description.rule;
    const problems: string[] = [];
    for (const name of SERIES_NAMES.slice(SERIES_NAMES.indexOf(this.#series.name) + 1)) {
      const view = currentView(this.#store, this.#game.key, name);
      const other = DESCRIPTIONS[name].rule;
      for (const part of view.partsOf(block)) {
        await this.#breathe();
        const others = integersOf(await view.read(part));
        const from = part.start - block.start;
        const bad = await this.#firstWhere(
          others.length,
          (i) => other.isCold(others[i]) !== isCold(valueAt(values, from + i)),
        );
        if (bad === -1) continue;
        problems.push(`position ${part.start + bad} disagrees with the stored series ${name}`);
      }
    }
    return problems;
  }

  /** Returns the first i < length that satisfies a condition, or -1. */
  async #firstWhere(length: number, isTrue: (i: number) => boolean): Promise<number> {
    for (const { start, stop } of cutAtMultiples({ start: 0, stop: length }, VALUES_A_TURN)) {
      for (let i = start; i < stop; i++) if (isTrue(i)) return i;
      await this.#breathe();
    }
    return -1;
  }

  /** Compares a block whose file is right with a second method. */
  async #solveAgainProblems({ block, row, damage }: Finding): Promise<string[]> {
    this.#onBlock();
    if (row !== undefined || damage !== undefined) return [];
    const method = secondMethod(this.#game, this.#series.name, block.methods);
    try {
      const values = await this.#store.check(this.#series, block);
      const difference = firstDifference(values, await this.#solve(block, method));
      return difference === undefined ? [] : [`position ${block.start + difference} differs from ${method}`];
    } catch (error) {
      // Another block is damaged, and reported by itself.
      if (hasCode(error, 'corrupt', 'io')) return [];
      throw error;
    }
  }

  #problem({ block: { start, stop } }: Finding, problem: string, repaired: boolean): Problem {
    return { game: this.#game.key, series: this.#series.name, start, stop, problem, repaired };
  }
}
