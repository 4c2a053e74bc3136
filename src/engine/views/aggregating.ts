/**
 * A range of a series as analyses read it: block by block, each reduced to a small aggregate that is computed once
 * and kept. Separate from the views, which give values; and from the analyses, which know no store.
 */
import { breather, type Breathe } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import type { ColumnValues } from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { KeptAggregates } from '../../store/aggregates.js';
import type { ReadableSeries } from './stored.js';

/** What an analysis needs from the values of a block. */
export interface Aggregate<Value> {
  /** What it is, e.g. `gaps`; one name for one function. */
  readonly name: string;
  /** To be raised when `compute` gives anything else than before: what older versions have kept is then not used. */
  readonly version: number;
  /** What it depends on besides the series, the range and the values. */
  readonly parameters?: string;
  /** A pure function of the values of a range. What it returns must survive being written as JSON. */
  compute(values: ColumnValues, range: Range): Value;
}

/** The aggregate of one part of a range. */
export interface PartAggregate<Value> extends Range {
  readonly value: Value;
}

/** How an analysis may be watched and stopped. */
export interface ReadingOptions {
  /** Raises `interrupted` when aborted; what was computed stays kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each block with the share of the range that is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** A range of a series with all its positions stored or known. */
export class SeriesSource {
  readonly game: Game;
  readonly range: Range;
  readonly #view: ReadableSeries;
  readonly #kept: KeptAggregates;
  readonly #options: ReadingOptions;
  readonly #breathe: Breathe;

  constructor(game: Game, view: ReadableSeries, range: Range, kept: KeptAggregates, options: ReadingOptions) {
    this.game = game;
    this.range = range;
    this.#view = view;
    this.#kept = kept;
    this.#options = options;
    this.#breathe = breather(options.signal);
  }

  /** The parts of the range, one a block and then stretches of what is not stored, increasing. */
  get parts(): Range[] {
    return this.#view.partsOf(this.range);
  }

  /** Aborted when the analysis is to stop; for work that is done elsewhere. */
  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  /** The values of some positions of the range. */
  read(part: Range): Promise<ColumnValues> {
    return this.#view.read(part);
  }

  /** Lets signals be heard, raises `interrupted` when the analysis is to stop, and says what share of its work is done. */
  async breathe(share: number): Promise<void> {
    await this.#breathe();
    this.#options.onProgress?.(share);
  }

  /**
   * The aggregates of the range's parts, by increasing position; `aggregateOf` may look at where a part lies. Those of
   * whole blocks are kept. Memory: one block and its aggregate.
   */
  async *aggregates<Value>(
    aggregateOf: (part: Range) => Aggregate<Value>,
  ): AsyncGenerator<PartAggregate<Value>, void, undefined> {
    for (const { start, stop, stored, isWhole } of this.#view.sourcesOf(this.range)) {
      await this.breathe((start - this.range.start) / lengthOf(this.range));
      const part = { start, stop };
      const aggregate = aggregateOf(part);
      if (stored === undefined || !isWhole) {
        yield { ...part, value: aggregate.compute(await this.#view.read(part), part) };
        continue;
      }
      const of = `${this.#view.series} from ${stored.series}`;
      const key = { ...part, source: stored.block.valuesSha256, name: `${of}: ${keptName(aggregate)}` };
      const kept = this.#kept.get(key);
      if (kept !== undefined) {
        yield { ...part, value: JSON.parse(kept) as Value };
        continue;
      }
      const value = aggregate.compute(await this.#view.read(part), part);
      this.#kept.set(key, JSON.stringify(value));
      yield { ...part, value };
    }
  }
}

/** `gaps v1`, `classes v1 of 0 modulo 5`. */
function keptName({ name, version, parameters }: Aggregate<unknown>): string {
  return [name, `v${version}`, ...(parameters === undefined ? [] : [parameters])].join(' ');
}
