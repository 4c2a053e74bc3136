/**
 * What a series goes on with above its stored blocks: a proven period of it or a closed form, at every position, or
 * values that were computed in memory. Separate from the view that continues with one, so that a further kind is a
 * further class here.
 */
import { TakeawayError, usageError } from '../../common/errors.js';
import { closedFormOf, type ClosedForm } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { foldPosition, reachOf, type Period } from '../../game/periods.js';
import { createBitset, copyBits, setBit } from '../../kernel/bitset.js';
import {
  columnOfBits,
  columnOfIntegers,
  integersOf,
  numbersOf,
  SERIES,
  valueAt,
  type ColumnValues,
  type Width,
} from '../../columnar/layout.js';
import { cutAtMultiples, lengthOf, POSITION_LIMIT, type Range } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Quantity } from '../../store/records.js';
import { createIntegers } from '../../solver/task/integers.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { countCold, largestIn, sliceColumn } from '../series/columns.js';
import type { ReadableSeries } from './stored.js';

/** Where an answer comes from. */
export type Source = 'stored' | 'period' | 'closed-form' | 'computed';

/** The largest value that a column can hold. */
const LARGEST_IN_COLUMN = 2 ** 32 - 1;

/** Steps of a value by a formula: at most some 100 ns. */
const STEPS_OF_FORMULA = 16;

/** What gives the values of a series above its stored ones. */
export interface Continuation {
  readonly source: Exclude<Source, 'stored'>;
  /** How in a few words, such as `period 45`. */
  readonly rule: string;
  /** The first position that it does not give: 2^53 - 1 for a rule. */
  readonly reach: number;
  /** The period of the values, where the rule is one or has one. */
  readonly period?: Period | undefined;
  /** How the values come again: `period`, or that of a formula which is no more than its own. */
  readonly repeats?: Period | undefined;
  /** Steps that one value takes, as `MOST_STEPS` counts them; none for values in memory. */
  readonly stepsOfValue: number;
  /** A number that no value of the range is above. */
  boundOf(range: Range): number;
  /** The values of a range whose bound a column can hold. Memory: the range. */
  read(range: Range): Promise<ColumnValues>;
  /** The values at single positions, in the order given. */
  valuesAt(positions: ArrayLike<number>): Promise<Float64Array>;
  /** How many positions below `position` are cold; of a series of cold positions only. */
  coldBefore(position: number): Promise<number>;
}

/** The bound of a range, refused where it is too large for a column. */
export function checkedBound(continuation: Continuation, range: Range): number {
  const bound = continuation.boundOf(range);
  if (bound <= LARGEST_IN_COLUMN) return bound;
  throw usageError({
    subject: `The nim-values of the positions ${range.start} to ${range.stop}`,
    expected: 'values below 2^32, which a column can hold',
    found: `values up to ${bound}`,
    help: 'Values at single positions can be larger.',
  });
}

/** Equalities that are looked at before a recorded period is believed, besides those that prove it: a millisecond. */
const MOST_LOOKED_AT = 2 ** 12;
const LOOKED_AT_ONCE = 2 ** 18;

/**
 * A series with a proven period, all of whose values below preperiod + period a view has. The catalog alone says what
 * the period is: before it is believed, values that are stored must repeat as it says, where that proves it and beyond.
 */
export class PeriodicContinuation implements Continuation {
  readonly source = 'period';
  readonly rule: string;
  readonly reach = POSITION_LIMIT;
  readonly stepsOfValue = 1;
  readonly period: Period;
  readonly #view: ReadableSeries;
  /** The same with as many whole periods in one as are stored, to read in long runs. */
  readonly #stretch: Period;
  /** A number that no value below preperiod + period is above, once it is known. */
  #bound: number | undefined;
  /** The game whose catalog says so; undefined where the period was proven in memory. */
  readonly #recordedFor: Game | undefined;
  #isBelievable: Promise<void> | undefined;

  constructor(view: ReadableSeries, period: Period, recordedFor: Game | undefined) {
    const { preperiod, saltus } = period;
    this.#view = view;
    this.#recordedFor = recordedFor;
    this.period = period;
    const periods = Math.floor((view.reach - preperiod) / period.period);
    this.#stretch = { preperiod, period: periods * period.period, saltus: periods * saltus };
    this.rule = describePeriod(period);
  }

