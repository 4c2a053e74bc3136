/**
 * A game and how it is written: catalogue name, literal set, or file. Separate from the sets because this is
 * the one place where text becomes a game, and where the canonical key that stores are indexed by is made.
 */
import { createHash } from 'node:crypto';
import { nearestName } from '../nearest.js';
import { messageOf, usageError } from '../errors.js';
import { CATALOGUE } from './catalogue.js';
import { checkSubtrahend, cofiniteSet, finiteSet, type SubtractionSet } from './subtraction-set.js';

/** A subtraction game, as the store knows it. */
export interface Game {
  /** What identifies the game: equal for every way of writing it, at most 200 characters. */
  readonly key: string;
  /** Text that `parseGame` turns into this game again without reading any file. */
  readonly definition: string;
  readonly set: SubtractionSet;
  /** Positions declared hot (Eppstein 2018, section 2.1): such a game has cold positions and no nim-values. */
  readonly hotspots?: SubtractionSet;
  /** Given nim-values of the positions 0, 1, ...; the mex rule holds from the first position that has none. */
  readonly seed?: readonly number[];
}

/** Reads the text of a file; raises when it cannot. Handed in, so that this room does no I/O. */
export type ReadText = (path: string) => string;

const SYNTAX = 'a catalogue name, a set such as {1,3,4} or all-but{2,3}, or file:PATH';
const LONGEST_LITERAL_KEY = 200;

/**
 * The game that `text` names: a catalogue name (`squares`), a literal set (`{1,3,4}` or `1,3,4`), or
 * `file:PATH` (one subtrahend a line or a b-file, `#` comments). Raises a usage error for anything else.
 */
export function parseGame(text: string, readText: ReadText): Game {
  const trimmed = text.trim();
  if (trimmed.startsWith('file:')) return finiteGame(readSetFile(trimmed.slice('file:'.length), readText));
  if (/^all-but\W/.test(trimmed)) return cofiniteGame(parseLiteral(trimmed.slice('all-but'.length).trim()));
  if (/^[{\d+-]/.test(trimmed)) return finiteGame(parseLiteral(trimmed));
  const entry = CATALOGUE.find(({ name }) => name === trimmed.toLowerCase());
  if (entry !== undefined) return { key: entry.name, definition: entry.name, set: entry.set };
  const near = nearestName(
    trimmed.toLowerCase(),
    CATALOGUE.map(({ name }) => name),
  );
  throw usageError({
    subject: 'The game',
    expected: SYNTAX,
    found: JSON.stringify(text),
    help: `${near === undefined ? '' : `Did you mean ${near}? `}'takeaway games' lists the catalogue.`,
  });
}

/** The game of a finite subtraction set, in any order. */
export function finiteGame(elements: Iterable<number>): Game {
  const set = finiteSet(elements);
  return { ...literal('', set.between(1, Infinity)), set };
}

/** The game of all positive integers but the given ones, in any order; they may be none. */
export function cofiniteGame(excluded: Iterable<number>): Game {
  const set = cofiniteSet(excluded);
  if (set.excluded.length === 0) return { key: 'all', definition: 'all', set };
  return { ...literal('all-but', set.excluded), set };
}

/** The key and definition of a literal set: the same text unless that is too long for a key. */
function literal(prefix: string, sorted: Float64Array): { key: string; definition: string } {
  const definition = `${prefix}{${sorted.join(',')}}`;
  if (definition.length <= LONGEST_LITERAL_KEY) return { key: definition, definition };
  const digest = createHash('sha256').update(definition).digest('hex').slice(0, 16);
  const [smallest, largest] = [sorted[0], sorted[sorted.length - 1]];
  return { key: `${prefix}{${smallest},...,${largest}} of ${sorted.length} #${digest}`, definition };
}

function parseLiteral(text: string): number[] {
  const body = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  if (body.trim() === '') return [];
  return body.split(',').map((element) => parseSubtrahend(element, 'The subtraction set'));
}

function parseSubtrahend(text: string, subject: string): number {
  const trimmed = text.trim();
  if (!/^[+-]?\d+(\.\d+)?$/.test(trimmed)) {
    throw usageError({
      subject,
      expected: 'positive integers separated by commas',
      found: trimmed === '' ? 'an empty element' : JSON.stringify(trimmed),
      help: 'Write a set as {1,3,4}.',
    });
  }
  if (trimmed.length > 15 && Number(trimmed) > Number.MAX_SAFE_INTEGER) {
    throw usageError({ subject, expected: 'positive integers up to 2^53 - 1', found: trimmed });
  }
  return checkSubtrahend(Number(trimmed), subject);
}

/** One subtrahend a line, or a b-file (`index value`); blank lines and `#` comments are passed over. */
function readSetFile(path: string, readText: ReadText): number[] {
  if (path === '')
    throw usageError({ subject: 'The game', expected: 'file:PATH', found: '"file:" without a path' });
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw usageError({
      subject: `The file ${path}`,
      expected: 'a readable text file',
      found: messageOf(error),
    });
  }
  const elements: number[] = [];
  const lineOf = new Map<number, number>();
  text.split(/\r?\n/).forEach((rawLine, index) => {
    const line = rawLine.replace(/#.*/, '').trim();
    if (line === '') return;
    const subject = `${path}, line ${index + 1}`;
    const fields = line.split(/\s+/);
    if (fields.length > 2) {
      throw usageError({
        subject,
        expected: 'one subtrahend, or an index and a subtrahend',
        found: JSON.stringify(line),
      });
    }
    const element = parseSubtrahend(fields[fields.length - 1], subject);
    const earlier = lineOf.get(element);
    if (earlier !== undefined) {
      throw usageError({
        subject,
        expected: 'each subtrahend once',
        found: `${element} again (first on line ${earlier})`,
      });
    }
    lineOf.set(element, index + 1);
    elements.push(element);
  });
  if (elements.length === 0) {
    throw usageError({ subject: path, expected: 'at least one subtrahend', found: 'none' });
  }
  return elements;
}
