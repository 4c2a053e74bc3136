/** A game: a subtraction set, with hotspots or a seed where it has them, and the text that names it. */
import { refuse, usageError } from '../common/errors.js';
import {
  canonicalOf,
  describedCofinite,
  describedFinite,
  shortKey,
  type DescribedSet,
} from './sets/described-set.js';
import type { ReadText } from './sets/number-file.js';
import { parseList } from './sets/number-list.js';
import { checkSeed } from './seed.js';
import { parseSet } from './sets/set-text.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

export type { ReadText };

/** A subtraction game, as the store knows it: `definition` is text that `parseGame` turns into it again. */
export interface Game extends DescribedSet {
  /**
   * Positions declared hot, 0 among them where the set has it (Eppstein 2018, section 2.1): such a game has cold
   * positions, and no nim-values.
   */
  readonly hotspots?: SubtractionSet;
  /** Given nim-values of the positions 0, 1, ...; the mex rule holds from the first position that has none. */
  readonly seed?: readonly number[];
}

/**
 * The game that `text` names: a set (a catalogue name, a member of a family such as `powers-of:3`, `{1,3,4}` or
 * `1,3,4`, `all-but{2,3}`, or `file:PATH`), which `hotspots SET` or `seed [0,1,5]` may follow. Raises a usage
 * error for anything else, and for a file where `readText` is not given.
 */
export function parseGame(text: string, readText: ReadText = noFiles): Game {
  if (text === latest?.text) return latest.game;
  const game = parse(text, readText);
  // A file may have changed when it is named again.
  if (!/file:/i.test(text)) latest = { text, game };
  return game;
}

/** For texts that shall name no file. */
export function noFiles(path: string): never {
  refuse('The game', 'a game without a file', JSON.stringify(path.slice(0, 100)));
}

/** What was parsed last: one question names its game several times, and a set of millions of numbers takes a while. */
let latest: { readonly text: string; readonly game: Game } | undefined;

function parse(text: string, readText: ReadText): Game {
  const [setText, ...additions] = text.split(/(?<=\s)(hotspots|seed)(?=[\s{[]|$)/i);
  const base = parseSet(setText.trim(), readText);
  if (additions.length === 0) return base;
  if (additions.length > 2) {
    throw usageError({
      subject: 'The game',
      expected: 'hotspots or a seed, once',
      found: JSON.stringify(text),
    });
  }
  const [word, value] = additions;
  return word.toLowerCase() === 'seed'
    ? withSeed(base, parseSeed(value.trim()))
    : withHotspots(base, parseSet(value.trim(), readText, { subject: 'The hotspots', least: 0 }));
}

/** The game of a finite subtraction set, in any order. */
export function finiteGame(elements: Iterable<number>): Game {
  return describedFinite(Float64Array.from(elements));
}

/** The game of all positive integers but the given ones, in any order; they may be none. */
export function cofiniteGame(excluded: Iterable<number>): Game {
  return describedCofinite(Float64Array.from(excluded));
}

function withHotspots(base: DescribedSet, hotspots: DescribedSet): Game {
  const beginning = (): string => `${base.key.slice(0, 80)} hotspots ${hotspots.key.slice(0, 80)}`;
  const canonical = function* (): Generator<string> {
    yield* canonicalOf(base);
    yield ' hotspots ';
    yield* canonicalOf(hotspots);
  };
  const definition = `${base.definition} hotspots ${hotspots.definition}`;
  const { set, file } = base;
  return { key: shortKey(canonical(), beginning), definition, set, hotspots: hotspots.set, file };
}

/** The game itself where the seed is what its first values are anyway. */
function withSeed(base: DescribedSet, values: ArrayLike<number>): Game {
  const seed = checkSeed(base.set, values);
  if (seed.length === 0) return base;
  const declared = ` seed [${seed.join(',')}]`;
  const beginning = (): string => `${base.key.slice(0, 80)} seed of ${seed.length}`;
  const canonical = function* (): Generator<string> {
    yield* canonicalOf(base);
    yield declared;
  };
  return {
    key: shortKey(canonical(), beginning),
    definition: `${base.definition}${declared}`,
    set: base.set,
    seed,
    file: base.file,
  };
}

function parseSeed(text: string): ArrayLike<number> {
  const options = { subject: 'The seed', least: 0, help: 'Write it as [0,1,5].' };
  const opens = text.startsWith('[');
  const values =
    opens === text.endsWith(']') ? parseList(opens ? text.slice(1, -1) : text, options) : new Float64Array();
  if (values.length > 0) return values;
  throw usageError({
    subject: options.subject,
    expected: 'the nim-values of the positions 0, 1, ..., as in [0,1,5]',
    found: text === '' ? 'nothing' : JSON.stringify(text),
  });
}
