/**
 * The two streams: data on stdout with back-pressure, messages on stderr. Separate so that nothing else
 * touches them, and that a reader who goes away (`| head`) ends the program quietly in one place.
 */
import { once } from 'node:events';
import { EXIT_CODES } from '../exit-codes.js';

/** Ends the program with exit code 0 when the reader of stdout goes away; a lost stderr is no reason to stop. */
export function expectBrokenPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`takeaway: stdout: ${error.message}\n`, () => process.exit(EXIT_CODES.io));
  });
  process.stderr.on('error', () => undefined);
}

/** Writes data to stdout; resolves when more may be written. */
export async function writeData(data: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(data)) await once(process.stdout, 'drain');
}

/** Writes a value to stdout as one line of JSON. */
export function writeJson(value: unknown): Promise<void> {
  return writeData(`${JSON.stringify(value)}\n`);
}

/** Writes a line of message to stderr. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Whether data goes to a terminal, and whether messages do. */
export function isDataOnTerminal(): boolean {
  return process.stdout.isTTY;
}

export function areMessagesOnTerminal(): boolean {
  return process.stderr.isTTY;
}

/** Columns of the terminal that data goes to; endless elsewhere. */
export function dataWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity;
}
