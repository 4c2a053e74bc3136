/** Lines that a person types, or that come from a pipe, one when it is asked for. */
import { createInterface } from 'node:readline';
import { failure, type TakeawayError } from '../../common/errors.js';
import { lineBatches as linesOfPieces } from '../../platform/lines.js';
import { EXIT_CODES } from '../../words/errors.js';

/** Where lines come from. */
export interface Lines {
  /** The next line; undefined at the end of the input, and after Ctrl-C. Raises what the input fails with. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Opens stdin: with a prompt and line editing in a terminal, or plainly. */
export function openLines(isPlain: boolean, streams: Streams = process): Lines {
  return isPlain ? openPipe() : openTerminal(streams);
}

/** A terminal as it is read and written. */
type Streams = Readonly<Record<'stdin', NodeJS.ReadableStream> & Record<'stdout', NodeJS.WritableStream>>;

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
/** The same where a person types: so long are the lines of a terminal itself, and editing one takes time by its square. */
const LONGEST_TYPED = 2 ** 12;

/** The lines of each chunk of stdin, without their ends. Raises a usage error where one is too long. */
export function lineBatches(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<readonly string[]> {
  return linesOfPieces(input, (line, number) => {
    if (isLonger(line, LONGEST_LINE)) throw tooLongError(number, LONGEST_LINE);
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
    if (failure !== undefined || !isLonger(reader.line, LONGEST_TYPED)) return;
    failure = tooLongError(count + 1, LONGEST_TYPED);
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
    // The words that follow should not go on in the line of the prompt.
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
