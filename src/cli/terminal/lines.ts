/** Lines that a person types, or that come from a pipe, one when it is asked for. */
import { createInterface } from 'node:readline';
import { usageError } from '../../common/errors.js';
import { EXIT_CODES } from '../../words/errors.js';

/** Where lines come from. */
export interface Lines {
  /** The next line; undefined at the end of the input, and after Ctrl-C. Raises what the input fails with. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Opens stdin: with a prompt and line editing in a terminal, or plainly. */
export function openLines(isPlain: boolean): Lines {
  return isPlain ? openPipe() : openTerminal();
}

/** Lines of a bounded length, as they come. */
function openPipe(): Lines {
  const lines = linesOf(lineBatches(process.stdin));
  let interrupt = (): void => undefined;
  const interrupted = new Promise<undefined>((resolve) => {
    interrupt = () => {
      process.exitCode = EXIT_CODES.interrupted;
      resolve(undefined);
    };
  });
  process.on('SIGINT', interrupt);
  return {
    ask: async () => {
      const next = await Promise.race([lines.next(), interrupted]);
      return next?.done === false ? next.value : undefined;
    },
    close: () => {
      process.off('SIGINT', interrupt);
      // Who writes into the pipe may go on: nobody reads it any more.
      process.stdin.destroy();
    },
  };
}

async function* linesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  for await (const lines of batches) yield* lines;
  return undefined;
}

/** Bytes of a line at most: what has no line feed for longer is refused at once, not kept. */
const LONGEST_LINE = 2 ** 16;

/** The lines of each chunk of an input, without their ends. Raises a usage error where a line is too long. */
export async function* lineBatches(
  input: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder();
  let line = 1;
  let rest = '';
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = `${rest}${text}`.split(/\r?\n/);
    const long = lines.findIndex(
      (each) => 3 * each.length > LONGEST_LINE && Buffer.byteLength(each) > LONGEST_LINE,
    );
    if (long !== -1) {
      const expected = `a line of at most ${LONGEST_LINE} bytes`;
      throw usageError({ subject: `stdin, line ${line + long}`, expected, found: 'a longer one' });
    }
    rest = lines.pop() ?? '';
    line += lines.length;
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

function openTerminal(): Lines {
  const { stdin: input, stdout: output } = process;
  const reader = createInterface({ input, output, terminal: true });
  const waiting: string[] = [];
  let isClosed = false;
  let give: ((line: string | undefined) => void) | undefined;
  const interrupt = (): void => {
    process.exitCode = EXIT_CODES.interrupted;
    reader.close();
  };
  reader.on('line', (line) => {
    if (give === undefined) waiting.push(line);
    else give(line);
    give = undefined;
  });
  reader.on('close', () => {
    isClosed = true;
    // The words that follow should not go on in the line of the prompt.
    if (give !== undefined) output.write('\n');
    give?.(undefined);
    give = undefined;
  });
  reader.on('SIGINT', interrupt);
  process.on('SIGINT', interrupt);
  return {
    ask: (prompt) =>
      new Promise((resolve) => {
        if (waiting.length > 0 || isClosed) {
          resolve(waiting.shift());
          return;
        }
        give = resolve;
        reader.setPrompt(prompt);
        reader.prompt();
      }),
    close: () => {
      process.off('SIGINT', interrupt);
      reader.close();
    },
  };
}
