/**
 * Numbers as figures and reports write them. Separate because the command line writes numbers that it can read again,
 * and these are for people only.
 */
import type { Fit } from '../analysis/fit.js';
import type { Range } from '../common/range.js';

const SUPERSCRIPTS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** A whole number raised: ²⁴. */
export function superscript(exponent: number): string {
  return String(exponent).replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
}

/** A whole number as figures and reports write it: 2²⁴, 10⁷, else 40,000,000. */
export function wholeNumber(value: number): string {
  const power = (base: number, least: number): string | undefined => {
    const exponent = Math.round(Math.log(value) / Math.log(base));
    return exponent >= least && base ** exponent === value ? `${base}${superscript(exponent)}` : undefined;
  };
  return power(2, 10) ?? power(10, 5) ?? grouped(value);
}

/** A measured number to a few digits, without trailing zeros. */
export function decimal(value: number, digits = 6): string {
  return String(Number(value.toPrecision(digits)));
}

/** `1.32519 n^0.350736`. */
export function formula({ coefficient, exponent }: Fit, digits = 6): string {
  return `${decimal(coefficient, digits)} n^${decimal(exponent, digits)}`;
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
