/** Recurrences of sequences that follow from a period of the game, in the words and links of the OEIS. */
import type { ColdCounts } from '../engine/reading/repetition.js';
import type { SequenceName } from '../engine/reading/sequences.js';
import type { Period } from '../game/periods.js';

/** a(n) = a(n - order) + rise for every n >= from, and for no lower n. */
export interface Recurrence {
  readonly order: number;
  readonly rise: number;
  readonly from: number;
}

export type CountedPeriod = Period & ColdCounts;

/**
 * Returns the recurrence of a sequence with a periodic series; undefined for records and finitely many terms. `offset` is the
 * index of the first term, before which `first` terms are left out.
 */
export function recurrenceOf(
  name: SequenceName,
  { preperiod, period, saltus, coldBefore, coldInPeriod }: CountedPeriod,
  { offset, first }: { readonly offset: number; readonly first: number },
): Recurrence | undefined {
  switch (name) {
    case 'records':
      return undefined;
    case 'cold':
    case 'hot':
    case 'gaps': {
      const order = name === 'hot' ? period - coldInPeriod : coldInPeriod;
      if (order === 0) return undefined;
      const before = name === 'hot' ? preperiod - coldBefore : coldBefore;
      return { order, rise: name === 'gaps' ? 0 : period, from: before + order - first + offset };
    }
    default:
      return { order: period, rise: saltus, from: preperiod + period + offset };
  }
}

/** `Periodic with period 7.`, for the terms or their differences. */
export function describeRecurrence({ order, rise, from }: Recurrence, offset: number): string {
  const start = from - order;
  const what = rise === 0 ? '' : 'First differences are ';
  const isPure = start === offset;
  const word = isPure ? 'periodic' : 'eventually periodic';
  const text = `${what}${word} with period ${order}${isPure ? '' : `, from n = ${start} on`}.`;
  return text[0].toUpperCase() + text.slice(1);
}

/** `a(n) = a(n-7) + 3 for n > 6.` */
export function formulaOf({ order, rise, from }: Recurrence): string {
  return `a(n) = a(n-${order})${rise === 0 ? '' : ` + ${rise}`} for n > ${from - 1}.`;
}

/** Higher orders have no written signature, as an order may be a period of any length. */
const MAX_ORDER = 60;

/** Links the index of linear recurrences, with the signature; nothing for high orders. */
export function recurrenceLinks({ order, rise }: Recurrence): string[] {
  if (order > MAX_ORDER) return [];
  const signature = signatureOf(order, rise);
  const page = `/index/Rec#order_${String(signature.length).padStart(2, '0')}`;
  return [
    `<a href="${page}">Index entries for linear recurrences with constant coefficients</a>, signature (${signature.join()}).`,
  ];
}

/** With a rise, the recurrence minus the one before: a(n) = a(n-1) + a(n-k) - a(n-k-1). */
function signatureOf(order: number, rise: number): number[] {
  const signature = Array<number>(rise === 0 ? order : order + 1).fill(0);
  signature[order - 1] = 1;
  if (rise !== 0) {
    signature[0] += 1;
    signature[order] -= 1;
  }
  return signature;
}
