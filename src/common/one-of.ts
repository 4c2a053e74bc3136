/** A value that must be one of some names: the one check behind every list of choices, with the nearest name. */
import leven from 'leven';
import { refuse } from './errors.js';
import type { Remedy } from './remedies.js';
import { shellWord } from './shown.js';

/** Returns `value` when it is one of the names; else raises a usage error about `subject`. */
export function oneOf<Name extends string>(value: unknown, names: readonly Name[], subject: string): Name {
  const known = names.find((name) => name === value);
  if (known !== undefined) return known;
  const expected = names.length === 0 ? 'none' : `one of ${names.join(', ')}`;
  refuse(subject, expected, value === undefined ? 'none' : JSON.stringify(value), {
    remedy: didYouMean(String(value), names),
  });
}

/** The nearest of the names to a misspelt one, where one is near; `written` turns a name into what to write. */
export function didYouMean(
  text: string,
  names: readonly string[],
  written: (name: string) => string = (name) => name,
): Remedy | undefined {
  const near = nearestName(text, names);
  return near === undefined ? undefined : { do: 'did-you-mean', name: written(near) };
}

/** The advice to write a command in other words. */
export function didYouMeanWords(words: readonly string[]): Remedy {
  return { do: 'did-you-mean', name: words.map(shellWord).join(' ') };
}

/**
 * The name with the smallest edit distance, where that is at most a third of its letters, or 1, or 2 and the letters are the same
 * in another order; else undefined.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const distance = name.startsWith(text) && text.length > 2 ? 0 : leven(text, name);
    const few = lettersOf(text) === lettersOf(name) ? 2 : 1;
    if (distance < least && distance <= Math.max(few, Math.floor(name.length / 3))) {
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
