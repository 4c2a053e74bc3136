/** Lines of a file or a pipe in which comments begin with `#`. */

/** The texts in some lines: without comments, which begin at a `#` that no character stands before, and empty lines. */
export function textsIn(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter((text) => text !== '');
}
