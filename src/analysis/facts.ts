/** Lines that several analyses say of what they found. Separate because fits and exceptions are found by more than one. */
import type { WriteMeasured, WriteNumber } from './analysis.js';
import type { ResidueClass } from './classes.js';
import { decimal } from '../words/typeset.js';
import type { Fit } from './fit.js';

/** Classes and positions that are listed at most. */
const MOST_LISTED = 12;

/** `1 gap`, `2 gaps`. */
export function amount(count: number, noun: string, write: WriteNumber): string {
  return `${write(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The fit behind a subject; nothing where there is none. */
export function fitLine(
  subject: string,
  fit: Fit | null,
  write: WriteNumber,
  measured: WriteMeasured = decimal,
): string[] {
  if (fit === null) return [];
  const { coefficient, exponent, points } = fit;
  return [
    `${subject} ${measured(coefficient)} n^${measured(exponent)} (repeated median of ${write(points)} points)`,
  ];
}

/** One line an occupied class, and one for all the empty ones. */
export function exceptionLines(classes: readonly ResidueClass[], modulus: string): string[] {
  const empty = classes.filter((each) => each.count === 0);
  const occupied = classes.filter((each) => each.count > 0);
  const list = (numbers: readonly number[]): string =>
    `${numbers.slice(0, MOST_LISTED).join(', ')}${numbers.length > MOST_LISTED ? `, ... (${numbers.length})` : ''}`;
  return [
    ...(empty.length === 0 ? [] : [`none ${modulus} in ${list(empty.map(({ residue }) => residue))}`]),
    ...occupied
      .slice(0, MOST_LISTED)
      .map(
        ({ residue, count, positions }) => `only ${count} in ${residue} ${modulus}: ${list(positions ?? [])}`,
      ),
    ...(occupied.length > MOST_LISTED
      ? [`and ${occupied.length - MOST_LISTED} more nearly empty classes`]
      : []),
  ];
}
