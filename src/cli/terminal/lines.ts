/**
 * Lines that a person types, or that come from a pipe, one when it is asked for. Separate from what is said, and the
 * one place that knows readline.
 */
import { createInterface } from 'node:readline';
import { EXIT_CODES } from '../exit-codes.js';

/** Where lines come from. */
export interface Lines {
  /** The next line; undefined at the end of the input, and after Ctrl-C. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

/** Opens stdin: with a prompt and line editing in a terminal, or plainly. */
export function openLines(isPlain: boolean): Lines {
  const { stdin: input, stdout: output } = process;
  const reader = createInterface(isPlain ? { input } : { input, output, terminal: true });
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
    if (!isPlain && give !== undefined) output.write('\n');
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
        if (isPlain) return;
        reader.setPrompt(prompt);
        reader.prompt();
      }),
    close: () => {
      process.off('SIGINT', interrupt);
      reader.close();
    },
  };
}