  get repeats(): Period {
    return this.period;
  }

  boundOf({ start, stop }: Range): number {
    if (start >= stop) return 0;
    const { preperiod, period } = this.period;
    this.#bound ??= this.#view.boundOf({ start: 0, stop: preperiod + period });
    return this.#bound + foldPosition(this.period, stop - 1).rise;
  }

  /** Raises `corrupt` where stored values do not repeat. Cost, once: some values of at most four blocks. */
  #believe(): Promise<void> {
    const game = this.#recordedFor;
    if (game === undefined) return Promise.resolve();
    return (this.#isBelievable ??= this.#lookAtValues(game));
  }

  async #lookAtValues(game: Game): Promise<void> {
    const { preperiod, period, saltus } = this.period;
    const { set, seed } = game;
    // A seed may be as it likes: what follows from a window is proven above it alone. One cold position that is not
    // left out makes all far positions of a cofinite set hot, wherever it is.
    const isOfCold = set.excluded !== undefined && SERIES[this.#view.series].isBits;
    const above = isOfCold ? 0 : (seed?.length ?? 0);
    const proving = Math.max(preperiod + (reachOf(game) ?? Infinity), above);
    const end = Math.min(proving + MOST_LOOKED_AT, this.#view.reach - period);
    const isBounded = saltus === 0 || (set.excluded !== undefined && !isOfCold);
    let isRight = proving <= end && isBounded;
    const breathe = breather(undefined);
    for (const part of isRight ? cutAtMultiples({ start: preperiod, stop: end }, LOOKED_AT_ONCE) : []) {
      await breathe();
      const { start, stop } = part;
      const values = numbersOf(await this.#view.read(part));
      const later = numbersOf(await this.#view.read({ start: start + period, stop: stop + period }));
      isRight &&= values.every((value, i) => later[i] === value + saltus);
    }
    if (isRight) return;
    throw new TakeawayError('corrupt', {
      subject: `The catalog's period of ${game.key}`,
      expected: 'one with which its stored values repeat',
      found: this.rule,
      help: 'No answer relies on it.',
      remedy: { do: 'verify', repair: false },
    });
  }

  async read(range: Range): Promise<ColumnValues> {
    await this.#believe();
    const { isBits } = SERIES[this.#view.series];
    const bits = createBitset(isBits ? lengthOf(range) : 0);
    const values = createIntegers(isBits ? 0 : lengthOf(range), checkedBound(this, range));
    const { preperiod, period } = this.#stretch;
    for (let n = range.start; n < range.stop;) {
      const { position, rise } = foldPosition(this.#stretch, n);
      const end = n < preperiod ? preperiod : preperiod + period;
      const length = Math.min(range.stop - n, end - position);
      const stored = await this.#view.read({ start: position, stop: position + length });
      if (isBits) copyBits(stored.bytes, 0, bits, n - range.start, length);
      else {
        const integers = integersOf(stored);
        const offset = n - range.start;
        if (rise === 0) values.set(integers, offset);
        else for (let i = 0; i < length; i++) values[offset + i] = integers[i] + rise;
      }
      n += length;
    }
    return isBits ? columnOfBits(bits, lengthOf(range)) : columnOfIntegers(values);
  }

  async valuesAt(positions: ArrayLike<number>): Promise<Float64Array> {
    await this.#believe();
    const folded = new Float64Array(positions.length);
    for (let i = 0; i < folded.length; i++) folded[i] = foldPosition(this.period, positions[i]).position;
    const values = Float64Array.from(await this.#view.valuesAt(folded));
    if (this.period.saltus > 0) {
      for (let i = 0; i < values.length; i++) values[i] += foldPosition(this.period, positions[i]).rise;
    }
    return values;
  }

  async coldBefore(position: number): Promise<number> {
    await this.#believe();
    const { preperiod, period } = this.period;
    if (position <= preperiod) return this.#view.coldBefore(position);
    const folded = foldPosition(this.period, position).position;
    const inPreperiod = await this.#view.coldBefore(preperiod);
    const inPeriod = (await this.#view.coldBefore(preperiod + period)) - inPreperiod;
    const periods = (position - folded) / period;
    return (await this.#view.coldBefore(folded)) + periods * inPeriod;
  }
}

/** A series of a game whose nim-values a formula gives. */
export class ClosedFormContinuation implements Continuation {
  readonly source = 'closed-form';
  readonly rule: string;
  readonly reach = POSITION_LIMIT;
  readonly stepsOfValue = STEPS_OF_FORMULA;
  readonly period: Period | undefined;
  readonly repeats: Period | undefined;
  readonly #isCold: boolean;
  readonly #form: ClosedForm;

  constructor(quantity: Quantity, form: ClosedForm) {
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

  read(range: Range): Promise<ColumnValues> {
    const length = lengthOf(range);
    if (this.#isCold) {
      const bits = createBitset(length);
      for (let i = 0; i < length; i++) if (this.#form.nimValue(range.start + i) === 0) setBit(bits, i);
      return Promise.resolve(columnOfBits(bits, length));
    }
    const values = createIntegers(length, checkedBound(this, range));
    for (let i = 0; i < length; i++) values[i] = this.#form.nimValue(range.start + i);
    return Promise.resolve(columnOfIntegers(values));
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

/** A period of what is known of a series. */
export type KnownPeriod = Period & { readonly quantity: Quantity };

/** What gives every position. */
export type RuleContinuation = PeriodicContinuation | ClosedFormContinuation;

/** Values that follow each other from `start` on. */
export interface Run {
  readonly start: number;
  readonly values: ColumnValues;
}

/** A series as far as its values above the stored ones were computed in memory. */
export class ComputedContinuation implements Continuation {
  readonly source = 'computed';
  readonly rule = 'values computed in memory';
  readonly stepsOfValue = 0;
  readonly reach: number;
  readonly #stored: ReadableSeries;
  readonly #run: Run;

  /** The run begins where the stored series ends, or below. */
  constructor(stored: ReadableSeries, run: Run) {
    this.reach = run.start + run.values.length;
    this.#stored = stored;
    this.#run = run;
  }

  boundOf(range: Range): number {
    return largestIn(this.#slice(range));
  }

  read(range: Range): Promise<ColumnValues> {
    return Promise.resolve(this.#slice(range));
  }

  valuesAt(positions: ArrayLike<number>): Promise<Float64Array> {
    const { start, values } = this.#run;
    const found = new Float64Array(positions.length);
    for (let i = 0; i < found.length; i++) found[i] = valueAt(values, positions[i] - start);
    return Promise.resolve(found);
  }

  async coldBefore(position: number): Promise<number> {
    const { frontier, series } = this.#stored;
    const above = this.#slice({ start: frontier, stop: position });
    return (await this.#stored.coldBefore(frontier)) + countCold(above, DESCRIPTIONS[series].rule);
  }

  #slice({ start, stop }: Range): ColumnValues {
    return sliceColumn(this.#run.values, start - this.#run.start, stop - start);
  }
}

/**
 * The rules that continue a series of a game: a closed form first, which needs no block; a period needs the values that
 * it repeats, which `known` may have. Periods are those of the catalog, and those proven in memory.
 */
export function continuationsOf(
  game: Game,
  known: ReadableSeries,
  recorded: readonly KnownPeriod[],
  proven: readonly KnownPeriod[] = [],
): RuleContinuation[] {
  const { quantity } = DESCRIPTIONS[known.series];
  if (quantity === undefined) return [];
  const form = closedFormOf(game);
  const period = [...recorded, ...proven].find((record) => record.quantity === quantity);
  const isKnown = period !== undefined && period.preperiod + period.period <= known.reach;
  return [
    ...(form === undefined ? [] : [new ClosedFormContinuation(quantity, form)]),
    ...(isKnown
      ? [new PeriodicContinuation(known, period, recorded.includes(period) ? game : undefined)]
      : []),
  ];
}

/** `period 5 from 11 on`, `period 4 with saltus 2`. */
export function describePeriod({ preperiod, period, saltus }: Period): string {
  const from = preperiod === 0 ? '' : ` from ${preperiod} on`;
  return `period ${period}${saltus === 0 ? '' : ` with saltus ${saltus}`}${from}`;
}

/** Bits a value up to `bound` takes in a column of integers. */
export function widthFor(bound: number): Width {
  return bound <= 0xff ? 8 : bound <= 0xffff ? 16 : 32;
}
