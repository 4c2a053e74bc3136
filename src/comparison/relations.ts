/** How two sequences of values with known periods are alike: equal, equal from a position on after a shift, or one stretched. */
import { valueAt, type KnownValues } from './reading.js';

/** second(n) = first(n + by) for every n >= from; `by` may be negative, and n + by is at least 0 then. */
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
 * The shift after which two periodic sequences agree from the lowest position on, and of several such the smallest; undefined
 * where their periods never agree. Cost: linear in preperiods and periods.
 */
export function shiftBetween(first: KnownValues, second: KnownValues): Shift | undefined {
  const [a, b] = [first.period, second.period];
  if (a === null || b === null || a.period !== b.period || a.saltus !== b.saltus) return undefined;
  const { period } = a;
  const from = Math.max(a.preperiod, b.preperiod);
  const turn = rotationOf(first, second, from, period);
  if (turn === undefined) return undefined;
  // Every shift is this one and some periods. One that agrees in all that both have takes a preperiod to the other or to its end.
  const upTo = (by: number): number => turn + Math.ceil((by - turn) / period) * period;
  const exact = a.preperiod - b.preperiod;
  const candidates = [turn, turn - period, upTo(a.preperiod), upTo(1 - b.preperiod - period)];
  if (upTo(exact) === exact) candidates.push(exact);
  const shifts = (a.saltus === 0 ? candidates : [turn]).map((by) => {
    return { by, from: agreesFrom(first, second, by, Math.max(from, from - by)) };
  });
  // Positions that both have and that differ or lie below others that do.
  const lost = ({ by, from: start }: Shift): number => Math.min(start, start + by);
  return shifts.sort((x, y) => lost(x) - lost(y) || Math.abs(x.by) - Math.abs(y.by))[0];
}

/** The least k >= 0 with second(from + i) = first(from + k + i) for a whole period: the search of Knuth, Morris and Pratt. */
function rotationOf(
  first: KnownValues,
  second: KnownValues,
  from: number,
  period: number,
): number | undefined {
  const wanted = (i: number): number => valueAt(second, from + i);
  const border = new Int32Array(period);
  for (let i = 1, length = 0; i < period; i++) {
    while (length > 0 && wanted(i) !== wanted(length)) length = border[length - 1];
    if (wanted(i) === wanted(length)) length++;
    border[i] = length;
  }
  for (let i = 0, length = 0; i < 2 * period - 1; i++) {
    const value = valueAt(first, from + i);
    while (length > 0 && value !== wanted(length)) length = border[length - 1];
    if (value === wanted(length)) length++;
    if (length === period) return i - period + 1;
  }
  return undefined;
}

/** The lowest position from which on second(n) = first(n + by), where that holds from `start` on. */
function agreesFrom(first: KnownValues, second: KnownValues, by: number, start: number): number {
  let from = start;
  while (from > 0 && from - 1 + by >= 0 && valueAt(second, from - 1) === valueAt(first, from - 1 + by))
    from--;
  return from;
}

/**
 * Whether one sequence is the other stretched, to a bound on positions or, where both have periods, everywhere. The first
 * positions that are hot decide by how much.
 */
export function scaleBetween(first: KnownValues, second: KnownValues): Scale | undefined {
  const [a, b] = [firstChange(first), firstChange(second)];
  if (a === undefined || b === undefined || a === b) return undefined;
  if (b % a === 0 && isStretched(second, first, b / a)) return { stretched: 'second', by: b / a };
  if (a % b === 0 && isStretched(first, second, a / b)) return { stretched: 'first', by: a / b };
  return undefined;
}

/** The first position whose value is another than that of 0. */
function firstChange({ values }: KnownValues): number | undefined {
  const found = values.findIndex((value) => value !== values[0]);
  return found === -1 ? undefined : found;
}

/** Whether long(n) = short(floor(n / by)): with periods, as those of a stretched sequence are the stretched ones. */
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
