/** Numbers as people read them, and reading them as people write them. */
import { wholeNumber } from '../../common/whole-number.js';
import { fileWords } from '../../words/text.js';
import { withCommas } from '../../words/typeset.js';

export { fileWords, withCommas };

/** 44.9 %. */
export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}\u202f%`;
}

/** `1 move`, `2 moves`. */
export function count(amount: number, noun: string): string {
  return `${withCommas(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `below 100`, or `from 50 up to 100`. */
export function rangeWords({ start, stop }: { readonly start: number; readonly stop: number }): string {
  return start === 0 ? `below ${withCommas(stop)}` : `from ${withCommas(start)} up to ${withCommas(stop)}`;
}

/** The rule of a closed form as people know it. */
export function ruleWords(rule: string): string {
  return rule === 'additive, Theorem 1' ? 'the period theorem for {a, b, a + b}' : rule;
}

/** A number without the signs between its groups of digits. */
export function withoutGroups(text: string): string {
  return text.replaceAll(/[\s\u202f,]/g, '');
}

/** The number that 16777216, 16_777_216, 2^24, 1M or 1e7 stands for; undefined where it is none below 2^53. */
export function readNumber(text: string): number | undefined {
  const value = wholeNumber(withoutGroups(text));
  return value === undefined || value < 0 || value > Number.MAX_SAFE_INTEGER ? undefined : Number(value);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
