/** Periods of nim-values, outcomes and remoteness: what they say, of what games they can be, and what values they repeat. */
import type { Game } from './game.js';

/** What a period is of: nim-values, which positions are cold, or remoteness. */
export const QUANTITIES = ['nim', 'outcome', 'remoteness'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The minimal numbers with v(n + period) = v(n) + saltus for every n >= preperiod. */
export interface Period {
  readonly preperiod: number;
  readonly period: number;
  readonly saltus: number;
  /** What proves it: values that were examined, or null for a theorem. Absent where nothing is said of that. */
  readonly evidence?: Evidence | null;
}

/** Why a period is certain. */
export interface Evidence {
  /** The values of [0, examined) were looked at. */
  readonly examined: number;
  /** How many consecutive equalities v(i + period) = v(i) + saltus prove it, and how many were seen. */
  readonly needed: number;
  readonly seen: number;
  /** SHA-256 of the values of [0, preperiod + period), as value hashes are made (docs/FORMAT.md). */
  readonly valuesSha256: string;
}

/** The periods of a game by what they are of, as far as they are known. */
export type Periods = Readonly<Partial<Record<Quantity, Period>>>;

/** The numbers of a period alone. */
export function withoutEvidence({ preperiod, period, saltus }: Period): Period {
  return { preperiod, period, saltus };
}

/** `period 5 from 11 on`, `period 4 with saltus 2`. */
export function describePeriod({ preperiod, period, saltus }: Period): string {
  const from = preperiod === 0 ? '' : ` from ${preperiod} on`;
  return `period ${period}${saltus === 0 ? '' : ` with saltus ${saltus}`}${from}`;
}

/** Whether two periods are the same, with what proves them. */
export function isSamePeriod(a: Period, b: Period): boolean {
  const areAlike = a.preperiod === b.preperiod && a.period === b.period && a.saltus === b.saltus;
  const [one, other] = [a.evidence, b.evidence];
  if (!one || !other) return areAlike && !one === !other;
  const isSeen = one.examined === other.examined && one.needed === other.needed && one.seen === other.seen;
  return areAlike && isSeen && one.valuesSha256 === other.valuesSha256;
}

/** Those of some proven periods that are not known already with as many values examined. */
export function betterProven(found: Periods, known: Periods): Periods {
  const examined = (period: Period): number => period.evidence?.examined ?? 0;
  const isBetter = ([quantity, period]: [string, Period]): boolean => {
    const old = known[quantity as Quantity];
    const isSame = old !== undefined && isSamePeriod(withoutEvidence(old), withoutEvidence(period));
    return !isSame || examined(period) > examined(old);
  };
  return Object.fromEntries(Object.entries(found).filter(isBetter));
}

/** A period that values prove, and how; a hash of them makes that its evidence. */
export type FoundPeriod = Omit<Period & Evidence, 'evidence' | 'valuesSha256'>;

/**
 * The farthest of the lower positions that the value of a position is computed from one by one, where that bounds a
 * proof: max S of a finite set, the largest number left out of a cofinite one (at least 1). Undefined for other
 * infinite sets, of which no number of values proves a period, and for infinitely many hotspots, with which there may be none.
 */
export function reachOf({ set, hotspots }: Game): number | undefined {
  if (hotspots !== undefined && !Number.isFinite(hotspots.largest)) return undefined;
  if (set.excluded !== undefined) return Math.max(1, set.excluded.at(-1) ?? 1);
  return Number.isFinite(set.largest) ? set.largest : undefined;
}

/** The first position from which on all values follow from those before alone: seeds and hotspots lie below. */
export function givenBelow({ seed, hotspots }: Game): number {
  return Math.max(seed?.length ?? 0, hotspots === undefined ? 0 : hotspots.largest + 1);
}

/** The consecutive equalities from its preperiod on that prove a period. */
export function provingEqualities(game: Game, { period, saltus }: Period): number {
  const reach = reachOf(game) ?? Infinity;
  // An odd saltus of remoteness has hot positions in the place of cold ones: what follows from the last values is twice the period.
  return game.set.excluded === undefined && saltus % 2 === 1 ? reach + period : reach;
}

/** One past the last of the values that prove a period: as many from its preperiod on as decide the next, and those a period on. */
export function provenBelow(game: Game, period: Period): number {
  return Math.max(period.preperiod + provingEqualities(game, period), givenBelow(game)) + period.period;
}

/** What the periods of a game are of unless remoteness is asked for: with hotspots there are no nim-values. */
export function quantitiesOf({ hotspots }: Game): readonly Quantity[] {
  return hotspots === undefined ? ['nim', 'outcome'] : ['outcome'];
}

/** Whether the periods of all these quantities are among some. */
export function areAllKnown(quantities: readonly Quantity[], periods: Periods): boolean {
  return quantities.every((quantity) => periods[quantity] !== undefined);
}

/** Whether values of a game can prove a period: S is finite or cofinite, and there are no more than finitely many hotspots. */
export function canHavePeriod(game: Game): boolean {
  return reachOf(game) !== undefined;
}

/** The position below preperiod + period that repeats at n, and how much more the value at n is. */
export function foldPosition(
  { preperiod, period, saltus }: Period,
  n: number,
): { position: number; rise: number } {
  if (n < preperiod) return { position: n, rise: 0 };
  const offset = (n - preperiod) % period;
  return { position: preperiod + offset, rise: saltus * ((n - preperiod - offset) / period) };
}
