/** Lines of a terminal or a pipe, read on request. */
import { createInterface } from 'node:readline';
import { failure, type TakeawayError } from '../../common/errors.js';
import { lineBatches as linesOfPieces } from '../../platform/lines.js';
import { EXIT_CODES } from '../../words/errors.js';

/** A source of lines. */
export interface Lines {
  /** Returns the next line; undefined at the end of the input, and after Ctrl-C. Raises errors of the input. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Opens stdin as a plain pipe, or as a terminal with a prompt and line editing. */
export function openLines(isPlain: boolean, streams: Streams = process): Lines {
  return isPlain ? openPipe() : openTerminal(streams);
}

/** The streams of a terminal. */
type Streams = Readonly<Record<'stdin', NodeJS.ReadableStream> & Record<'stdout', NodeJS.WritableStream>>;

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
      // The writer of the pipe gets EPIPE instead of blocking.
      process.stdin.destroy();
    },
  };
}

async function* linesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  for await (const lines of batches) yield* lines;
  return undefined;
}

/** Length of a line of a pipe at most; a longer line is refused before its end. */
const MAX_LINE_BYTES = 2 ** 16;
/** Length of a typed line at most: the limit of terminals, and editing takes quadratic time. */
const MAX_TYPED_BYTES = 2 ** 12;

/** Yields the lines of each chunk of stdin, without line ends. Raises a usage error for a line that is too long. */
export function lineBatches(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<readonly string[]> {
  return linesOfPieces(input, (line, number) => {
    if (isLonger(line, MAX_LINE_BYTES)) throw tooLongError(number, MAX_LINE_BYTES);
  });
}

function isLonger(line: string, most: number): boolean {
  return 3 * line.length > most && Buffer.byteLength(line) > most;
}

function tooLongError(line: number, most: number): TakeawayError {
  return failure('usage', 'Line {line} of stdin is longer than {most} bytes. Split it.', { line, most });
}

function openTerminal({ stdin: input, stdout: output }: Streams): Lines {
  const reader = createInterface({ input, output, terminal: true });
  const waiting: string[] = [];
  let count = 0;
  let failure: TakeawayError | undefined;
  let isClosed = false;
  let settle: ((line: string | undefined) => void) | undefined;
  const give = (line: string | undefined): void => {
    settle?.(line);
    settle = undefined;
  };
  const interrupt = (): void => {
    process.exitCode = EXIT_CODES.interrupted;
    reader.close();
  };
  const look = (): void => {
    if (failure !== undefined || !isLonger(reader.line, MAX_TYPED_BYTES)) return;
    failure = tooLongError(count + 1, MAX_TYPED_BYTES);
    reader.close();
  };
  input.on('keypress', look);
  reader.on('line', (line) => {
    count++;
    if (settle === undefined) waiting.push(line);
    else give(line);
  });
  reader.on('close', () => {
    isClosed = true;
    // Ends the line of the prompt.
    if (settle !== undefined) output.write('\n');
    give(undefined);
  });
  reader.on('SIGINT', interrupt);
  process.on('SIGINT', interrupt);
  const next = (prompt: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      if (waiting.length > 0 || isClosed) {
        resolve(waiting.shift());
        return;
      }
      settle = resolve;
      reader.setPrompt(prompt);
      reader.prompt();
    });
  return {
    ask: async (prompt) => {
      const line = await next(prompt);
      if (line === undefined && failure !== undefined) throw failure;
      return line;
    },
    close: () => {
      process.off('SIGINT', interrupt);
      input.off('keypress', look);
      reader.close();
    },
  };
}
