/** Text that is safe on a terminal: control characters and marks of text direction are escaped. */

import { ACTING } from '../common/shown.js';

/** Escapes one line: `\x1b` for ESC, `\u202e` for a mark of direction, and newlines. */
export function visible(text: string): string {
  return text.replace(ACTING, written);
}

/** Escapes all but newlines, for lines that the program has made. */
export function visibleLines(text: string): string {
  return text.replace(ACTING, (character) => (character === '\n' ? character : written(character)));
}

/** Returns a value as one line of JSON, with the same characters as `\u001b` or `\u202e`; bigints above 2^53 - 1 as strings. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, withoutBigints).replace(
    ACTING,
    (character) => `\\u${hexadecimal(character).padStart(4, '0')}`,
  );
}

function withoutBigints(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}

function written(character: string): string {
  const code = hexadecimal(character);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

function hexadecimal(character: string): string {
  return character.charCodeAt(0).toString(16);
}
