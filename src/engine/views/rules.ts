/**
 * Segments that a rule gives: every position above the stored ones, by a proven period or by a closed form. They are for
 * readers. Solvers and checks must never take what a rule says for what was solved, so they are given views without them.
 */
import { refuse } from '../../common/errors.js';
import { cutAtMultiples, lengthOf, POSITION_LIMIT, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import { closedFormOf, type ClosedForm } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import {
  describePeriod,
  foldPosition,
  givenBelow,
  provingEqualities,
  type Period,
  type Periods,
  type Quantity,
} from '../../game/periods.js';
import { setBit } from '../../kernel/bitset.js';
import {
  integersOf,
  numbersOf,
  SERIES,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { unsound } from '../../store/catalog/rows.js';
import { atWidth, copyColumn, emptyColumn, widthFor } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { PartSource, RepeatedPart, Segment } from './segments.js';
import type { SolvedView } from './view.js';

/** The largest value that a column can hold. */
const LARGEST_IN_COLUMN = 2 ** 32 - 1;

/** Steps of a value by a formula: at most some 100 ns. */
const STEPS_OF_FORMULA = 16;

/** Equalities that are looked at before a recorded period is believed, besides those that prove it: a millisecond. */
const MOST_LOOKED_AT = 2 ** 12;
const LOOKED_AT_ONCE = 2 ** 18;

/** All positions from `start` on, by a rule. */
export abstract class RuleSegment implements Segment {
  abstract readonly source: 'period' | 'closed-form';
  abstract readonly rule: string;
  abstract readonly period: Period | undefined;
  /** How the values come again: `period`, or that of a formula which is no more than its own. */
  protected abstract readonly repeats: Period | undefined;
  /** Steps that one value takes, as `MOST_STEPS` counts them. */
  protected abstract readonly stepsOfValue: number;
  readonly start: number;
  readonly stop = POSITION_LIMIT;
  readonly series: SeriesName;

  constructor(series: SeriesName, start: number) {
    this.series = series;
    this.start = start;
  }

  abstract boundOf(range: Range): number;
  abstract valuesAt(positions: ArrayLike<number>): Promise<Float64Array>;
  abstract coldBefore(position: number): Promise<number>;
  /** The values of a range; `bound` is one that a column can hold. */
  protected abstract readAll(range: Range, bound: number): Promise<ColumnValues>;

  widthOf(range: Range): Width {
    return widthFor(this.series, this.#checkedBound(range));
  }

  async read(range: Range, width?: Width): Promise<ColumnValues> {
    const values = await this.readAll(range, this.#checkedBound(range));
    return width === undefined ? values : atWidth(values, width);
  }

  *sourcesOf(range: Range): Generator<PartSource> {
    for (const part of repeatedParts(range, this.repeats)) {
      yield { ...part, stored: undefined, isWhole: false, steps: lengthOf(part) * this.stepsOfValue };
    }
  }

  /** The bound of a range, refused where it is too large for a column. */
  #checkedBound(range: Range): number {
    const bound = this.boundOf(range);
    if (bound <= LARGEST_IN_COLUMN) return bound;
    refuse(
      `The ${this.series === 'nim' ? 'nim-values' : this.series} from {start} to {stop} may be up to {bound}, too large for a column, which holds values below 2^32. Query single positions, whose values can be larger.`,
      { ...range, bound },
    );
  }
}

/** A range as what comes before its first period, the first of its whole periods, which stands for all, and the rest. */
function* repeatedParts({ start, stop }: Range, repeats: Period | undefined): Generator<RepeatedPart> {
  const { preperiod, period, saltus } = repeats ?? { preperiod: stop, period: 1, saltus: 0 };
  const first = Math.min(stop, Math.max(start, preperiod));
  const times = Math.floor((stop - first) / period);
  // What repeats at most once is read through.
  const parts =
    times < 2
      ? [{ start, stop, times: 1, rise: 0 }]
      : [
          { start, stop: first, times: 1, rise: 0 },
          { start: first, stop: first + period, times, rise: saltus },
          { start: first + times * period, stop, times: 1, rise: 0 },
        ];
  yield* parts.filter((part) => part.start < part.stop);
}

/**
 * A series with a proven period, all of whose values below preperiod + period a view has. The catalog alone says what
 * the period is: before it is believed, values that are stored must repeat as it says, where that proves it and beyond.
 */
export class PeriodSegment extends RuleSegment {
  readonly source = 'period';
  readonly rule: string;
  readonly period: Period;
  protected readonly repeats: Period;
  protected readonly stepsOfValue = 1;
  readonly #known: SolvedView;
  /** The same with as many whole periods in one as are known, to read in long runs. */
  readonly #stretch: Period;
  /** A number that no value below preperiod + period is above, once it is known. */
  #bound: number | undefined;
  /** The game whose catalog says so; undefined where the period was proven in memory. */
  readonly #recordedFor: Game | undefined;
  #isBelievable: Promise<void> | undefined;

  constructor(start: number, known: SolvedView, period: Period, recordedFor: Game | undefined) {
    super(known.series, start);
    const { preperiod, saltus } = period;
    this.#known = known;
    this.#recordedFor = recordedFor;
    this.period = period;
    this.repeats = period;
    const periods = Math.floor((known.reach - preperiod) / period.period);
    this.#stretch = { preperiod, period: periods * period.period, saltus: periods * saltus };
    this.rule = describePeriod(period);
  }

  boundOf({ start, stop }: Range): number {
    if (start >= stop) return 0;
    const { preperiod, period } = this.period;
    this.#bound ??= this.#known.boundOf({ start: 0, stop: preperiod + period });
    return this.#bound + foldPosition(this.period, stop - 1).rise;
  }

  /** Raises `corrupt` where stored values do not repeat. Cost, once: some values of at most four blocks. */
  #believe(): Promise<void> {
    const game = this.#recordedFor;
    if (game === undefined) return Promise.resolve();
    return (this.#isBelievable ??= this.#lookAtValues(game).catch((error: unknown) => {
      // A repair may come before the next reading.
      this.#isBelievable = undefined;
      throw error;
    }));
  }

  async #lookAtValues(game: Game): Promise<void> {
    const { preperiod, period, saltus } = this.period;
    const { set } = game;
    // What is given may be as it likes: what follows from a window is proven above it alone. One cold position that is not
    // left out makes all far positions of a cofinite set hot, wherever it is.
    const isOfCold = set.excluded !== undefined && SERIES[this.series].isBits;
    const above = isOfCold ? 0 : givenBelow(game);
    const proving = Math.max(preperiod + provingEqualities(game, this.period), above);
    const end = Math.min(proving + MOST_LOOKED_AT, this.#known.reach - period);
    const mayRise =
      DESCRIPTIONS[this.series].quantity === 'remoteness' || (set.excluded !== undefined && !isOfCold);
    const isBounded = saltus === 0 || mayRise;
    let isRight = proving <= end && isBounded;
    const breathe = breather(undefined);
    for (const part of isRight ? cutAtMultiples({ start: preperiod, stop: end }, LOOKED_AT_ONCE) : []) {
      await breathe();
      const { start, stop } = part;
      const values = numbersOf(await this.#known.read(part));
      const later = numbersOf(await this.#known.read({ start: start + period, stop: stop + period }));
      isRight &&= values.every((value, i) => later[i] === value + saltus);
    }
    if (isRight) return;
    throw unsound({
      subject: `The catalog's period of ${game.key}`,
      problem: `is not one with which its stored values repeat: ${this.rule}`,
    });
  }

  protected async readAll(range: Range, bound: number): Promise<ColumnValues> {
    await this.#believe();
    const values = emptyColumn(widthFor(this.series, bound), lengthOf(range));
    const { preperiod, period } = this.#stretch;
    for (let n = range.start; n < range.stop;) {
      const { position, rise } = foldPosition(this.#stretch, n);
      const end = n < preperiod ? preperiod : preperiod + period;
      const length = Math.min(range.stop - n, end - position);
      const at = n - range.start;
      copyColumn(await this.#known.read({ start: position, stop: position + length }), 0, values, at, length);
      if (rise > 0) {
        const risen = integersOf(values).subarray(at, at + length);
        for (let i = 0; i < length; i++) risen[i] += rise;
      }
      n += length;
    }
    return values;
  }

  async valuesAt(positions: ArrayLike<number>): Promise<Float64Array> {
    await this.#believe();
    const folded = new Float64Array(positions.length);
    for (let i = 0; i < folded.length; i++) folded[i] = foldPosition(this.period, positions[i]).position;
    const values = Float64Array.from(await this.#known.valuesAt(folded));
    if (this.period.saltus > 0) {
      for (let i = 0; i < values.length; i++) values[i] += foldPosition(this.period, positions[i]).rise;
    }
    return values;
  }

  async coldBefore(position: number): Promise<number> {
    await this.#believe();
    const { preperiod, period } = this.period;
    if (position <= preperiod) return this.#known.coldBefore(position);
    const folded = foldPosition(this.period, position).position;
    const inPreperiod = await this.#known.coldBefore(preperiod);
    const inPeriod = (await this.#known.coldBefore(preperiod + period)) - inPreperiod;
    const periods = (position - folded) / period;
    return (await this.#known.coldBefore(folded)) + periods * inPeriod;
  }
}

/** What closed forms give. */
type Formulated = Exclude<Quantity, 'remoteness'>;

/** A series of a game whose nim-values a formula gives. */
export class FormulaSegment extends RuleSegment {
  readonly source = 'closed-form';
  readonly rule: string;
  readonly period: Period | undefined;
  protected readonly repeats: Period | undefined;
  protected readonly stepsOfValue = STEPS_OF_FORMULA;
  readonly #isCold: boolean;
  readonly #form: ClosedForm;

  constructor(series: SeriesName, quantity: Formulated, start: number, form: ClosedForm) {
    super(series, start);
    this.#isCold = quantity === 'outcome';
    this.#form = form;
    this.rule = form.rule;
    this.period = form.period;
    const repeats = form.repeats?.[quantity] ?? form.period;
    this.repeats = Number.isSafeInteger(repeats?.period) ? repeats : undefined;
  }

  boundOf({ start, stop }: Range): number {
    return start >= stop ? 0 : this.#isCold ? 1 : this.#form.boundBelow(stop);
  }

  protected readAll(range: Range, bound: number): Promise<ColumnValues> {
    const values = emptyColumn(widthFor(this.series, bound), lengthOf(range));
    const integers = this.#isCold ? undefined : integersOf(values);
    for (let i = 0; i < values.length; i++) {
      const value = this.#form.nimValue(range.start + i);
      if (integers !== undefined) integers[i] = value;
      else if (value === 0) setBit(values.bytes, i);
    }
    return Promise.resolve(values);
  }

  valuesAt(positions: ArrayLike<number>): Promise<Float64Array> {
    const values = new Float64Array(positions.length);
    for (let i = 0; i < values.length; i++) {
      const value = this.#form.nimValue(positions[i]);
      values[i] = this.#isCold ? Number(value === 0) : value;
    }
    return Promise.resolve(values);
  }

  coldBefore(position: number): Promise<number> {
    return Promise.resolve(this.#form.coldBelow(position));
  }
}

/**
 * The rules that give a series of a game from `start` on: a closed form first, which needs no values; a period needs those
 * that it repeats, which `known` may have. Some formulas yield to a recorded period. Periods are those of the catalog, and those
 * proven in memory.
 */
export function rulesOf(
  game: Game,
  start: number,
  known: SolvedView,
  recorded: Periods,
  proven: Periods = {},
): (PeriodSegment | FormulaSegment)[] {
  const { series } = known;
  const { quantity } = DESCRIPTIONS[series];
  const form = closedFormOf(game);
  const period = recorded[quantity] ?? proven[quantity];
  const isKnown = period !== undefined && period.preperiod + period.period <= known.reach;
  const recordedFor = recorded[quantity] === undefined ? undefined : game;
  const yields = form?.yieldsToPeriod === true && recordedFor !== undefined;
  return [
    ...(quantity === 'remoteness' || form === undefined || yields
      ? []
      : [new FormulaSegment(series, quantity, start, form)]),
    ...(isKnown ? [new PeriodSegment(start, known, period, recordedFor)] : []),
  ];
}
