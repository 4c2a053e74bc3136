/**
 * The two streams: data on stdout with back-pressure, messages on stderr. A reader who goes away (`| head`) ends the
 * program quietly, and no text reaches a terminal with characters that would act on it, wherever it came from.
 */
import { once } from 'node:events';
import { EXIT_CODES } from '../../words/errors.js';
import { painted } from './color.js';
import { asLines, table, wrapped, type TextTable } from '../../words/text.js';
import { jsonLine, visible, visibleLines } from '../../words/visible.js';

/** Ends the program with exit code 0 when the reader of stdout goes away; a lost stderr is no reason to stop. */
export function expectBrokenPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`takeaway: stdout: ${error.message}\n`, () => process.exit(EXIT_CODES.io));
  });
  process.stderr.on('error', () => undefined);
}

/** Of the bytes of text for a terminal: a character may lie in two pieces. */
const decoder = new TextDecoder();

/**
 * Writes data to stdout: lines of text, or the bytes of a table or a figure, which only a terminal does not get as they are.
 * Resolves when more may be written.
 */
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

/** Whether results are wanted as JSON, and nothing but data. */
interface Wanted {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Prints a result, as JSON or as text. */
export function print({ json }: Pick<Wanted, 'json'>, value: unknown, text: () => string): Promise<void> {
  return json ? writeJson(value) : writeData(text());
}

/** Prints what was done: with --quiet only as JSON. */
export async function printDone({ json, quiet }: Wanted, value: unknown, text: () => string): Promise<void> {
  if (json || !quiet) await print({ json }, value, text);
}

/** The same, as a message. */
export async function sayDone({ json, quiet }: Wanted, value: unknown, message: () => string): Promise<void> {
  if (json) await writeJson(value);
  else if (!quiet) say(message());
}

/** Writes a message to stderr, in one line whatever it holds. */
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

/** Whether data goes to a terminal, and whether messages do. */
export function isDataOnTerminal(): boolean {
  return process.stdout.isTTY;
}

export function areMessagesOnTerminal(): boolean {
  return process.stderr.isTTY;
}

/** Sentences, each from a line of its own on, that break at spaces where the terminal ends. */
export function linesText(lines: readonly string[]): string {
  return fitted(asLines(lines));
}

/** Lines that break at spaces where the terminal ends. */
export function fitted(lines: string): string {
  return wrapped(lines, dataWidth());
}

/** A table that fits the terminal, if the stream is one. */
export function tableText(shown: TextTable, stream: NodeJS.WriteStream = process.stdout): string {
  return table(shown, dataWidth(stream));
}

/** Columns of the terminal that data goes to; endless elsewhere, and in a terminal that tells none. */
export function dataWidth({ isTTY, columns }: NodeJS.WriteStream = process.stdout): number {
  return isTTY && columns > 0 ? columns : Infinity;
}
