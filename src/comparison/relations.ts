/** Relations of two sequences with known periods: equal after a shift, stretched, or read backwards. */
import { valueAt, type KnownValues } from './reading.js';

/** second(n) = first(n + by) for every n >= from; `by` may be negative, but n + by >= 0. */
export interface Shift {
  readonly by: number;
  readonly from: number;
}

/** stretched(n) = other(floor(n / by)) for every n >= 0, as in games whose moves are all `by` times as large. */
export interface Scale {
  readonly stretched: 'first' | 'second';
  readonly by: number;
}

/**
 * Returns the shift with which two periodic sequences agree from the lowest position on, the smallest of several; undefined if
 * their periods never agree. Cost: linear in preperiods and periods.
 */
export function shiftBetween(first: KnownValues, second: KnownValues): Shift | undefined {
  const [a, b] = [first.period, second.period];
  if (a === null || b === null || a.period !== b.period || a.saltus !== b.saltus) return undefined;
  const { period } = a;
  const from = Math.max(a.preperiod, b.preperiod);
  const periodOf = (values: KnownValues) => (i: number) => valueAt(values, from + i);
  const turn = rotations(periodOf(second), periodOf(first), period).next().value;
  if (turn === undefined) return undefined;
  // All shifts differ by periods. One that agrees on all common positions maps a preperiod to the other one or to its end.
  const upTo = (by: number): number => turn + Math.ceil((by - turn) / period) * period;
  const exact = a.preperiod - b.preperiod;
  const candidates = [turn, turn - period, upTo(a.preperiod), upTo(1 - b.preperiod - period)];
  if (upTo(exact) === exact) candidates.push(exact);
  const shifts = (a.saltus === 0 ? candidates : [turn]).map((by) => {
    return { by, from: agreesFrom(first, second, by, Math.max(from, from - by)) };
  });
  // Lower positions that differ, or that one sequence lacks.
  const lost = ({ by, from: start }: Shift): number => Math.min(start, start + by);
  return shifts.sort((x, y) => lost(x) - lost(y) || Math.abs(x.by) - Math.abs(y.by))[0];
}

/** Yields the k of [0, period) with wanted(i) = found(k + i) for all i of a period, increasing (Knuth, Morris, Pratt). */
function* rotations(
  wanted: (i: number) => number,
  found: (i: number) => number,
  period: number,
): Generator<number, undefined> {
  const border = new Int32Array(period);
  for (let i = 1, length = 0; i < period; i++) {
    while (length > 0 && wanted(i) !== wanted(length)) length = border[length - 1];
    if (wanted(i) === wanted(length)) length++;
    border[i] = length;
  }
  for (let i = 0, length = 0; i < 2 * period - 1; i++) {
    const value = found(i);
    while (length > 0 && value !== wanted(length)) length = border[length - 1];
    if (value === wanted(length)) length++;
    if (length < period) continue;
    yield i - period + 1;
    length = border[length - 1];
  }
  return undefined;
}

/** Returns the lowest position from which on second(n) = first(n + by), given that this holds from `start` on. */
function agreesFrom(first: KnownValues, second: KnownValues, by: number, start: number): number {
  let from = start;
  while (from > 0 && from - 1 + by >= 0 && valueAt(second, from - 1) === valueAt(first, from - 1 + by))
    from--;
  return from;
}

/** second(m) = exchanged first(n), if both repeat and n + m = `sum` modulo their period: one is the other read backwards. */
export interface Mirror {
  readonly sum: number;
  /** The values of the first that change, with their images in the second; increasing. */
  readonly exchange: readonly (readonly [number, number])[];
}

/** After so many exchanged values in trials of mirrors, the best mirror so far is taken. */
const MAX_EXCHANGED_VALUES = 2 ** 20;

/**
 * Returns a mirror that `isWanted`, else one with the fewest exchanged values; undefined if there is none, periods differ, or a
 * saltus makes values grow. Cost: linear in the period, plus the different values for each mirror.
 */
