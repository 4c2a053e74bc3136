/** Numbers as analyses, figures and reports write them, for people alone: 40,000,000, 2²⁴, 839k, 1.33 n⁰·³⁵¹. */
import type { Range } from '../common/range.js';

/** A measured number rounded to a few digits, without trailing zeros: 1.33, 0.351, 12,300. */
export function decimal(value: number, digits = 3): string {
  const rounded = Number(value.toPrecision(digits));
  return Math.abs(rounded) < 1000 ? String(rounded) : grouped(rounded);
}

/** `1 set`, `2,000 sets`. */
export function amount(count: number, noun: string, write = grouped): string {
  return `${write(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The largest of some numbers, however many; 0 when all are smaller. */
export function mostOf(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

/** Digits, sign and point as superscripts; Unicode has no raised point, for which the middle dot stands. */
const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻·', (raised, i) => ['0123456789-.'[i], raised]),
);

/** A number raised: ²⁴, ⁰·³⁵¹. */
export function superscript(exponent: number | string): string {
  return String(exponent).replaceAll(/[-.\d]/g, (character) => SUPERSCRIPTS[character]);
}

/** A whole number as figures and reports write it: 2²⁴, 10⁷, else 40,000,000. */
export function wholeNumber(value: number): string {
  const power = (base: number, least: number): string | undefined => {
    const exponent = Math.round(Math.log(value) / Math.log(base));
    return exponent >= least && base ** exponent === value ? `${base}${superscript(exponent)}` : undefined;
  };
  return power(2, 10) ?? power(10, 5) ?? grouped(value);
}

/** `1.33 n⁰·³⁵¹`, with three digits each: these were measured. The results have all digits. */
export function formula({
  coefficient,
  exponent,
}: {
  readonly coefficient: number;
  readonly exponent: number;
}): string {
  const factor = coefficient < 1000 ? coefficient.toPrecision(3) : decimal(coefficient);
  return `${factor} n${superscript(exponent.toPrecision(3))}`;
}

/** A whole number in at most five characters: 839k, 1.82M. */
export function short(value: number): string {
  const units: readonly (readonly [least: number, unit: string])[] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const [least, unit] = value < 10_000 ? [1, ''] : (units.find(([each]) => value >= each) ?? [1, '']);
  return unit === '' ? grouped(value) : `${Number((value / least).toPrecision(3))}${unit}`;
}

/** A whole number with its digits in groups: 40,000,000. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** Which positions: `below 2³⁰`, `from 1,000 to below 10⁶`. */
export function within({ start, stop }: Range): string {
  return start === 0
    ? `below ${wholeNumber(stop)}`
    : `from ${wholeNumber(start)} to below ${wholeNumber(stop)}`;
}
