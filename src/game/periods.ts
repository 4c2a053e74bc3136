/** Periods of nim-values, outcomes and remoteness: their proofs, their possible games, and the values that they repeat. */
import { lcm } from '../common/divisors.js';
import type { Game } from './game.js';

/** The quantities that have periods: nim-values, outcomes (hot or cold) and remoteness. */
export const QUANTITIES = ['nim', 'outcome', 'remoteness'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The minimal numbers with v(n + period) = v(n) + saltus for every n >= preperiod. */
export interface Period {
  readonly preperiod: number;
  readonly period: number;
  readonly saltus: number;
  /** The values that prove it, or null for a theorem; absent if unspecified. */
  readonly evidence?: Evidence | null;
}

export interface Evidence {
  /** The values of [0, examined) prove it. */
  readonly examined: number;
  /** Consecutive equalities v(i + period) = v(i) + saltus that prove it, and that were seen. */
  readonly needed: number;
  readonly seen: number;
  /** SHA-256 of the values of [0, preperiod + period), as value hashes are made (docs/FORMAT.md). */
  readonly valuesSha256: string;
}

export type Periods = Readonly<Partial<Record<Quantity, Period>>>;

export function withoutEvidence({ preperiod, period, saltus }: Period): Period {
  return { preperiod, period, saltus };
}

/** `period 5 from 11 on`, `period 4 with saltus 2`. */
export function describePeriod({ preperiod, period, saltus }: Period): string {
  const from = preperiod === 0 ? '' : ` from ${preperiod} on`;
  return `period ${period}${saltus === 0 ? '' : ` with saltus ${saltus}`}${from}`;
}

/** Whether two periods are the same and have the same evidence. */
export function isSamePeriod(a: Period, b: Period): boolean {
  const areAlike = a.preperiod === b.preperiod && a.period === b.period && a.saltus === b.saltus;
  const [one, other] = [a.evidence, b.evidence];
  if (!one || !other) return areAlike && !one === !other;
  const isSeen = one.examined === other.examined && one.needed === other.needed && one.seen === other.seen;
  return areAlike && isSeen && one.valuesSha256 === other.valuesSha256;
}

/** Returns the proven periods that are not yet known with as many examined values. */
export function betterProven(found: Periods, known: Periods): Periods {
  const examined = (period: Period): number => period.evidence?.examined ?? 0;
  const isBetter = ([quantity, period]: [string, Period]): boolean => {
    const old = known[quantity as Quantity];
    const isSame = old !== undefined && isSamePeriod(withoutEvidence(old), withoutEvidence(period));
    return !isSame || examined(period) > examined(old);
  };
  return Object.fromEntries(Object.entries(found).filter(isBetter));
}

/** A period that values prove. The hash of the values completes its evidence. */
export type FoundPeriod = Omit<Period & Evidence, 'evidence' | 'valuesSha256'>;

/**
 * Returns the number of preceding values that decide the next one, if it bounds a proof: max S of a finite set, the largest
 * excluded number of a cofinite set (at least 1). Undefined for other infinite sets, for which no number of values proves a
 * period, and for infinitely many hotspots, with which there may be none.
 */
export function reachOf({ set, hotspots }: Game): number | undefined {
  if (hotspots !== undefined && !Number.isFinite(hotspots.largest)) return undefined;
  if (set.excluded !== undefined) return Math.max(1, set.excluded.at(-1) ?? 1);
  return Number.isFinite(set.largest) ? set.largest : undefined;
}

/**
 * Returns the first position above all seeds and hotspots, and where a pass leads to values that repeat: from here on every value
 * follows from the preceding ones and from the position modulo `cycleOf`.
 */
export function givenBelow({ seed, hotspots, pass }: Game): number {
  const spots = hotspots === undefined ? 0 : hotspots.largest + 1;
  return Math.max(seed?.length ?? 0, spots, pass?.preperiod ?? 0);
}

/** Returns the period of the values to which a pass leads; 1 without a pass. */
export function cycleOf({ pass }: Game): number {
  return pass?.period ?? 1;
}

/** The number of consecutive equalities, from its preperiod on, that prove a period. */
export function provingEqualities(game: Game, known: Period): number {
  const { period, saltus } = known;
  const reach = (reachOf(game) ?? Infinity) + beyondPeriod(game, known);
  // An odd saltus of remoteness exchanges hot and cold positions: the last values imply only the double period.
  return game.set.excluded === undefined && saltus % 2 === 1 ? reach + period : reach;
}

/** One past the last value that proves a period: from its preperiod on, values that decide the next, and their repetitions. */
export function provenBelow(game: Game, period: Period): number {
  const given = givenBelow(game) + beyondPeriod(game, period);
  return Math.max(period.preperiod + provingEqualities(game, period), given) + period.period;
}

/** The positions beyond one period after which the values to which a pass leads repeat too. */
function beyondPeriod(game: Game, { period }: Period): number {
  return lcm(period, cycleOf(game)) - period;
}

/** The quantities with periods unless remoteness is requested. Games with hotspots have no nim-values. */
export function quantitiesOf({ hotspots }: Game): readonly Quantity[] {
  return hotspots === undefined ? ['nim', 'outcome'] : ['outcome'];
}

export function areAllKnown(quantities: readonly Quantity[], periods: Periods): boolean {
  return quantities.every((quantity) => periods[quantity] !== undefined);
}

/** Whether values of a game can prove a period: S is finite or cofinite, and hotspots are finitely many. */
export function canHavePeriod(game: Game): boolean {
  return reachOf(game) !== undefined;
}

/** Returns the position below preperiod + period that repeats at n, and the rise of the value at n above its value. */
export function foldPosition(
  { preperiod, period, saltus }: Period,
  n: number,
): { position: number; rise: number } {
  if (n < preperiod) return { position: n, rise: 0 };
  const offset = (n - preperiod) % period;
  return { position: preperiod + offset, rise: saltus * ((n - preperiod - offset) / period) };
}
