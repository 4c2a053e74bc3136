/** Reads the integers of a file: one per line, or a b-file. */
import { failure, refuse, type TakeawayError } from '../../common/errors.js';
import { unreadable } from '../../common/system-errors.js';
import { parseInteger, plainNumber, type ListOptions } from './number-list.js';

/** Reads the text of a regular file in parts, and raises for anything else. Passed in, so that this module does no I/O. */
export type ReadText = (path: string) => Iterable<string>;

/** Their text has some 70 MB. */
const MAX_NUMBERS = 2 ** 22;
const MAX_LINE_CHARACTERS = 1000;
/** Includes comments. */
const MAX_FILE_CHARACTERS = 2 ** 28;

const LINE_ADVICE = 'Write one number per line, or all in one line with commas; # begins a comment.';

export interface NumberFile {
  readonly numbers: Float64Array;
  /** From `# complete below N`: the file begins an infinite set and has all elements below N. */
  readonly completeBelow?: number | undefined;
}

/** A line with content. Numbers separated by commas are separate lines of one number. */
interface Line {
  readonly number: number;
  readonly fields: readonly string[];
  /** Whether it comes from a line of several numbers with commas. */
  readonly isList: boolean;
  /** The number after `complete below` in a comment, on a line of its own. */
  readonly completeBelow?: string | undefined;
}

/**
 * Reads the integers of a file, from `least` on: one per line, or all on one line with commas, or a b-file, which has an index
 * and a number on every line, in any order and without gaps. Skips blank lines and `#` comments except `# complete below N`.
 * Raises a usage error that names the line. Cost: linear in the text.
 */
export function readNumberFile(
  path: string,
  readText: ReadText,
  { least = 1 }: Pick<ListOptions, 'least'> = {},
): NumberFile {
  const found: number[] = [];
  const lines: number[] = [];
  let first: Line | undefined;
  let [lowest, highest] = [Infinity, -Infinity];
  let completeBelow: number | undefined;
  for (const line of linesOf(path, readText)) {
    const { number, fields } = line;
    const subject = `${path}, line ${number},`;
    if (line.completeBelow !== undefined) {
      if (completeBelow !== undefined)
        refuse('{subject} says "complete below" a second time. Say it once.', { subject });
      completeBelow = parseInteger(line.completeBelow, {
        subject,
        help: 'Write it as # complete below 1000.',
      });
      continue;
    }
    if (fields.length > 2) {
      refuse('{subject} has more than two numbers: "{text}". Put commas between numbers of one line.', {
        subject,
        text: fields.join(' '),
      });
    }
    first ??= line;
    if (first.isList && number !== first.number) {
      refuse(`{subject} follows a list with commas on line {first}. ${LINE_ADVICE}`, {
        subject,
        first: first.number,
        text: fields.join(' '),
      });
    }
    if (fields.length !== first.fields.length) {
      const inWords = ({ fields }: Line): string => (fields.length === 1 ? 'one number' : 'two numbers');
      refuse(
        '{subject} has {numbers}, but line {first} has {before}. Every line must have one number, or every line an index and a number.',
        { subject, numbers: inWords(line), first: first.number, before: inWords(first) },
      );
    }
    if (fields.length === 2) {
      const help = LINE_ADVICE;
      const index = parseInteger(fields[0], { subject, least: -Number.MAX_SAFE_INTEGER, help });
      lowest = Math.min(lowest, index);
      highest = Math.max(highest, index);
    }
    const element = parseInteger(fields[fields.length - 1], { subject, least, help: LINE_ADVICE });
    if (found.length === MAX_NUMBERS) {
      refuse(
        '{path} has more than {most} numbers. Some large sets have a name, such as interval:K, all-but and arithmetic:A,D.',
        { path, most: MAX_NUMBERS },
      );
    }
    found.push(element);
    lines.push(number);
  }
  const count = found.length;
  if (count === 0) {
    refuse('{path} has no numbers. Write one number per line.', { path });
  }
  const numbers = Float64Array.from(found);
  refuseRepeated(path, numbers, lines);
  const isBFile = first?.fields.length === 2;
  if (isBFile && count === 1) {
    refuse('{path} has only line {line}, "{text}". Write one number per line, or put commas between them.', {
      path,
      line: lines[0],
      text: first?.fields.join(' '),
    });
  }
  if (isBFile && highest - lowest + 1 !== count) {
    refuse(
      '{path} has two numbers per line, so the first is read as an index, but the {count} indices from {lowest} to {highest} have gaps. Unless it is a b-file, write one number per line.',
      { path, count, lowest, highest },
    );
  }
  return { numbers, completeBelow };
}

