/** Lines of a file or a pipe in which comments begin with `#`. */
import { refuse } from './errors.js';

/**
 * The texts in some lines: without comments, which begin at a `#` at the start of a word, and without empty lines. Raises a usage
 * error about `subject` for what is no text.
 */
export function textsIn(lines: readonly string[], subject: string): string[] {
  if (lines.some((line) => line.includes('\0')))
    refuse(subject, 'text in UTF-8', 'zero bytes, as UTF-16 and binary data have them');
  return lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter((text) => text !== '');
}
