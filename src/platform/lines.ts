/** Bytes that come in pieces as lines of text. */

/**
 * The lines of each piece of an input, without their ends. `check` is told each line with its number, also of one that has not
 * ended yet: where it raises for a length, no more than that is ever kept.
 */
export async function* lineBatches(
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  check: (line: string, number: number) => void,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder();
  let first = 1;
  let rest = '';
  for await (const piece of input) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    const lines = `${rest}${text}`.split(/\r?\n/);
    for (let i = 0; i < lines.length; i++) check(lines[i], first + i);
    rest = lines.pop() ?? '';
    first += lines.length;
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}
