/**
 * Segments given by a rule: every position above the stored ones, by a proven period or a closed form. They are for readers only.
 * Solvers and checks must never take a rule's values for solved ones, so their views have no rules.
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

/** Maximum value in a column. */
const MAX_IN_COLUMN = 2 ** 32 - 1;

/** Steps of a value by a formula: at most some 100 ns. */
const STEPS_OF_FORMULA = 16;

/**
 * Equalities checked before a recorded period is trusted, besides those that prove it (a millisecond), and values read at a time
 * for it.
 */
const MAX_CHECKED = 2 ** 12;
const CHECKED_AT_ONCE = 2 ** 18;

/** All positions from `start` on, by a rule. */
export abstract class RuleSegment implements Segment {
  abstract readonly source: 'period' | 'closed-form';
  abstract readonly rule: string;
  abstract readonly period: Period | undefined;
  /** Repetition of the values: `period`, or that of a formula whose repetition is not a period of the game. */
  protected abstract readonly repeats: Period | undefined;
  /** Steps of one value, as `MAX_STEPS` counts them. */
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
  /** Returns the values of a range; `bound` fits into a column. */
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

  /** Returns the bound of a range. Raises a usage error if it is too large for a column. */
  #checkedBound(range: Range): number {
    const bound = this.boundOf(range);
    if (bound <= MAX_IN_COLUMN) return bound;
    refuse(
      `The ${this.series === 'nim' ? 'nim-values' : this.series} from {start} to {stop} may be up to {bound}, too large for a column, which holds values below 2^32. Query single positions, whose values can be larger.`,
      { ...range, bound },
    );
  }
}

/** Splits a range into the part before its first period, the first of its whole periods, which stands for all, and the rest. */
function* repeatedParts({ start, stop }: Range, repeats: Period | undefined): Generator<RepeatedPart> {
  const { preperiod, period, saltus } = repeats ?? { preperiod: stop, period: 1, saltus: 0 };
  const first = Math.min(stop, Math.max(start, preperiod));
  const times = Math.floor((stop - first) / period);
  // A single repetition is read as a whole.
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
 * A series with a proven period; a view has all its values below preperiod + period. The catalog is the only source of the period,
 * so stored values must repeat as it claims, as far as proves it and beyond.
 */
export class PeriodSegment extends RuleSegment {
  readonly source = 'period';
  readonly rule: string;
  readonly period: Period;
  protected readonly repeats: Period;
  protected readonly stepsOfValue = 1;
  readonly #known: SolvedView;
  /** The same period in multiples, as many as are known, for reading in long runs. */
  readonly #multiple: Period;
  /** Upper bound of the values below preperiod + period, once known. */
  #bound: number | undefined;
  /** The game whose catalog records the period; undefined if it was proven in memory. */
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
    this.#multiple = { preperiod, period: periods * period.period, saltus: periods * saltus };
    this.rule = describePeriod(period);
  }

  boundOf({ start, stop }: Range): number {
    if (start >= stop) return 0;
    const { preperiod, period } = this.period;
    this.#bound ??= this.#known.boundOf({ start: 0, stop: preperiod + period });
    return this.#bound + foldPosition(this.period, stop - 1).rise;
  }

  /** Raises `corrupt` if stored values do not repeat. Cost, once: some values of at most four blocks. */
  #believe(): Promise<void> {
    const game = this.#recordedFor;
    if (game === undefined) return Promise.resolve();
    return (this.#isBelievable ??= this.#checkValues(game).catch((error: unknown) => {
      // A repair may precede the next reading.
      this.#isBelievable = undefined;
      throw error;
    }));
  }

  async #checkValues(game: Game): Promise<void> {
    const { preperiod, period, saltus } = this.period;
    const { set } = game;
    // Seeded values need not be periodic: a proof covers only positions above them. One cold position that is not excluded makes
    // all far positions of a cofinite set hot, wherever it is.
    const isOfCold = set.excluded !== undefined && SERIES[this.series].isBits;
    const above = isOfCold ? 0 : givenBelow(game);
    const proving = Math.max(preperiod + provingEqualities(game, this.period), above);
    const end = Math.min(proving + MAX_CHECKED, this.#known.reach - period);
    const mayRise =
      DESCRIPTIONS[this.series].quantity === 'remoteness' || (set.excluded !== undefined && !isOfCold);
    const isBounded = saltus === 0 || mayRise;
    let isRight = proving <= end && isBounded;
    const breathe = breather(undefined);
    for (const part of isRight ? cutAtMultiples({ start: preperiod, stop: end }, CHECKED_AT_ONCE) : []) {
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
    const { preperiod, period } = this.#multiple;
    for (let n = range.start; n < range.stop;) {
      const { position, rise } = foldPosition(this.#multiple, n);
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

/** A series of a game whose nim-values a formula gives. */
export class FormulaSegment extends RuleSegment {
  readonly source = 'closed-form';
  readonly rule: string;
  readonly period: Period | undefined;
  protected readonly repeats: Period | undefined;
  protected readonly stepsOfValue = STEPS_OF_FORMULA;
  readonly #isCold: boolean;
  readonly #form: ClosedForm;

  constructor(series: SeriesName, quantity: 'nim' | 'outcome', start: number, form: ClosedForm) {
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
 * Returns the rules of a series from `start` on: a closed form first, which needs no values; then a period whose values `known`
 * has. Some formulas yield to a recorded period. Periods are recorded, or proven in memory.
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
