/** Lines of text from input that arrives in pieces. */

/** Yields the lines of each piece. `check` sees every line, unfinished ones too: if it throws on a length, it bounds the buffer. */
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
