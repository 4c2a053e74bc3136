/**
 * Text that a terminal can be given whatever it holds: characters that would act on the terminal, or turn its text
 * around, are written out.
 */

import { ACTING } from '../common/shown.js';

/** `\x1b` for an escape character, `\u202e` for a mark of direction, and so on: of one line, so also a newline. */
export function visible(text: string): string {
  return text.replace(ACTING, written);
}

/** As `visible`, of lines that the program has made: their newlines stay. */
export function visibleLines(text: string): string {
  return text.replace(ACTING, (character) => (character === '\n' ? character : written(character)));
}

/** One line of JSON for the same value, which says `\u001b` or `\u202e` where a string has such a character. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    ACTING,
    (character) => `\\u${hexadecimal(character).padStart(4, '0')}`,
  );
}

function written(character: string): string {
  const code = hexadecimal(character);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

function hexadecimal(character: string): string {
  return character.charCodeAt(0).toString(16);
}
