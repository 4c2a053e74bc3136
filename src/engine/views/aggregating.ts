/** A range of a series as analyses read it: each block is reduced to a small aggregate, which is computed once and stored. */
import { checkUnstored } from '../../common/cost.js';
import { breather, type Breathe } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { byteLength, type ColumnValues, type Run } from '../../columnar/layout.js';
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import type { Blocks } from '../../store/blocks.js';
import type { ReadingOptions } from '../series/options.js';
import type { PartSource, RepeatedPart } from './segments.js';
import type { View } from './view.js';

/** Positions passed to an aggregate at a time: some milliseconds. A multiple of 32, so that bits are cut at words. */
const RUN_LENGTH = 1 << 18;

/** A reduction of the values of a block, or of a range that is not stored. */
export interface Aggregate<Value> {
  /** A unique name, such as `gaps`. */
  readonly name: string;
  /** Raise it if `compute` returns something else than before, so that stored results of older versions are ignored. */
  readonly version: number;
  /** Dependencies besides the series, the range and the values. */
  readonly parameters?: string;
  /** Whether not to store it: too long, or summed up elsewhere. Default false. */
  readonly isFleeting?: boolean;
  /** A pure function of the values of a part, in increasing runs of at most 2^18 positions. Its result must survive JSON. */
  compute(runs: AsyncIterable<Run>, part: RepeatedPart): Promise<Value>;
}

/** The aggregate of one part of a range, which stands for `times` parts. */
export interface PartAggregate<Value> extends RepeatedPart {
  readonly value: Value;
}

export interface AggregateOptions {
  /** Positions at which parts that are not stored are cut, increasing. Default none. */
  readonly cuts?: readonly number[];
  /** The end of the examined positions; default that of the range. */
  readonly to?: number;
  /** Maximum number of steps of an aggregate for a position. Default 1. */
  readonly weight?: number;
}

/** Returns the end of the last of the parts that a part stands for. */
export function endOf({ start, stop, times }: RepeatedPart): number {
  return start + times * (stop - start);
}

/** A range of a series, all of whose positions are stored or known. */
export class SeriesSource {
  readonly game: Game;
  readonly range: Range;
  readonly view: View;
  readonly #kept: Blocks['aggregates'];
  readonly #options: ReadingOptions;
  readonly #breathe: Breathe;

  constructor(game: Game, view: View, range: Range, kept: Blocks['aggregates'], options: ReadingOptions) {
    this.game = game;
    this.range = range;
    this.view = view;
    this.#kept = kept;
    this.#options = options;
    this.#breathe = breather(options.signal);
  }

  /** The parts of the range, increasing: one for each block, then parts that are not stored. */
  get parts(): Iterable<Range> {
    const [view, range] = [this.view, this.range];
    return { [Symbol.iterator]: () => view.partsOf(range)[Symbol.iterator]() };
  }

  /** Aborted to stop the analysis, for work that is done elsewhere. */
  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  read(part: Range): Promise<ColumnValues> {
    return this.view.read(part);
  }

  /** Yields to the event loop and reports a share of the work. Raises `interrupted` if the analysis is aborted. */
  async breathe(share?: number): Promise<void> {
    await this.#breathe();
    if (share !== undefined) this.#options.onProgress?.(share);
  }

  /**
   * Yields the aggregates of the range's parts, increasing; `aggregateOf` may use a part's range. Values that repeat above the
   * stored blocks are one part, which stands for all its periods. Aggregates of whole blocks are stored. Memory: one block and its
   * aggregate. Raises a usage error if values that are not stored need more than `MAX_STEPS`.
   */
  async *aggregates<Value>(
    aggregateOf: (part: RepeatedPart) => Aggregate<Value>,
    { cuts = [], to = this.range.stop, weight = 1 }: AggregateOptions = {},
  ): AsyncGenerator<PartAggregate<Value>, void, undefined> {
    const range = intersect(this.range, { start: 0, stop: to });
    this.#checkCost(range, cuts, weight);
    for (const source of this.view.sourcesOf(range, cuts)) {
      const { start, stop, times, rise, stored, isWhole } = source;
      await this.breathe((start - range.start) / lengthOf(range));
      const part = { start, stop, times, rise };
      const aggregate = aggregateOf(part);
      if (stored === undefined || !isWhole || aggregate.isFleeting === true) {
        yield { ...part, value: await aggregate.compute(this.#runsOf(source), part) };
        continue;
      }
      const name = `${this.view.series} from ${stored.series}: ${keptName(aggregate)}`;
      const key = { start, stop, source: stored.block.valuesSha256, name };
      const kept = this.#kept.get(key);
      if (kept !== undefined) {
        yield { ...part, value: JSON.parse(kept) as Value };
        continue;
      }
      const value = await aggregate.compute(this.#runsOf(source), part);
      this.#kept.set(key, JSON.stringify(value));
      yield { ...part, value };
    }
  }

  #checkCost({ start, stop }: Range, cuts: readonly number[], weight: number): void {
    let positions = 0;
    let steps = 0;
    const above = { start: Math.max(start, Math.min(stop, this.view.frontier)), stop };
    for (const part of this.view.sourcesOf(above, cuts)) {
      if (part.steps === 0) continue;
      positions += lengthOf(part);
      steps += part.steps * weight;
    }
    checkUnstored(this.game.key, positions, steps);
  }

  /** Yields the values of a part: a block is read as one, anything else run by run. */
  async *#runsOf({ stored, start, stop }: PartSource): AsyncGenerator<Run, void, undefined> {
    const reads = stored === undefined ? cutAtMultiples({ start, stop }, RUN_LENGTH) : [{ start, stop }];
    for (const read of reads) {
      const values = await this.view.read(read);
      for (let from = 0; from < values.length; from += RUN_LENGTH) {
        await this.breathe();
        const length = Math.min(RUN_LENGTH, values.length - from);
        const { width, bytes } = values;
        const own = bytes.subarray(byteLength(width, from), byteLength(width, from + length));
        const start = read.start + from;
        yield { start, stop: start + length, values: { width, length, bytes: own } };
      }
    }
  }
}

/** Returns a name such as `gaps v1` or `classes v1 of 0 modulo 5`. */
function keptName({ name, version, parameters }: Aggregate<unknown>): string {
  return [name, `v${version}`, ...(parameters === undefined ? [] : [parameters])].join(' ');
}
