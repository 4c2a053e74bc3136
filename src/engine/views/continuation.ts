/**
 * What a series goes on with above its stored blocks, at every position: a proven period of it, or a closed form.
 * Separate from the view that continues with one, so that a further kind of rule is a further class here.
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
  type ColumnValues,
  type Width,
} from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { PeriodRecord, Quantity } from '../../store/records.js';
import { createIntegers } from '../../solver/task/integers.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { SeriesView } from './stored.js';

/** Where an answer comes from. */
export type Source = 'stored' | 'period' | 'closed-form';

/** The largest value that a column can hold. */
const LARGEST_IN_COLUMN = 2 ** 32 - 1;

/** A rule that gives the values of a series at every position below 2^53 - 1. */
export interface Continuation {
  readonly source: Exclude<Source, 'stored'>;
  /** The rule in a few words, such as `period 45`. */
  readonly rule: string;
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

/**
 * A series with a proven period, all of whose values below preperiod + period a view has. The catalog alone says what
 * the period is: before it is believed, values that are stored must repeat as it says, where that proves it and beyond.
 */
export class PeriodicContinuation implements Continuation {
  readonly source = 'period';
  readonly rule: string;
  readonly #view: SeriesView;
  readonly #period: Period;
  /** The same with as many whole periods in one as are stored, to read in long runs. */
  readonly #stretch: Period;
  /** A number that no value below preperiod + period is above, once it is known. */
  #bound: number | undefined;
  readonly #game: Game;
  #isBelievable: Promise<void> | undefined;

  constructor(view: SeriesView, game: Game, period: Period) {
    const { preperiod, saltus } = period;
    this.#view = view;
    this.#game = game;
    this.#period = period;
    const periods = Math.floor((view.frontier - preperiod) / period.period);
    this.#stretch = { preperiod, period: periods * period.period, saltus: periods * saltus };
    this.rule = describePeriod(period);
  }

  boundOf({ start, stop }: Range): number {
    if (start >= stop) return 0;
    const { preperiod, period } = this.#period;
    this.#bound ??= this.#view.boundOf({ start: 0, stop: preperiod + period });
    return this.#bound + foldPosition(this.#period, stop - 1).rise;
  }

  /** Raises `corrupt` where stored values do not repeat. Cost, once: some values of at most four blocks. */
  #believe(): Promise<void> {
    return (this.#isBelievable ??= this.#lookAtValues());
  }

  async #lookAtValues(): Promise<void> {
    const { preperiod, period, saltus } = this.#period;
    const { set, seed } = this.#game;
    // A seed may be as it likes: what follows from a window is proven above it alone. One cold position that is not
    // left out makes all far positions of a cofinite set hot, wherever it is.
    const isOfCold = set.excluded !== undefined && SERIES[this.#view.series].isBits;
    const above = isOfCold ? 0 : (seed?.length ?? 0);
    const proving = Math.max(preperiod + (reachOf(this.#game) ?? Infinity), above);
    const end = Math.min(proving + MOST_LOOKED_AT, this.#view.frontier - period);
    const isBounded = saltus === 0 || (set.excluded !== undefined && !isOfCold);
    let isRight = proving <= end && isBounded;
    if (isRight) {
      const [lower, upper] = [0, period].map((shift) => ({ start: preperiod + shift, stop: end + shift }));
      const values = numbersOf(await this.#view.read(lower));
      const later = numbersOf(await this.#view.read(upper));
      isRight = values.every((value, i) => later[i] === value + saltus);
    }
    if (isRight) return;
    throw new TakeawayError('corrupt', {
      subject: `The catalog's period of ${this.#game.key}`,
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
    for (let i = 0; i < folded.length; i++) folded[i] = foldPosition(this.#period, positions[i]).position;
    const values = Float64Array.from(await this.#view.valuesAt(folded));
    if (this.#period.saltus > 0) {
      for (let i = 0; i < values.length; i++) values[i] += foldPosition(this.#period, positions[i]).rise;
    }
    return values;
  }

  async coldBefore(position: number): Promise<number> {
    await this.#believe();
    const { preperiod, period } = this.#period;
    if (position <= preperiod) return this.#view.coldBefore(position);
    const folded = foldPosition(this.#period, position).position;
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
  readonly #isCold: boolean;
  readonly #form: ClosedForm;

  constructor(quantity: Quantity, form: ClosedForm) {
    this.#isCold = quantity === 'outcome';
    this.#form = form;
    this.rule = form.rule;
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

/** What continues a series of a game: a closed form first, which needs no block; a period needs those it repeats. */
export function continuationsOf(
  game: Game,
  stored: SeriesView,
  periods: readonly PeriodRecord[],
): Continuation[] {
  const { quantity } = DESCRIPTIONS[stored.series];
  if (quantity === undefined) return [];
  const form = closedFormOf(game);
  const period = periods.find((record) => record.quantity === quantity);
  const isStored = period !== undefined && period.preperiod + period.period <= stored.frontier;
  return [
    ...(form === undefined ? [] : [new ClosedFormContinuation(quantity, form)]),
    ...(isStored ? [new PeriodicContinuation(stored, game, period)] : []),
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
