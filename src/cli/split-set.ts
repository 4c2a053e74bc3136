/**
 * Sets that a shell has split: an unquoted {1,3,4} reaches the program as 1 3 4 from bash, and as `{1 3 4}` from some
 * others.
 */
import { refuse } from '../common/errors.js';

const NUMBER = /^\d+$/;

/** Returns the set that words may have been, in quotes; undefined if they look like none. */
export function quotedSet(words: readonly string[]): string | undefined {
  const elements = words.map((word) => word.replace(/^\{|\}$|,$/g, ''));
  if (elements.length > 1 && elements.every((element) => NUMBER.test(element)))
    return `"{${elements.join(',')}}"`;
  const leftOut = words.map((word) => /^all-but:?(\d+)$/.exec(word)?.[1]);
  return leftOut.length > 1 && leftOut.every((element) => element !== undefined)
    ? `"all-but{${leftOut.join(',')}}"`
    : undefined;
}

/** Raises the error for a set that a shell has split, with the intended words. */
export function refuseSplit(meant: string, otherwise = ''): never {
  refuse(
    `A shell may have split this set. Put it in quotes${otherwise}.`,
    {},
    { remedy: { do: 'did-you-mean', name: meant } },
  );
}

/**
 * Raises a usage error if a game and the numbers after it look like one set that a shell has split: a bare number
 * with at least two others. A single number may well be a position, and the set of one number can be put in braces.
 */
export function refuseSplitSet(game: string, others: readonly string[]): void {
  const rest = restOfSet(game, others);
  if (rest === 0) return;
  const quoted = quotedSet([game, ...others.slice(0, rest)]) ?? '';
  refuseSplit(
    [quoted, ...others.slice(rest)].join(' '),
    NUMBER.test(game) ? `, or write "{${game}}" if only ${game} is meant` : '',
  );
}

/** Returns the number of words after a game that are likely to belong to its set. */
function restOfSet(game: string, others: readonly string[]): number {
  if (/^\{\d+,?$/.test(game)) return others.findIndex((word) => word.endsWith('}')) + 1;
  if (/^all-but:?\d+$/.test(game)) return others.filter((word) => /^all-but:?\d+$/.test(word)).length;
  if (!NUMBER.test(game) || others.length < 2 || !others.every((word) => NUMBER.test(word))) return 0;
  return others.length - 1;
}

/** Raises a usage error if several games look like one set that a shell has split, and are not each one in braces. */
export function refuseSplitGames(games: readonly string[]): void {
  if (games.every((game) => /^\{.*\}$|^all-but:/.test(game))) return;
  const quoted = quotedSet(games);
  if (quoted !== undefined) refuseSplit(quoted);
}