export function mirrorBetween(
  first: KnownValues,
  second: KnownValues,
  isWanted: (mirror: Mirror) => boolean = () => false,
): Mirror | undefined {
  const [a, b] = [first.period, second.period];
  if (a === null || b === null || a.period !== b.period || a.saltus !== 0 || b.saltus !== 0) return undefined;
  const { period } = a;
  const backwards = (i: number): number => valueAt(first, a.preperiod + period - 1 - (i % period));
  const forwards = (i: number): number => valueAt(second, b.preperiod + (i % period));
  const [reversed, wanted] = [backwards, forwards].map((valueOf) => returnsOf(valueOf, period));
  const turns = rotations(
    (i) => wanted[i],
    (i) => reversed[i % period],
    period,
  );
  // The first positions of each value.
  const firsts: number[] = [];
  for (let i = 0; i < period; i++) if (reversed[i] > i) firsts.push(i);
  firsts.sort((i, j) => backwards(i) - backwards(j));
  let found: Mirror | undefined;
  let exchanged = 0;
  for (const turn of turns) {
    const images = firsts.map((i) => [backwards(i), forwards(i + period - turn)] as const);
    const sum = (a.preperiod + b.preperiod + period - 1 - turn) % period;
    const mirror = { sum, exchange: images.filter(([from, to]) => from !== to) };
    if (isWanted(mirror)) return mirror;
    if (found === undefined || isSimpler(mirror, found)) found = mirror;
    exchanged += firsts.length;
    if (exchanged >= MAX_EXCHANGED_VALUES) break;
  }
  return found;
}

function isSimpler(one: Mirror, other: Mirror): boolean {
  const more = one.exchange.length - other.exchange.length;
  return more < 0 || (more === 0 && one.sum < other.sum);
}

/** Returns the distance of each position back to its value. A bijection of values maps one sequence to another iff these agree. */
function returnsOf(valueOf: (i: number) => number, period: number): Uint32Array {
  const returns = new Uint32Array(period);
  let largest = 0;
  for (let i = 0; i < period; i++) largest = Math.max(largest, valueOf(i));
  const last = new Uint32Array(largest + 1);
  for (let i = 0; i < 2 * period; i++) {
    const value = valueOf(i);
    if (i >= period) returns[i - period] = i - last[value];
    last[value] = i;
  }
  return returns;
}

/** Whether one sequence is the other stretched, on known positions or, by periods, everywhere. The first hot positions decide. */
export function scaleBetween(first: KnownValues, second: KnownValues): Scale | undefined {
  const [a, b] = [firstChange(first), firstChange(second)];
  if (a === undefined || b === undefined || a === b) return undefined;
  if (b % a === 0 && isStretched(second, first, b / a)) return { stretched: 'second', by: b / a };
  if (a % b === 0 && isStretched(first, second, a / b)) return { stretched: 'first', by: a / b };
  return undefined;
}

/** Returns the first position whose value differs from that of 0. */
function firstChange({ values }: KnownValues): number | undefined {
  const found = values.findIndex((value) => value !== values[0]);
  return found === -1 ? undefined : found;
}

/** Whether long(n) = short(floor(n / by)). A stretched sequence has the stretched period. */
function isStretched(long: KnownValues, short: KnownValues, by: number): boolean {
  const [a, b] = [long.period, short.period];
  if (a !== null && b !== null) {
    const areStretched =
      a.preperiod === by * b.preperiod && a.period === by * b.period && a.saltus === b.saltus;
    if (!areStretched) return false;
  } else if (a !== null || b !== null) return false;
  const stop = a === null ? Math.min(long.values.length, by * short.values.length) : a.preperiod + a.period;
  for (let n = 0; n < stop; n++) if (long.values[n] !== short.values[Math.floor(n / by)]) return false;
  return true;
}
