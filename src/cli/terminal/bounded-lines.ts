/** Input whose lines are of a bounded length: what has no line feed for too long is refused at once, not kept. */
import { usageError } from '../../common/errors.js';

const LINE_FEED = 10;
/** Bytes of a line at most. */
const LONGEST_LINE = 2 ** 16;

/** The chunks of an input as they come. Raises a usage error where a line is too long. */
export async function* withBoundedLines(
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let line = 1;
  let open = 0;
  for await (const part of input) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    for (let start = 0; start < chunk.length;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed === -1 ? chunk.length : feed;
      open += end - start;
      if (open > LONGEST_LINE) throw tooLong(line);
      if (feed !== -1) [open, line] = [0, line + 1];
      start = end + 1;
    }
    yield chunk;
  }
}

function tooLong(line: number): Error {
  return usageError({
    subject: `stdin, line ${line}`,
    expected: `a line of at most ${LONGEST_LINE} bytes`,
    found: 'a longer one',
  });
}
