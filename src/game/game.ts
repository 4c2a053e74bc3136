/** A game: a subtraction set, optional hotspots, seed, sink convention or pass, and the text that names it. */
import { refuse } from '../common/errors.js';
import {
  canonicalOf,
  describedCofinite,
  describedFinite,
  shortKey,
  type DescribedSet,
} from './sets/described-set.js';
import type { ReadText } from './sets/number-file.js';
import { parseList } from './sets/number-list.js';
import { passOf, type Pass } from './pass.js';
import { checkSeed, sinkSeed } from './seed.js';
import { parseSet, type Sources } from './sets/set-text.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

export type { ReadText };

/** A subtraction game. `parseGame` reads it again from `definition`. */
export interface Game extends DescribedSet {
  /** Positions declared hot, which may include 0 (Eppstein 2018, section 2.1). Such a game has no nim-values. */
  readonly hotspots?: SubtractionSet;
  /** Given nim-values of the positions 0, 1, ...; the mex rule holds from the first position without one. */
  readonly seed?: readonly number[];
  /**
   * Present in the sink convention: from a nonempty heap every subtrahend may be taken, and a larger one empties the heap. The
   * seed has the values of the positions below max S, which follow from this convention; the mex rule gives all others.
   */
  readonly isSink?: true | undefined;
  /** Present if there is one pass for the whole game. Values are those of positions with the pass left. */
  readonly pass?: Pass;
}

/** Returns the largest number that may be taken from a heap, if it is a subtrahend. */
export function mostTaken({ set, isSink }: Pick<Game, 'set' | 'isSink'>, heap: number): number {
  return isSink === true && heap > 0 ? Math.max(heap, set.largest) : heap;
}

export function heapAfter(heap: number, take: number): number {
  return Math.max(0, heap - take);
}

/** Names the declaration of a game beyond its set, if any. */
export function declaredBy({ hotspots, seed, isSink, pass }: Game): string | undefined {
  if (hotspots !== undefined) return 'hotspots';
  if (pass !== undefined) return 'a pass';
  if (isSink === true) return 'the sink convention';
  return seed === undefined ? undefined : 'a seed';
}

/** Raises a usage error for a game with a pass: values with the pass left are not those of heaps in a sum. */
export function requireHeaps({ key, pass }: Game): void {
  if (pass === undefined) return;
  refuse(
    '{game} has one pass for the whole game, which is no part of a heap, so there are no winning moves, sums or matches of heaps. Ask for its values.',
    { game: key },
  );
}

/**
 * Parses a game: a set (a catalogue name, a member of a family such as `powers-of:3`, `{1,3,4}` or `1,3,4`, `all-but{2,3}`, or
 * `file:PATH`), optionally with `hotspots SET`, `seed [0,1,5]`, `sink` or `pass` after it. Raises a usage error for anything else, and
 * for a file if `readText` is not given.
 */
export function parseGame(text: string, readText: ReadText = noFiles): Game {
  if (text === latest?.text) return latest.game;
  const game = parseWithNames(text, { readText });
  // The file may change.
  if (!/file:/i.test(text)) latest = { text, game };
  return game;
}

/** Parses a game like `parseGame`; user-defined names may stand for games, or for sets in them. */
export function parseWithNames(text: string, sources: Sources): Game {
  const [setText, ...additions] = text.split(/(?<=\s)(hotspots|seed|sink|pass)(?=[\s{[]|$)/i);
  return additions.length === 0
    ? (sources.named?.(text.trim(), true) ?? parseSet(setText.trim(), sources))
    : declared(parseSet(setText.trim(), sources), additions, text, sources);
}

/** Refuses every file, for texts that must not name any. */
export function noFiles(path: string): never {
  refuse('"{path}" names a file, which is not allowed here. Write the game itself.', {
    path: path.slice(0, 100),
  });
}

/** The latest result: one request names its game several times, and a set of millions of numbers is slow to parse. */
let latest: { readonly text: string; readonly game: Game } | undefined;

function declared(base: DescribedSet, additions: readonly string[], text: string, sources: Sources): Game {
  const [word, value] = additions.map((part) => part.trim());
  const kind = word.toLowerCase();
  if (additions.length > 2 || (['sink', 'pass'].includes(kind) && value !== '')) {
    refuse('"{text}" declares more than one thing. Give hotspots, a seed, sink or pass, and that once.', {
      text,
    });
  }
  if (kind === 'pass')
    return declaring(base, { definition: kind, beginning: kind, pass: passOf(base.set, base.key) });
  if (kind === 'sink')
    return declaring(base, { definition: kind, beginning: kind, seed: sinkSeed(base.set), isSink: true });
  if (kind === 'seed') {
    const seed = checkSeed(base.set, parseSeed(value));
    // The seed equals the values that the mex rule gives: this is the game itself.
    if (seed.length === 0) return base;
    const definition = `seed [${seed.join(',')}]`;
    return declaring(base, { definition, beginning: `seed of ${seed.length}`, seed });
  }
  const hotspots = parseSet(value, sources, { subject: 'The set of hotspots', least: 0 });
  const completeBelow = Math.min(...[base, hotspots].map(({ set }) => set.completeBelow ?? Infinity));
  // Unknown hotspots make the game unknown from there on.
  const set = Number.isFinite(completeBelow) ? { ...base.set, completeBelow } : base.set;
  return declaring(
    { ...base, set },
    {
      definition: `hotspots ${hotspots.definition}`,
      beginning: `hotspots ${hotspots.key.slice(0, 80)}`,
      canonical: () => joined(['hotspots '], canonicalOf(hotspots)),
      hotspots: hotspots.set,
    },
  );
}

/** The declaration of a game as text, and its abbreviation for a key without room for that text. */
interface Declared
  extends
    Pick<DescribedSet, 'definition' | 'canonical'>,
    Pick<Game, 'hotspots' | 'seed' | 'isSink' | 'pass'> {
  readonly beginning: string;
}

function declaring(base: DescribedSet, { beginning, ...declared }: Declared): Game {
  const { key, set, expression, file } = base;
  const { definition, canonical, ...facts } = declared;
  const parts = joined(canonicalOf(base), [' '], canonicalOf({ definition, canonical }));
  return {
    key: shortKey(parts, () => `${key.slice(0, 80)} ${beginning}`),
    definition: `${base.definition} ${definition}`,
    ...{ set, expression, file, ...facts },
  };
}

function* joined(...texts: readonly Iterable<string>[]): Generator<string> {
  for (const parts of texts) yield* parts;
}

/** Makes the game of a finite subtraction set in any order. */
export function finiteGame(elements: Iterable<number>): Game {
  return describedFinite(Float64Array.from(elements));
}

/** Makes the game of all positive integers except the given ones, in any order; there may be none. */
export function cofiniteGame(excluded: Iterable<number>): Game {
  return describedCofinite(Float64Array.from(excluded));
}

function parseSeed(text: string): ArrayLike<number> {
  const options = { subject: 'The seed', least: 0, help: 'Write it as [0,1,5].' };
  const opens = text.startsWith('[');
  const values =
    opens === text.endsWith(']') ? parseList(opens ? text.slice(1, -1) : text, options) : new Float64Array();
  if (values.length > 0) return values;
  refuse('{value} is no seed. Write the nim-values of the positions 0, 1, ..., as in [0,1,5].', {
    value: text === '' ? 'Nothing' : `"${text}"`,
  });
}
