/** What a period's row in the catalog must be before anyone believes it. */
import { isCount, isDigest, unsound, type RowProblem } from './block-rows.js';
import type { PeriodRow } from './typed-rows.js';

/** What is wrong with the row of a period, taken by itself; undefined when nothing is. */
export function periodRowProblem(gameKey: string, record: PeriodRow): RowProblem | undefined {
  const { quantity, preperiod, period, saltus, examined, needed, seen } = record;
  const wrong = (expected: string, found: unknown): RowProblem => {
    return { subject: `The catalog's ${quantity} period of ${gameKey}`, expected, found: String(found) };
  };
  const end = preperiod + period;
  if (!['nim', 'outcome'].includes(quantity)) return wrong('a period of nim or outcome', quantity);
  if (!isCount(preperiod)) return wrong('a preperiod of 0 or more', preperiod);
  if (!isCount(period) || period === 0) return wrong('a period of at least 1', period);
  if (!isCount(saltus) || (quantity === 'outcome' && saltus !== 0)) {
    return wrong(quantity === 'outcome' ? 'a saltus of 0' : 'a saltus of 0 or more', saltus);
  }
  if (!isCount(examined) || examined < end)
    return wrong(`at least ${end} values that were examined`, examined);
  if (!isCount(needed) || needed === 0) return wrong('equalities that prove it', needed);
  if (!isCount(seen) || seen < needed || seen > examined) {
    return wrong(`${needed} to ${examined} equalities that were seen`, seen);
  }
  return isDigest(record.valuesSha256) ? undefined : wrong('a SHA-256 of its values', record.valuesSha256);
}

/** Raises `corrupt` for a row that cannot be. */
export function requireSoundPeriods(gameKey: string, records: readonly PeriodRow[]): void {
  for (const record of records) {
    const problem = periodRowProblem(gameKey, record);
    if (problem !== undefined) throw unsound(problem, { do: 'verify', repair: true });
  }
}
