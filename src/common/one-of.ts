/** The check of every value that must be one of some names, and the nearest name for one that is not. */
import leven from 'leven';
import { refuse } from './errors.js';
import type { Remedy } from './remedies.js';

/** Returns `value` when it is one of the names; else raises a usage error about `subject`. */
export function oneOf<Name extends string>(value: unknown, names: readonly Name[], subject: string): Name {
  const known = names.find((name) => name === value);
  if (known !== undefined) return known;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  refuse(
    value === undefined ? '{subject} is missing.' : '{subject} cannot be "{value}".',
    { subject, value: text, choices: names },
    {
      remedy: value === undefined ? undefined : didYouMean(text, names),
      otherwise: 'Choose one of {choices}.',
    },
  );
}

/** Returns the remedy to write the nearest name, if one is near; `written` turns a name into what to write. */
export function didYouMean(
  text: string,
  names: readonly string[],
  written: (name: string) => string = (name) => name,
): Remedy | undefined {
  const near = nearestName(text, names);
  return near === undefined ? undefined : { do: 'did-you-mean', name: written(near) };
}

/**
 * Returns the nearest name: the only one with the least edit distance. The distance is 0 for the beginning of a name, and otherwise
 * at most 1 or a quarter of the name's length, with the same first letter (hexagonal is no slip for pentagonal); for the same
 * letters in another order, at most 2 or a third. Undefined if no name is near, or several are equally near.
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
    if (distance > least || distance > most) continue;
    nearest = distance < least ? name : undefined;
    least = distance;
  }
  return nearest;
}

/** Returns the letters of a word in alphabetical order. */
function lettersOf(word: string): string {
  return Array.from(word).sort().join('');
}
