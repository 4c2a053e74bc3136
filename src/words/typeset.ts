/** Numbers as analyses, figures and reports write them for people: 40,000,000, 2²⁴, 839k, 1.33 n⁰·³⁵¹. */
import type { Range } from '../common/range.js';

/** Returns a measured number rounded to a few digits, without trailing zeros: 1.33, 0.351, 12,300. */
export function decimal(value: number, digits = 3): string {
  const rounded = Number(value.toPrecision(digits));
  return Math.abs(rounded) < 1000 ? String(rounded) : withCommas(rounded);
}

/** Returns `1 set`, `2,000 sets`. */
export function amount(count: number, noun: string, write = withCommas): string {
  return `${write(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the largest of the numbers and 0; unlike a call of `Math.max`, of arrays of any length. */
export function mostOf(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

/** Superscripts of digits, sign and point; Unicode has no raised point, so the middle dot stands for it. */
const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻·', (raised, i) => ['0123456789-.'[i], raised]),
);

/** Returns a number raised: ²⁴, ⁰·³⁵¹. */
export function superscript(exponent: number | string): string {
  return String(exponent).replaceAll(/[-.\d]/g, (character) => SUPERSCRIPTS[character]);
}

/** Returns a whole number as figures and reports write it: 2²⁴, 10⁷, else 40,000,000. */
export function typesetWhole(value: number): string {
  const power = (base: number, least: number): string | undefined => {
    const exponent = Math.round(Math.log(value) / Math.log(base));
    return exponent >= least && base ** exponent === value ? `${base}${superscript(exponent)}` : undefined;
  };
  return power(2, 10) ?? power(10, 5) ?? withCommas(value);
}

/** Returns `1.33 n⁰·³⁵¹` with three digits each, as these are measured; results of analyses have all digits. */
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

/** Returns a whole number in at most five characters: 839k, 1.82M. */
export function short(value: number): string {
  const units: readonly (readonly [least: number, unit: string])[] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const [least, unit] = value < 10_000 ? [1, ''] : (units.find(([each]) => value >= each) ?? [1, '']);
  return unit === '' ? withCommas(value) : `${Number((value / least).toPrecision(3))}${unit}`;
}

/** Returns a whole number with its digits in groups: 40,000,000. */
export function withCommas(value: number): string {
  return value.toLocaleString('en-US');
}

/** Returns a range in words: `below 2³⁰`, `from 1,000 to below 10⁶`. */
export function within({ start, stop }: Range): string {
  return start === 0
    ? `below ${typesetWhole(stop)}`
    : `from ${typesetWhole(start)} to below ${typesetWhole(stop)}`;
}
