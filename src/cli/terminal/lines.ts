/**
 * Lines that a person types, or that come from a pipe, one when it is asked for. Separate from what is said, and the
 * one place that knows readline.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { withBoundedLines } from './bounded-lines.js';
import { EXIT_CODES } from '../exit-codes.js';

/** Where lines come from. */
export interface Lines {
  /** The next line; undefined at the end of the input, and after Ctrl-C. Raises what the input fails with. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Opens stdin: with a prompt and line editing in a terminal, or plainly. */
export function openLines(isPlain: boolean): Lines {
  const { stdout: output } = process;
  // A person's terminal has lines of its own; a pipe may have one without an end.
  const input = isPlain ? Readable.from(withBoundedLines(process.stdin)) : process.stdin;
  const reader = createInterface(isPlain ? { input } : { input, output, terminal: true });
  const waiting: string[] = [];
  let isClosed = false;
  let failure: Error | undefined;
  let give: ((line: string | undefined) => void) | undefined;
  let refuse: ((error: Error) => void) | undefined;
  const fail = (error: Error): void => {
    failure = error;
    refuse?.(error);
    reader.close();
  };
  input.on('error', fail);
  // Newer ones of Node pass the errors of their input on.
  reader.on('error' as 'close', fail as () => void);
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
    if (!isPlain && give !== undefined) output.write('\n');
    give?.(undefined);
    give = undefined;
  });
  reader.on('SIGINT', interrupt);
  process.on('SIGINT', interrupt);
  return {
    ask: (prompt) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0 && failure !== undefined) {
          reject(failure);
          return;
        }
        if (waiting.length > 0 || isClosed) {
          resolve(waiting.shift());
          return;
        }
        give = resolve;
        refuse = reject;
        if (isPlain) return;
        reader.setPrompt(prompt);
        reader.prompt();
      }),
    close: () => {
      process.off('SIGINT', interrupt);
      reader.close();
      // Who writes into the pipe may go on: nobody reads it any more.
      if (isPlain) process.stdin.destroy();
    },
  };
}