/** Raises a usage error that names the lines of a repeated number. */
function refuseRepeated(path: string, numbers: Float64Array, lines: readonly number[]): void {
  if (numbers.every((number, i) => i === 0 || numbers[i - 1] < number)) return;
  const sorted = numbers.slice().sort();
  const repeated = sorted.find((number, i) => number === sorted[i - 1]);
  if (repeated === undefined) return;
  const first = numbers.indexOf(repeated);
  refuse('{path} has {repeated} on line {line} and on line {first}. Write each number once.', {
    path,
    repeated,
    line: lines[numbers.indexOf(repeated, first + 1)],
    first: lines[first],
  });
}

/** Yields the lines of a file with content besides comments. */
function* linesOf(path: string, readText: ReadText): Generator<Line, void, undefined> {
  let number = 0;
  for (const text of splitLines(path, readText)) {
    number++;
    if (plainNumber(text) !== undefined) {
      yield { number, fields: [text], isList: false };
      continue;
    }
    if (text.length > MAX_LINE_CHARACTERS) throw tooLong(`${path}, line ${number},`, MAX_LINE_CHARACTERS);
    if (text.includes('\0')) {
      refuse(
        '{path} is not text in UTF-8: line {line} has zero bytes, as UTF-16 and binary data have. Save it as plain text.',
        { path, line: number },
      );
    }
    const completeBelow = /^\s*#\s*complete below\s+(.*?)\s*$/is.exec(text)?.[1];
    if (completeBelow !== undefined) yield { number, fields: [], isList: false, completeBelow };
    const line = text.replace(/#.*/s, '').trim();
    if (line === '') continue;
    if (/^(?:\.\.\.|\u2026)$/.test(line)) {
      refuse(
        '{path}, line {line}, says "{text}", which does not say how the numbers continue. If the file begins an infinite set, say where it ends in a comment: # complete below 1000.',
        { path, line: number, text: line },
      );
    }
    // {1,050} would be read as 1 and 50.
    if (/^\d{1,3}(?:,\d{3})*,0\d\d(?:,\d{3})*$/.test(line))
      refuse(
        '{path}, line {line}, has "{text}", which may be one number or several. Write 1000 or 1_000 for a thousand.',
        { path, line: number, text: line },
      );
    if (!line.includes(',')) {
      yield { number, fields: line.split(/\s+/), isList: false };
      continue;
    }
    const elements = line.replace(/^(?:\{(.*)\}|\[(.*)\]|\((.*)\))$/, '$1$2$3').split(',');
    // A list broken into lines has commas at their ends.
    if (elements.at(-1) === '') elements.pop();
    const isList = elements.length > 1;
    for (const element of elements) yield { number, fields: [element.trim()], isList };
  }
}

/** Yields the lines of a file with any line ends. Cuts a line that is too long, so that memory stays bounded. */
function* splitLines(path: string, readText: ReadText): Generator<string, void, undefined> {
  let rest = '';
  let length = 0;
  for (const part of partsOf(path, readText)) {
    length += part.length;
    if (length > MAX_FILE_CHARACTERS) throw tooLong(path, MAX_FILE_CHARACTERS);
    const lines = `${rest}${part}`.split(/\r\n|\n|\r(?!$)/);
    // A part may end inside a line, or inside its CRLF.
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > MAX_LINE_CHARACTERS + 1) break;
  }
  yield rest.replace(/\r$/, '');
}

function* partsOf(path: string, readText: ReadText): Generator<string, void, undefined> {
  try {
    yield* readText(path);
  } catch (error) {
    throw unreadable('usage', path, error);
  }
}

function tooLong(subject: string, most: number): TakeawayError {
  return failure('usage', '{subject} is longer than {most} characters. Write one number per line.', {
    subject,
    most,
  });
}
