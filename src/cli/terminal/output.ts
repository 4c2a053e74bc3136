/**
 * Data on stdout with backpressure, messages on stderr. A closed pipe (`| head`) ends the program quietly. Control characters in
 * text are escaped, whatever its source.
 */
import { once } from 'node:events';
import { EXIT_CODES } from '../../words/errors.js';
import { painted } from './color.js';
import { asLines, table, wrapped, type TextTable } from '../../words/text.js';
import { jsonLine, visible, visibleLines } from '../../words/visible.js';

/** Has the program exit with code 0 once stdout is closed (EPIPE), and ignore a closed stderr. */
export function expectBrokenPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`takeaway: stdout: ${error.message}\n`, () => process.exit(EXIT_CODES.io));
  });
  process.stderr.on('error', () => undefined);
}

/** Decodes bytes for a terminal: a character may be split between two chunks. */
const decoder = new TextDecoder();

/** Writes text or bytes to stdout; for a terminal, bytes are escaped as text. Resolves when more may be written. */
export async function writeData(data: string | Uint8Array): Promise<void> {
  const safe =
    typeof data === 'string'
      ? painted('data', visibleLines(data))
      : isDataOnTerminal()
        ? decoder.decode(data, { stream: true }).split('\t').map(visibleLines).join('\t')
        : data;
  if (!process.stdout.write(safe)) await once(process.stdout, 'drain');
}

/** Writes a value to stdout as one line of JSON. */
export function writeJson(value: unknown): Promise<void> {
  return writeData(`${jsonLine(value)}\n`);
}

/** Options of every command that concern output. */
interface Wanted {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Prints a result, as JSON or as text. */
export function print({ json }: Pick<Wanted, 'json'>, value: unknown, text: () => string): Promise<void> {
  return json ? writeJson(value) : writeData(text());
}

/** Prints a report, with --quiet only as JSON. */
export async function printDone({ json, quiet }: Wanted, value: unknown, text: () => string): Promise<void> {
  if (json || !quiet) await print({ json }, value, text);
}

/** The same, with text on stderr. */
export async function sayDone({ json, quiet }: Wanted, value: unknown, message: () => string): Promise<void> {
  if (json) await writeJson(value);
  else if (!quiet) say(message());
}

/** Writes a message to stderr as one line. */
export function say(message: string): void {
  process.stderr.write(`${painted('messages', visible(message))}\n`);
}

/** Writes a message of several lines to stderr. */
export function sayLines(lines: string): void {
  process.stderr.write(`${visibleLines(lines)}\n`);
}

/** Writes a value to stderr as one line of JSON. */
export function sayJson(value: unknown): void {
  process.stderr.write(`${jsonLine(value)}\n`);
}

export function isDataOnTerminal(): boolean {
  return process.stdout.isTTY;
}

export function areMessagesOnTerminal(): boolean {
  return process.stderr.isTTY;
}

/** Returns sentences, each on lines of its own, wrapped to the terminal. */
export function linesText(lines: readonly string[]): string {
  return fitted(asLines(lines));
}

/** Returns lines wrapped at spaces to the terminal. */
export function fitted(lines: string): string {
  return wrapped(lines, dataWidth());
}

/** Returns a table that fits the terminal, if the stream is one. */
export function tableText(shown: TextTable, stream: NodeJS.WriteStream = process.stdout): string {
  return table(shown, dataWidth(stream));
}

/** Returns the columns of a terminal; Infinity for a terminal that reports none, and for other streams. */
export function dataWidth({ isTTY, columns }: NodeJS.WriteStream = process.stdout): number {
  return isTTY && columns > 0 ? columns : Infinity;
}
