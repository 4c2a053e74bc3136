/** Extends a series: solver pieces become blocks, which are checked, stored, committed, and only then announced. */
import { gathered } from '../../common/ahead.js';
import { failure, hasCode, TakeawayError } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import { platform } from '../../platform/platform.js';
import type { Periods } from '../../game/periods.js';
import { sliceColumn, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';
import { isOutOfMemory } from '../../kernel/arena.js';
import { workExponent } from '../../solver/cost-model.js';
import type { Blocks } from '../../store/blocks.js';
import type { NewAddition, NewBlock } from '../../store/block-store.js';
import type { BlockRecord, StoredSeries } from '../../store/records.js';
import { BlockAssembler, type AssembledBlock } from './assembler.js';
import { checkByAnotherMethod, checkSample, type Random } from './checks.js';
import type { SolvedPart } from '../series/columns.js';
import type { ExtendOptions } from '../series/options.js';
import { encoderFor, type Encoder } from './encoding.js';
import { NOTICED, provenPeriods, recordProven } from './proving.js';
import { ruledParts, ruleFor } from './rule-parts.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { RuleSegment } from '../views/rules.js';
import { storedView, currentView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';
import type { PartsRequest, PartsSource } from './parts.js';
import { solve } from './solve.js';

/** Share of blocks that double-checking solves again in part; the last block always is. */
const DOUBLE_CHECKED_SHARE = 1 / 4;

/** With fewer moves, a block takes at most a tenth of a second: it is solved in one piece, which needs no joining. */
const FEW_MOVES = 64;

/** Maximum number of blocks solved ahead while others are stored. Those that are ready form the next commit. */
const MAX_AHEAD = 8;

/** A block that is stored and durable. */
export interface CommittedBlock extends Range {
  readonly game: string;
  readonly series: SeriesName;
  /** The first new position: above `start` if a short block was folded into this one. */
  readonly newFrom: number;
  /** The methods that solved it, without duplicates. */
  readonly methods: readonly string[];
  readonly coldCount: number;
  readonly largest: number;
  readonly bytes: number;
  /** Share of the extension's work that is done, by the cost model, from 0 to 1. */
  readonly progress: number;
  /** Whether another method solved a part of it again. */
  readonly isDoubleChecked: boolean;
}

interface ExtensionOptions extends Omit<ExtendOptions, 'series'> {
  readonly random: Random;
  /** Maximum number of values examined for periods at the end; default `NOTICED`. */
  readonly examined?: number | undefined;
  /** Known values, used instead of a method or a rule. */
  readonly known?: PartsSource | undefined;
  /** Solves values elsewhere, unless a rule gives them. */
  readonly parts?: PartsSource | undefined;
}

/**
 * Moves the frontiers of some series of a game to `to`, one after the other, after `checkExtension`. Skips series that reach it.
 * The last block is committed with the periods that its values and those below prove.
 */
export async function* extendGame(
  store: Blocks,
  game: Game,
  names: readonly SeriesName[],
  options: ExtensionOptions,
): AsyncGenerator<CommittedBlock, void, undefined> {
  store.catalog.requireRelated();
  const stored = store.catalog.game(game.key).series.filter(({ name }) => names.includes(name));
  // New values depend on all stored ones: check their rows before building on them.
  for (const series of stored) store.checkSeries(series);
  // Before anything is stored, so that a refusal for one series leaves nothing behind.
  const { to, method = 'auto', threads = platform.threads, examined = NOTICED } = options;
  const rules = new Map(names.map((name) => [name, ruleFor(store, game, name, { method, to })]));
  const missing = names.filter(
    (name) => !stored.some((series) => series.name === name && series.frontier >= to),
  );
  for (const name of missing) {
    const series = store.seriesToExtend(game.key, game.definition, name);
    const last = name === missing.at(-1);
    const chosen = { ...options, method, threads, examined: last ? examined : 0 };
    yield* new Extension(store, game, series, chosen, rules.get(name)).run();
  }
  if (missing.length === 0 && examined > 0) await recordProven(store, game, examined);
}

type Chosen = ExtensionOptions & Readonly<Record<'threads' | 'examined', number>>;

type CheckedBlock = AssembledBlock & Pick<CommittedBlock, 'isDoubleChecked'>;

class Extension {
  readonly #store: Blocks;
  readonly #game: Game;
  readonly #series: StoredSeries;
  readonly #options: Chosen;
  /** The rule that gives the values instead of a method. */
  readonly #ruled: RuleSegment | undefined;
  /** The final values below the next part: stored blocks, then parts not stored yet. */
  #lower: SolvedView;
  #periodsFound: Promise<Periods> = Promise.resolve({});
  readonly #range: Range;
  readonly #exponent: number;
  #encoder: Encoder | undefined;

  constructor(store: Blocks, game: Game, series: StoredSeries, options: Chosen, ruled?: RuleSegment) {
    this.#store = store;
    this.#game = game;
    this.#series = series;
    this.#options = options;
    this.#ruled = ruled;
    this.#range = { start: series.frontier, stop: options.to };
    this.#lower = this.#stored(series.frontier);
    this.#exponent = workExponent(game.set, options.to);
  }

  async *run(): AsyncGenerator<CommittedBlock, void, undefined> {
    const { name } = this.#series;
    const { rule, pieceLength: most, ...description } = DESCRIPTIONS[name];
    const { blockLength = description.blockLength, threads, known, random, signal } = this.#options;
    const assembler = new BlockAssembler(rule, blockLength, await this.#lastBlock());
    const isSparse = this.#game.set.approximateCount(this.#range.stop) < FEW_MOVES;
    const pieceLength = isSparse || blockLength % most !== 0 ? blockLength : most;
    const lower = (): SolvedView => this.#lower;
    const of = { game: this.#game, series: name, range: this.#range, lower, random, signal };
    const request: PartsRequest = { ...of, blockLength, pieceLength };
    const parts = known?.(request) ?? this.#solved(request);
    if (this.#store.hasFiles) this.#encoder = encoderFor(name, lengthOf(this.#range), threads);
    try {
      for await (const blocks of gathered(this.#assembled(parts, assembler), MAX_AHEAD)) {
        yield* await this.#commit(blocks);
      }
      await this.#periodsFound;
    } catch (error) {
      throw isOutOfMemory(error) ? this.#tooLarge(error) : error;
    } finally {
      await this.#encoder?.end();
    }
  }

  /** Yields the blocks of checked parts. If the work is interrupted, the rest is a block as well. */
  async *#assembled(
    parts: AsyncGenerator<SolvedPart, void, undefined>,
    assembler: BlockAssembler,
  ): AsyncGenerator<CheckedBlock, void, undefined> {
    let next = parts.next();
    try {
      for (;;) {
        const { done, value: part } = await next;
        if (done === true) break;
        this.#lower = this.#lower.with(part);
        // The solver works on the next part while this one is checked.
        next = parts.next();
        next.catch(() => undefined);
        await checkSample(this.#game, this.#series.name, part, this.#lower, this.#options.random);
        const block = assembler.add(part);
        if (block !== undefined) yield await this.#doubleChecked(block);
      }
      const last = assembler.flush();
      if (last !== undefined) yield await this.#doubleChecked(last);
    } catch (error) {
      const rest = hasCode(error, 'interrupted') ? assembler.flush() : undefined;
      if (rest !== undefined) yield await this.#doubleChecked(rest);
      throw error;
    } finally {
      await next.catch(() => undefined);
      await parts.return();
    }
  }

  /** Values by a rule, from another source, or by a method here. */
  #solved(request: PartsRequest): AsyncGenerator<SolvedPart, void, undefined> {
    const { method = 'auto', threads, onPlan, parts } = this.#options;
    if (this.#ruled !== undefined)
      return ruledParts(this.#ruled, this.#range, request.pieceLength, request.signal);
    if (parts !== undefined) return parts(request);
    const read = (part: Range): Promise<ColumnValues> => this.#lower.read(part);
    return solve({ ...request, method, read, solver: { threads, onPlan } });
  }

  #tooLarge(cause: Error): TakeawayError {
    const code = cause instanceof TakeawayError ? cause.code : 'io';
    return failure(
      code,
      'Extending {game} ({series}) to {to} needs more memory than there is. Every block announced so far is stored; another method may need less.',
      { game: this.#game.key, series: this.#series.name, to: this.#range.stop, reason: cause.message },
      { remedy: { do: 'lower', option: 'to' }, cause },
    );
  }

  /** Returns the last stored block with its values, for the assembler. */
  async #lastBlock(): Promise<{ block: BlockRecord; values: ColumnValues } | undefined> {
    const { start } = this.#range;
    if (start === 0) return undefined;
    const block = this.#store.index(this.#series.id).at(start - 1);
    return { block, values: await this.#store.values(block) };
  }

  /** Views the series itself up to a frontier: cold positions known only from other series are solved anew. */
  #stored(frontier: number): SolvedView {
    return storedView(this.#store, [{ ...this.#series, frontier }], this.#series.name);
  }

  /**
   * Solves a random part of a block's new values again with a second method and compares: of the last block and of a quarter of the
   * others.
   */
  async #doubleChecked({ block, replaces }: AssembledBlock): Promise<CheckedBlock> {
    const { doubleCheck = false, random } = this.#options;
    const { stop, methods } = block;
    const start = replaces?.stop ?? block.start;
    const isDoubleChecked = doubleCheck && (stop === this.#range.stop || random() < DOUBLE_CHECKED_SHARE);
    if (isDoubleChecked) {
      const values = sliceColumn(block.values, start - block.start, stop - start);
      const part = { start, stop, values, methods };
      await checkByAnotherMethod(this.#game, this.#series.name, part, this.#lower, random);
    }
    return { block, replaces, isDoubleChecked };
  }

  async #commit(blocks: readonly CheckedBlock[]): Promise<CommittedBlock[]> {
    const additions: NewAddition[] = [];
    for (const { block, replaces } of blocks) {
      this.#periodsFound = this.#periodsUpTo(block);
      // If lower blocks are damaged, stores and announces this one before raising the error.
      const periods = await this.#periodsFound.catch(() => ({}));
      const { start, stop, values } = block;
      const label = { game: this.#game.key, series: this.#series.name, start, stop };
      const encoded = await this.#encoder?.encode({ label, values });
      additions.push({ series: this.#series, block: { ...block, encoded }, replaces, periods });
    }
    const records = await this.#store.append(additions);
    this.#lower = this.#stored(records.at(-1)!.stop).withRuns(this.#lower.segments);
    return records.map(({ start, stop, methods, coldCount, largest, bytes }, i) => ({
      game: this.#game.key,
      series: this.#series.name,
      start,
      stop,
      newFrom: blocks[i].replaces?.stop ?? start,
      methods,
      coldCount,
      largest,
      bytes,
      progress: this.#progressAt(stop),
      isDoubleChecked: blocks[i].isDoubleChecked,
    }));
  }

  /** Returns the periods that the values below the end of the extension prove. */
  #periodsUpTo(block: NewBlock): Promise<Periods> {
    const { to, examined } = this.#options;
    if (block.stop < to || examined === 0) return Promise.resolve({});
    const { key } = this.#game;
    const { name } = this.#series;
    // As one block, not as parts that would have to be joined again.
    const known = this.#lower.below(block.start).with(block);
    const viewOf = (of: SeriesName): SolvedView => (of === name ? known : currentView(this.#store, key, of));
    return provenPeriods(this.#game, this.#store.catalog.periods(key), viewOf, examined);
  }

  /** Share of the work below a position: work to reach n grows like n^exponent. */
  #progressAt(position: number): number {
    const work = (n: number): number => (n / this.#range.stop) ** this.#exponent;
    const before = work(this.#range.start);
    return (work(position) - before) / (1 - before);
  }
}
