/** A value that must be one of some names: the one check behind every list of choices, with the nearest name. */
import leven from 'leven';
import { refuse } from './errors.js';
import type { Remedy } from './remedies.js';
import { shellWord } from './shown.js';

/** What others call a value or an option, with its names here: the first that is among the choices is meant. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  all: ['both'],
  beginner: ['easy'],
  best: ['perfect'],
  'cold,nim': ['both'],
  count: ['to'],
  delete: ['remove'],
  depth: ['remoteness'],
  difficulty: ['level'],
  end: ['to'],
  excel: ['csv'],
  expert: ['perfect'],
  file: ['output'],
  first: ['to'],
  fix: ['repair'],
  grundy: ['nim'],
  histogram: ['values'],
  hot: ['cold'],
  impossible: ['perfect'],
  j: ['json'],
  kill: ['remove'],
  length: ['remoteness'],
  limit: ['to', 'max'],
  losing: ['cold'],
  max: ['to', 'limit'],
  n: ['to'],
  'nim,cold': ['both'],
  nimber: ['nim'],
  nimbers: ['nim'],
  out: ['output'],
  outcome: ['outcomes', 'cold'],
  outcomes: ['cold'],
  p: ['cold'],
  q: ['quiet'],
  start: ['from'],
  stop: ['to'],
  terms: ['to'],
  text: ['table'],
  to: ['limit', 'max'],
  until: ['to'],
  upto: ['to'],
  verbose: ['progress'],
  winning: ['cold'],
  xlsx: ['csv'],
};

/** Returns `value` when it is one of the names; else raises a usage error about `subject`. */
export function oneOf<Name extends string>(value: unknown, names: readonly Name[], subject: string): Name {
  const known = names.find((name) => name === value);
  if (known !== undefined) return known;
  const expected = names.length === 0 ? 'none' : `one of ${names.join(', ')}`;
  refuse(subject, expected, value === undefined ? 'none' : JSON.stringify(value), {
    remedy: didYouMean(String(value), names),
  });
}

/** The name that another program has for the text, or else the nearest one, where one is near; `written` turns a name into what to write. */
export function didYouMean(
  text: string,
  names: readonly string[],
  written: (name: string) => string = (name) => name,
): Remedy | undefined {
  const other = text.toLowerCase();
  const same = Object.hasOwn(OTHER_NAMES, other)
    ? OTHER_NAMES[other].find((name) => names.includes(name))
    : undefined;
  const near = same ?? nearestName(text, names);
  return near === undefined ? undefined : { do: 'did-you-mean', name: written(near) };
}

/** The advice to write a command in other words. */
export function didYouMeanWords(words: readonly string[]): Remedy {
  return { do: 'did-you-mean', name: words.map(shellWord).join(' ') };
}

/**
 * Returns the name that the text begins, or that it is a slip of: with the smallest edit distance, which is at most a quarter of the
 * name's letters, or 1, and with the same first letter; or with the same letters in another order. Words that differ in their
 * first letter are mostly other words: hexagonal, pentagonal. Undefined if no name is near.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  // One letter is no slip in a word.
  if (text.length === 1) return undefined;
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const distance = name.startsWith(text) && text.length > 2 ? 0 : leven(text, name);
    const most =
      lettersOf(text) === lettersOf(name)
        ? Math.max(2, name.length / 3)
        : text[0] === name[0]
          ? Math.max(1, name.length / 4)
          : 0;
    if (distance < least && distance <= most) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

/** The letters of a word in a fixed order. */
function lettersOf(word: string): string {
  return Array.from(word).sort().join('');
}
