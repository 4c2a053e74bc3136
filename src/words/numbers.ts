/** Parsers of numbers on the command line. They are exact, and refuse with the expected form. */
import { refuse } from '../common/errors.js';
import { MAX_THREADS } from '../common/threads.js';
import { MAX_DIGITS, NUMBER_ADVICE, wholeNumber } from '../common/whole-number.js';

/** Reads `16777216`, `16_777_216`, `2^24`, `1e7`, `1M` or `2^22-1`: a whole number from 0 to 2^53 - 1, exactly. */
export const parseNumber = numberFrom(0, Number.MAX_SAFE_INTEGER, '2^53 - 1');

/** Reads a position of any size: a bigint from 2^53 - 1 on. */
export function parsePosition(text: string, subject: string): number | bigint {
  const value = wholeNumber(text);
  if (value !== undefined && value >= 0n)
    return value < BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  refuse(
    `{subject} must be a whole number of at most {most} digits, not {text}.${value === undefined ? ` ${NUMBER_ADVICE}` : ''}`,
    {
      ...{ subject, most: MAX_DIGITS, text: text.trim() === '' ? 'nothing' : text },
    },
  );
}

/** Reads the size of a heap. Refuses 7+15+30, which means three heaps. */
export const parseHeap = heapBy(parseNumber);

/** Reads the size of a heap of any size. */
export const parseAnyHeap = heapBy(parsePosition);

function heapBy<Size>(
  parse: (text: string, subject: string) => Size,
): (text: string, subject: string) => Size {
  return (text, subject) => {
    if (!/^\d+(?:\s*\+\s*\d+)+$/.test(text)) return parse(text, subject);
    const name = text.replaceAll(/\s*\+\s*/g, ' ');
    refuse(
      '{subject} must be one size for each heap, not {text}.',
      { subject, text },
      { remedy: { do: 'did-you-mean', name } },
    );
  };
}

/** Reads a limit of positions: up to 2^53, which is above all positions. */
export const parseLimit = numberFrom(0, 2 ** 53, '2^53');

export const parseThreads = numberFrom(1, MAX_THREADS);

/** Returns a parser of whole numbers from `least` to `most`; messages write the latter as `mostText`. */
export function numberFrom(
  least: number,
  most: number,
  mostText = String(most),
): (text: string, subject: string) => number {
  return (text, subject) => {
    const value = wholeNumber(text);
    if (value !== undefined && value >= BigInt(least) && value <= BigInt(most)) return Number(value);
    // Small numbers have one spelling.
    const advice = value !== undefined || most < 2 ** 20 ? '' : ` ${NUMBER_ADVICE}`;
    refuse(`{subject} must be a whole number from {least} to {most}, not {text}.${advice}`, {
      ...{ subject, least, most: mostText, text: text.trim() === '' ? 'nothing' : text },
    });
  };
}

/** Reads `3/8`: one of several parts, counted from 1. */
export function parsePart(text: string, subject: string): { readonly part: number; readonly of: number } {
  const parts = text.split('/');
  if (parts.length !== 2) refuse('{subject} must be I/N, such as 3/8, not {text}.', { subject, text });
  const [part, of] = parts.map((number) => parseNumber(number, subject));
  return { part, of };
}

const UNITS = ['', 'k', 'm', 'g', 't'];

/** Reads an amount of memory: `500MB`, `2GB`, `2 GiB`, or a number of bytes. Units are powers of 1024. */
export function parseBytes(text: string, subject: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
  const bytes =
    match === null ? NaN : Math.round(Number(match[1]) * 1024 ** UNITS.indexOf(match[2].toLowerCase()));
  if (Number.isSafeInteger(bytes)) return bytes;
  refuse('{subject} must be an amount of memory, such as 500MB or 2GB, not {text}.', { subject, text });
}
